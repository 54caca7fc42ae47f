/** Why an operation was refused; it has changed nothing then. */
export type ErrorCode =
  | "stale_handle" // the handle names nothing alive: erased, of another type, or never issued
  | "out_of_range" // an index, slot or position lies outside the container
  | "full" // no room is left, and the widths allow no growth
  | "exists" // the element is already there
  | "missing" // the element is not there
  | "conflict" // two claims to the same thing
  | "invalid_argument"; // the argument has a value the operation never accepts

/** What every refused operation throws. */
export class SlotproofError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = "SlotproofError";
    this.code = code;
  }
}

/** Refuses what is no integer. */
export function checkIntegers(...numbers: number[]): void {
  if (!numbers.every(Number.isInteger)) {
    throw new SlotproofError("invalid_argument", `not an integer: ${numbers.join(", ")}`);
  }
}

/** Refuses what is no integer from 0 up. */
export function checkCount(count: number): void {
  if (!Number.isInteger(count) || count < 0) {
    throw new SlotproofError("invalid_argument", `not a count: ${count}`);
  }
}

/** Refuses what is no integer from 1 up. */
export function checkPositive(name: string, count: number): void {
  if (!Number.isInteger(count) || count < 1) {
    throw new SlotproofError("invalid_argument", `${name} is at least 1, not ${count}`);
  }
}

/** Refuses what is no power of two of up to `most`, which is at most 2 ** 32. */
export function checkPowerOfTwo(name: string, count: number, most: number): void {
  if (!Number.isInteger(count) || count < 1 || count > most || (count & (count - 1)) !== 0) {
    throw new SlotproofError("invalid_argument", `${name} is a power of two up to ${most}, not ${count}`);
  }
}

/** Refuses what is no integer, and a position outside [0, length). */
export function checkPosition(pos: number, length: number): void {
  checkIntegers(pos);
  if (pos < 0 || pos >= length) {
    throw new SlotproofError("out_of_range", `position ${pos} of ${length}`);
  }
}

/** The greatest number of so many bits, in [1, 32]: "no index", or a tombstone. */
export function greatest(name: string, bits: number): number {
  if (!Number.isInteger(bits) || bits < 1 || bits > 32) {
    throw new SlotproofError("invalid_argument", `${name} is a width of 1 to 32 bits, not ${bits}`);
  }
  return 2 ** bits - 1;
}
