/**
 * A hash table in arrays without holes: what the dense map and the dense set share.
 *
 *     bucket    0   1              pos      0   1   2
 *             +---+---+                   +---+---+---+
 *     head    | 2 | 1 |           key     | C | B | D |    no holes: iteration is a loop over an array
 *             +---+---+                   +---+---+---+
 *                                 chain   |nil|nil| 0 |    bucket 0: 2 -> 0, bucket 1: 1
 *                                         +---+---+---+
 *
 * Normative: docs/users/containers/dense_map.md, dense_set.md, claims DM-I1 ..., DM-R1 ..., DS-I1 ..., DS-R1 ...
 */

import { SlotproofError, checkCount, checkIntegers, checkPosition, checkPowerOfTwo, greatest } from "./errors.js";

/** An integer for each key, the same one for the same key each time; its lowest bits choose the bucket. */
export type Hash<K> = (key: K) => number;

export interface DenseTableOptions {
  /** A table never has fewer buckets: a power of two. */
  minBuckets?: number;
  /** Keys per bucket above which the table grows, rounded to 32 bits. */
  maxLoad?: number;
  /** The width of a position. */
  indexBits?: number;
}

/** The arrays of a table. */
export interface DenseTableArrays<K> {
  /** Bucket -> position of the key linked last, or nil. */
  readonly head: Uint32Array;
  /** Position -> the next position in the same bucket, linked earlier, or nil. */
  readonly chain: readonly number[];
  /** Position -> key. */
  readonly key: readonly K[];
}

export abstract class DenseTable<K> {
  protected readonly hash: Hash<K>;
  protected key: K[] = [];
  #head: Uint32Array;
  #chain: number[] = [];
  #load: number;
  readonly #nil: number; // "no position": the largest index, which is no position
  readonly #indexBits: number;
  readonly #minBuckets: number;

  /** Throws `invalid_argument` for a width outside [1, 32], buckets that are no power of two of it, or no load. */
  constructor(hash: Hash<K>, options: DenseTableOptions = {}) {
    const { minBuckets = 8, maxLoad = 0.875, indexBits = 32 } = options;
    this.#nil = greatest("indexBits", indexBits);
    checkPowerOfTwo("minBuckets", minBuckets, this.#nil + 1);
    this.hash = hash;
    this.#indexBits = indexBits;
    this.#minBuckets = minBuckets;
    this.#load = checkedLoad(maxLoad);
    this.#head = new Uint32Array(minBuckets).fill(this.#nil);
  }

  /** The options of a table like this one. */
  protected options(): DenseTableOptions {
    return { minBuckets: this.#minBuckets, maxLoad: this.#load, indexBits: this.#indexBits };
  }

  // --- insert

  /** Grows if the load is too high, and links a key that is not there; its position. Throws `full` before that. */
  protected append(key: K): number {
    const pos = this.key.length;
    if (pos === this.#nil) {
      throw new SlotproofError("full", `all ${this.#nil} positions are in use`);
    }
    const buckets = this.#head.length;
    if (pos + 1 > this.#load * buckets) {
      this.#linkAll(this.#leastBuckets(pos + 1, 2 * buckets));
    }
    this.key.push(key);
    this.#link(pos);
    return pos;
  }

  /** Makes the key at a position the first of its bucket. */
  #link(pos: number): void {
    const bucket = this.#bucketOf(this.key[pos]!);
    this.#chain[pos] = this.#head[bucket]!;
    this.#head[bucket] = pos;
  }

  /** Forgets all chains and links every key anew, in dense order. */
  #linkAll(buckets: number): void {
    this.#head = new Uint32Array(buckets).fill(this.#nil);
    for (let pos = 0; pos < this.key.length; pos++) {
      this.#link(pos);
    }
  }

  // --- erase

  /** Drops the key; the last one moves into the gap. False, and nothing changes, if it is not there (DM-R5, DS-R2). */
  erase(key: K): boolean {
    const pos = this.find(key);
    if (pos === undefined) {
      return false;
    }
    this.eraseAt(pos);
    return true;
  }

  /** Drops the key at a position; the position, where the next one now stands (DM-R6, DS-R3); `out_of_range`. */
  eraseAt(pos: number): number {
    checkPosition(pos, this.key.length);
    this.#redirect(pos, this.#chain[pos]!);
    const last = this.key.length - 1;
    if (pos !== last) {
      this.#redirect(last, pos);
      this.key[pos] = this.key[last]!;
      this.#chain[pos] = this.#chain[last]!;
    }
    this.key.pop();
    this.#chain.pop();
    this.closeGap(pos);
    return pos;
  }

  /** Drops the keys at [first, last), the last one first; `first` (DM-R7, DS-R4); `out_of_range` before it changes. */
  eraseRange(first: number, last: number): number {
    checkIntegers(first, last);
    if (first < 0 || first > last || last > this.key.length) {
      throw new SlotproofError("out_of_range", `positions ${first} to ${last} of ${this.key.length}`);
    }
    for (let pos = last - 1; pos >= first; pos--) {
      this.eraseAt(pos);
    }
    return first;
  }

  /** Lets the head or the link that leads to position `before` lead to `after`. */
  #redirect(before: number, after: number): void {
    const bucket = this.#bucketOf(this.key[before]!);
    let pos = this.#head[bucket]!;
    if (pos === before) {
      this.#head[bucket] = after;
      return;
    }
    while (this.#chain[pos] !== before) {
      pos = this.#chain[pos]!;
    }
    this.#chain[pos] = after;
  }

  /** Moves what is stored beside the last key to `pos`, and drops what stood there. */
  protected closeGap(_pos: number): void {}

  // --- find

  /** The position of the key, if it is there; an erase may change it (DM-R8, DS-R5). O(1) expected. */
  find(key: K): number | undefined {
    checkKey(key);
    let pos = this.#head[this.#bucketOf(key)]!;
    while (pos !== this.#nil && this.key[pos] !== key) {
      pos = this.#chain[pos]!;
    }
    return pos === this.#nil ? undefined : pos;
  }

  /** True if the key is there (DM-R9, DS-R6). O(1) expected. */
  contains(key: K): boolean {
    return this.find(key) !== undefined;
  }

  /** The key at a position (DM-R10, DS-R7); `out_of_range`. O(1). */
  keyAt(pos: number): K {
    checkPosition(pos, this.key.length);
    return this.key[pos]!;
  }

  // --- iterate

  /** The keys in dense order: that of insertion, until the first erase (DM-R11, DS-R8). */
  keys(): IterableIterator<K> {
    return this.key.values();
  }

  // --- buckets

  /** The bucket in which the key is or would be (DM-R12, DS-R9). O(1). */
  bucket(key: K): number {
    checkKey(key);
    return this.#bucketOf(key);
  }

  #bucketOf(key: K): number {
    return (this.hash(key) & (this.#head.length - 1)) >>> 0;
  }

  /** How many buckets there are: a power of two (DM-R13, DS-R10). */
  bucketCount(): number {
    return this.#head.length;
  }

  /** How many keys a bucket has (DM-R14, DS-R11); `out_of_range`. 1 read a key of it. */
  bucketSize(bucket: number): number {
    return this.bucketKeys(bucket).length;
  }

  /** The keys of a bucket, the one linked last first (DM-R15, DS-R12); `out_of_range`. 2 reads a key of it. */
  bucketKeys(bucket: number): K[] {
    checkPosition(bucket, this.#head.length);
    const keys: K[] = [];
    for (let pos = this.#head[bucket]!; pos !== this.#nil; pos = this.#chain[pos]!) {
      keys.push(this.key[pos]!);
    }
    return keys;
  }

  /** How many keys a bucket may have on average (DM-R16, DS-R13). */
  maxLoad(): number {
    return this.#load;
  }

  /**
   * Changes how many keys a bucket may have on average, and takes the fewest buckets that allows (DM-R17, DS-R14).
   *
   * `invalid_argument` unless it is positive once rounded to 32 bits; `full` if there may not be that many buckets.
   */
  setMaxLoad(maxLoad: number): void {
    const load = checkedLoad(maxLoad);
    this.#resize(this.#leastBuckets(this.key.length, 0, load));
    this.#load = load;
  }

  /** Takes the fewest buckets, `count` at least, that the keys allow: may shrink (DM-R18, DS-R15); `full`. O(keys). */
  rehash(count: number): void {
    checkCount(count);
    this.#resize(this.#leastBuckets(this.key.length, count));
  }

  /** Takes the fewest buckets that `count` keys, and those there are, allow (DM-R19, DS-R16); `full`. O(keys). */
  reserve(count: number): void {
    checkCount(count);
    this.#resize(this.#leastBuckets(Math.max(count, this.key.length), 0));
  }

  /** Links every key anew, unless there are that many buckets already. */
  #resize(buckets: number): void {
    if (buckets !== this.#head.length) {
      this.#linkAll(buckets);
    }
  }

  /** The smallest power of two of buckets, at least so many, that bears so many keys; throws `full`. */
  #leastBuckets(keys: number, atLeast: number, load = this.#load): number {
    let buckets = this.#minBuckets;
    while (buckets < atLeast || keys > load * buckets) {
      buckets *= 2;
    }
    if (buckets > this.#nil + 1) {
      throw new SlotproofError("full", `${buckets} buckets; there are at most ${this.#nil + 1}`);
    }
    return buckets;
  }

  // --- whole container

  /** Drops every key and all buckets but the least there may be; the load stays (DM-R20, DS-R17). O(minBuckets). */
  clear(): void {
    this.key = [];
    this.#chain = [];
    this.#head = new Uint32Array(this.#minBuckets).fill(this.#nil);
  }

  /** Takes over copies of arrays that a table with the same options had; they are not checked. O(keys + buckets). */
  restore(arrays: DenseTableArrays<K>): void {
    this.#head = Uint32Array.from(arrays.head);
    this.#chain = [...arrays.chain];
    this.key = [...arrays.key];
  }

  // --- observers

  /** How many keys there are (DM-R26, DS-R23). */
  size(): number {
    return this.key.length;
  }

  /** The arrays as they are; not copies. */
  arrays(): DenseTableArrays<K> {
    return { head: this.#head, chain: this.#chain, key: this.key };
  }
}

/** A load as 32 bits hold it, by which products with a power of two are exact. */
function checkedLoad(maxLoad: number): number {
  const load = Math.fround(maxLoad);
  if (!Number.isFinite(load) || load <= 0) {
    throw new SlotproofError("invalid_argument", `a load is a positive number of 32 bits, not ${maxLoad}`);
  }
  return load;
}

/** Refuses what cannot be a key: what does not equal itself. */
function checkKey(key: unknown): void {
  if (key !== key) {
    throw new SlotproofError("invalid_argument", "a key equals itself");
  }
}
