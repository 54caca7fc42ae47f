/**
 * What a sparse set and a storage share: handles at dense positions, at most one a slot, erased in one of two ways.
 *
 * Iteration goes from the last position to the first, so that erasing what it meets disturbs nothing ahead.
 */

import { SlotproofError } from "./errors.js";
import { checkAll, type Handle } from "./handle.js";
import { Paged, type PagedArrays, type PagedOptions } from "./paging.js";

/** What an erased element leaves behind: a gap that the last element fills, or a hole that the next one fills. */
export type DeletionPolicy = "swap_pop" | "in_place";

/** Widths in bits, cells of a page of the sparse array, and the policy. */
export interface PoolOptions extends PagedOptions {
  deletion?: DeletionPolicy;
}

/** The arrays and numbers of both; at a hole `meta` has the next one to be filled, or nil. */
export interface PoolArrays extends PagedArrays {
  /** The hole to be filled next, or nil. */
  readonly freeHead: number;
  /** How many holes there are. */
  readonly holes: number;
}

/** A pool, sorted by something that each element has. */
export abstract class Pool<Key> extends Paged {
  readonly deletion: DeletionPolicy;
  #freeHead: number;
  #holes = 0;

  /** Throws `invalid_argument` for widths outside [1, 32] or a page of no cell. */
  constructor(options: PoolOptions) {
    super(options);
    this.deletion = options.deletion ?? "swap_pop";
    this.#freeHead = this.nil;
  }

  // --- insert

  /** Puts the handle into the hole left last, or behind the last position; where it stands. */
  protected occupy(handle: Handle): number {
    this.#checkFree(handle);
    const { slot, generation } = handle;
    this.cells.assure(slot);
    let pos = this.meta.length;
    if (this.#holes > 0) {
      pos = this.#freeHead;
      this.#freeHead = this.meta[pos]!;
      this.#holes -= 1;
    }
    this.put(pos, slot, generation);
    return pos;
  }

  /** Refuses handles of which one has a slot that is taken, or named before. */
  protected checkNew(handles: readonly Handle[]): void {
    checkAll(handles, (handle) => this.#checkFree(handle), "exists");
  }

  /** Refuses a handle that no element can have, and one whose slot has an element. */
  #checkFree(handle: Handle): void {
    this.checkElement(handle);
    if (this.names(handle.slot)) {
      throw new SlotproofError("exists", `slot ${handle.slot} has an element`);
    }
  }

  // --- erase

  /** Takes the element out (SS-R3, ST-R3); `missing` if it is no element. O(1). */
  erase(handle: Handle): void {
    this.vacate(this.index(handle));
  }

  /** Takes the element out if it is there; whether it was (SS-R4, ST-R4). O(1). */
  remove(handle: Handle): boolean {
    if (!this.contains(handle)) {
      return false;
    }
    this.vacate(this.cells.pos(handle.slot));
    return true;
  }

  /** Takes out the element at a position. */
  protected vacate(pos: number): void {
    this.cells.unlink(this.meta[pos]!);
    if (this.deletion === "in_place") {
      this.meta[pos] = this.#freeHead;
      this.stamp[pos] = this.tombstone;
      this.#freeHead = pos;
      this.#holes += 1;
      return;
    }
    const last = this.meta.length - 1;
    if (pos !== last) {
      this.move(last, pos);
    }
    this.pop();
  }

  /** Moves the element at a position to another one, whose own is gone. */
  protected move(origin: number, target: number): void {
    this.put(target, this.meta[origin]!, this.stamp[origin]!);
  }

  /** Drops the last position. */
  protected pop(): void {
    this.meta.pop();
    this.stamp.pop();
  }

  // --- get

  /** True if the handle is an element; one comparison of generations tells (SS-R5, ST-R5). O(1). */
  contains(handle: Handle): boolean {
    return this.holds(handle);
  }

  /** The position of an element (SS-R6, ST-R6); `missing` if it is none. O(1). */
  override index(handle: Handle): number {
    if (!this.contains(handle)) {
      throw new SlotproofError("missing", `slot ${handle.slot}, generation ${handle.generation} is no element`);
    }
    return this.cells.pos(handle.slot);
  }

  /**
   * Gives the element in the handle's slot the handle's generation, which is returned (SS-R9, ST-R9). O(1).
   *
   * `missing` if the slot has no element; `invalid_argument` if no element can have the generation.
   */
  bump(handle: Handle): number {
    this.checkElement(handle);
    if (!this.names(handle.slot)) {
      throw new SlotproofError("missing", `slot ${handle.slot} has no element`);
    }
    this.put(this.cells.pos(handle.slot), handle.slot, handle.generation);
    return handle.generation;
  }

  // --- bulk

  /** Erases each in turn, all or none (SS-R13, ST-R13); `missing` if one is no element, or is named twice. */
  eraseItems(handles: readonly Handle[]): void {
    checkAll(handles, (handle) => this.index(handle), "missing");
    handles.forEach((handle) => this.erase(handle));
  }

  /** Removes each in turn; how many were there when their turn came (SS-R14, ST-R14). */
  removeItems(handles: readonly Handle[]): number {
    return handles.filter((handle) => this.remove(handle)).length;
  }

  // --- order

  /**
   * Sorts the first `count` positions stably: iteration meets nothing before what it comes after (SS-R16, ST-R16).
   *
   * `comesAfter(a, b)` is a strict weak order, of handles in a set and of values in a storage.
   * `conflict` if there are holes; `out_of_range`. O(count ** 2).
   */
  sort(comesAfter: (a: Key, b: Key) => boolean, count?: number): void {
    this.insertionSort((first, second) => comesAfter(this.keyAt(first), this.keyAt(second)), count);
  }

  /** What `sort` compares of the element at a position. */
  protected abstract keyAt(pos: number): Key;

  protected override sortable(): number {
    if (this.#holes > 0) {
      throw new SlotproofError("conflict", `${this.#holes} holes: compact first`);
    }
    return this.end();
  }

  // --- whole container

  /** Takes every element out; the pages stay (SS-R19, ST-R19). */
  clear(): void {
    for (const { slot } of this.handles()) {
      this.cells.unlink(slot);
    }
    this.meta = [];
    this.stamp = [];
    this.#freeHead = this.nil;
    this.#holes = 0;
  }

  /** Fills the holes, those left last first, with the last elements (SS-R20, ST-R20). O(holes). */
  compact(): void {
    let end = this.#end(this.meta.length);
    let hole = this.#freeHead;
    for (let left = this.#holes; left > 0; left--) {
      const following = this.meta[hole]!;
      if (hole < end) {
        this.move(end - 1, hole);
        end = this.#end(end - 1);
      }
      hole = following;
    }
    while (this.meta.length > end) {
      this.pop();
    }
    this.#freeHead = this.nil;
    this.#holes = 0;
  }

  /** The end of the positions before `end` without the holes they end in. */
  #end(end: number): number {
    while (end > 0 && this.stamp[end - 1] === this.tombstone) {
      end -= 1;
    }
    return end;
  }

  /** Takes over copies of arrays that one with the same options had; they are not checked. O(extent + positions). */
  override restore(arrays: PoolArrays): void {
    super.restore(arrays);
    this.#freeHead = arrays.freeHead;
    this.#holes = arrays.holes;
  }

  // --- observers

  /** How many elements there are; holes are none. */
  size(): number {
    return this.meta.length - this.#holes;
  }

  /** True if there are no holes. */
  contiguous(): boolean {
    return this.#holes === 0;
  }

  override arrays(): PoolArrays {
    return { ...super.arrays(), freeHead: this.#freeHead, holes: this.#holes };
  }
}
