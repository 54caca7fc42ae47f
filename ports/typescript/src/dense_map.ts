/**
 * A dense map: a dense table with one more array, of values: `dense[pos]` is the value of `key[pos]`.
 *
 * Normative: docs/users/containers/dense_map.md
 */

import { DenseTable, type DenseTableArrays } from "./dense_table.js";
import { SlotproofError, checkPosition } from "./errors.js";

/** The arrays of a map. */
export interface DenseMapArrays<K, T> extends DenseTableArrays<K> {
  /** Position -> value. */
  readonly dense: readonly T[];
}

export class DenseMap<K, T> extends DenseTable<K> {
  #dense: T[] = [];

  // --- insert

  /** Appends key and value unless the key is there; its position, and whether it is new (DM-R1); `full`. O(1). */
  insert(key: K, value: T): [pos: number, isNew: boolean] {
    const pos = this.find(key);
    if (pos !== undefined) {
      return [pos, false];
    }
    const added = this.append(key);
    this.#dense.push(value);
    return [added, true];
  }

  /** Appends key and value, or replaces the value of a key that is there (DM-R2); refuses as `insert`. */
  insertOrAssign(key: K, value: T): [pos: number, isNew: boolean] {
    const inserted = this.insert(key, value);
    this.#dense[inserted[0]] = value;
    return inserted;
  }

  /**
   * Inserts what the factory makes, which is called only if the key is not there, before anything changes (DM-R3).
   *
   * A key that the factory inserts itself keeps the value it gave it.
   */
  tryEmplace(key: K, factory: () => T): [pos: number, isNew: boolean] {
    const pos = this.find(key);
    return pos === undefined ? this.insert(key, factory()) : [pos, false];
  }

  /** The value of the key, made by the factory and inserted if the key is not there (DM-R4). */
  getOrEmplace(key: K, factory: () => T): T {
    return this.#dense[this.tryEmplace(key, factory)[0]]!;
  }

  protected override closeGap(pos: number): void {
    const value = this.#dense.pop()!;
    if (pos !== this.#dense.length) {
      this.#dense[pos] = value;
    }
  }

  // --- get

  /** The value of a key that is there (DM-R27); `missing`. O(1) expected. */
  get(key: K): T {
    return this.#dense[this.#posOf(key)]!;
  }

  /** Replaces the value of a key that is there (DM-R28); `missing`. O(1) expected. */
  assign(key: K, value: T): void {
    this.#dense[this.#posOf(key)] = value;
  }

  #posOf(key: K): number {
    const pos = this.find(key);
    if (pos === undefined) {
      throw new SlotproofError("missing", `no key ${String(key)}`);
    }
    return pos;
  }

  /** The value at a position (DM-R29); `out_of_range`. O(1). */
  valueAt(pos: number): T {
    checkPosition(pos, this.#dense.length);
    return this.#dense[pos]!;
  }

  // --- iterate

  /** The values in dense order (DM-R30). */
  values(): IterableIterator<T> {
    return this.#dense.values();
  }

  /** The keys with their values in dense order (DM-R31). */
  *items(): IterableIterator<[K, T]> {
    for (let pos = 0; pos < this.key.length; pos++) {
      yield [this.key[pos]!, this.#dense[pos]!];
    }
  }

  // --- whole container

  override clear(): void {
    super.clear();
    this.#dense = [];
  }

  /** True if both hold the same keys with the same values, in whatever order (DM-R23). O(size) expected. */
  equals(other: DenseMap<K, T>): boolean {
    const isThere = (key: K, pos: number): boolean => {
      const found = other.find(key);
      return found !== undefined && this.#dense[pos] === other.#dense[found];
    };
    return this.size() === other.size() && this.key.every(isThere);
  }

  /** A second map in the same state, chains included (DM-R21). O(size + buckets). */
  copy(): DenseMap<K, T> {
    const twin = new DenseMap<K, T>(this.hash, this.options());
    twin.restore(this.arrays());
    return twin;
  }

  override restore(arrays: DenseMapArrays<K, T>): void {
    super.restore(arrays);
    this.#dense = [...arrays.dense];
  }

  // --- observers

  override arrays(): DenseMapArrays<K, T> {
    return { ...super.arrays(), dense: this.#dense };
  }
}
