import { SlotproofError, checkIntegers, greatest, type ErrorCode } from "./errors.js";

/**
 * A client's name for a value: the slot, and the generation the slot had when the handle was issued.
 *
 * `typeId` tells which container of several it is of; `free` is 0 in every handle that is issued.
 */
export interface Handle {
  readonly slot: number;
  readonly generation: number;
  readonly typeId: number;
  readonly free: number;
}

/** A handle whose free bit is 0. */
export function makeHandle(slot: number, generation: number, typeId = 0): Handle {
  return { slot, generation, typeId, free: 0 };
}

/** Refuses what is no handle of integers. */
export function checkHandle({ slot, generation, typeId, free }: Handle): void {
  checkIntegers(slot, generation, typeId, free);
}

/** Refuses handles of which one is refused by `check`, and with `code` those of which two are of one slot. */
export function checkAll(handles: readonly Handle[], check: (handle: Handle) => void, code: ErrorCode): void {
  const named = new Set<number>();
  for (const handle of handles) {
    check(handle);
    if (named.has(handle.slot)) {
      throw new SlotproofError(code, `slot ${handle.slot} is named twice`);
    }
    named.add(handle.slot);
  }
}

/**
 * Where the fields of a handle lie in its word, which is a `bigint`: the default has 64 bits.
 *
 *     bit      63   62         48   47         32   31                 0
 *            +----+--------------+---------------+----------------------+
 *            |free|   type id    |  generation   |         slot         |
 *            +----+--------------+---------------+----------------------+
 *
 * Normative: docs/users/containers/handle.md, claims HL-R1 ..., HL-B1 ...
 */
export class Layout {
  readonly #fields: readonly { readonly name: keyof Handle; readonly bits: number; readonly shift: bigint }[];

  /** Widths in bits, each in [1, 32]; else `invalid_argument`. */
  constructor(indexBits = 32, generationBits = 16, typeBits = 15) {
    const widths = { slot: indexBits, generation: generationBits, typeId: typeBits, free: 1 };
    let shift = 0n;
    this.#fields = (["slot", "generation", "typeId", "free"] as const).map((name) => {
      const bits = widths[name];
      greatest(name, bits);
      const field = { name, bits, shift };
      shift += BigInt(bits);
      return field;
    });
  }

  /** The word of a handle (HL-R1); `out_of_range` if a field does not fit its width. */
  pack(handle: Handle): bigint {
    checkHandle(handle);
    let word = 0n;
    for (const { name, bits, shift } of this.#fields) {
      if (handle[name] < 0 || handle[name] >= 2 ** bits) {
        throw new SlotproofError("out_of_range", `${name} ${handle[name]} does not fit ${bits} bits`);
      }
      word |= BigInt(handle[name]) << shift;
    }
    return word;
  }

  /** The handle of a word (HL-R2); `out_of_range` if the word is wider than the layout. */
  unpack(word: bigint): Handle {
    const [slot, generation, typeId, free] = this.#fields.map(({ bits, shift }) =>
      Number(BigInt.asUintN(bits, word >> shift)),
    );
    if (word >> this.#fields[3]!.shift !== BigInt(free!)) {
      throw new SlotproofError("out_of_range", `${word} is no word of this layout`);
    }
    return { slot: slot!, generation: generation!, typeId: typeId!, free: free! };
  }

  /** The word with its generation one higher, or 0 after the last (HL-R3); `out_of_range` as `unpack`. */
  nextGeneration(word: bigint): bigint {
    const handle = this.unpack(word);
    return this.pack({ ...handle, generation: (handle.generation + 1) % 2 ** this.#fields[1]!.bits });
  }

  /** The word of the null handle (HL-R4). */
  null(): bigint {
    return 0n;
  }
}
