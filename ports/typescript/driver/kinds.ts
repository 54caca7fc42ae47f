/** How each kind of container is made, and what the driver says of it. */

import { BIT_KINDS } from "./bit_kinds.js";
import { HANDLE_KINDS } from "./handle_kinds.js";
import { POOL_KINDS } from "./pool_kinds.js";
import type { Json, Kind, Members } from "./protocol.js";
import { TABLE_KINDS } from "./table_kinds.js";

const SERVED = [...HANDLE_KINDS, ...POOL_KINDS, ...TABLE_KINDS, ...BIT_KINDS];

export const KINDS: { readonly [name: string]: (config: Members) => Kind } = Object.fromEntries(
  SERVED.map(({ kind, make }) => [kind, make]),
);

/** What the driver holds, for `hello`; two variables exchange their containers without `swap`. */
export const CONTAINERS: Json = SERVED.map(({ make, features = [], ...declared }) => ({
  ...declared,
  features: ["out_of_width", "load", "fork", ...features],
  spec: "1.0",
  level: "structure",
  operations: ["copy", ...Object.keys(make({ index_bits: 32 }).operations)],
  observe: ["results", "arrays"],
}));
