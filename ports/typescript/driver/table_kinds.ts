/** The dense map and the dense set. */

import { DenseMap, DenseSet, type DenseTable, type Hash } from "../src/index.js";
import {
  BITS,
  camelCase,
  done,
  kindOf,
  readFactory,
  type Factory,
  type Members,
  type Operations,
  type Served,
} from "./protocol.js";

const HASHES: { readonly [name: string]: Hash<number> } = {
  identity: (key) => key,
  halves: (key) => Math.floor(key / 2),
  one_bucket: () => 0,
};

function hashOf({ hash = "identity" }: Members): Hash<number> {
  const found = HASHES[String(hash)];
  if (found === undefined) {
    throw new Error(`no hash function ${String(hash)}`);
  }
  return found;
}

/** What dense map and dense set have in common. */
function denseTable(table: DenseTable<number>): Operations {
  return {
    erase: (key: number) => table.erase(key),
    erase_at: (pos: number) => table.eraseAt(pos),
    erase_range: (first: number, last: number) => table.eraseRange(first, last),
    find: (key: number) => table.find(key) ?? null,
    contains: (key: number) => table.contains(key),
    key_at: (pos: number) => table.keyAt(pos),
    keys: () => [...table.keys()],
    bucket: (key: number) => table.bucket(key),
    bucket_count: () => table.bucketCount(),
    bucket_size: (bucket: number) => table.bucketSize(bucket),
    bucket_keys: (bucket: number) => table.bucketKeys(bucket),
    max_load: () => table.maxLoad(),
    set_max_load: (maxLoad: number) => done(table.setMaxLoad(maxLoad)),
    rehash: (count: number) => done(table.rehash(count)),
    reserve: (count: number) => done(table.reserve(count)),
    clear: () => done(table.clear()),
    size: () => table.size(),
  };
}

function denseMap(map: DenseMap<number, number>): Operations {
  return {
    insert: (key: number, value: number) => map.insert(key, value),
    insert_or_assign: (key: number, value: number) => map.insertOrAssign(key, value),
    try_emplace: (key: number, factory: Factory) => map.tryEmplace(key, readFactory(factory)),
    get_or_emplace: (key: number, factory: Factory) => map.getOrEmplace(key, readFactory(factory)),
    get: (key: number) => map.get(key),
    assign: (key: number, value: number) => done(map.assign(key, value)),
    value_at: (pos: number) => map.valueAt(pos),
    values: () => [...map.values()],
    items: () => [...map.items()],
    equals: (other: DenseMap<number, number>) => map.equals(other),
    ...denseTable(map),
  };
}

function denseSet(set: DenseSet<number>): Operations {
  return {
    insert: (key: number) => set.insert(key),
    equals: (other: DenseSet<number>) => set.equals(other),
    ...denseTable(set),
  };
}

const TABLE = {
  widths: { min_buckets: { min: 1, max: 65536 }, max_load: { min: 0, max: 4294967296 }, index_bits: BITS },
  policies: { hash: Object.keys(HASHES) },
  numbers: { key_bits: 54 }, // those that a number holds exactly
};

export const TABLE_KINDS: readonly Served[] = [
  {
    kind: "dense_map",
    ...TABLE,
    features: ["callbacks", "peers"],
    make: (config) => kindOf(() => new DenseMap<number, number>(hashOf(config), camelCase(config)), denseMap),
  },
  {
    kind: "dense_set",
    ...TABLE,
    features: ["peers"],
    make: (config) => kindOf(() => new DenseSet(hashOf(config), camelCase(config)), denseSet),
  },
];
