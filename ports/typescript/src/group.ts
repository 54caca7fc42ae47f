/**
 * A group: the entities that are in all pools it asks for and in none that it excludes, kept together.
 *
 *     owned 0, 1    length = 2        pos      0   1     2   3
 *                                            +---+---+ +---+---+
 *     pool 0, meta                           | 7 | 4 | | 6 | 3 |     its members stand first in every pool it owns,
 *                                            +---+---+ +---+---+     each at one position in all of them
 *     pool 1, meta                           | 7 | 4 | | 5 |
 *                                            +---+---+ +---+
 *                                             members     others
 *
 * A group that lies in another one has its members in a prefix of those of the other.
 *
 * Normative: docs/users/containers/group.md, registry.md, claims GR-I1 ..., RG-R1 ...
 */

import { SlotproofError, checkPosition } from "./errors.js";
import { type Handle } from "./handle.js";
import { type PoolArrays, type PoolOptions } from "./pool.js";
import { SparseSet } from "./sparse_set.js";
import { type Storage } from "./storage.js";

/** What a group asks for: numbers of pools. */
export interface GroupKey {
  /** Those that it arranges. */
  readonly owned: readonly number[];
  /** Those that its members are also in. */
  readonly observed: readonly number[];
  /** Those that its members are not in. */
  readonly excluded: readonly number[];
}

/** The arrays of a group. */
export interface GroupArrays extends GroupKey {
  /** Members, at the positions [0, length) of each owned pool; 0 if it owns none. */
  readonly length: number;
  /** Of a group that owns no pool: its members. */
  readonly elements: PoolArrays;
}

export class Group {
  readonly key: GroupKey;
  readonly #pools: readonly Storage<unknown>[]; // those of the registry
  readonly #elements: SparseSet;
  #length = 0;

  constructor(pools: readonly Storage<unknown>[], key: GroupKey, options: PoolOptions) {
    this.#pools = pools;
    this.key = key;
    this.#elements = new SparseSet(options);
  }

  /** How many pools it names. */
  namedPools(): number {
    return this.key.owned.length + this.key.observed.length + this.key.excluded.length;
  }

  /** True if its members are in the pool. */
  asksFor(pool: number): boolean {
    return this.key.owned.includes(pool) || this.key.observed.includes(pool);
  }

  /** The first pool it owns, which says how the others are arranged. */
  #first(): Storage<unknown> | undefined {
    return this.#pools[this.key.owned[0] ?? -1];
  }

  // --- insert

  /** Takes in the entities that match already. O(size of the first pool). */
  fill(): void {
    const first = this.#first();
    if (first === undefined) {
      for (const handle of this.#pools[this.key.observed[0]!]!.handles()) {
        this.enter(handle);
      }
      return;
    }
    for (let pos = 0; pos < first.positions(); pos++) {
      this.enter(first.entityAt(pos)); // what is exchanged to a position that was passed did not match
    }
  }

  /**
   * Takes in an entity if it matches and is no member, exchanging it in each owned pool with the first other one.
   *
   * `leaving` is how many excluded pools it is about to leave.
   */
  enter(handle: Handle, leaving: 0 | 1 = 0): void {
    if (this.contains(handle) || !this.#matches(handle, leaving)) {
      return;
    }
    if (this.#first() === undefined) {
      this.#elements.push(handle);
    } else {
      this.#moveTo(handle, this.#length);
      this.#length += 1;
    }
  }

  // --- erase

  /** Lets go of an entity if it is a member, exchanging it in each owned pool with the last member. */
  leave(handle: Handle): void {
    if (!this.contains(handle)) {
      return;
    }
    if (this.#first() === undefined) {
      this.#elements.erase(handle);
    } else {
      this.#length -= 1;
      this.#moveTo(handle, this.#length);
    }
  }

  /** Exchanges an entity, in each owned pool, with what stands at a position. */
  #moveTo(handle: Handle, pos: number): void {
    for (const owned of this.key.owned) {
      const pool = this.#pools[owned]!;
      pool.swapElements(handle, pool.entityAt(pos));
    }
  }

  // --- get

  /** True if the entity is a member. O(1). */
  contains(handle: Handle): boolean {
    const first = this.#first();
    if (first === undefined) {
      return this.#elements.contains(handle);
    }
    return first.contains(handle) && first.index(handle) < this.#length;
  }

  /** True if the entity is in every owned and observed pool, and in as many excluded ones as it is leaving. */
  #matches(handle: Handle, leaving: number): boolean {
    const has = (pool: number): boolean => this.#pools[pool]!.contains(handle);
    const { owned, observed, excluded } = this.key;
    return owned.every(has) && observed.every(has) && excluded.filter(has).length === leaving;
  }

  /** How many members there are. */
  size(): number {
    return this.#first() === undefined ? this.#elements.size() : this.#length;
  }

  // --- iterate

  /** The members from the last position to the first. */
  *handles(): IterableIterator<Handle> {
    const first = this.#first();
    if (first === undefined) {
      yield* this.#elements.handles();
      return;
    }
    for (let pos = this.#length - 1; pos >= 0; pos--) {
      yield first.entityAt(pos);
    }
  }

  // --- order

  /** Sorts the members stably, so that iteration meets ascending keys. O(length ** 2). */
  sortBy(key: (handle: Handle) => number): void {
    const first = this.#first();
    if (first === undefined) {
      this.#elements.sortBy(key);
      return;
    }
    try {
      first.sortBy(key, this.#length);
    } finally {
      this.#align(first);
    }
  }

  /** Has iteration begin with those of the handles that are members, in their order; how many there are. */
  sortAs(handles: readonly Handle[]): number {
    const first = this.#first();
    if (first === undefined) {
      return this.#elements.sortAs(handles);
    }
    let stop = this.#length;
    for (const handle of handles) {
      if (first.contains(handle) && first.index(handle) < stop) {
        stop -= 1;
        first.swapElements(handle, first.entityAt(stop));
      }
    }
    this.#align(first);
    return this.#length - stop;
  }

  /** Arranges the members in each owned pool as in the first. */
  #align(first: Storage<unknown>): void {
    for (let pos = this.#length - 1; pos >= 0; pos--) {
      this.#moveTo(first.entityAt(pos), pos);
    }
  }

  // --- whole container

  /** Takes over copies of the length and the elements. */
  restore(arrays: GroupArrays): void {
    this.#length = arrays.length;
    this.#elements.restore(arrays.elements);
  }

  arrays(): GroupArrays {
    return { ...this.key, length: this.#length, elements: this.#elements.arrays() };
  }
}

/** Refuses a pool that there is not, `out_of_range`, and one named twice or none asked for, `invalid_argument`. */
export function checkKey({ owned, observed, excluded }: GroupKey, pools: number): void {
  const named = new Set<number>();
  for (const pool of [...owned, ...observed, ...excluded]) {
    checkPosition(pool, pools);
    if (named.has(pool)) {
      throw new SlotproofError("invalid_argument", `pool ${pool} is named twice`);
    }
    named.add(pool);
  }
  if (owned.length + observed.length === 0) {
    throw new SlotproofError("invalid_argument", "a group asks for one pool at least");
  }
}

const PARTS = ["owned", "observed", "excluded"] as const;

/** True if one group asks for all that another asks for, list by list; each lies in itself. */
function liesIn(inner: GroupKey, outer: GroupKey): boolean {
  return PARTS.every((part) => outer[part].every((pool) => inner[part].includes(pool)));
}

/** True if both own some pool. */
function overlap(key: GroupKey, other: GroupKey): boolean {
  return key.owned.some((pool) => other.owned.includes(pool));
}

/** True if two groups are one; where groups may be nested, the order of their lists does not matter. */
export function isSame(key: GroupKey, other: GroupKey, nested: boolean): boolean {
  return (
    PARTS.every((part) => key[part].join() === other[part].join()) ||
    (nested && liesIn(key, other) && liesIn(other, key))
  );
}

/** Refuses with `conflict` to own a pool that another group owns, unless one may lie in the other. */
export function checkOwnership(key: GroupKey, other: GroupKey, nested: boolean): void {
  if (overlap(key, other) && !(nested && (liesIn(key, other) || liesIn(other, key)))) {
    throw new SlotproofError("conflict", `another group owns one of the pools ${key.owned.join(", ")}`);
  }
}

/** Refuses with `conflict` to arrange a group in which another one lies. */
export function checkInnermost(group: number, keys: readonly GroupKey[]): void {
  const named = keys[group]!;
  if (keys.some((key, number) => number !== group && overlap(key, named) && liesIn(key, named))) {
    throw new SlotproofError("conflict", `a group lies in group ${group}`);
  }
}
