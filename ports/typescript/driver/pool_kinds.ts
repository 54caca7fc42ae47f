/** The sparse set. */

import { SparseSet } from "../src/index.js";
import {
  BITS,
  HANDLE_ORDERS,
  PAGE,
  SORT_KEYS,
  camelCase,
  done,
  kindOf,
  readHandle,
  writeHandle,
  type Operations,
  type Parts,
  type Served,
} from "./protocol.js";

function sparseSet(set: SparseSet): Operations {
  return {
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
  };
}

const WIDTHS = { index_bits: BITS, generation_bits: BITS, page: PAGE };

export const POOL_KINDS: readonly Served[] = [
  {
    kind: "sparse_set",
    widths: WIDTHS,
    policies: { deletion: ["swap_pop", "in_place"] },
    make: (config) => kindOf(() => new SparseSet(camelCase(config)), sparseSet),
  },
];
