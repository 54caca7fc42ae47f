/**
 * A paged sparse array: for each slot the position of its element and its generation.
 *
 *     page        0               1               2
 *               +---+---+       . . . . .       +---+---+
 *     pos       |nil| 1 |       (not there)     | 0 |nil|      pages of 2 cells; handle (slot 4, generation 0) -> 0
 *               +---+---+       . . . . .       +---+---+
 *     gener.    | T | 2 |                       | 0 | T |      T is the tombstone
 *               +---+---+                       +---+---+
 *     slot        0   1           2   3           4   5
 */

interface Page {
  readonly pos: Uint32Array;
  readonly generation: Uint32Array;
}

export class PagedArray {
  readonly #page: number; // cells of a page
  readonly #nil: number;
  readonly #tombstone: number;
  #pages: (Page | undefined)[] = [];

  constructor(page: number, nil: number, tombstone: number) {
    this.#page = page;
    this.#nil = nil;
    this.#tombstone = tombstone;
  }

  /** The position of the slot's element, or nil. */
  pos(slot: number): number {
    return this.#pageOf(slot)?.pos[slot % this.#page] ?? this.#nil;
  }

  /** The generation of the slot's element, or the tombstone; of what is no slot, too. */
  generation(slot: number): number {
    return this.#pageOf(slot)?.generation[slot % this.#page] ?? this.#tombstone;
  }

  #pageOf(slot: number): Page | undefined {
    return this.#pages[Math.floor(slot / this.#page)];
  }

  /** Makes the cell of a slot, whose page is there, lead to a position. */
  link(slot: number, pos: number, generation: number): void {
    const page = this.#pageOf(slot)!;
    page.pos[slot % this.#page] = pos;
    page.generation[slot % this.#page] = generation;
  }

  /** Makes the cell of a slot that of no element. */
  unlink(slot: number): void {
    this.link(slot, this.#nil, this.#tombstone);
  }

  /** Has the page of a slot. */
  assure(slot: number): void {
    const page = Math.floor(slot / this.#page);
    while (this.#pages.length <= page) {
      this.#pages.push(undefined);
    }
    this.#pages[page] ??= this.#empty();
  }

  #empty(): Page {
    return {
      pos: new Uint32Array(this.#page).fill(this.#nil),
      generation: new Uint32Array(this.#page).fill(this.#tombstone),
    };
  }

  /** Gives back all pages but those of these slots. */
  keep(slots: Iterable<number>): void {
    const kept = new Set<number>();
    for (const slot of slots) {
      kept.add(Math.floor(slot / this.#page));
    }
    this.#pages = this.#pages.slice(0, Math.max(-1, ...kept) + 1);
    for (let page = 0; page < this.#pages.length; page++) {
      if (!kept.has(page)) {
        this.#pages[page] = undefined;
      }
    }
  }

  /** A second array in the same state. */
  copy(): PagedArray {
    const twin = new PagedArray(this.#page, this.#nil, this.#tombstone);
    twin.#pages = this.#pages.map((page) => page && { pos: page.pos.slice(), generation: page.generation.slice() });
    return twin;
  }

  /** How many cells there are up to the end of the last page, there or not. */
  extent(): number {
    return this.#pages.length * this.#page;
  }

  /** Page -> 1 if it is there, else 0. */
  pages(): number[] {
    return this.#pages.map((page) => (page === undefined ? 0 : 1));
  }
}
