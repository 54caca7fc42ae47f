/**
 * A bitmask in layers of words: each bit of a layer tells whether a word of the layer below is full.
 *
 *     layer 2   | 0 0 . |                            one word alone; "." is padding, which is always 0
 *                 |
 *     layer 1   | 1 1 0 | 0 . . |                    a bit for each word below: words 0 and 1 are full
 *                     \______
 *     layer 0   | 1 1 1 | 1 1 1 | 0 1 0 | 0 . . |    a bit for each position: the first clear one is 6
 *
 *     words     7 7 2 0   3 0   0        starts   0 4 6 7
 *
 * Normative: docs/users/containers/bitmask.md, claims BM-I1 ..., BM-R1 ...
 */

import { full, getBit, isFull, lowestOne, lowestZero, populationCount, withBit } from "./bits.js";
import { SlotproofError, checkCount, checkPosition } from "./errors.js";

/** The arrays of a mask. */
export interface BitmaskArrays {
  /** The words of layer 0, then those of layer 1, ..., at last one word alone. */
  readonly words: Uint32Array;
  /** Layer -> where it begins in `words`; one entry more is the end. */
  readonly starts: readonly number[];
}

/** A fixed number of bits, the first clear one found with one read a layer. */
export class Bitmask {
  readonly #words: Uint32Array;
  readonly #starts: readonly number[];
  readonly #limit: number; // positions are below it
  readonly #wordBits: number;

  /** A mask with all positions clear, or set; `invalid_argument` unless words are 2 to 32 bits wide. */
  constructor(capacity = 1024, filled = false, wordBits = 32) {
    checkCount(capacity);
    if (!Number.isInteger(wordBits) || wordBits < 2 || wordBits > 32) {
      throw new SlotproofError("invalid_argument", `a word is 2 to 32 bits wide, not ${wordBits}`);
    }
    this.#limit = capacity;
    this.#wordBits = wordBits;
    this.#starts = layout(capacity, wordBits);
    this.#words = new Uint32Array(this.#starts.at(-1)!);
    if (filled) {
      this.assign(true);
    }
  }

  // --- set and get

  /** Sets the position, or clears it (BM-R1); `out_of_range`. 2 reads and 1 write a layer. */
  set(pos: number, value = true): void {
    checkPosition(pos, this.#limit);
    for (let layer = 0; layer < this.layers(); layer++) {
      const above = Math.floor(pos / this.#wordBits);
      const place = this.#starts[layer]! + above;
      const word = withBit(this.#words[place]!, pos % this.#wordBits, value);
      this.#words[place] = word;
      value = isFull(word, this.#wordBits);
      pos = above;
    }
  }

  /** True if the position is set (BM-R2); `out_of_range`. 1 read. */
  get(pos: number): boolean {
    checkPosition(pos, this.#limit);
    return getBit(this.#words[Math.floor(pos / this.#wordBits)]!, pos % this.#wordBits);
  }

  /** The lowest position that is not set, or the capacity if all are (BM-R3). 1 word a layer. */
  findFirstClear(): number {
    let pos = 0;
    for (let layer = this.layers() - 1; layer >= 0; layer--) {
      const place = this.#starts[layer]! + pos;
      if (place >= this.#starts[layer + 1]!) {
        return this.#limit;
      }
      pos = pos * this.#wordBits + lowestZero(this.#words[place]!, this.#wordBits);
    }
    return pos; // the first bit of the padding, which is the capacity, if every position is set
  }

  /** The lowest position that is set, or the capacity if none is (BM-R4). O(words). */
  findFirstSet(): number {
    for (const pos of this.positions()) {
      return pos;
    }
    return this.#limit;
  }

  // --- iterate

  /** The positions that are set, ascending; changes on the way may be missed (BM-R5). 1 read a word. */
  *positions(): IterableIterator<number> {
    for (let index = 0; index < this.#starts[1]!; index++) {
      let word = this.#words[index]!;
      while (word !== 0) {
        yield index * this.#wordBits + lowestOne(word, this.#wordBits);
        word = (word & (word - 1)) >>> 0; // the lowest one becomes a zero
      }
    }
  }

  // --- whole container

  /** Sets every position, or clears it; padding stays clear (BM-R6). 1 write a word. */
  assign(value: boolean): void {
    let ones = value ? this.#limit : 0; // how many bits of the layer are set, from its first one on
    for (let layer = 0; layer < this.layers(); layer++) {
      for (let place = this.#starts[layer]!; place < this.#starts[layer + 1]!; place++) {
        const rest = ones - (place - this.#starts[layer]!) * this.#wordBits;
        this.#words[place] = full(Math.min(Math.max(rest, 0), this.#wordBits));
      }
      ones = Math.floor(ones / this.#wordBits);
    }
  }

  /** A second mask in the same state (BM-R7). O(words). */
  copy(): Bitmask {
    const twin = new Bitmask(this.#limit, false, this.#wordBits);
    twin.restore(this.arrays());
    return twin;
  }

  /** Takes over the words of a mask with the same capacity and width; they are not checked. O(words). */
  restore(arrays: BitmaskArrays): void {
    this.#words.set(arrays.words);
  }

  // --- observers

  /** How many positions are set (BM-R11). 1 read a word. */
  count(): number {
    return this.#words.subarray(0, this.#starts[1]).reduce((count, word) => count + populationCount(word), 0);
  }

  /** How many positions there are. */
  capacity(): number {
    return this.#limit;
  }

  /** How many bits a word has. */
  wordBits(): number {
    return this.#wordBits;
  }

  /** How many layers there are, which is how many words `findFirstClear` reads at most (BM-R13). */
  layers(): number {
    return this.#starts.length - 1;
  }

  /** The arrays as they are; not copies. */
  arrays(): BitmaskArrays {
    return { words: this.#words, starts: this.#starts };
  }
}

/** Where each layer starts, up to the first that has one word, and where that ends. */
function layout(capacity: number, wordBits: number): number[] {
  const starts = [0];
  let items = capacity; // bits in use in the layer: positions, or words of the layer below
  while (starts.length === 1 || items > 1) {
    items = Math.max(1, Math.ceil(items / wordBits));
    starts.push(starts.at(-1)! + items);
  }
  return starts;
}
