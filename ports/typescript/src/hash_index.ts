/**
 * A hash index: indices in buckets, found again by key. It holds no values: an index is a place in an array of yours.
 *
 *     values of the caller   0:A  1:B  2:C  3:D         A, C and D hash to bucket 1, B to bucket 3; C was linked last
 *
 *     bucket    0   1   2   3            index    0   1   2   3
 *             +---+---+---+---+                 +---+---+---+---+
 *     head    | - | 2 | - | 1 |          chain  | 3 | - | 0 | - |        2 -> 0 -> 3, then the end
 *             +---+---+---+---+                 +---+---+---+---+        - is NIL
 *
 * Until the first index is linked the arrays have one entry each, and `lookupMask` is 0: every lookup meets that
 * entry, which says NIL or UNLINKED, and needs no branch of its own. Later it is -1, which changes nothing.
 *
 * Normative: docs/users/containers/hash_index.md, claims HI-I1 ..., HI-R1 ...
 */

import { SlotproofError, checkCount, checkIntegers, checkPositive, checkPowerOfTwo } from "./errors.js";

/** "No index": the end of a chain. */
export const NIL = -1;
/** The link of an index that is in no chain. */
export const UNLINKED = -2;

const BUCKETS = 2 ** 31; // at most: a key of `generateKey` is below that many
const FIRST_FACTOR = 119; // by which the first character of a string counts; each later one counts once more

/** What a key is made of: a text or its bytes in UTF-8, an integer, two integers or three numbers. */
export type Source = string | Uint8Array | number | bigint | readonly number[];

export interface HashIndexOptions {
  /** The number of buckets: a power of two up to 2 ** 31. */
  hashSize?: number;
  /** Indices to make room for. */
  indexSize?: number;
  /** Of which room is a multiple when it grows. */
  granularity?: number;
  /** Indices are below it. */
  indexLimit?: number;
}

/** The arrays and numbers of a hash index. */
export interface HashIndexArrays {
  /** Bucket -> the index linked last, or NIL. */
  readonly head: readonly number[];
  /** Index -> the next older one of its bucket, or NIL; UNLINKED if it is in no bucket. */
  readonly chain: readonly number[];
  /** -1 once the arrays are allocated, else 0. */
  readonly lookupMask: number;
  readonly hashSize: number;
  /** Indices there is room for. */
  readonly indexSize: number;
  readonly granularity: number;
}

export class HashIndex {
  #head: number[] = [];
  #chain: number[] = [];
  #lookupMask = 0;
  #hashSize = 0;
  #indexSize = 0;
  #granularity: number;
  readonly #indexLimit: number;

  /** Throws `invalid_argument` for sizes that no hash index has. */
  constructor(options: HashIndexOptions = {}) {
    const { hashSize = 1024, indexSize = 1024, granularity = 1024, indexLimit = 2 ** 31 - 1 } = options;
    checkPositive("indexLimit", indexLimit);
    checkPositive("granularity", granularity);
    this.#indexLimit = indexLimit;
    this.#granularity = granularity;
    this.reset(hashSize, indexSize);
  }

  // --- insert

  /**
   * Links the index as the first of the key's bucket (HI-R1). O(1), unless the arrays are allocated or grow.
   *
   * `out_of_range`; `exists` if it is linked, in whatever bucket.
   */
  add(key: number, index: number): void {
    this.#checkIndex(key, index);
    if (index < this.#indexSize && this.#chain[index & this.#lookupMask] !== UNLINKED) {
      throw new SlotproofError("exists", `index ${index} is linked already`);
    }
    if (this.#lookupMask === 0) {
      this.#allocate(index + 1);
    } else {
      this.resize(index + 1);
    }
    const bucket = this.#bucket(key);
    this.#chain[index] = this.#head[bucket]!;
    this.#head[bucket] = index;
  }

  /** The bucket of a key: its low bits; 0, the only one, while nothing is allocated. */
  #bucket(key: number): number {
    return key & (this.#hashSize - 1) & this.#lookupMask;
  }

  /** Makes the arrays, with room for `count` indices at least, not rounded. */
  #allocate(count: number): void {
    this.#indexSize = Math.max(count, this.#indexSize);
    this.#head = new Array<number>(this.#hashSize).fill(NIL);
    this.#chain = new Array<number>(this.#indexSize).fill(UNLINKED);
    this.#lookupMask = -1;
  }

  /**
   * Links an index that you insert into your array: every linked one from there on becomes one greater (HI-R2).
   *
   * `out_of_range`; `full` if the last index cannot become one greater. O(hashSize + indexSize).
   */
  insertIndex(key: number, index: number): void {
    this.#checkIndex(key, index);
    const last = this.#last();
    if (last >= index) {
      this.resize(last + 2);
      this.#renumber(index, 1);
      this.#chain.copyWithin(index + 1, index, last + 1);
      this.#chain[index] = UNLINKED;
    }
    this.add(key, index);
  }

  /** The greatest linked index, or NIL: a linked index stands in one entry of `head` or `chain`. */
  #last(): number {
    const greater = (last: number, index: number): number => Math.max(last, index);
    return this.#chain.reduce(greater, this.#head.reduce(greater, NIL));
  }

  /** Adds `step` to every index from `low` on that stands in an entry; NIL and UNLINKED are below every index. */
  #renumber(low: number, step: number): void {
    const renumbered = (index: number): number => (index >= low ? index + step : index);
    this.#head = this.#head.map(renumbered);
    this.#chain = this.#chain.map(renumbered);
  }

  // --- erase

  /** Takes the index out of the key's bucket; the others keep their order (HI-R3); `missing`. O(newer ones). */
  remove(key: number, index: number): void {
    checkIntegers(key, index);
    const bucket = this.#bucket(key);
    let newer = NIL;
    let each = this.#head[bucket]!;
    while (each >= 0 && each !== index) {
      newer = each;
      each = this.#chain[each]!;
    }
    if (each < 0) {
      throw new SlotproofError("missing", `index ${index} is not linked in bucket ${bucket}`);
    }
    if (newer === NIL) {
      this.#head[bucket] = this.#chain[index]!;
    } else {
      this.#chain[newer] = this.#chain[index]!;
    }
    this.#chain[index] = UNLINKED;
  }

  /**
   * Unlinks an index that you erase from your array: every linked one beyond becomes one less (HI-R4); `missing`.
   *
   * O(hashSize + indexSize).
   */
  removeIndex(key: number, index: number): void {
    this.remove(key, index);
    const last = this.#last();
    if (last > index) {
      this.#renumber(index, -1);
      this.#chain.copyWithin(index, index + 1, last + 1);
      this.#chain[last] = UNLINKED;
    }
  }

  // --- get

  /**
   * The index linked last in the key's bucket, or NIL (HI-R5). O(1).
   *
   * Other keys share the bucket: whether the value at the index is the one wanted, you compare.
   */
  first(key: number): number {
    checkIntegers(key);
    return this.#head[this.#bucket(key)]!;
  }

  /** The next older index of the same bucket, or NIL (HI-R6); `out_of_range`, `missing` if it is not linked. O(1). */
  next(index: number): number {
    checkIntegers(index);
    if (index < 0 || index >= this.#indexSize) {
      throw new SlotproofError("out_of_range", `index ${index}, room for ${this.#indexSize}`);
    }
    const older = this.#chain[index & this.#lookupMask]!;
    if (older === UNLINKED) {
      throw new SlotproofError("missing", `index ${index} is not linked`);
    }
    return older;
  }

  /**
   * A key in [0, hashSize) for what keys are made of (HI-R7); else `invalid_argument`.
   *
   * A text counts by its bytes in UTF-8, as signed numbers of 8 bits, each times its place plus 119; without regard to
   * case, A to Z count as a to z. Numbers are truncated towards 0 and added.
   */
  generateKey(source: Source, caseSensitive = true): number {
    return keyOf(source, caseSensitive) & (this.#hashSize - 1);
  }

  // --- iterate

  /** The indices linked in the key's bucket, newest first (HI-R8). 1 read an index. */
  candidates(key: number): number[] {
    checkIntegers(key);
    return [...this.#linked(this.#bucket(key))];
  }

  *#linked(bucket: number): IterableIterator<number> {
    for (let index = this.#head[bucket]!; index >= 0; index = this.#chain[index]!) {
      yield index;
    }
  }

  // --- whole container

  /** Unlinks every index; the arrays stay (HI-R9). O(hashSize + indexSize). */
  clear(): void {
    this.#head.fill(NIL);
    this.#chain.fill(UNLINKED);
  }

  /** Unlinks every index and gives the arrays back; sizes are kept for the next time (HI-R10). */
  free(): void {
    this.#head = [NIL];
    this.#chain = [UNLINKED];
    this.#lookupMask = 0;
  }

  /** Becomes as new, with these sizes; keys generated before mean nothing any more (HI-R11); `invalid_argument`. */
  reset(hashSize: number, indexSize: number): void {
    checkPowerOfTwo("hashSize", hashSize, BUCKETS);
    if (!Number.isInteger(indexSize) || indexSize < 0 || indexSize > this.#indexLimit) {
      throw new SlotproofError("invalid_argument", `index size is in [0, ${this.#indexLimit}], not ${indexSize}`);
    }
    this.free();
    this.#hashSize = hashSize;
    this.#indexSize = indexSize;
  }

  /** Makes room for `count` indices at least, a multiple of the granularity; never shrinks (HI-R12); `full`. */
  resize(count: number): void {
    checkCount(count);
    if (count > this.#indexLimit) {
      throw new SlotproofError("full", `there are ${this.#indexLimit} indices, not ${count}`);
    }
    if (count <= this.#indexSize) {
      return;
    }
    this.#indexSize = Math.min(Math.ceil(count / this.#granularity) * this.#granularity, this.#indexLimit);
    if (this.#lookupMask !== 0) {
      while (this.#chain.length < this.#indexSize) {
        this.#chain.push(UNLINKED);
      }
    }
  }

  /** Chooses of what room is a multiple when it grows (HI-R13); `invalid_argument` unless in [1, indexLimit]. */
  setGranularity(granularity: number): void {
    checkPositive("granularity", granularity);
    if (granularity > this.#indexLimit) {
      throw new SlotproofError("invalid_argument", `room ends at ${this.#indexLimit}, before ${granularity}`);
    }
    this.#granularity = granularity;
  }

  /** A second hash index in the same state (HI-R14). O(hashSize + indexSize). */
  copy(): HashIndex {
    const twin = new HashIndex({ indexSize: 0, indexLimit: this.#indexLimit });
    twin.restore(this.arrays());
    return twin;
  }

  /** Takes over copies of arrays that one with the same limit had; they are not checked. O(hashSize + indexSize). */
  restore(arrays: HashIndexArrays): void {
    this.#head = [...arrays.head];
    this.#chain = [...arrays.chain];
    this.#lookupMask = arrays.lookupMask;
    this.#hashSize = arrays.hashSize;
    this.#indexSize = arrays.indexSize;
    this.#granularity = arrays.granularity;
  }

  // --- observers

  /** How evenly the buckets are filled, from 0 to 100; one off the average is even still (HI-R18). O(buckets). */
  spread(): number {
    const lengths = this.#head.map((_, bucket) => [...this.#linked(bucket)].length);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    if (total <= 1) {
      return 100;
    }
    const average = Math.floor(total / this.#hashSize);
    const error = lengths.reduce((sum, length) => sum + Math.max(Math.abs(length - average) - 1, 0), 0);
    return Math.max(0, 100 - Math.floor((error * 100) / total));
  }

  /** Indices are below it. */
  indexLimit(): number {
    return this.#indexLimit;
  }

  /** The arrays as they are; not copies. */
  arrays(): HashIndexArrays {
    return {
      head: this.#head,
      chain: this.#chain,
      lookupMask: this.#lookupMask,
      hashSize: this.#hashSize,
      indexSize: this.#indexSize,
      granularity: this.#granularity,
    };
  }

  /** Refuses what cannot be linked. */
  #checkIndex(key: number, index: number): void {
    checkIntegers(key, index);
    if (index < 0 || index >= this.#indexLimit) {
      throw new SlotproofError("out_of_range", `index ${index} is not in [0, ${this.#indexLimit})`);
    }
  }
}

/** The lowest 32 bits, at least, of what a source adds up to. */
function keyOf(source: Source, caseSensitive: boolean): number {
  if (typeof source === "string") {
    checkText(source);
    return sumOfBytes(new TextEncoder().encode(source), caseSensitive);
  }
  if (source instanceof Uint8Array) {
    return sumOfBytes(source, caseSensitive);
  }
  if (typeof source === "bigint") {
    return Number(BigInt.asIntN(32, source));
  }
  if (typeof source === "number") {
    checkIntegers(source);
    return source;
  }
  const fits = source.length === 2 ? Number.isInteger : Number.isFinite;
  if (source.length < 2 || source.length > 3 || !source.every(fits)) {
    throw new SlotproofError("invalid_argument", `no key is made of ${source.join(", ")}`);
  }
  return source.reduce((sum, number) => sum + (number | 0), 0); // `| 0` truncates, and keeps the lowest 32 bits
}

/** Each byte as a signed number, times its place plus 119. */
function sumOfBytes(text: Uint8Array, caseSensitive: boolean): number {
  return text.reduce((sum, byte, place) => {
    const folded = !caseSensitive && byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    return sum + (folded < 128 ? folded : folded - 256) * (place + FIRST_FACTOR);
  }, 0);
}

/** Refuses a text that UTF-8 cannot hold: half of a pair of surrogates stands alone in it. */
export function checkText(text: string): void {
  if (/\p{Surrogate}/u.test(text)) {
    throw new SlotproofError("invalid_argument", "a text that UTF-8 cannot hold");
  }
}
