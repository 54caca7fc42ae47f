/** The sparse set, the storage, the entity storage and the registry. */

import {
  EntityStorage,
  Registry,
  SparseSet,
  Storage,
  type DeletionPolicy,
  type Handle,
  type Pool,
} from "../src/index.js";
import {
  BITS,
  HANDLE_ORDERS,
  PAGE,
  SORT_KEYS,
  VALUE_ORDERS,
  camelCase,
  done,
  kindOf,
  readChange,
  readHandle,
  writeHandle,
  writeItem,
  type Change,
  type Operations,
  type Order,
  type Parts,
  type Served,
} from "./protocol.js";

/** What sparse set and storage have in common. */
function pool<Key>(held: Pool<Key>, orders: { readonly [name: string]: Order<Key> }): Operations {
  return {
    erase: (handle: Parts) => done(held.erase(readHandle(handle))),
    remove: (handle: Parts) => held.remove(readHandle(handle)),
    contains: (handle: Parts) => held.contains(readHandle(handle)),
    index: (handle: Parts) => held.index(readHandle(handle)),
    current: (handle: Parts) => held.current(readHandle(handle)),
    entity_at: (pos: number) => writeHandle(held.entityAt(pos)),
    bump: (handle: Parts) => held.bump(readHandle(handle)),
    handles: () => Array.from(held.handles(), writeHandle),
    handles_forward: () => Array.from(held.handlesForward(), writeHandle),
    size: () => held.size(),
    erase_items: (handles: Parts[]) => done(held.eraseItems(handles.map(readHandle))),
    remove_items: (handles: Parts[]) => held.removeItems(handles.map(readHandle)),
    swap_elements: (first: Parts, second: Parts) => done(held.swapElements(readHandle(first), readHandle(second))),
    sort: (order: string, count: number) => done(held.sort(orders[order]!, count)),
    sort_by: (key: string, count: number) => done(held.sortBy(SORT_KEYS[key]!, count)),
    sort_as: (handles: Parts[]) => held.sortAs(handles.map(readHandle)),
    clear: () => done(held.clear()),
    compact: () => done(held.compact()),
    shrink: () => done(held.shrink()),
    positions: () => held.positions(),
    page_count: () => held.pageCount(),
    contiguous: () => held.contiguous(),
  };
}

function sparseSet(set: SparseSet): Operations {
  return {
    push: (handle: Parts) => set.push(readHandle(handle)),
    push_items: (handles: Parts[]) => set.pushItems(handles.map(readHandle)),
    ...pool<Handle>(set, HANDLE_ORDERS),
  };
}

function storage(values: Storage<number>): Operations {
  return {
    emplace: (handle: Parts, value: number) => values.emplace(readHandle(handle), value),
    emplace_items: (items: [Parts, number][]) =>
      values.emplaceItems(items.map(([handle, value]) => [readHandle(handle), value])),
    get: (handle: Parts) => values.get(readHandle(handle)),
    replace: (handle: Parts, value: number) => done(values.replace(readHandle(handle), value)),
    patch: (handle: Parts, change: Change) => values.patch(readHandle(handle), readChange(change)),
    each: () => Array.from(values.each(), writeItem),
    each_forward: () => Array.from(values.eachForward(), writeItem),
    reserve: (count: number) => done(values.reserve(count)),
    capacity: () => values.capacity(),
    ...pool<number>(values, VALUE_ORDERS),
  };
}

function entityStorage(entities: EntityStorage): Operations {
  return {
    create: () => writeHandle(entities.create()),
    create_at: (hint: Parts) => writeHandle(entities.createAt(readHandle(hint))),
    create_items: (count: number) => entities.createItems(count).map(writeHandle),
    start_from: (handle: Parts) => done(entities.startFrom(readHandle(handle))),
    destroy: (handle: Parts) => entities.destroy(readHandle(handle)),
    destroy_items: (handles: Parts[]) => done(entities.destroyItems(handles.map(readHandle))),
    destroy_to: (handle: Parts, generation: number) => entities.destroyTo(readHandle(handle), generation),
    bump: (handle: Parts, generation: number) => entities.bump(readHandle(handle), generation),
    sort: (order: string, count: number) => done(entities.sort(HANDLE_ORDERS[order]!, count)),
    sort_by: (key: string, count: number) => done(entities.sortBy(SORT_KEYS[key]!, count)),
    sort_as: (handles: Parts[]) => entities.sortAs(handles.map(readHandle)),
    is_valid: (handle: Parts) => entities.isValid(readHandle(handle)),
    index: (handle: Parts) => entities.index(readHandle(handle)),
    current: (handle: Parts) => entities.current(readHandle(handle)),
    entity_at: (pos: number) => writeHandle(entities.entityAt(pos)),
    handles: () => Array.from(entities.handles(), writeHandle),
    handles_forward: () => Array.from(entities.handlesForward(), writeHandle),
    swap_elements: (first: Parts, second: Parts) => done(entities.swapElements(readHandle(first), readHandle(second))),
    clear: () => done(entities.clear()),
    reset: () => done(entities.reset()),
    shrink: () => done(entities.shrink()),
    size: () => entities.size(),
    positions: () => entities.positions(),
    page_count: () => entities.pageCount(),
    room: () => entities.room(),
  };
}

function registry(held: Registry<number>): Operations {
  return {
    create: () => writeHandle(held.create()),
    create_at: (hint: Parts) => writeHandle(held.createAt(readHandle(hint))),
    add_pool: (deletion: DeletionPolicy) => held.addPool(deletion),
    group: (owned: number[], observed: number[], excluded: number[]) => held.group(owned, observed, excluded),
    emplace: (pool: number, handle: Parts, value: number) => done(held.emplace(pool, readHandle(handle), value)),
    erase: (pool: number, handle: Parts) => done(held.erase(pool, readHandle(handle))),
    remove: (pool: number, handle: Parts) => held.remove(pool, readHandle(handle)),
    destroy: (handle: Parts) => held.destroy(readHandle(handle)),
    destroy_items: (handles: Parts[]) => done(held.destroyItems(handles.map(readHandle))),
    get: (pool: number, handle: Parts) => held.get(pool, readHandle(handle)),
    replace: (pool: number, handle: Parts, value: number) => done(held.replace(pool, readHandle(handle), value)),
    contains: (pool: number, handle: Parts) => held.contains(pool, readHandle(handle)),
    is_valid: (handle: Parts) => held.isValid(readHandle(handle)),
    is_member: (group: number, handle: Parts) => held.isMember(group, readHandle(handle)),
    view: (pools: number[], excluded: number[]) => Array.from(held.view(pools, excluded), writeHandle),
    lead: (pools: number[]) => held.lead(pools),
    members: (group: number) => Array.from(held.members(group), writeHandle),
    sort_by: (group: number, key: string) => done(held.sortBy(group, SORT_KEYS[key]!)),
    sort_as: (group: number, handles: Parts[]) => held.sortAs(group, handles.map(readHandle)),
    sort_pool: (pool: number, key: string) => done(held.sortPool(pool, SORT_KEYS[key]!)),
    sort_pool_as: (pool: number, other: number) => held.sortPoolAs(pool, other),
    clear_pool: (pool: number) => done(held.clearPool(pool)),
    compact_pool: (pool: number) => done(held.compactPool(pool)),
    clear: () => done(held.clear()),
    size: () => held.size(),
    pool_size: (pool: number) => held.poolSize(pool),
    pool_count: () => held.poolCount(),
    length: (group: number) => held.length(group),
  };
}

const WIDTHS = { index_bits: BITS, generation_bits: BITS, page: PAGE };
const DELETION = { deletion: ["swap_pop", "in_place"] };
const GENERATION = { generation: ["retire", "wrap"] };

export const POOL_KINDS: readonly Served[] = [
  {
    kind: "sparse_set",
    widths: WIDTHS,
    policies: DELETION,
    make: (config) => kindOf(() => new SparseSet(camelCase(config)), sparseSet),
  },
  {
    kind: "storage",
    widths: { ...WIDTHS, value_page: PAGE },
    policies: DELETION,
    features: ["callbacks"],
    make: (config) => kindOf(() => new Storage<number>(camelCase(config)), storage),
  },
  {
    kind: "entity_storage",
    widths: WIDTHS,
    policies: GENERATION,
    make: (config) => kindOf(() => new EntityStorage(camelCase(config)), entityStorage),
  },
  {
    kind: "registry",
    widths: { pools: { min: 0, max: 65536 }, ...WIDTHS, value_page: PAGE },
    policies: { ...GENERATION, nested: [false, true] },
    make: (config) => kindOf(() => new Registry<number>(camelCase(config)), registry),
  },
];
