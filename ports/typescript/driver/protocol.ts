/** The messages and values of docs/users/protocol.md. */

import type { Handle } from "../src/index.js";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type Members = { [name: string]: Json };

/** A container as the protocol sees it. */
export interface Kind {
  /** The result of each operation but `copy`. */
  readonly operations: { readonly [name: string]: (...args: never[]) => Json };
  /** The arrays, in the order in which the protocol lists them. */
  arrays(): Members;
  /** Puts the container into the state with these arrays. */
  load(arrays: Members): void;
  /** A second container in the same state. */
  copy(): Kind;
}

/** What a factory or change throws that fails. */
export class CallbackFailure extends Error {}

/** A handle of the port for `[slot, generation]`, `[slot, generation, type_id]` or all four parts. */
export function readHandle(parts: readonly number[]): Handle {
  const [slot = 0, generation = 0, typeId = 0, free = 0] = parts;
  return { slot, generation, typeId, free };
}

export function writeHandle(handle: Handle): Json {
  return [handle.slot, handle.generation, handle.typeId, handle.free];
}

/** A member of a message: what is written `u64:...` is a number, though not to the last digit. */
export function readNumber(_name: string, value: Json): Json {
  return typeof value === "string" && value.startsWith("u64:") ? Number(value.slice(4)) : value;
}

/** A factory that makes a number, or fails. */
export function readFactory(factory: { make?: number }): () => number {
  return () => {
    if (factory.make === undefined) {
      throw new CallbackFailure("this factory fails");
    }
    return factory.make;
  };
}

export const VALUE_ORDERS: { readonly [name: string]: (a: number, b: number) => boolean } = {
  halves: (a, b) => Math.floor(a / 2) > Math.floor(b / 2),
  falling: (a, b) => a < b,
};

export const HANDLE_ORDERS: { readonly [name: string]: (a: Handle, b: Handle) => boolean } = {
  earlier: (a, b) => a.slot < b.slot,
};

export const SORT_KEYS: { readonly [name: string]: (handle: Handle) => number } = {
  by_slot: (handle) => -handle.slot,
  by_parity: (handle) => handle.slot % 2,
};
