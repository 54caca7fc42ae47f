/** The handle map and the typed store. */

import { HandleMap, TypedStore, type BudgetUnit } from "../src/index.js";
import {
  BITS,
  VALUE_ORDERS,
  camelCase,
  done,
  kindOf,
  readFactory,
  readHandle,
  writeHandle,
  writeItem,
  type Factory,
  type Operations,
  type Parts,
  type Served,
} from "./protocol.js";

function handleMap(map: HandleMap<number>): Operations {
  return {
    insert: (value: number) => writeHandle(map.insert(value)),
    emplace: (factory: Factory) => writeHandle(map.emplace(readFactory(factory))),
    erase: (handle: Parts) => map.erase(readHandle(handle)),
    get: (handle: Parts) => map.get(readHandle(handle)),
    assign: (handle: Parts, value: number) => done(map.assign(readHandle(handle), value)),
    is_valid: (handle: Parts) => map.isValid(readHandle(handle)),
    pos_of: (handle: Parts) => map.posOf(readHandle(handle)),
    handle_at: (pos: number) => writeHandle(map.handleAt(pos)),
    values: () => [...map.values()],
    items: () => Array.from(map.items(), writeItem),
    emplace_items: (count: number, factory: Factory) => map.emplaceItems(count, readFactory(factory)).map(writeHandle),
    erase_items: (handles: Parts[]) => map.eraseItems(handles.map(readHandle)),
    clear: () => done(map.clear()),
    reset: () => done(map.reset()),
    defragment: (order: string, limit: number, unit: BudgetUnit) => map.defragment(VALUE_ORDERS[order]!, limit, unit),
    reserve: (count: number) => done(map.reserve(count)),
    size: () => map.size(),
    capacity: () => map.capacity(),
    room: () => map.room(),
  };
}

function typedStore(store: TypedStore<number>): Operations {
  return {
    insert: (typeId: number, value: number) => writeHandle(store.insert(typeId, value)),
    emplace: (typeId: number, factory: Factory) => writeHandle(store.emplace(typeId, readFactory(factory))),
    erase: (handle: Parts) => store.erase(readHandle(handle)),
    get: (handle: Parts) => store.get(readHandle(handle)),
    assign: (handle: Parts, value: number) => done(store.assign(readHandle(handle), value)),
    is_valid: (handle: Parts) => store.isValid(readHandle(handle)),
    clear: () => done(store.clear()),
    size: (typeId: number) => store.size(typeId),
  };
}

const ANY = { min: 0, max: 65536 };
const WIDTHS = { index_bits: BITS, generation_bits: BITS, type_bits: BITS };
const POLICIES = { generation: ["retire", "wrap"], free_order: ["fifo", "lifo"] };

export const HANDLE_KINDS: readonly Served[] = [
  {
    kind: "handle_map",
    widths: { type_id: ANY, reserve: ANY, ...WIDTHS },
    policies: POLICIES,
    features: ["callbacks"],
    make: (config) => kindOf(() => new HandleMap<number>(camelCase(config)), handleMap),
  },
  {
    kind: "typed_store",
    widths: { types: { min: 1, max: 65536 }, ...WIDTHS },
    policies: POLICIES,
    features: ["callbacks"],
    make: (config) => kindOf(() => new TypedStore<number>(camelCase(config)), typedStore),
  },
];
