/** The messages and values of docs/users/protocol.md. */

import type { Handle } from "../src/index.js";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type Members = { [name: string]: Json };

export type Operations = { readonly [name: string]: (...args: never[]) => Json };

/** What every container of the port has. */
interface Container<C> {
  copy(): C;
  restore(arrays: never): void;
  arrays(): object;
}

/** A container as the protocol sees it. */
export interface Kind {
  /** The container itself. */
  readonly held: unknown;
  /** The result of each operation but `copy`. */
  readonly operations: Operations;
  /** The arrays, in the order in which the protocol lists them. */
  arrays(): Members;
  /** Puts the container into the state with these arrays. */
  load(arrays: Members): void;
  /** A second container in the same state. */
  copy(): Kind;
  /** A new container of the same configuration. */
  fresh(): Kind;
}

/** A container with its operations. */
export function kindOf<C extends Container<C>>(
  make: () => C,
  operations: (held: C) => Operations,
  held: C = make(),
): Kind {
  return {
    held,
    operations: operations(held),
    arrays: () => writeArrays(held.arrays()) as Members,
    load: (arrays) => held.restore(camelCase(arrays) as never),
    copy: () => kindOf(make, operations, held.copy()),
    fresh: () => kindOf(make, operations),
  };
}

/** What is said of a kind in `hello`, and how a container is made of a configuration. */
export interface Served {
  readonly kind: string;
  readonly widths: Members;
  readonly policies?: Members;
  readonly numbers?: Members;
  /** Those that not all kinds have. */
  readonly features?: string[];
  readonly make: (config: Members) => Kind;
}

/** The null that stands for no result. */
export function done(_nothing: void): null {
  return null;
}

/** Options or arrays of the port from members of the protocol: the same names, written otherwise. */
export function camelCase(value: Json): never {
  return renamed(value, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())) as never;
}

/** Arrays of the protocol from those of the port. */
function writeArrays(value: unknown): Json {
  return renamed(value, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** A value with its members renamed, at any depth, and plain arrays in place of typed ones. */
function renamed(value: unknown, rename: (name: string) => string): Json {
  if (ArrayBuffer.isView(value)) {
    return Array.from(value as unknown as ArrayLike<number>);
  }
  if (Array.isArray(value)) {
    return value.map((each) => renamed(each, rename));
  }
  if (typeof value !== "object" || value === null) {
    return value as Json;
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [rename(name), renamed(each, rename)]));
}

/** What a factory or change throws that fails. */
export class CallbackFailure extends Error {}

export type Parts = readonly number[];

/** A handle of the port for `[slot, generation]`, `[slot, generation, type_id]` or all four parts. */
export function readHandle(parts: Parts): Handle {
  const [slot = 0, generation = 0, typeId = 0, free = 0] = parts;
  return { slot, generation, typeId, free };
}

export function writeHandle(handle: Handle): Json {
  return [handle.slot, handle.generation, handle.typeId, handle.free];
}

/** A handle with its value. */
export function writeItem([handle, value]: readonly [Handle, number]): Json {
  return [writeHandle(handle), value];
}

/** A member of a message: what is written `u64:...` is a number, though not to the last digit. */
export function readNumber(_name: string, value: Json): Json {
  return typeof value === "string" && value.startsWith("u64:") ? Number(value.slice(4)) : value;
}

export type Factory = { make?: number };

/** A factory that makes a number, or fails. */
export function readFactory(factory: Factory): () => number {
  return () => {
    if (factory.make === undefined) {
      throw new CallbackFailure("this factory fails");
    }
    return factory.make;
  };
}

export type Change = { add?: number };

/** A change of a value that adds to it, or fails. */
export function readChange(change: Change): (value: number) => number {
  return (value) => {
    if (change.add === undefined) {
      throw new CallbackFailure("this change fails");
    }
    return (value + change.add) % 2;
  };
}

/** True if the first comes after the second. */
export type Order<T> = (a: T, b: T) => boolean;

export const VALUE_ORDERS: { readonly [name: string]: Order<number> } = {
  halves: (a, b) => Math.floor(a / 2) > Math.floor(b / 2),
  falling: (a, b) => a < b,
};

export const HANDLE_ORDERS: { readonly [name: string]: Order<Handle> } = {
  earlier: (a, b) => a.slot < b.slot,
};

export const SORT_KEYS: { readonly [name: string]: (handle: Handle) => number } = {
  by_slot: (handle) => -handle.slot,
  by_parity: (handle) => handle.slot % 2,
};

/** Any width that the port has, for `hello`. */
export const BITS = { min: 1, max: 32 };
export const PAGE = { min: 1, max: 65536 };
