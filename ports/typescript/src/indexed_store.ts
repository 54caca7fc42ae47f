/**
 * An indexed store: values in the order you give them, each found by name through a hash index.
 *
 *     posOf("elf"): its key is 1, the candidates are 1 and 0; names[1] is another, names[0] is it
 *
 *     pos         0       1       2                   bucket    0   1
 *             +-------+-------+-------+                       +---+---+
 *     names   | "elf" | "imp" | "orc" |        index  head    | 2 | 1 |
 *             +-------+-------+-------+                       +---+---+
 *     dense   |   A   |   B   |   C   |               chain   | - | 0 | - |        - is NIL
 *             +-------+-------+-------+                       +---+---+---+
 *
 * Keys never tell upper from lower case; whether names do is decided when they are compared.
 *
 * Normative: docs/users/containers/indexed_store.md, claims IX-I1 ..., IX-R1 ...
 */

import { SlotproofError, checkIntegers, checkPosition } from "./errors.js";
import { HashIndex, NIL, checkText, type HashIndexArrays, type HashIndexOptions } from "./hash_index.js";

export interface IndexedStoreOptions extends HashIndexOptions {
  /** Names that differ only in the case of A to Z are the same. */
  foldCase?: boolean;
}

/** The arrays of a store. */
export interface IndexedStoreArrays<T> {
  /** Position -> name, as it was given. */
  readonly names: readonly string[];
  /** Position -> value. */
  readonly dense: readonly T[];
  /** Links every position, and no other, under the key of its name. */
  readonly index: HashIndexArrays;
}

export class IndexedStore<T> {
  #names: string[] = [];
  #dense: T[] = [];
  readonly #index: HashIndex;
  readonly #foldCase: boolean;
  readonly #options: IndexedStoreOptions;

  /** Throws `invalid_argument` for sizes that no hash index has. */
  constructor(options: IndexedStoreOptions = {}) {
    this.#index = new HashIndex(options);
    this.#foldCase = options.foldCase ?? false;
    this.#options = options;
  }

  // --- insert

  /** Appends the value under the name; its position (IX-R1); `exists`, `full`. O(1), and the names of a bucket. */
  insert(name: string, value: T): number {
    this.#checkNew(name);
    const pos = this.#names.length;
    this.#index.add(this.#key(name), pos);
    this.#names.push(name);
    this.#dense.push(value);
    return pos;
  }

  /** Refuses a name that is taken, or one more value than there are indices. */
  #checkNew(name: string): void {
    if (this.contains(name)) {
      throw new SlotproofError("exists", `there is a value named ${name}`);
    }
    this.#checkRoom(this.#names.length);
  }

  #checkRoom(size: number): void {
    if (size === this.#index.indexLimit()) {
      throw new SlotproofError("full", `${size} values`);
    }
  }

  #key(name: string): number {
    return this.#index.generateKey(name, false);
  }

  /** Inserts the value before what stands at the position now, or last (IX-R2); `exists`, `full`, `out_of_range`. */
  insertAt(pos: number, name: string, value: T): void {
    checkIntegers(pos);
    this.#checkNew(name);
    checkPosition(pos, this.#names.length + 1);
    this.#index.insertIndex(this.#key(name), pos);
    this.#names.splice(pos, 0, name);
    this.#dense.splice(pos, 0, value);
  }

  // --- erase

  /** Drops the value of that name and closes the gap, order kept; false if there is none (IX-R3). O(values). */
  erase(name: string): boolean {
    const pos = this.#find(name);
    if (pos === NIL) {
      return false;
    }
    this.#index.removeIndex(this.#key(name), pos);
    this.#names.splice(pos, 1);
    this.#dense.splice(pos, 1);
    return true;
  }

  // --- get

  /** The value of that name (IX-R4); `missing`. O(1), and the names met in the bucket. */
  get(name: string): T {
    return this.#dense[this.posOf(name)]!;
  }

  /** Replaces the value of that name (IX-R5); `missing`. As `get`. */
  assign(name: string, value: T): void {
    this.#dense[this.posOf(name)] = value;
  }

  /** True if there is a value of that name (IX-R6). As `get`. */
  contains(name: string): boolean {
    return this.#find(name) !== NIL;
  }

  /** The position of the value of that name (IX-R7); `missing`. As `get`. */
  posOf(name: string): number {
    const pos = this.#find(name);
    if (pos === NIL) {
      throw new SlotproofError("missing", `no value is named ${name}`);
    }
    return pos;
  }

  /** The position of the value of that name, or NIL. */
  #find(name: string): number {
    checkText(name);
    const folded = this.#folded(name);
    let pos = this.#index.first(this.#key(name));
    while (pos !== NIL && this.#folded(this.#names[pos]!) !== folded) {
      pos = this.#index.next(pos);
    }
    return pos;
  }

  /** The name as it is compared: with A to Z as a to z if case is folded, and no other letter changed. */
  #folded(name: string): string {
    return this.#foldCase ? name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : name;
  }

  /** The name, as it was given, of the value at the position (IX-R8); `out_of_range`. O(1). */
  nameAt(pos: number): string {
    checkPosition(pos, this.#names.length);
    return this.#names[pos]!;
  }

  // --- iterate

  /** The values in order (IX-R9). */
  values(): IterableIterator<T> {
    return this.#dense.values();
  }

  /** The names with their values in order (IX-R10). */
  *items(): IterableIterator<[string, T]> {
    for (let pos = 0; pos < this.#names.length; pos++) {
      yield [this.#names[pos]!, this.#dense[pos]!];
    }
  }

  // --- bulk

  /** Inserts each in turn, all or none; their positions (IX-R11); `exists`, also if a name comes twice, `full`. */
  insertItems(items: readonly (readonly [name: string, value: T])[]): number[] {
    items.forEach(([name]) => checkText(name));
    const coming = new Set<string>();
    for (const [name] of items) {
      const folded = this.#folded(name);
      if (coming.has(folded) || this.contains(name)) {
        throw new SlotproofError("exists", `there is a value named ${name}`);
      }
      this.#checkRoom(this.#names.length + coming.size);
      coming.add(folded);
    }
    return items.map(([name, value]) => this.insert(name, value));
  }

  /** Erases each name in turn; how many there were when their turn came (IX-R12). */
  eraseItems(names: readonly string[]): number {
    names.forEach(checkText);
    return names.filter((name) => this.erase(name)).length;
  }

  // --- whole container

  /** Erases everything; room is kept (IX-R13). O(hashSize + indexSize). */
  clear(): void {
    this.#names = [];
    this.#dense = [];
    this.#index.clear();
  }

  /** A second store in the same state (IX-R14). O(size + hashSize + indexSize). */
  copy(): IndexedStore<T> {
    const twin = new IndexedStore<T>(this.#options);
    twin.restore(this.arrays());
    return twin;
  }

  /** Takes over copies of arrays that a store with the same options had; they are not checked. As `copy`. */
  restore(arrays: IndexedStoreArrays<T>): void {
    this.#names = [...arrays.names];
    this.#dense = [...arrays.dense];
    this.#index.restore(arrays.index);
  }

  // --- observers

  /** How many values there are. */
  size(): number {
    return this.#names.length;
  }

  /** The arrays as they are; not copies. */
  arrays(): IndexedStoreArrays<T> {
    return { names: this.#names, dense: this.#dense, index: this.#index.arrays() };
  }
}
