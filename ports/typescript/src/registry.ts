/**
 * A registry: entities with values in pools, and groups that iterate over several pools at once.
 *
 *     entities   +---+---+---+            live handles
 *                | 0 | 1 | 2 |
 *                +---+---+---+
 *     pools  0   +---+---+   1   +---+    handles with their values
 *                | 1 | 2 |       | 1 |
 *                +---+---+       +---+
 *     groups 0   owned 0, 1; length = 1   {1} stands first in both
 *
 * A pool tells the groups that name it of each change, before a value is gone and after one has come.
 * Of groups that are nested, the outer one takes an entity in first, and the inner one lets it go first.
 *
 * Normative: docs/users/containers/registry.md, claims RG-I1 ..., RG-R1 ...
 */

import { EntityStorage, type EntityStorageArrays, type EntityStorageOptions } from "./entity_storage.js";
import { SlotproofError, checkCount, checkPosition } from "./errors.js";
import { Group, checkInnermost, checkKey, checkOwnership, isSame, type GroupArrays, type GroupKey } from "./group.js";
import { type Handle } from "./handle.js";
import { type DeletionPolicy } from "./pool.js";
import { Storage, type StorageArrays, type StorageOptions } from "./storage.js";

/** Widths in bits, pages, and the policy of the entities. */
export interface RegistryOptions extends EntityStorageOptions, Omit<StorageOptions, "deletion"> {
  /** How many pools there are at first. */
  pools?: number;
  /** Groups that own a pool in common may lie in each other. */
  nested?: boolean;
}

/** The arrays of each part. */
export interface RegistryArrays<T> {
  readonly entities: EntityStorageArrays;
  readonly pools: readonly StorageArrays<T>[];
  /** In order of creation. */
  readonly groups: readonly GroupArrays[];
}

export class Registry<T> {
  readonly #entities: EntityStorage;
  readonly #pools: Storage<T>[] = [];
  #groups: Group[] = [];
  #ranked: Group[] = []; // those that name fewer pools first; of equals, the older one first
  readonly #nested: boolean;
  readonly #options: RegistryOptions;

  /** Throws `invalid_argument` for widths outside [1, 32], a page of no cell or of no value. */
  constructor(options: RegistryOptions = {}) {
    const { pools = 0, nested = false, ...rest } = options;
    checkCount(pools);
    this.#entities = new EntityStorage(rest);
    new Storage<T>(rest); // refuses a page of no value
    this.#options = rest;
    this.#nested = nested;
    for (let pool = 0; pool < pools; pool++) {
      this.addPool();
    }
  }

  // --- create

  /** Issues a handle (RG-R1); `full` if every slot is live or used up. */
  create(): Handle {
    return this.#entities.create();
  }

  /** Issues the handle asked for as an entity storage does, else as `create` (RG-R31); `full`. */
  createAt(hint: Handle): Handle {
    return this.#entities.createAt(hint);
  }

  /** Makes an empty pool; its number (RG-R2). One that is erased from in place can be owned by no group. */
  addPool(deletion: DeletionPolicy = "swap_pop"): number {
    return this.#pools.push(new Storage<T>({ ...this.#options, deletion })) - 1;
  }

  /**
   * The number of the group with these lists, which is made, and filled, if there is none (RG-R3).
   *
   * `out_of_range`; `invalid_argument` if a pool is named twice, none is asked for, or one to be owned leaves holes;
   * `conflict` if another group owns one of the owned, and neither lies in the other where that is allowed.
   */
  group(owned: readonly number[], observed: readonly number[] = [], excluded: readonly number[] = []): number {
    const key = { owned: [...owned], observed: [...observed], excluded: [...excluded] };
    checkKey(key, this.#pools.length);
    const found = this.#groups.findIndex((group) => isSame(key, group.key, this.#nested));
    if (found !== -1) {
      return found;
    }
    this.#groups.forEach((group) => checkOwnership(key, group.key, this.#nested));
    const holed = owned.find((pool) => this.#pools[pool]!.deletion === "in_place");
    if (holed !== undefined) {
      throw new SlotproofError("invalid_argument", `pool ${holed} leaves holes, and cannot be owned`);
    }
    this.#join(key).fill();
    return this.#groups.length - 1;
  }

  /** Makes an empty group, and ranks it behind those that name no more pools than it does. */
  #join(key: GroupKey): Group {
    const made = new Group(this.#pools, key, this.#options);
    this.#groups.push(made);
    const place = this.#ranked.findIndex((group) => group.namedPools() > made.namedPools());
    this.#ranked.splice(place === -1 ? this.#ranked.length : place, 0, made);
    return made;
  }

  // --- insert

  /** Gives a live entity a value in a pool (RG-R4); `out_of_range`, `stale_handle`, `exists`. O(groups). */
  emplace(pool: number, handle: Handle, value: T): void {
    const held = this.#pool(pool);
    this.#entities.index(handle);
    if (held.contains(handle)) {
      throw new SlotproofError("exists", `slot ${handle.slot} has a value in pool ${pool}`);
    }
    held.emplace(handle, value);
    this.#innerFirst((group) => group.key.excluded.includes(pool) && group.leave(handle));
    this.#outerFirst((group) => group.asksFor(pool) && group.enter(handle));
  }

  // --- erase

  /** Takes the value of an entity out of a pool (RG-R5); `out_of_range`, `missing`. O(groups). */
  erase(pool: number, handle: Handle): void {
    const held = this.#pool(pool);
    held.index(handle);
    this.#tell(pool, handle);
    held.erase(handle);
  }

  /** Takes the value of an entity out of a pool if it has one there; whether it had (RG-R6); `out_of_range`. */
  remove(pool: number, handle: Handle): boolean {
    if (!this.#pool(pool).contains(handle)) {
      return false;
    }
    this.erase(pool, handle);
    return true;
  }

  /**
   * Ends a handle and drops all its values, last pool first; the generation its slot has next (RG-R7); `stale_handle`.
   *
   * It leaves every group before it loses a value, and enters none on the way.
   */
  destroy(handle: Handle): number {
    this.#entities.index(handle);
    this.#innerFirst((group) => group.leave(handle));
    for (let pool = this.#pools.length - 1; pool >= 0; pool--) {
      this.#pools[pool]!.remove(handle);
    }
    return this.#entities.destroy(handle);
  }

  /** Destroys each in turn, all or none (RG-R8); `stale_handle` if one is not live, or is named twice. */
  destroyItems(handles: readonly Handle[]): void {
    this.#entities.checkAllLive(handles);
    handles.forEach((handle) => this.destroy(handle));
  }

  /** Lets the groups know that an entity is about to lose its value in a pool. */
  #tell(pool: number, handle: Handle): void {
    this.#innerFirst((group) => group.asksFor(pool) && group.leave(handle));
    this.#outerFirst((group) => group.key.excluded.includes(pool) && group.enter(handle, 1));
  }

  #outerFirst(tell: (group: Group) => void): void {
    this.#ranked.forEach(tell);
  }

  #innerFirst(tell: (group: Group) => void): void {
    for (let place = this.#ranked.length - 1; place >= 0; place--) {
      tell(this.#ranked[place]!);
    }
  }

  // --- get

  /** The value of an entity in a pool (RG-R9); `out_of_range`, `missing`. O(1). */
  get(pool: number, handle: Handle): T {
    return this.#pool(pool).get(handle);
  }

  /** Gives an entity another value in a pool; no group is told (RG-R10); `out_of_range`, `missing`. O(1). */
  replace(pool: number, handle: Handle, value: T): void {
    this.#pool(pool).replace(handle, value);
  }

  /** True if the entity has a value in the pool (RG-R11); `out_of_range`. O(1). */
  contains(pool: number, handle: Handle): boolean {
    return this.#pool(pool).contains(handle);
  }

  /** True if the handle is live (RG-R12). O(1). */
  isValid(handle: Handle): boolean {
    return this.#entities.isValid(handle);
  }

  /** True if the entity is a member of the group (RG-R13); `out_of_range`. O(1). */
  isMember(group: number, handle: Handle): boolean {
    return this.#group(group).contains(handle);
  }

  // --- iterate

  /** The entities with a value in each of the pools and none in the excluded, as the leading pool iterates (RG-R14). */
  view(pools: readonly number[], excluded: readonly number[] = []): IterableIterator<Handle> {
    checkKey({ owned: [], observed: pools, excluded }, this.#pools.length);
    return this.#viewed(this.lead(pools), [...pools], [...excluded]);
  }

  *#viewed(leading: number, pools: readonly number[], excluded: readonly number[]): IterableIterator<Handle> {
    for (const handle of this.#pools[leading]!.handles()) {
      const has = (pool: number): boolean => this.#pools[pool]!.contains(handle);
      if (pools.every(has) && !excluded.some(has)) {
        yield handle;
      }
    }
  }

  /** The pool that a view of these goes over: the first one of the smallest (RG-R15). O(pools). */
  lead(pools: readonly number[]): number {
    checkKey({ owned: [], observed: pools, excluded: [] }, this.#pools.length);
    const size = (pool: number): number => this.#pools[pool]!.size();
    return pools.reduce((leading, pool) => (size(pool) < size(leading) ? pool : leading));
  }

  /** The members of a group, from the last position to the first (RG-R16); `out_of_range`. */
  members(group: number): IterableIterator<Handle> {
    return this.#group(group).handles();
  }

  // --- order

  /**
   * Sorts the members of a group stably, so that iteration meets ascending keys (RG-R17). O(length ** 2).
   *
   * Only pools it owns are arranged. `out_of_range`; `conflict` if another group lies in it.
   */
  sortBy(group: number, key: (handle: Handle) => number): void {
    this.#innermost(group).sortBy(key);
  }

  /**
   * Has iteration over a group begin with those of the handles that are members, in their order; how many (RG-R18).
   *
   * `out_of_range`; `conflict` if another group lies in it.
   */
  sortAs(group: number, handles: readonly Handle[]): number {
    return this.#innermost(group).sortAs(handles);
  }

  #innermost(number: number): Group {
    const group = this.#group(number);
    checkInnermost(
      number,
      this.#groups.map((each) => each.key),
    );
    return group;
  }

  /** Sorts a pool stably (RG-R19); `out_of_range`; `conflict` if a group owns it, or it has holes. O(size ** 2). */
  sortPool(pool: number, key: (handle: Handle) => number): void {
    const held = this.#pool(pool);
    this.#checkUnowned(pool);
    held.sortBy(key);
  }

  /**
   * Has iteration over a pool begin with what another one holds too, as that one is iterated; how many (RG-R32).
   *
   * `out_of_range`; `conflict` if a group owns the first, or it has holes. O(size of the other).
   */
  sortPoolAs(pool: number, other: number): number {
    const held = this.#pool(pool);
    const beside = this.#pool(other);
    this.#checkUnowned(pool);
    return held.sortAs([...beside.handles()]);
  }

  #checkUnowned(pool: number): void {
    if (this.#groups.some((group) => group.key.owned.includes(pool))) {
      throw new SlotproofError("conflict", `a group owns pool ${pool}`);
    }
  }

  /** Fills the holes of a pool, those left last first, with its last values (RG-R30); `out_of_range`. O(holes). */
  compactPool(pool: number): void {
    this.#pool(pool).compact();
  }

  // --- whole container

  /** Takes every value out of a pool, last one first (RG-R20); `out_of_range`. */
  clearPool(pool: number): void {
    const held = this.#pool(pool);
    for (const handle of held.handles()) {
      this.#tell(pool, handle);
    }
    held.clear();
  }

  /** Takes every value out of every pool, last pool first, and ends every handle (RG-R21). */
  clear(): void {
    for (let pool = this.#pools.length - 1; pool >= 0; pool--) {
      this.clearPool(pool);
    }
    this.#entities.clear();
  }

  /** A second registry in the same state (RG-R22). O(cells). */
  copy(): Registry<T> {
    const twin = new Registry<T>({ ...this.#options, nested: this.#nested });
    this.#pools.forEach((pool) => twin.addPool(pool.deletion));
    twin.restore(this.arrays());
    return twin;
  }

  /** Takes over copies of arrays that one with the same options and pools had; they are not checked. O(cells). */
  restore(arrays: RegistryArrays<T>): void {
    this.#entities.restore(arrays.entities);
    this.#pools.forEach((pool, number) => pool.restore(arrays.pools[number]!));
    this.#groups = [];
    this.#ranked = [];
    for (const { owned, observed, excluded, ...rest } of arrays.groups) {
      const key = { owned: [...owned], observed: [...observed], excluded: [...excluded] };
      this.#join(key).restore({ ...key, ...rest });
    }
  }

  // --- observers

  /** How many entities are live (RG-R26). */
  size(): number {
    return this.#entities.size();
  }

  /** How many entities have a value in a pool (RG-R27); `out_of_range`. */
  poolSize(pool: number): number {
    return this.#pool(pool).size();
  }

  /** How many pools there are (RG-R28). */
  poolCount(): number {
    return this.#pools.length;
  }

  /** How many members a group has (RG-R29); `out_of_range`. */
  length(group: number): number {
    return this.#group(group).size();
  }

  #pool(pool: number): Storage<T> {
    checkPosition(pool, this.#pools.length);
    return this.#pools[pool]!;
  }

  #group(group: number): Group {
    checkPosition(group, this.#groups.length);
    return this.#groups[group]!;
  }

  /** The arrays of each part. */
  arrays(): RegistryArrays<T> {
    return {
      entities: this.#entities.arrays(),
      pools: this.#pools.map((pool) => pool.arrays()),
      groups: this.#groups.map((group) => group.arrays()),
    };
  }
}
