/**
 * A typed storage: a sparse set, and the values of its elements at the same positions.
 *
 *     pos        0   1   2
 *              +---+---+---+
 *     meta     | 4 | 0 | 1 |     the slots and generations of the sparse set
 *              +---+---+---+
 *     stamp    | 0 | 1 | 2 |
 *              +---+---+---+---+
 *     dense    | A | B | C | . |     room = 4: pages of 2 values
 *              +---+---+---+---+
 *
 * Normative: docs/users/containers/storage.md, claims ST-I1 ..., ST-R1 ...
 */

import { SlotproofError, checkCount, checkPositive } from "./errors.js";
import { type Handle } from "./handle.js";
import { Pool, type PoolArrays, type PoolOptions } from "./pool.js";

export interface StorageOptions extends PoolOptions {
  /** Values of a page of memory. */
  valuePage?: number;
}

/** The arrays of a storage. */
export interface StorageArrays<T> extends PoolArrays {
  /** Position -> value; of a hole, undefined. */
  readonly dense: readonly T[];
  /** Values that fit before memory grows: whole pages. */
  readonly room: number;
}

export class Storage<T> extends Pool<T> {
  #dense: T[] = [];
  #room = 0;
  readonly #valuePage: number;
  readonly #options: StorageOptions;

  /** Throws `invalid_argument` for widths outside [1, 32], a page of no cell or of no value. */
  constructor(options: StorageOptions = {}) {
    super(options);
    const { valuePage = 1024 } = options;
    checkPositive("valuePage", valuePage);
    this.#valuePage = valuePage;
    this.#options = options;
  }

  // --- insert

  /**
   * Puts the handle in with its value, into the hole left last or behind the last position; where it stands (ST-R1).
   *
   * `exists` if its slot has an element, of whatever generation; `invalid_argument` if no element can have it. O(1).
   */
  emplace(handle: Handle, value: T): number {
    const pos = this.occupy(handle);
    this.#dense[pos] = value;
    if (pos >= this.#room) {
      this.#room += this.#valuePage;
    }
    return pos;
  }

  /** Emplaces each in turn, all or none; where they stand (ST-R2); refuses as `emplace`. */
  emplaceItems(items: readonly (readonly [handle: Handle, value: T])[]): number[] {
    this.checkNew(items.map(([handle]) => handle));
    return items.map(([handle, value]) => this.emplace(handle, value));
  }

  // --- what happens to positions happens to values

  protected override vacate(pos: number): void {
    super.vacate(pos);
    if (this.deletion === "in_place") {
      this.#dense[pos] = undefined as T; // so that the value may be collected
    }
  }

  protected override move(origin: number, target: number): void {
    super.move(origin, target);
    this.#dense[target] = this.#dense[origin]!;
  }

  protected override pop(): void {
    super.pop();
    this.#dense.pop();
  }

  protected override exchange(first: number, second: number): void {
    super.exchange(first, second);
    const value = this.#dense[first]!;
    this.#dense[first] = this.#dense[second]!;
    this.#dense[second] = value;
  }

  // --- get

  /** The value of an element (ST-R21); `missing` if it is none. O(1). */
  get(handle: Handle): T {
    return this.#dense[this.index(handle)]!;
  }

  /** Gives an element another value (ST-R22); `missing`. O(1). */
  replace(handle: Handle, value: T): void {
    this.#dense[this.index(handle)] = value;
  }

  /** Replaces the value by what `change` makes of it, and returns that; nothing changes if it throws (ST-R23). */
  patch(handle: Handle, change: (value: T) => T): T {
    const pos = this.index(handle);
    const value = change(this.#dense[pos]!);
    this.#dense[pos] = value;
    return value;
  }

  // --- iterate

  /** The elements with their values from the last position to the first (ST-R24). */
  *each(): IterableIterator<[Handle, T]> {
    for (const handle of this.handles()) {
      yield [handle, this.get(handle)];
    }
  }

  /** The elements with their values from the first position to the last (ST-R25). */
  *eachForward(): IterableIterator<[Handle, T]> {
    for (const handle of this.handlesForward()) {
      yield [handle, this.get(handle)];
    }
  }

  // --- order

  protected override keyAt(pos: number): T {
    return this.#dense[pos]!;
  }

  // --- whole container

  override clear(): void {
    super.clear();
    this.#dense = [];
  }

  /** Gives back pages as a sparse set does, and spare room for values (ST-R26). */
  override shrink(): void {
    super.shrink();
    this.#room = this.#wholePages(this.#dense.length);
  }

  /** Makes room for `count` values in all; less than there is changes nothing (ST-R27); `full`. */
  reserve(count: number): void {
    checkCount(count);
    if (count > this.nil) {
      throw new SlotproofError("full", `there are ${this.nil} slots, not ${count}`);
    }
    this.#room = Math.max(this.#room, this.#wholePages(count));
  }

  /** The values of the pages that `count` values need. */
  #wholePages(count: number): number {
    return Math.ceil(count / this.#valuePage) * this.#valuePage;
  }

  /** A second storage in the same state. O(extent + positions). */
  copy(): Storage<T> {
    const twin = new Storage<T>(this.#options);
    twin.restore(this.arrays());
    return twin;
  }

  override restore(arrays: StorageArrays<T>): void {
    super.restore(arrays);
    this.#dense = [...arrays.dense];
    this.#room = arrays.room;
  }

  // --- observers

  /** How many values fit before memory grows. */
  capacity(): number {
    return this.#room;
  }

  override arrays(): StorageArrays<T> {
    return { ...super.arrays(), dense: this.#dense, room: this.#room };
  }
}
