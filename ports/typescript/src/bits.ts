/**
 * Functions of words of up to 32 bits, as unsigned numbers, without a loop over the bits (BM-B1 ...).
 *
 * JavaScript's bit operators give signed numbers: `>>> 0` makes them unsigned again.
 */

/** The word of `width` ones. */
export function full(width: number): number {
  return width === 0 ? 0 : 0xffffffff >>> (32 - width);
}

/** True if the word has no zero. */
export function isFull(word: number, width: number): boolean {
  return word === full(width);
}

/** How many ones the word has. */
export function populationCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The lowest position of a one, or the width if there is none. */
export function lowestOne(word: number, width: number): number {
  return word === 0 ? width : 31 - Math.clz32(word & -word);
}

/** The lowest position of a zero, or the width if there is none. */
export function lowestZero(word: number, width: number): number {
  return lowestOne((~word & full(width)) >>> 0, width);
}

/** True if the word has a one at `pos`. */
export function getBit(word: number, pos: number): boolean {
  return ((word >>> pos) & 1) === 1;
}

/** The word with a one at `pos`, or a zero. */
export function withBit(word: number, pos: number, value: boolean): number {
  return (value ? word | (1 << pos) : word & ~(1 << pos)) >>> 0;
}
