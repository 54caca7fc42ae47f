/**
 * TypedFastBitSet 0.8.0 as a bitmask.
 *
 * It grows as it needs and has no capacity: the driver refuses positions beyond it, as a client would.
 */

import { TypedFastBitSet } from "typedfastbitset";

import { Refused, drive } from "../common/behaviour.mjs";

class Bitmask {
  #set = new TypedFastBitSet();
  #capacity;

  constructor({ capacity = 1024, filled = false }) {
    this.#capacity = capacity;
    this.assign(filled);
  }

  #check(pos) {
    if (pos >= this.#capacity) {
      throw new Refused("out_of_range");
    }
  }

  set(pos, value) {
    this.#check(pos);
    if (value) {
      this.#set.add(pos);
    } else {
      this.#set.remove(pos);
    }
  }

  get(pos) {
    this.#check(pos);
    return this.#set.has(pos);
  }

  find_first_set() {
    for (const pos of this.#set) {
      return pos;
    }
    return this.#capacity;
  }

  positions() {
    return this.#set.array();
  }

  assign(value) {
    if (value) {
      this.#set.addRange(0, this.#capacity);
    } else {
      this.#set.clear();
    }
  }

  count() {
    return this.#set.size();
  }
}

const CONTAINERS = [
  {
    kind: "bitmask",
    spec: "1.0",
    level: "behaviour",
    widths: { capacity: { min: 0, max: 65536 }, word_bits: { min: 2, max: 64 } },
    policies: { filled: [false, true] },
    operations: ["set", "get", "find_first_set", "positions", "assign", "count"],
  },
];

await drive({ name: "typedfastbitset", version: "0.8.0", language: "javascript" }, CONTAINERS, (kind, config) => {
  return new Bitmask(config);
});
