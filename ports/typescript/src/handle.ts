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
