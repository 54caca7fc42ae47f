/**
 * mnemonist 0.40.8: SparseSet as a sparse set of handles of generation 0, BitSet as a bitmask.
 *
 * Neither checks what it is given: the driver refuses members and positions beyond the length, as a client would.
 */

import { createRequire } from "node:module";

import { Refused, drive } from "../common/behaviour.mjs";

const require = createRequire(import.meta.url);
const MnemonistBitSet = require("mnemonist/bit-set");
const MnemonistSparseSet = require("mnemonist/sparse-set");

/** The member that a handle stands for: its slot; handles of a type, or marked free, stand for none, which is -1. */
function member([slot, , typeId = 0, free = 0]) {
  return typeId === 0 && free === 0 ? slot : -1;
}

class SparseSet {
  #set;

  constructor({ index_bits = 20 }) {
    this.#set = new MnemonistSparseSet(2 ** index_bits - 1);
  }

  push(handle) {
    const slot = member(handle);
    if (slot < 0 || slot >= this.#set.length || this.#set.has(slot)) {
      throw new Refused("exists");
    }
    this.#set.add(slot);
  }

  erase(handle) {
    if (!this.#set.delete(member(handle))) {
      throw new Refused("missing");
    }
  }

  remove(handle) {
    return this.#set.delete(member(handle));
  }

  contains(handle) {
    return this.#set.has(member(handle));
  }

  handles() {
    return Array.from(this.#set.values(), (slot) => [slot, 0]).reverse();
  }

  clear() {
    this.#set.clear();
  }

  size() {
    return this.#set.size;
  }
}

class Bitmask {
  #set;

  constructor({ capacity = 1024 }) {
    this.#set = new MnemonistBitSet(capacity);
  }

  #check(pos) {
    if (pos >= this.#set.length) {
      throw new Refused("out_of_range");
    }
  }

  set(pos, value) {
    this.#check(pos);
    this.#set.set(pos, value);
  }

  get(pos) {
    this.#check(pos);
    return this.#set.get(pos) === 1;
  }

  /** `select` finds the r-th one; it says -1 where there is none. */
  find_first_set() {
    const found = this.#set.select(1);
    return found === -1 ? this.#set.length : found;
  }

  positions() {
    const found = [];
    this.#set.forEach((bit, pos) => {
      if (bit === 1) {
        found.push(pos);
      }
    });
    return found;
  }

  count() {
    return this.#set.size;
  }

  capacity() {
    return this.#set.length;
  }
}

const CONTAINERS = [
  {
    kind: "sparse_set",
    spec: "1.0",
    level: "behaviour",
    widths: { index_bits: { min: 1, max: 20 }, generation_bits: { min: 1, max: 32 }, page: { min: 1, max: 65536 } },
    policies: { generation: "none", refusal: "any" },
    operations: ["push", "erase", "remove", "contains", "handles", "clear", "size"],
  },
  {
    kind: "bitmask",
    spec: "1.0",
    level: "behaviour",
    widths: { capacity: { min: 0, max: 65536 }, word_bits: { min: 2, max: 64 } },
    operations: ["set", "get", "find_first_set", "positions", "count", "capacity"],
  },
];

await drive({ name: "mnemonist", version: "0.40.8", language: "javascript" }, CONTAINERS, (kind, config) => {
  return kind === "bitmask" ? new Bitmask(config) : new SparseSet(config);
});
