/**
 * A handle map: values in a dense array, each reached in O(1) through a handle that detects its own death.
 *
 *     handle (slot 2, generation 1)
 *                   |
 *     slot      0   1   2   3            pos      0   1
 *             +---+---+---+---+                 +---+---+
 *     sparse  | 3 | 1 | 0 |nil|   2 ---> 0      | C | B |  dense
 *             +---+---+---+---+                 +---+---+
 *     gener.  | 2 | 1 | 1 | 4 |                 | 2 | 1 |  meta
 *             +---+---+---+---+                 +---+---+
 *     free    | 1 | 0 | 0 | 1 |   free_head = 0, free_tail = 3
 *             +---+---+---+---+
 *
 * Normative: docs/users/containers/handle_map.md, claims HM-I1 ..., HM-R1 ...
 */

import { SlotproofError, checkCount, checkPosition, greatest } from "./errors.js";
import { makeHandle, type Handle } from "./handle.js";

/** Widths in bits, and policies; the defaults are those of the original. */
export interface HandleMapOptions {
  /** Carried by every handle, below 2 ** typeBits. */
  typeId?: number;
  /** Values to make room for. */
  reserve?: number;
  indexBits?: number;
  generationBits?: number;
  typeBits?: number;
  /** What becomes of a slot whose generations are used up: never handed out again, or they start over (HM-D1). */
  generation?: "retire" | "wrap";
  /** Which free slot is handed out next: the one freed first, or last. */
  freeOrder?: "fifo" | "lifo";
}

/** What a limit of `defragment` counts: values that move, or values that those that move pass. */
export type BudgetUnit = "relocations" | "shifts";

/** The arrays and numbers of a map. */
export interface HandleMapArrays<T> {
  /** Slot -> position if live, next free slot or nil if free, nil if used up. */
  readonly sparse: readonly number[];
  /** Slot -> generation issued, or to be issued; 0 under "retire": used up. */
  readonly generation: readonly number[];
  /** Slot -> 1 if free or used up, 0 if live. */
  readonly free: readonly number[];
  /** Position -> value. */
  readonly dense: readonly T[];
  /** Position -> slot. */
  readonly meta: readonly number[];
  /** Next slot to hand out, or nil. */
  readonly freeHead: number;
  /** Last free slot, or nil. */
  readonly freeTail: number;
  /** Slots used up. */
  readonly retired: number;
  /** Values room was made for. */
  readonly reserved: number;
  /** Changed since the last complete defragment. */
  readonly fragmented: boolean;
}

export class HandleMap<T> {
  #sparse: number[] = [];
  #generation: number[] = [];
  #free: number[] = [];
  #dense: T[] = [];
  #meta: number[] = [];
  #freeHead: number;
  #freeTail: number;
  #retired = 0;
  #reserved: number;
  #fragmented = false;
  readonly #typeId: number;
  readonly #nil: number; // "no index": the largest index, which is no slot
  readonly #lastGeneration: number;
  readonly #retire: boolean;
  readonly #lifo: boolean;
  readonly #options: HandleMapOptions;

  /** Throws `invalid_argument` if the widths do not hold the type id or the reserve. */
  constructor(options: HandleMapOptions = {}) {
    const { typeId = 0, reserve = 0, indexBits = 32, generationBits = 16, typeBits = 15 } = options;
    checkCount(typeId);
    checkCount(reserve);
    this.#nil = greatest("indexBits", indexBits);
    this.#lastGeneration = greatest("generationBits", generationBits);
    if (typeId > greatest("typeBits", typeBits) || reserve > this.#nil) {
      throw new SlotproofError("invalid_argument", `type id ${typeId} or reserve ${reserve} does not fit`);
    }
    this.#options = options;
    this.#typeId = typeId;
    this.#reserved = reserve;
    this.#retire = (options.generation ?? "retire") === "retire";
    this.#lifo = options.freeOrder === "lifo";
    this.#freeHead = this.#nil;
    this.#freeTail = this.#nil;
  }

  // --- insert

  /** Appends the value and issues a handle to it (HM-R1); `full` if no slot is left. O(1). */
  insert(value: T): Handle {
    const pos = this.#dense.length;
    let slot = this.#freeHead;
    if (slot === this.#nil) {
      slot = this.#sparse.length;
      if (slot === this.#nil) {
        throw new SlotproofError("full", `all ${this.#nil} slots are in use or used up`);
      }
      this.#sparse.push(pos);
      this.#generation.push(1);
      this.#free.push(0);
    } else {
      this.#freeHead = this.#sparse[slot]!;
      if (this.#freeHead === this.#nil) {
        this.#freeTail = this.#nil;
      }
      this.#sparse[slot] = pos;
      this.#free[slot] = 0;
    }
    this.#dense.push(value);
    this.#meta.push(slot);
    this.#fragmented = true;
    return this.#issued(slot);
  }

  /** Inserts what the factory makes, which runs before anything changes (HM-R2, HM-D9). */
  emplace(factory: () => T): Handle {
    return this.insert(factory());
  }

  // --- erase

  /**
   * Drops the value and ends the handle; false, and nothing changes, if it is not live (HM-R3). O(1).
   *
   * The last value moves into the gap: positions change, handles do not.
   */
  erase(handle: Handle): boolean {
    if (!this.isValid(handle)) {
      return false;
    }
    const slot = handle.slot;
    const pos = this.#sparse[slot]!;
    const value = this.#dense.pop()!;
    const moved = this.#meta.pop()!;
    if (pos !== this.#dense.length) {
      this.#dense[pos] = value;
      this.#meta[pos] = moved;
      this.#sparse[moved] = pos;
    }
    if (this.#bump(slot)) {
      if (this.#lifo) {
        this.#pushFront(slot);
      } else {
        this.#pushBack(slot);
      }
    }
    this.#fragmented = true;
    return true;
  }

  /** Takes a live slot out of use; true if it may be handed out again. */
  #bump(slot: number): boolean {
    const before = this.#generation[slot]!;
    const generation = before === this.#lastGeneration ? 0 : before + 1;
    this.#generation[slot] = generation;
    this.#free[slot] = 1;
    this.#sparse[slot] = this.#nil;
    if (generation === 0 && this.#retire) {
      this.#retired += 1;
      return false;
    }
    return true;
  }

  /** Makes the slot the last of the freelist; its entry in `sparse` is nil already. */
  #pushBack(slot: number): void {
    if (this.#freeHead === this.#nil) {
      this.#freeHead = slot;
    } else {
      this.#sparse[this.#freeTail] = slot;
    }
    this.#freeTail = slot;
  }

  /** Makes the slot the first of the freelist. */
  #pushFront(slot: number): void {
    if (this.#freeHead === this.#nil) {
      this.#freeTail = slot;
    }
    this.#sparse[slot] = this.#freeHead;
    this.#freeHead = slot;
  }

  // --- get

  /** The value the handle names (HM-R4); `out_of_range` if there never was such a slot, `stale_handle`. O(1). */
  get(handle: Handle): T {
    return this.#dense[this.posOf(handle)]!;
  }

  /** Replaces the value the handle names (HM-R5); refuses as `get`. O(1). */
  assign(handle: Handle, value: T): void {
    this.#dense[this.posOf(handle)] = value;
    this.#fragmented = true;
  }

  /** True if the handle was issued and its value not erased since (HM-R6). O(1). */
  isValid(handle: Handle): boolean {
    const slot = handle.slot;
    return (
      slot >= 0 &&
      slot < this.#sparse.length &&
      handle.typeId === this.#typeId &&
      handle.free === 0 &&
      this.#free[slot] === 0 &&
      this.#generation[slot] === handle.generation
    );
  }

  /** The position of the value the handle names (HM-R7); refuses as `get`. An erase may change it. O(1). */
  posOf(handle: Handle): number {
    if (!this.isValid(handle)) {
      if (!(handle.slot >= 0 && handle.slot < this.#sparse.length)) {
        throw new SlotproofError("out_of_range", `slot ${handle.slot} of ${this.#sparse.length}`);
      }
      throw new SlotproofError("stale_handle", `slot ${handle.slot}, generation ${handle.generation} is not live`);
    }
    return this.#sparse[handle.slot]!;
  }

  /** The handle of the value at a position (HM-R8); `out_of_range`. O(1). */
  handleAt(pos: number): Handle {
    checkPosition(pos, this.#meta.length);
    return this.#issued(this.#meta[pos]!);
  }

  /** The handle of a live slot. */
  #issued(slot: number): Handle {
    return makeHandle(slot, this.#generation[slot]!, this.#typeId);
  }

  // --- iterate

  /** The values in dense order (HM-R9). */
  values(): IterableIterator<T> {
    return this.#dense.values();
  }

  /** The handles with their values in dense order (HM-R10). */
  *items(): IterableIterator<[Handle, T]> {
    for (let pos = 0; pos < this.#dense.length; pos++) {
      yield [this.#issued(this.#meta[pos]!), this.#dense[pos]!];
    }
  }

  // --- bulk

  /** Inserts `count` values that the factory makes, all or none (HM-R11); `full` if there is no room for all. */
  emplaceItems(count: number, factory: () => T): Handle[] {
    checkCount(count);
    if (count > this.room()) {
      throw new SlotproofError("full", `${count} more values; room for ${this.room()}`);
    }
    const values = Array.from({ length: count }, factory);
    return values.map((value) => this.insert(value));
  }

  /** Erases each handle in turn; how many were live when their turn came (HM-R12). */
  eraseItems(handles: readonly Handle[]): number {
    return handles.filter((handle) => this.erase(handle)).length;
  }

  // --- whole container

  /** Erases everything; every handle is dead, and the usable slots come again in ascending order (HM-R13). */
  clear(): void {
    this.#dense = [];
    this.#meta = [];
    this.#freeHead = this.#nil;
    this.#freeTail = this.#nil;
    this.#retired = 0;
    for (let slot = 0; slot < this.#sparse.length; slot++) {
      let usable: boolean;
      if (this.#free[slot] === 0) {
        usable = this.#bump(slot);
      } else {
        usable = this.#generation[slot] !== 0 || !this.#retire;
        this.#sparse[slot] = this.#nil;
        this.#retired += usable ? 0 : 1;
      }
      if (usable) {
        this.#pushBack(slot);
      }
    }
    this.#fragmented = false;
  }

  /** Becomes as new, room kept; handles issued before mean nothing any more (HM-R14, HM-D6). */
  reset(): void {
    this.#reserved = this.capacity();
    this.#sparse = [];
    this.#generation = [];
    this.#free = [];
    this.#dense = [];
    this.#meta = [];
    this.#freeHead = this.#nil;
    this.#freeTail = this.#nil;
    this.#retired = 0;
    this.#fragmented = false;
  }

  /**
   * Insertion-sorts the dense array, stably, within a budget; how much of the budget was used (HM-R15).
   *
   * `comesAfter(a, b)` is a strict weak order. A limit of 0 is no limit; the next call goes on.
   * O(n ** 2) comparisons and moves, O(n) if sorted already.
   */
  defragment(comesAfter: (a: T, b: T) => boolean, limit = 0, unit: BudgetUnit = "relocations"): number {
    checkCount(limit);
    if (!this.#fragmented) {
      return 0;
    }
    const shifts = unit === "shifts";
    let used = 0;
    let turn = 1;
    while (turn < this.#dense.length && (limit === 0 || used < limit)) {
      const value = this.#dense[turn]!;
      const stop = limit === 0 || !shifts ? 0 : Math.max(0, turn - (limit - used));
      let pos = turn;
      while (pos > stop && comesAfter(this.#dense[pos - 1]!, value)) {
        pos -= 1;
      }
      if (pos !== turn) {
        this.#move(turn, pos);
        used += shifts ? turn - pos : 1;
      }
      turn += 1;
    }
    const spent = shifts && limit > 0 && used >= limit; // the last value may have further to go
    this.#fragmented = spent || turn < this.#dense.length;
    return used;
  }

  /** Moves the value at `origin` down to `target`; those it passes go up by one. */
  #move(origin: number, target: number): void {
    const value = this.#dense[origin]!;
    const slot = this.#meta[origin]!;
    this.#dense.copyWithin(target + 1, target, origin);
    this.#meta.copyWithin(target + 1, target, origin);
    this.#dense[target] = value;
    this.#meta[target] = slot;
    for (let pos = target; pos <= origin; pos++) {
      this.#sparse[this.#meta[pos]!] = pos;
    }
  }

  /** Makes room for `count` values in all (HM-R16); `full` if there are not that many slots. */
  reserve(count: number): void {
    checkCount(count);
    if (count > this.#nil) {
      throw new SlotproofError("full", `${count} values need more than ${this.#nil} slots`);
    }
    this.#reserved = Math.max(this.#reserved, count);
  }

  /** A second map in the same state: handles of the one name equal values in the other (HM-R17). O(slots). */
  copy(): HandleMap<T> {
    const twin = new HandleMap<T>(this.#options);
    twin.restore(this.arrays());
    return twin;
  }

  /** Takes over copies of arrays that a map with the same options had; they are not checked. O(slots). */
  restore(arrays: HandleMapArrays<T>): void {
    this.#sparse = [...arrays.sparse];
    this.#generation = [...arrays.generation];
    this.#free = [...arrays.free];
    this.#dense = [...arrays.dense];
    this.#meta = [...arrays.meta];
    this.#freeHead = arrays.freeHead;
    this.#freeTail = arrays.freeTail;
    this.#retired = arrays.retired;
    this.#reserved = arrays.reserved;
    this.#fragmented = arrays.fragmented;
  }

  // --- observers

  /** How many values there are. */
  size(): number {
    return this.#dense.length;
  }

  /** How many values fit before an array grows. */
  capacity(): number {
    return Math.max(this.#reserved, this.#sparse.length);
  }

  /** How many more inserts succeed. */
  room(): number {
    return this.#nil - this.#dense.length - this.#retired;
  }

  /** The arrays as they are; not copies. */
  arrays(): HandleMapArrays<T> {
    return {
      sparse: this.#sparse,
      generation: this.#generation,
      free: this.#free,
      dense: this.#dense,
      meta: this.#meta,
      freeHead: this.#freeHead,
      freeTail: this.#freeTail,
      retired: this.#retired,
      reserved: this.#reserved,
      fragmented: this.#fragmented,
    };
  }
}
