/**
 * A typed store: a handle map for each type, all reached through one kind of handle, which says which map it is of.
 *
 *     handle (slot 1, generation 1, type id 2)
 *                                      |
 *     type id      0       1       2   v
 *              +-------+-------+-------+
 *     maps     |   .   |   .   |   .   |      each with its own arrays, and the type id that is its index
 *              +-------+-------+-------+
 *
 * Normative: docs/users/containers/typed_store.md, claims TS-I1 ..., TS-R1 ...
 */

import { checkPosition, checkPositive } from "./errors.js";
import { type Handle } from "./handle.js";
import { HandleMap, type HandleMapArrays, type HandleMapOptions } from "./handle_map.js";

/** How many types there are; widths in bits and policies are those of each map. */
export interface TypedStoreOptions extends Omit<HandleMapOptions, "typeId" | "reserve"> {
  /** In [1, 2 ** typeBits]. */
  types?: number;
}

/** The arrays of each map, in the order of their types. */
export interface TypedStoreArrays<T> {
  readonly maps: readonly HandleMapArrays<T>[];
}

export class TypedStore<T> {
  readonly #maps: readonly HandleMap<T>[];
  readonly #options: TypedStoreOptions;

  /** Throws `invalid_argument` if the widths do not hold the types. */
  constructor(options: TypedStoreOptions = {}) {
    const { types = 2, ...rest } = options;
    checkPositive("types", types);
    new HandleMap<T>({ ...rest, typeId: types - 1 }); // refuses widths, and the last type id if they do not hold it
    this.#options = options;
    this.#maps = Array.from({ length: types }, (_, typeId) => new HandleMap<T>({ ...rest, typeId }));
  }

  // --- insert

  /** Puts the value into the map of that type and issues a handle to it (TS-R1); `out_of_range`, `full`. O(1). */
  insert(typeId: number, value: T): Handle {
    return this.mapOf(typeId).insert(value);
  }

  /** Inserts what the factory makes, which runs before anything changes (TS-R2); refuses as `insert`. */
  emplace(typeId: number, factory: () => T): Handle {
    return this.mapOf(typeId).emplace(factory);
  }

  // --- erase

  /** Drops the value and ends the handle; false, and nothing changes, if no map holds it (TS-R3). O(1). */
  erase(handle: Handle): boolean {
    return this.#maps[handle.typeId]?.erase(handle) ?? false;
  }

  // --- get

  /** The value the handle names (TS-R4); `out_of_range`: there never was such a type or slot; `stale_handle`. */
  get(handle: Handle): T {
    return this.mapOf(handle.typeId).get(handle);
  }

  /** Replaces the value the handle names (TS-R5); refuses as `get`. O(1). */
  assign(handle: Handle, value: T): void {
    this.mapOf(handle.typeId).assign(handle, value);
  }

  /** True if a map issued the handle and has not erased its value since (TS-R6). O(1). */
  isValid(handle: Handle): boolean {
    return this.#maps[handle.typeId]?.isValid(handle) ?? false;
  }

  // --- whole container

  /** Clears every map: every handle is dead (TS-R7). O(slots). */
  clear(): void {
    this.#maps.forEach((map) => map.clear());
  }

  /** A second store in the same state: handles of the one name equal values in the other (TS-R8). O(slots). */
  copy(): TypedStore<T> {
    const twin = new TypedStore<T>(this.#options);
    twin.restore(this.arrays());
    return twin;
  }

  /** Takes over copies of arrays that a store with the same options had; they are not checked. O(slots). */
  restore(arrays: TypedStoreArrays<T>): void {
    this.#maps.forEach((map, typeId) => map.restore(arrays.maps[typeId]!));
  }

  // --- observers

  /** How many values of that type there are (TS-R12); `out_of_range`. */
  size(typeId: number): number {
    return this.mapOf(typeId).size();
  }

  /** The map of that type itself, for what is done to values of one type (TS-R13); `out_of_range`. O(1). */
  mapOf(typeId: number): HandleMap<T> {
    checkPosition(typeId, this.#maps.length);
    return this.#maps[typeId]!;
  }

  /** The arrays as they are; not copies. */
  arrays(): TypedStoreArrays<T> {
    return { maps: this.#maps.map((map) => map.arrays()) };
  }
}
