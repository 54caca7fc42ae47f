/**
 * A paged sparse array with the dense array it leads into: what sparse sets, storages and entity storages share.
 *
 *     page        0               1               2
 *               +---+---+       . . . . .       +---+---+
 *     pos       |nil| 1 |       (not there)     | 0 |nil|      pages of 2 cells; handle (slot 4, generation 0) -> 0
 *               +---+---+       . . . . .       +---+---+
 *     gener.    | T | 2 |                       | 0 | T |      T is the tombstone
 *               +---+---+                       +---+---+
 *     slot        0   1           2   3           4   5
 */

import { SlotproofError, checkCount, checkIntegers, checkPosition, checkPositive, greatest } from "./errors.js";
import { makeHandle, type Handle } from "./handle.js";

interface Page {
  readonly pos: Uint32Array;
  readonly generation: Uint32Array;
}

/** For each slot the position of its element and its generation. */
class PagedArray {
  readonly #page: number; // cells of a page
  readonly #nil: number;
  readonly #tombstone: number;
  #pages: (Page | undefined)[] = [];

  constructor(page: number, nil: number, tombstone: number) {
    this.#page = page;
    this.#nil = nil;
    this.#tombstone = tombstone;
  }

  /** The position of the slot's element, or nil. */
  pos(slot: number): number {
    return this.#pageOf(slot)?.pos[slot % this.#page] ?? this.#nil;
  }

  /** The generation of the slot's element, or the tombstone; of what is no slot, too. */
  generation(slot: number): number {
    return this.#pageOf(slot)?.generation[slot % this.#page] ?? this.#tombstone;
  }

  #pageOf(slot: number): Page | undefined {
    return this.#pages[Math.floor(slot / this.#page)];
  }

  /** Makes the cell of a slot, whose page is there, lead to a position. */
  link(slot: number, pos: number, generation: number): void {
    const page = this.#pageOf(slot)!;
    page.pos[slot % this.#page] = pos;
    page.generation[slot % this.#page] = generation;
  }

  /** Makes the cell of a slot that of no element. */
  unlink(slot: number): void {
    this.link(slot, this.#nil, this.#tombstone);
  }

  /** Has the page of a slot. */
  assure(slot: number): void {
    const page = Math.floor(slot / this.#page);
    while (this.#pages.length <= page) {
      this.#pages.push(undefined);
    }
    this.#pages[page] ??= this.#empty();
  }

  #empty(): Page {
    return {
      pos: new Uint32Array(this.#page).fill(this.#nil),
      generation: new Uint32Array(this.#page).fill(this.#tombstone),
    };
  }

  /** Gives back all pages but those of these slots. */
  keep(slots: Iterable<number>): void {
    const before = this.#pages;
    this.#pages = [];
    for (const slot of slots) {
      const page = Math.floor(slot / this.#page);
      while (this.#pages.length <= page) {
        this.#pages.push(undefined);
      }
      this.#pages[page] = before[page];
    }
  }

  /** How many pages are there. */
  count(): number {
    return this.#pages.filter((page) => page !== undefined).length;
  }

  /** The cells laid out flat, those of pages that are not there too, and for each page 1 if it is there, else 0. */
  arrays(): { sparse: number[]; generation: number[]; pages: number[] } {
    const pages = this.#pages.map((page) => page ?? this.#empty());
    return {
      sparse: pages.flatMap((page) => [...page.pos]),
      generation: pages.flatMap((page) => [...page.generation]),
      pages: this.#pages.map((page) => (page === undefined ? 0 : 1)),
    };
  }

  /** Takes over cells that are laid out flat. */
  restore({ sparse, generation, pages }: PagedArrays): void {
    const cells = (flat: readonly number[], page: number): Uint32Array =>
      Uint32Array.from(flat.slice(page * this.#page, (page + 1) * this.#page));
    this.#pages = pages.map((there, page) =>
      there === 1 ? { pos: cells(sparse, page), generation: cells(generation, page) } : undefined,
    );
  }
}

/** Widths in bits, and cells of a page of the sparse array. */
export interface PagedOptions {
  indexBits?: number;
  generationBits?: number;
  page?: number;
}

/** The arrays that all have. */
export interface PagedArrays {
  /** Slot -> position of its element, or nil. */
  readonly sparse: readonly number[];
  /** Slot -> generation of its element, or the tombstone. */
  readonly generation: readonly number[];
  /** Page -> 1 if it is there, else 0. */
  readonly pages: readonly number[];
  /** Position -> slot of the element. */
  readonly meta: readonly number[];
  /** Position -> generation of the element, or the tombstone. */
  readonly stamp: readonly number[];
}

/** Handles at dense positions, found through a paged sparse array. */
export abstract class Paged {
  protected readonly cells: PagedArray;
  protected meta: number[] = [];
  protected stamp: number[] = [];
  protected readonly nil: number; // "no index": the largest index, which is no slot
  protected readonly tombstone: number; // the largest generation, which is that of no element

  /** Throws `invalid_argument` for widths outside [1, 32] or a page of no cell. */
  constructor({ indexBits = 20, generationBits = 12, page = 4096 }: PagedOptions) {
    this.nil = greatest("indexBits", indexBits);
    this.tombstone = greatest("generationBits", generationBits);
    checkPositive("page", page);
    this.cells = new PagedArray(page, this.nil, this.tombstone);
  }

  // --- cells

  /** True if the slot has an element. */
  protected names(slot: number): boolean {
    return this.cells.generation(slot) !== this.tombstone;
  }

  /** True if the handle is that of the element in its slot. */
  protected holds(handle: Handle): boolean {
    return (
      handle.slot >= 0 &&
      handle.typeId === 0 &&
      handle.free === 0 &&
      handle.generation !== this.tombstone &&
      this.cells.generation(handle.slot) === handle.generation
    );
  }

  /** Refuses a handle that no element can have: of the wrong type, or too wide for its slot or generation. */
  protected checkElement(handle: Handle): void {
    checkCount(handle.slot);
    checkCount(handle.generation);
    const { slot, generation, typeId, free } = handle;
    if (slot >= this.nil || generation >= this.tombstone || typeId !== 0 || free !== 0) {
      throw new SlotproofError("invalid_argument", `no element has slot ${slot}, generation ${generation}`);
    }
  }

  /** Writes an element to a position, and its cell. */
  protected put(pos: number, slot: number, generation: number): void {
    this.meta[pos] = slot;
    this.stamp[pos] = generation;
    this.cells.link(slot, pos, generation);
  }

  /** Lets the elements at two positions change places. */
  protected exchange(first: number, second: number): void {
    const slot = this.meta[first]!;
    const generation = this.stamp[first]!;
    this.put(first, this.meta[second]!, this.stamp[second]!);
    this.put(second, slot, generation);
  }

  // --- get

  /** The generation of the element in a handle's slot, or the tombstone if none is (SS-R7, ST-R7, ES-R9). O(1). */
  current(handle: Handle): number {
    return this.cells.generation(handle.slot);
  }

  /** The position of an element. */
  abstract index(handle: Handle): number;

  /** Elements stand before this position, and holes. */
  protected end(): number {
    return this.meta.length;
  }

  /** The handle at a position (SS-R8, ST-R8, ES-R10); `out_of_range`, or `missing` if there is a hole. O(1). */
  entityAt(pos: number): Handle {
    checkPosition(pos, this.end());
    if (this.stamp[pos] === this.tombstone) {
      throw new SlotproofError("missing", `a hole is at position ${pos}`);
    }
    return makeHandle(this.meta[pos]!, this.stamp[pos]!);
  }

  // --- iterate

  /** The elements from the last position to the first, holes left out (SS-R10, ST-R10, ES-R11). */
  *handles(): IterableIterator<Handle> {
    for (let pos = this.end() - 1; pos >= 0; pos--) {
      if (this.stamp[pos] !== this.tombstone) {
        yield makeHandle(this.meta[pos]!, this.stamp[pos]!);
      }
    }
  }

  /** The elements from the first position to the last, holes left out (SS-R11, ST-R11, ES-R12). */
  *handlesForward(): IterableIterator<Handle> {
    for (let pos = 0; pos < this.end(); pos++) {
      if (this.stamp[pos] !== this.tombstone) {
        yield makeHandle(this.meta[pos]!, this.stamp[pos]!);
      }
    }
  }

  // --- order

  /** Exchanges the positions of two elements (SS-R15, ST-R15, ES-R13); refuses as `index`. O(1). */
  swapElements(first: Handle, second: Handle): void {
    const pos = this.index(first);
    const other = this.index(second);
    if (pos !== other) {
      this.exchange(pos, other);
    }
  }

  /** Sorts the first `count` positions stably, so that iteration meets ascending keys (SS-R17, ST-R17, ES-R28). */
  sortBy(key: (handle: Handle) => number, count?: number): void {
    this.insertionSort((first, second) => key(this.entityAt(first)) > key(this.entityAt(second)), count);
  }

  /** Insertion sort against the order of positions; the comparison takes positions. */
  protected insertionSort(comesAfter: (first: number, second: number) => boolean, count?: number): void {
    const length = this.sortable();
    const end = count ?? length;
    checkIntegers(end);
    if (end < 0 || end > length) {
      throw new SlotproofError("out_of_range", `${end} of ${length} positions`);
    }
    for (let start = end - 2; start >= 0; start--) {
      for (let pos = start; pos + 1 < end && comesAfter(pos + 1, pos); pos++) {
        this.exchange(pos, pos + 1);
      }
    }
  }

  /**
   * Has iteration begin with those of the handles that are elements, in their order; how many (SS-R18, ST-R18, ES-R29).
   *
   * `conflict` if there are holes. O(number of handles).
   */
  sortAs(handles: readonly Handle[]): number {
    const length = this.sortable();
    let stop = length;
    for (const handle of handles) {
      const pos = this.holds(handle) ? this.cells.pos(handle.slot) : stop;
      if (pos < stop) {
        stop -= 1;
        if (pos !== stop) {
          this.exchange(pos, stop);
        }
      }
    }
    return length - stop;
  }

  /** How many of the first positions may be sorted; `conflict` if there are holes. */
  protected sortable(): number {
    return this.end();
  }

  // --- whole container

  /** Gives back the pages without an element, and what lies behind the last page with one (SS-R21, ST-R26, ES-R16). */
  shrink(): void {
    this.cells.keep(this.meta.filter((_, pos) => this.stamp[pos] !== this.tombstone));
  }

  /** Takes over copies of arrays that one with the same options had; they are not checked. O(extent + positions). */
  restore(arrays: PagedArrays): void {
    this.cells.restore(arrays);
    this.meta = [...arrays.meta];
    this.stamp = [...arrays.stamp];
  }

  // --- observers

  /** How many positions there are. */
  positions(): number {
    return this.meta.length;
  }

  /** How many pages of the sparse array are there. */
  pageCount(): number {
    return this.cells.count();
  }

  /** The arrays: those by slot are laid out flat, the others are no copies. */
  arrays(): PagedArrays {
    return { ...this.cells.arrays(), meta: this.meta, stamp: this.stamp };
  }
}
