/**
 * A sparse set: handles, at most one a slot, that iterate as fast as an array.
 *
 * Normative: docs/users/containers/sparse_set.md, claims SS-I1 ..., SS-R1 ...
 */

import { type Handle } from "./handle.js";
import { Pool, type PoolOptions } from "./pool.js";

export class SparseSet extends Pool<Handle> {
  readonly #options: PoolOptions;

  /** Throws `invalid_argument` for widths outside [1, 32] or a page of no cell. */
  constructor(options: PoolOptions = {}) {
    super(options);
    this.#options = options;
  }

  /**
   * Puts the handle into the hole left last, or behind the last position; where it stands (SS-R1). O(1).
   *
   * `exists` if its slot has an element, of whatever generation; `invalid_argument` if no element can have it.
   */
  push(handle: Handle): number {
    return this.occupy(handle);
  }

  /** Pushes each in turn, all or none; where they stand (SS-R2). */
  pushItems(handles: readonly Handle[]): number[] {
    this.checkNew(handles);
    return handles.map((handle) => this.push(handle));
  }

  protected override keyAt(pos: number): Handle {
    return this.entityAt(pos);
  }

  /** A second set in the same state. O(extent + positions). */
  copy(): SparseSet {
    const twin = new SparseSet(this.#options);
    twin.restore(this.arrays());
    return twin;
  }
}
