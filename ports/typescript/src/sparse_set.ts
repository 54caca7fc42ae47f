/**
 * A sparse set: handles, at most one a slot, that iterate as fast as an array.
 *
 * Iteration goes from the last position to the first, so that erasing what it meets disturbs nothing ahead.
 *
 * Normative: docs/users/containers/sparse_set.md, claims SS-I1 ..., SS-R1 ...
 */

import { SlotproofError, checkCount, checkPosition, greatest } from "./errors.js";
import { makeHandle, type Handle } from "./handle.js";
import { PagedArray } from "./paging.js";

/** Widths in bits, and the policy. */
export interface SparseSetOptions {
  indexBits?: number;
  generationBits?: number;
  /** Cells of a page of the sparse array. */
  page?: number;
  /** What an erased element leaves behind: a gap that the last element fills, or a hole that the next one fills. */
  deletion?: "swap_pop" | "in_place";
}

/** The arrays and numbers of a set. */
export interface SparseSetArrays {
  /** Slot -> position of its element, or nil. */
  readonly sparse: readonly number[];
  /** Slot -> generation of its element, or the tombstone. */
  readonly generation: readonly number[];
  /** Page -> 1 if it is there, else 0. */
  readonly pages: readonly number[];
  /** Position -> slot of the element; of a hole, the next one to be filled, or nil. */
  readonly meta: readonly number[];
  /** Position -> generation of the element; of a hole, the tombstone. */
  readonly stamp: readonly number[];
  /** The hole to be filled next, or nil. */
  readonly freeHead: number;
  /** How many holes there are. */
  readonly holes: number;
}

export class SparseSet {
  #cells: PagedArray;
  #meta: number[] = [];
  #stamp: number[] = [];
  #freeHead: number;
  #holes = 0;
  readonly #nil: number; // "no index": the largest index, which is no slot
  readonly #tombstone: number; // the largest generation, which is that of no element
  readonly #inPlace: boolean;
  readonly #options: SparseSetOptions;

  /** Throws `invalid_argument` for widths outside [1, 32] or a page of no cell. */
  constructor(options: SparseSetOptions = {}) {
    const { indexBits = 20, generationBits = 12, page = 4096, deletion = "swap_pop" } = options;
    this.#nil = greatest("indexBits", indexBits);
    this.#tombstone = greatest("generationBits", generationBits);
    if (!Number.isInteger(page) || page < 1) {
      throw new SlotproofError("invalid_argument", `a page has at least 1 cell, not ${page}`);
    }
    this.#options = options;
    this.#cells = new PagedArray(page, this.#nil, this.#tombstone);
    this.#freeHead = this.#nil;
    this.#inPlace = deletion === "in_place";
  }

  // --- insert

  /**
   * Puts the handle into the hole left last, or behind the last position; where it stands (SS-R1). O(1).
   *
   * `exists` if its slot has an element, of whatever generation; `invalid_argument` if no element can have it.
   */
  push(handle: Handle): number {
    this.#checkElement(handle);
    const { slot, generation } = handle;
    if (this.#names(slot)) {
      throw new SlotproofError("exists", `slot ${slot} has an element`);
    }
    this.#cells.assure(slot);
    let pos = this.#meta.length;
    if (this.#holes > 0) {
      pos = this.#freeHead;
      this.#freeHead = this.#meta[pos]!;
      this.#holes -= 1;
    }
    this.#put(pos, slot, generation);
    return pos;
  }

  /** Pushes each in turn, all or none; where they stand (SS-R2). */
  pushItems(handles: readonly Handle[]): number[] {
    const named = new Set<number>();
    for (const handle of handles) {
      this.#checkElement(handle);
      if (this.#names(handle.slot) || named.has(handle.slot)) {
        throw new SlotproofError("exists", `slot ${handle.slot} has an element, or gets two`);
      }
      named.add(handle.slot);
    }
    return handles.map((handle) => this.push(handle));
  }

  /** Writes an element to a position, and its cell. */
  #put(pos: number, slot: number, generation: number): void {
    this.#meta[pos] = slot;
    this.#stamp[pos] = generation;
    this.#cells.link(slot, pos, generation);
  }

  // --- erase

  /** Takes the element out (SS-R3); `missing` if it is no element. O(1). */
  erase(handle: Handle): void {
    this.#vacate(this.index(handle));
  }

  /** Takes the element out if it is there; whether it was (SS-R4). O(1). */
  remove(handle: Handle): boolean {
    if (!this.contains(handle)) {
      return false;
    }
    this.#vacate(this.#cells.pos(handle.slot));
    return true;
  }

  #vacate(pos: number): void {
    this.#cells.unlink(this.#meta[pos]!);
    if (this.#inPlace) {
      this.#meta[pos] = this.#freeHead;
      this.#stamp[pos] = this.#tombstone;
      this.#freeHead = pos;
      this.#holes += 1;
      return;
    }
    const slot = this.#meta.pop()!;
    const generation = this.#stamp.pop()!;
    if (pos !== this.#meta.length) {
      this.#put(pos, slot, generation);
    }
  }

  // --- get

  /** True if the handle is an element; one comparison of generations tells (SS-R5). O(1). */
  contains(handle: Handle): boolean {
    return (
      handle.slot >= 0 &&
      handle.typeId === 0 &&
      handle.free === 0 &&
      handle.generation !== this.#tombstone &&
      this.#cells.generation(handle.slot) === handle.generation
    );
  }

  /** The position of an element (SS-R6); `missing` if it is none. O(1). */
  index(handle: Handle): number {
    if (!this.contains(handle)) {
      throw new SlotproofError("missing", `slot ${handle.slot}, generation ${handle.generation} is no element`);
    }
    return this.#cells.pos(handle.slot);
  }

  /** The generation of the element in the slot of a handle, or the tombstone if there is none (SS-R7). O(1). */
  current(handle: Handle): number {
    return this.#cells.generation(handle.slot);
  }

  /** The handle at a position (SS-R8); `out_of_range`, or `missing` if there is a hole. O(1). */
  entityAt(pos: number): Handle {
    checkPosition(pos, this.#meta.length);
    if (this.#stamp[pos] === this.#tombstone) {
      throw new SlotproofError("missing", `a hole is at position ${pos}`);
    }
    return makeHandle(this.#meta[pos]!, this.#stamp[pos]!);
  }

  /**
   * Gives the element in the handle's slot the handle's generation, which is returned (SS-R9). O(1).
   *
   * `missing` if the slot has no element; `invalid_argument` if no element can have the generation.
   */
  bump(handle: Handle): number {
    this.#checkElement(handle);
    if (!this.#names(handle.slot)) {
      throw new SlotproofError("missing", `slot ${handle.slot} has no element`);
    }
    this.#put(this.#cells.pos(handle.slot), handle.slot, handle.generation);
    return handle.generation;
  }

  // --- iterate

  /** The elements from the last position to the first, holes left out (SS-R10). */
  *handles(): IterableIterator<Handle> {
    for (let pos = this.#meta.length - 1; pos >= 0; pos--) {
      if (this.#stamp[pos] !== this.#tombstone) {
        yield makeHandle(this.#meta[pos]!, this.#stamp[pos]!);
      }
    }
  }

  /** The elements from the first position to the last, holes left out (SS-R11). */
  *handlesForward(): IterableIterator<Handle> {
    for (let pos = 0; pos < this.#meta.length; pos++) {
      if (this.#stamp[pos] !== this.#tombstone) {
        yield makeHandle(this.#meta[pos]!, this.#stamp[pos]!);
      }
    }
  }

  // --- bulk

  /** Erases each in turn, all or none (SS-R13); `missing` if one is no element, or is named twice. */
  eraseItems(handles: readonly Handle[]): void {
    const named = new Set<number>();
    for (const handle of handles) {
      this.index(handle);
      if (named.has(handle.slot)) {
        throw new SlotproofError("missing", `slot ${handle.slot} is named twice`);
      }
      named.add(handle.slot);
    }
    handles.forEach((handle) => this.erase(handle));
  }

  /** Removes each in turn; how many were there when their turn came (SS-R14). */
  removeItems(handles: readonly Handle[]): number {
    return handles.filter((handle) => this.remove(handle)).length;
  }

  // --- order

  /** Exchanges the positions of two elements (SS-R15); `missing` if one is no element. O(1). */
  swapElements(first: Handle, second: Handle): void {
    const pos = this.index(first);
    const other = this.index(second);
    if (pos !== other) {
      this.#exchange(pos, other);
    }
  }

  #exchange(first: number, second: number): void {
    const slot = this.#meta[first]!;
    const generation = this.#stamp[first]!;
    this.#put(first, this.#meta[second]!, this.#stamp[second]!);
    this.#put(second, slot, generation);
  }

  /**
   * Sorts the first `count` positions stably, so that iteration meets nothing before what it comes after (SS-R16).
   *
   * `comesAfter(a, b)` is a strict weak order. `conflict` if there are holes; `out_of_range`. O(count ** 2).
   */
  sort(comesAfter: (a: Handle, b: Handle) => boolean, count = this.#meta.length): void {
    this.#checkContiguous();
    if (!Number.isInteger(count)) {
      throw new SlotproofError("invalid_argument", `not a count: ${count}`);
    }
    if (count < 0 || count > this.#meta.length) {
      throw new SlotproofError("out_of_range", `${count} of ${this.#meta.length} positions`);
    }
    for (let start = count - 2; start >= 0; start--) {
      for (let pos = start; pos + 1 < count; pos++) {
        if (!comesAfter(this.entityAt(pos + 1), this.entityAt(pos))) {
          break;
        }
        this.#exchange(pos, pos + 1);
      }
    }
  }

  /** Sorts the first `count` positions stably, so that iteration meets ascending keys (SS-R17); refuses as `sort`. */
  sortBy(key: (handle: Handle) => number, count?: number): void {
    this.sort((first, second) => key(first) > key(second), count);
  }

  /**
   * Has iteration begin with those of the handles that are elements, in their order; how many there are (SS-R18).
   *
   * `conflict` if there are holes. O(number of handles).
   */
  sortAs(handles: readonly Handle[]): number {
    this.#checkContiguous();
    let stop = this.#meta.length;
    for (const handle of handles) {
      const pos = this.contains(handle) ? this.#cells.pos(handle.slot) : stop;
      if (pos < stop) {
        stop -= 1;
        if (pos !== stop) {
          this.#exchange(pos, stop);
        }
      }
    }
    return this.#meta.length - stop;
  }

  #checkContiguous(): void {
    if (this.#holes > 0) {
      throw new SlotproofError("conflict", `${this.#holes} holes: compact first`);
    }
  }

  // --- whole container

  /** Takes every element out; the pages stay (SS-R19). */
  clear(): void {
    for (const { slot } of this.handles()) {
      this.#cells.unlink(slot);
    }
    this.#meta = [];
    this.#stamp = [];
    this.#freeHead = this.#nil;
    this.#holes = 0;
  }

  /** Fills the holes, those left last first, with the last elements (SS-R20). O(holes). */
  compact(): void {
    let end = this.#end(this.#meta.length);
    let hole = this.#freeHead;
    for (let left = this.#holes; left > 0; left--) {
      const following = this.#meta[hole]!;
      if (hole < end) {
        this.#put(hole, this.#meta[end - 1]!, this.#stamp[end - 1]!);
        end = this.#end(end - 1);
      }
      hole = following;
    }
    this.#meta.length = end;
    this.#stamp.length = end;
    this.#freeHead = this.#nil;
    this.#holes = 0;
  }

  /** The end of the positions before `end` without the holes they end in. */
  #end(end: number): number {
    while (end > 0 && this.#stamp[end - 1] === this.#tombstone) {
      end -= 1;
    }
    return end;
  }

  /** Gives back the pages without an element, and what lies behind the last page with one. */
  shrink(): void {
    this.#cells.keep(Array.from(this.handles(), (handle) => handle.slot));
  }

  /** A second set in the same state. O(extent + positions). */
  copy(): SparseSet {
    const twin = new SparseSet(this.#options);
    twin.#cells = this.#cells.copy();
    twin.#meta = [...this.#meta];
    twin.#stamp = [...this.#stamp];
    twin.#freeHead = this.#freeHead;
    twin.#holes = this.#holes;
    return twin;
  }

  /** Takes over copies of arrays that a set with the same options had; they are not checked. O(extent + positions). */
  restore(arrays: SparseSetArrays): void {
    this.#cells.keep([]);
    const page = arrays.sparse.length / arrays.pages.length;
    arrays.sparse.forEach((pos, slot) => {
      if (arrays.pages[Math.floor(slot / page)]) {
        this.#cells.assure(slot);
        this.#cells.link(slot, pos, arrays.generation[slot]!);
      }
    });
    this.#meta = [...arrays.meta];
    this.#stamp = [...arrays.stamp];
    this.#freeHead = arrays.freeHead;
    this.#holes = arrays.holes;
  }

  // --- observers

  /** How many elements there are; holes are none. */
  size(): number {
    return this.#meta.length - this.#holes;
  }

  /** How many positions there are, holes included. */
  positions(): number {
    return this.#meta.length;
  }

  /** How many pages of the sparse array are there. */
  pageCount(): number {
    return this.#cells.pages().filter((there) => there === 1).length;
  }

  /** True if there are no holes. */
  contiguous(): boolean {
    return this.#holes === 0;
  }

  /** The arrays: those by slot are laid out flat, the others are no copies. */
  arrays(): SparseSetArrays {
    const slots = Array.from({ length: this.#cells.extent() }, (_, slot) => slot);
    return {
      sparse: slots.map((slot) => this.#cells.pos(slot)),
      generation: slots.map((slot) => this.#cells.generation(slot)),
      pages: this.#cells.pages(),
      meta: this.#meta,
      stamp: this.#stamp,
      freeHead: this.#freeHead,
      holes: this.#holes,
    };
  }

  /** True if the slot has an element. */
  #names(slot: number): boolean {
    return this.#cells.generation(slot) !== this.#tombstone;
  }

  /** Refuses a handle that no element can have: of the wrong type, or too wide for its slot or generation. */
  #checkElement(handle: Handle): void {
    checkCount(handle.slot);
    checkCount(handle.generation);
    if (handle.slot >= this.#nil || handle.generation >= this.#tombstone || handle.typeId !== 0 || handle.free !== 0) {
      throw new SlotproofError("invalid_argument", `no element has slot ${handle.slot}, generation ${handle.generation}`);
    }
  }
}
