/**
 * An entity storage: it issues handles from a sparse set whose elements are never taken out.
 *
 *     pos        0   1     2   3     4
 *              +---+---+ +---+---+ +---+
 *     meta     | 2 | 0 | | 4 | 1 | | 3 |    pos -> slot
 *              +---+---+ +---+---+ +---+
 *     stamp    | 0 | 3 | | 1 | 7 | | 9 |    pos -> generation: issued (live), to be issued (dead), the last (used up)
 *              +---+---+ +---+---+ +---+
 *                live      dead      used up          live = 2, usable = 4, nextSlot = 5
 *
 * The slot destroyed last stands at `live`: it is the next one issued.
 * Destroying exchanges a slot with the last live one, and moves the boundary over it; nothing else moves.
 *
 * Normative: docs/users/containers/entity_storage.md, claims ES-I1 ..., ES-R1 ...
 */

import { SlotproofError, checkCount } from "./errors.js";
import { checkAll, checkHandle, type Handle } from "./handle.js";
import { Paged, type PagedArrays, type PagedOptions } from "./paging.js";

export interface EntityStorageOptions extends PagedOptions {
  /** What becomes of a slot whose generations are used up: never issued again, or they start over. */
  generation?: "retire" | "wrap";
}

/** The arrays and numbers of an entity storage. */
export interface EntityStorageArrays extends PagedArrays {
  /** The first positions are live ... */
  readonly live: number;
  /** ... from there on up to here they are dead, and will be issued again. */
  readonly usable: number;
  /** The least slot that may be new. */
  readonly nextSlot: number;
}

export class EntityStorage extends Paged {
  #live = 0;
  #usable = 0;
  #nextSlot = 0;
  readonly #retire: boolean;
  readonly #options: EntityStorageOptions;

  /** Throws `invalid_argument` for widths outside [1, 32] or a page of no cell. */
  constructor(options: EntityStorageOptions = {}) {
    super(options);
    this.#retire = (options.generation ?? "retire") === "retire";
    this.#options = options;
  }

  // --- create

  /** Issues the slot destroyed last again, or a new one (ES-R1); `full`. O(1), and slots issued by hint are passed. */
  create(): Handle {
    if (this.#live === this.#usable) {
      let slot = this.#nextSlot;
      while (this.names(slot)) {
        slot += 1;
      }
      if (slot === this.nil) {
        throw new SlotproofError("full", `no slot is left up to ${this.nil}`);
      }
      this.#nextSlot = slot + 1;
      this.#introduce(slot, 0);
    }
    return this.#enliven(this.#live);
  }

  /**
   * Issues the handle asked for if its slot is new or dead, and under `retire` it was not issued before (ES-R2).
   *
   * Any other hint is ignored: a handle is created as by `create`. O(1).
   */
  createAt(hint: Handle): Handle {
    if (!this.#grants(hint)) {
      return this.create();
    }
    const { slot, generation } = hint;
    if (!this.names(slot)) {
      this.#introduce(slot, generation);
    }
    const pos = this.cells.pos(slot);
    this.put(pos, slot, generation);
    return this.#enliven(pos);
  }

  /** Creates `count` times, all or none; the handles in order of creation (ES-R3); `full`. O(count + slots). */
  createItems(count: number): Handle[] {
    checkCount(count);
    if (count > this.room()) {
      throw new SlotproofError("full", `${count} more handles; room for ${this.room()}`);
    }
    return Array.from({ length: count }, () => this.create());
  }

  /** Looks for new slots from that of a handle on (ES-R4); `invalid_argument` if no element can have the handle. */
  startFrom(handle: Handle): void {
    this.checkElement(handle);
    this.#nextSlot = handle.slot;
  }

  /** Makes a new slot the last of those to be issued. */
  #introduce(slot: number, generation: number): void {
    this.cells.assure(slot);
    const pos = this.meta.length;
    this.put(pos, slot, generation);
    if (pos !== this.#usable) {
      this.exchange(pos, this.#usable);
    }
    this.#usable += 1;
  }

  /** Makes a slot to be issued the last live one. */
  #enliven(pos: number): Handle {
    if (pos !== this.#live) {
      this.exchange(pos, this.#live);
    }
    this.#live += 1;
    return this.entityAt(this.#live - 1);
  }

  /** True if `createAt` issues the very handle. */
  #grants(hint: Handle): boolean {
    checkHandle(hint);
    const { slot, generation, typeId, free } = hint;
    const fits = slot >= 0 && slot < this.nil && generation >= 0 && generation < this.tombstone;
    if (!fits || typeId !== 0 || free !== 0) {
      return false;
    }
    if (!this.names(slot)) {
      return true;
    }
    const pos = this.cells.pos(slot);
    const dead = pos >= this.#live && pos < this.#usable;
    return dead && (!this.#retire || generation >= this.cells.generation(slot));
  }

  // --- destroy

  /** Ends the handle; the generation its slot has next, or the tombstone if used up (ES-R5); `stale_handle`. O(1). */
  destroy(handle: Handle): number {
    return this.#retireOrRenew(this.index(handle));
  }

  /**
   * Ends the handle; the generation its slot has next is the one given, or 0 for the tombstone under `wrap` (ES-R25).
   *
   * `stale_handle`; `invalid_argument`, under `retire` of one that is not above that of the handle, too. O(1).
   */
  destroyTo(handle: Handle, generation: number): number {
    const pos = this.index(handle);
    this.#checkFree(handle, generation, this.#retire ? this.tombstone : this.tombstone + 1);
    const next = generation === this.tombstone ? 0 : generation;
    this.#giveBack(pos);
    this.put(this.#live, handle.slot, next);
    return next;
  }

  /** Makes a live slot the first to be issued again. */
  #giveBack(pos: number): void {
    this.#live -= 1;
    if (pos !== this.#live) {
      this.exchange(pos, this.#live);
    }
  }

  /** Refuses what is no generation below an end, and under `retire` one that is not above that of the handle. */
  #checkFree(handle: Handle, generation: number, end: number): void {
    checkCount(generation);
    if (generation >= end || (this.#retire && generation <= handle.generation)) {
      throw new SlotproofError("invalid_argument", `slot ${handle.slot} cannot have generation ${generation} next`);
    }
  }

  /** Destroys each in turn, all or none (ES-R6); `stale_handle` if one is not live, or is named twice. */
  destroyItems(handles: readonly Handle[]): void {
    this.checkAllLive(handles);
    handles.forEach((handle) => this.destroy(handle));
  }

  /** Refuses handles of which one is not live, or is named twice, with `stale_handle`. */
  checkAllLive(handles: readonly Handle[]): void {
    checkAll(handles, (handle) => this.index(handle), "stale_handle");
  }

  /** Makes a live slot the first to be issued again, or the first of the used-up. */
  #retireOrRenew(pos: number): number {
    const slot = this.meta[pos]!;
    this.#giveBack(pos);
    let generation = this.cells.generation(slot) + 1;
    if (generation === this.tombstone) {
      if (this.#retire) {
        this.#usable -= 1;
        if (this.#live !== this.#usable) {
          this.exchange(this.#live, this.#usable);
        }
        return this.tombstone;
      }
      generation = 0;
    }
    this.put(this.#live, slot, generation);
    return generation;
  }

  // --- get

  /** True if the handle is live (ES-R7). O(1). */
  isValid(handle: Handle): boolean {
    return this.holds(handle) && this.cells.pos(handle.slot) < this.#live;
  }

  /** The position of a live handle (ES-R8); `stale_handle`. O(1). */
  override index(handle: Handle): number {
    if (!this.isValid(handle)) {
      throw new SlotproofError("stale_handle", `slot ${handle.slot}, generation ${handle.generation} is not live`);
    }
    return this.cells.pos(handle.slot);
  }

  protected override end(): number {
    return this.#live;
  }

  // --- order

  /**
   * Gives a live handle another generation, which is returned; its slot stays live, and where it is (ES-R26).
   *
   * `stale_handle`; `invalid_argument`, under `retire` of one that is not above that of the handle, too. O(1).
   */
  bump(handle: Handle, generation: number): number {
    const pos = this.index(handle);
    this.#checkFree(handle, generation, this.tombstone);
    this.put(pos, handle.slot, generation);
    return generation;
  }

  /**
   * Sorts the first `count` live positions stably: iteration meets nothing before what it comes after (ES-R27).
   *
   * `comesAfter(a, b)` is a strict weak order of handles; `out_of_range`. O(count ** 2).
   */
  sort(comesAfter: (a: Handle, b: Handle) => boolean, count?: number): void {
    this.insertionSort((first, second) => comesAfter(this.entityAt(first), this.entityAt(second)), count);
  }

  // --- whole container

  /** Destroys every live handle, from the last position to the first (ES-R14). O(size). */
  clear(): void {
    while (this.#live > 0) {
      this.#retireOrRenew(this.#live - 1);
    }
  }

  /** Becomes as new, but for the pages: handles issued before mean nothing any more (ES-R15). O(positions). */
  reset(): void {
    this.meta.forEach((slot) => this.cells.unlink(slot));
    this.meta = [];
    this.stamp = [];
    this.#live = 0;
    this.#usable = 0;
    this.#nextSlot = 0;
  }

  /** A second storage in the same state. O(extent + positions). */
  copy(): EntityStorage {
    const twin = new EntityStorage(this.#options);
    twin.restore(this.arrays());
    return twin;
  }

  override restore(arrays: EntityStorageArrays): void {
    super.restore(arrays);
    this.#live = arrays.live;
    this.#usable = arrays.usable;
    this.#nextSlot = arrays.nextSlot;
  }

  // --- observers

  /** How many handles are live. */
  size(): number {
    return this.#live;
  }

  /** How many more creations succeed (ES-R24). One look at each slot that was issued. */
  room(): number {
    const issued = this.meta.filter((slot) => slot >= this.#nextSlot).length;
    return this.#usable - this.#live + this.nil - this.#nextSlot - issued;
  }

  override arrays(): EntityStorageArrays {
    return { ...super.arrays(), live: this.#live, usable: this.#usable, nextSlot: this.#nextSlot };
  }
}
