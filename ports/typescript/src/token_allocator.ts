/**
 * A token allocator: small numbers, each in use by one holder at most; the lowest free one is handed out next.
 *
 *     layer 1   | 1 0 . . |               the lowest zero leads to word 1
 *                   |
 *     layer 0   | 1 1 1 1 | 0 . . . |     the lowest zero of word 1 is token 4, the next one to be acquired
 *
 * Normative: docs/users/containers/token_allocator.md, claims TA-I1 ..., TA-R1 ...
 */

import { Bitmask, type BitmaskArrays } from "./bitmask.js";
import { SlotproofError, checkCount } from "./errors.js";

/** The arrays of an allocator: those of the mask of tokens in use. */
export interface TokenAllocatorArrays {
  readonly mask: BitmaskArrays;
}

export class TokenAllocator {
  readonly #mask: Bitmask;

  /** Tokens 0 to capacity - 1, none in use; `invalid_argument` unless words of the mask are 2 to 32 bits wide. */
  constructor(capacity = 1024, wordBits = 32) {
    this.#mask = new Bitmask(capacity, false, wordBits);
  }

  // --- acquire and release

  /** Takes the lowest free token (TA-R1); `full` if every one is in use. 3 reads and 1 write a layer or so. */
  acquire(): number {
    const token = this.#mask.findFirstClear();
    if (token === this.#mask.capacity()) {
      throw new SlotproofError("full", `all ${token} tokens are in use`);
    }
    this.#mask.set(token);
    return token;
  }

  /** Gives a token back (TA-R2); `out_of_range`, `missing` if it is not in use. 2 reads and 1 write a layer. */
  release(token: number): void {
    if (!this.#mask.get(token)) {
      throw new SlotproofError("missing", `token ${token} is not in use`);
    }
    this.#mask.set(token, false);
  }

  // --- get

  /** True if the token was acquired and not released since (TA-R3); `out_of_range`. 1 read. */
  isUsed(token: number): boolean {
    return this.#mask.get(token);
  }

  // --- iterate

  /** The tokens in use, ascending; changes on the way may be missed (TA-R4). 1 read a word. */
  tokens(): IterableIterator<number> {
    return this.#mask.positions();
  }

  // --- bulk

  /** Takes the `count` lowest free tokens, all or none; ascending (TA-R5); `full`. O(words + count). */
  acquireMany(count: number): number[] {
    checkCount(count);
    if (count > this.room()) {
      throw new SlotproofError("full", `${count} more tokens; room for ${this.room()}`);
    }
    return Array.from({ length: count }, () => this.acquire());
  }

  // --- whole container

  /** Releases every token (TA-R6). O(words). */
  clear(): void {
    this.#mask.assign(false);
  }

  /** A second allocator in the same state (TA-R7). O(words). */
  copy(): TokenAllocator {
    const twin = new TokenAllocator(this.#mask.capacity(), this.#mask.wordBits());
    twin.restore(this.arrays());
    return twin;
  }

  /** Takes over copies of arrays that an allocator with the same options had; they are not checked. O(words). */
  restore(arrays: TokenAllocatorArrays): void {
    this.#mask.restore(arrays.mask);
  }

  // --- observers

  /** How many tokens are in use (TA-R11). 1 read a word. */
  size(): number {
    return this.#mask.count();
  }

  /** How many tokens there are (TA-R12). */
  capacity(): number {
    return this.#mask.capacity();
  }

  /** How many more tokens can be acquired (TA-R13). 1 read a word. */
  room(): number {
    return this.capacity() - this.size();
  }

  /** The arrays as they are; not copies. */
  arrays(): TokenAllocatorArrays {
    return { mask: this.#mask.arrays() };
  }
}
