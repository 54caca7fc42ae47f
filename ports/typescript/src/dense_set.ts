/** A dense set: distinct keys in an array without holes. Normative: docs/users/containers/dense_set.md. */

import { DenseTable } from "./dense_table.js";

export class DenseSet<K> extends DenseTable<K> {
  /** Appends the key unless it is there; its position, and whether it is new (DS-R1); `full`. O(1) expected. */
  insert(key: K): [pos: number, isNew: boolean] {
    const pos = this.find(key);
    return pos === undefined ? [this.append(key), true] : [pos, false];
  }

  /** True if both hold the same keys, in whatever order (DS-R20). O(size) expected. */
  equals(other: DenseSet<K>): boolean {
    return this.size() === other.size() && this.key.every((key) => other.contains(key));
  }

  /** A second set in the same state, chains included (DS-R18). O(size + buckets). */
  copy(): DenseSet<K> {
    const twin = new DenseSet(this.hash, this.options());
    twin.restore(this.arrays());
    return twin;
  }
}
