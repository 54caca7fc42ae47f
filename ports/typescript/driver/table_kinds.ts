/** The dense map, the dense set, the hash index and the indexed store. */

import {
  DenseMap,
  DenseSet,
  HashIndex,
  IndexedStore,
  type DenseTable,
  type DenseTableOptions,
  type Hash,
  type Source,
} from "../src/index.js";
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

/** A source as it is sent: an integer that a number does not hold exactly is `{"n":"..."}`. */
type SentSource = string | number | number[] | { n: string };

function readSource(source: SentSource): Source {
  return typeof source === "object" && "n" in source ? BigInt(source.n) : source;
}

function hashIndex(index: HashIndex): Operations {
  return {
    add: (key: number, each: number) => done(index.add(key, each)),
    insert_index: (key: number, each: number) => done(index.insertIndex(key, each)),
    remove: (key: number, each: number) => done(index.remove(key, each)),
    remove_index: (key: number, each: number) => done(index.removeIndex(key, each)),
    first: (key: number) => index.first(key),
    next: (each: number) => index.next(each),
    generate_key: (source: SentSource, caseSensitive: boolean) => index.generateKey(readSource(source), caseSensitive),
    candidates: (key: number) => index.candidates(key),
    clear: () => done(index.clear()),
    free: () => done(index.free()),
    reset: (hashSize: number, indexSize: number) => done(index.reset(hashSize, indexSize)),
    resize: (count: number) => done(index.resize(count)),
    set_granularity: (granularity: number) => done(index.setGranularity(granularity)),
    spread: () => index.spread(),
  };
}

function indexedStore(store: IndexedStore<number>): Operations {
  return {
    insert: (name: string, value: number) => store.insert(name, value),
    insert_at: (pos: number, name: string, value: number) => done(store.insertAt(pos, name, value)),
    erase: (name: string) => store.erase(name),
    get: (name: string) => store.get(name),
    assign: (name: string, value: number) => done(store.assign(name, value)),
    contains: (name: string) => store.contains(name),
    pos_of: (name: string) => store.posOf(name),
    name_at: (pos: number) => store.nameAt(pos),
    values: () => [...store.values()],
    items: () => [...store.items()],
    insert_items: (items: [string, number][]) => store.insertItems(items),
    erase_items: (names: string[]) => store.eraseItems(names),
    clear: () => done(store.clear()),
    size: () => store.size(),
  };
}

/** Options of a table: a width left out is 64 in a message, which the port refuses. */
function tableOptions(config: Members): DenseTableOptions {
  return camelCase({ index_bits: 64, ...config });
}

const KEYS = { key_bits: 54 }; // a number holds them exactly
const INDEX = {
  widths: {
    hash_size: { min: 1, max: 65536 },
    index_size: { min: 0, max: 16777216 },
    granularity: { min: 1, max: 16777216 },
    index_limit: { min: 1, max: 2147483647 },
  },
  numbers: KEYS,
};
const TABLE = {
  widths: { min_buckets: { min: 1, max: 65536 }, max_load: { min: 0.001, max: 4294967296 }, index_bits: BITS },
  policies: { hash: Object.keys(HASHES) },
  numbers: KEYS,
};

export const TABLE_KINDS: readonly Served[] = [
  {
    kind: "dense_map",
    ...TABLE,
    features: ["callbacks", "peers"],
    make: (config) => kindOf(() => new DenseMap<number, number>(hashOf(config), tableOptions(config)), denseMap),
  },
  {
    kind: "dense_set",
    ...TABLE,
    features: ["peers"],
    make: (config) => kindOf(() => new DenseSet(hashOf(config), tableOptions(config)), denseSet),
  },
  {
    kind: "hash_index",
    ...INDEX,
    make: (config) => kindOf(() => new HashIndex(camelCase(config)), hashIndex),
  },
  {
    kind: "indexed_store",
    ...INDEX,
    policies: { fold_case: [false, true] },
    make: (config) => kindOf(() => new IndexedStore<number>(camelCase(config)), indexedStore),
  },
];
