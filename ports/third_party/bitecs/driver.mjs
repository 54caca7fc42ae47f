/** bitECS 0.4.0 as an entity storage: entities of a world, with versions in their ids. */

import { addEntity, createWorld, createEntityIndex, entityExists, getAllEntities, removeEntity, withVersioning } from "bitecs";

import { Refused, drive } from "../common/behaviour.mjs";

class World {
  #world;

  constructor(versionBits) {
    this.#world = createWorld(createEntityIndex(withVersioning(versionBits)));
  }

  create() {
    return addEntity(this.#world);
  }

  /** It returns without a word if the entity does not exist: whether it did is asked first. */
  destroy(entity) {
    if (!entityExists(this.#world, entity)) {
      throw new Refused("stale_handle");
    }
    removeEntity(this.#world, entity);
    return null;
  }

  is_valid(entity) {
    return entityExists(this.#world, entity);
  }

  handles() {
    return [...getAllEntities(this.#world)];
  }

  size() {
    return getAllEntities(this.#world).length;
  }
}

const CONTAINERS = [
  {
    kind: "entity_storage",
    spec: "1.0",
    level: "behaviour",
    widths: { index_bits: [24], generation_bits: [8], page: { min: 1, max: 65536 } },
    policies: { generation: "wrap", dense_order: "any" },
    operations: ["create", "destroy", "is_valid", "handles", "size"],
  },
];

await drive({ name: "bitecs", version: "0.4.0", language: "javascript" }, CONTAINERS, (kind, config) => {
  return new World(config.generation_bits ?? 8);
});
