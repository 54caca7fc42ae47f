/** How each kind of container is made, called and shown. */

import { Bitmask, HandleMap, SparseSet, type BudgetUnit, type HandleMapArrays, type SparseSetArrays } from "../src/index.js";
import {
  HANDLE_ORDERS,
  SORT_KEYS,
  VALUE_ORDERS,
  readFactory,
  readHandle,
  writeHandle,
  type Json,
  type Kind,
  type Members,
} from "./protocol.js";

type Parts = readonly number[];
type Factory = { make?: number };

/** The null that stands for no result. */
function done(_nothing: void): null {
  return null;
}

/** Options or arrays of the port from members of the protocol: the same names, written otherwise. */
function camelCase(members: Members): { [name: string]: never } {
  const entries = Object.entries(members).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(entries);
}

function handleMap(map: HandleMap<number>): Kind {
  return {
    load: (arrays) => map.restore(camelCase(arrays) as unknown as HandleMapArrays<number>),
    copy: () => handleMap(map.copy()),
    operations: {
      insert: (value: number) => writeHandle(map.insert(value)),
      emplace: (factory: Factory) => writeHandle(map.emplace(readFactory(factory))),
      erase: (handle: Parts) => map.erase(readHandle(handle)),
      get: (handle: Parts) => map.get(readHandle(handle)),
      assign: (handle: Parts, value: number) => done(map.assign(readHandle(handle), value)),
      is_valid: (handle: Parts) => map.isValid(readHandle(handle)),
      pos_of: (handle: Parts) => map.posOf(readHandle(handle)),
      handle_at: (pos: number) => writeHandle(map.handleAt(pos)),
      values: () => [...map.values()],
      items: () => Array.from(map.items(), ([handle, value]) => [writeHandle(handle), value]),
      emplace_items: (count: number, factory: Factory) =>
        map.emplaceItems(count, readFactory(factory)).map(writeHandle),
      erase_items: (handles: Parts[]) => map.eraseItems(handles.map(readHandle)),
      clear: () => done(map.clear()),
      reset: () => done(map.reset()),
      defragment: (order: string, limit: number, unit: BudgetUnit) => map.defragment(VALUE_ORDERS[order]!, limit, unit),
      reserve: (count: number) => done(map.reserve(count)),
      size: () => map.size(),
      capacity: () => map.capacity(),
      room: () => map.room(),
    },
    arrays: () => {
      const { freeHead, freeTail, retired, reserved, fragmented, ...arrays } = map.arrays();
      return {
        sparse: [...arrays.sparse],
        generation: [...arrays.generation],
        free: [...arrays.free],
        dense: [...arrays.dense],
        meta: [...arrays.meta],
        free_head: freeHead,
        free_tail: freeTail,
        retired,
        reserved,
        fragmented,
      };
    },
  };
}

function sparseSet(set: SparseSet): Kind {
  return {
    load: (arrays) => set.restore(camelCase(arrays) as unknown as SparseSetArrays),
    copy: () => sparseSet(set.copy()),
    operations: {
      push: (handle: Parts) => set.push(readHandle(handle)),
      push_items: (handles: Parts[]) => set.pushItems(handles.map(readHandle)),
      erase: (handle: Parts) => done(set.erase(readHandle(handle))),
      remove: (handle: Parts) => set.remove(readHandle(handle)),
      contains: (handle: Parts) => set.contains(readHandle(handle)),
      index: (handle: Parts) => set.index(readHandle(handle)),
      current: (handle: Parts) => set.current(readHandle(handle)),
      entity_at: (pos: number) => writeHandle(set.entityAt(pos)),
      bump: (handle: Parts) => set.bump(readHandle(handle)),
      handles: () => Array.from(set.handles(), writeHandle),
      handles_forward: () => Array.from(set.handlesForward(), writeHandle),
      size: () => set.size(),
      erase_items: (handles: Parts[]) => done(set.eraseItems(handles.map(readHandle))),
      remove_items: (handles: Parts[]) => set.removeItems(handles.map(readHandle)),
      swap_elements: (first: Parts, second: Parts) => done(set.swapElements(readHandle(first), readHandle(second))),
      sort: (order: string, count: number) => done(set.sort(HANDLE_ORDERS[order]!, count)),
      sort_by: (key: string, count: number) => done(set.sortBy(SORT_KEYS[key]!, count)),
      sort_as: (handles: Parts[]) => set.sortAs(handles.map(readHandle)),
      clear: () => done(set.clear()),
      compact: () => done(set.compact()),
      shrink: () => done(set.shrink()),
      positions: () => set.positions(),
      page_count: () => set.pageCount(),
      contiguous: () => set.contiguous(),
    },
    arrays: () => {
      const { freeHead, holes, ...arrays } = set.arrays();
      return {
        sparse: [...arrays.sparse],
        generation: [...arrays.generation],
        pages: arrays.pages.map(Number),
        meta: [...arrays.meta],
        stamp: [...arrays.stamp],
        free_head: freeHead,
        holes,
      };
    },
  };
}

function bitmask(mask: Bitmask): Kind {
  return {
    load: ({ words }) => mask.restore(words as number[]),
    copy: () => bitmask(mask.copy()),
    operations: {
      set: (pos: number, value: boolean) => done(mask.set(pos, value)),
      get: (pos: number) => mask.get(pos),
      find_first_clear: () => mask.findFirstClear(),
      find_first_set: () => mask.findFirstSet(),
      positions: () => [...mask.positions()],
      assign: (value: boolean) => done(mask.assign(value)),
      count: () => mask.count(),
      capacity: () => mask.capacity(),
      layers: () => mask.layers(),
    },
    arrays: () => {
      const { words, starts } = mask.arrays();
      return { words: [...words], starts: [...starts] };
    },
  };
}

export const KINDS: { readonly [name: string]: (config: Members) => Kind } = {
  handle_map: (config) => handleMap(new HandleMap(camelCase(config))),
  sparse_set: (config) => sparseSet(new SparseSet(camelCase(config))),
  bitmask: (config) => {
    const { capacity, filled, word_bits } = config as { capacity?: number; filled?: boolean; word_bits?: number };
    return bitmask(new Bitmask(capacity, filled, word_bits));
  },
};

const BITS = { min: 1, max: 32 };
const ANY = { min: 0, max: 65536 };

/** What the driver holds, for `hello`; two variables exchange their containers without `swap`. */
export const CONTAINERS: Json = [
  {
    kind: "handle_map",
    widths: { type_id: ANY, reserve: ANY, index_bits: BITS, generation_bits: BITS, type_bits: BITS },
    policies: { generation: ["retire", "wrap"], free_order: ["fifo", "lifo"] },
    features: ["out_of_width", "callbacks", "load", "fork"],
  },
  {
    kind: "sparse_set",
    widths: { index_bits: BITS, generation_bits: BITS, page: { min: 1, max: 65536 } },
    policies: { deletion: ["swap_pop", "in_place"] },
    features: ["out_of_width", "load", "fork"],
  },
  {
    kind: "bitmask",
    widths: { capacity: { min: 0, max: 16777216 }, word_bits: { min: 2, max: 32 } },
    policies: { filled: [false, true] },
    features: ["out_of_width", "load", "fork"],
  },
].map((container) => ({
  ...container,
  spec: "1.0",
  level: "structure",
  operations: ["copy", ...Object.keys(KINDS[container.kind]!({}).operations)],
  observe: ["results", "arrays"],
}));
