/** The bitmask and the token allocator. */

import { Bitmask, TokenAllocator } from "../src/index.js";
import { done, kindOf, type Members, type Operations, type Served } from "./protocol.js";

const WIDTHS = { capacity: { min: 0, max: 16777216 }, word_bits: { min: 2, max: 32 } };

function bitmask(mask: Bitmask): Operations {
  return {
    set: (pos: number, value: boolean) => done(mask.set(pos, value)),
    get: (pos: number) => mask.get(pos),
    find_first_clear: () => mask.findFirstClear(),
    find_first_set: () => mask.findFirstSet(),
    positions: () => [...mask.positions()],
    assign: (value: boolean) => done(mask.assign(value)),
    count: () => mask.count(),
    capacity: () => mask.capacity(),
    layers: () => mask.layers(),
  };
}

function tokenAllocator(tokens: TokenAllocator): Operations {
  return {
    acquire: () => tokens.acquire(),
    release: (token: number) => done(tokens.release(token)),
    is_used: (token: number) => tokens.isUsed(token),
    tokens: () => [...tokens.tokens()],
    acquire_many: (count: number) => tokens.acquireMany(count),
    clear: () => done(tokens.clear()),
    size: () => tokens.size(),
    capacity: () => tokens.capacity(),
    room: () => tokens.room(),
  };
}

type Config = { capacity?: number; filled?: boolean; word_bits?: number };

export const BIT_KINDS: readonly Served[] = [
  {
    kind: "bitmask",
    widths: WIDTHS,
    policies: { filled: [false, true] },
    make: (config: Members) => {
      const { capacity, filled, word_bits } = config as Config;
      return kindOf(() => new Bitmask(capacity, filled, word_bits), bitmask);
    },
  },
  {
    kind: "token_allocator",
    widths: WIDTHS,
    make: (config: Members) => {
      const { capacity, word_bits } = config as Config;
      return kindOf(() => new TokenAllocator(capacity, word_bits), tokenAllocator);
    },
  },
];
