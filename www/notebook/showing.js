// Cells on the page: each is made when it comes near what is in sight, with its editor. The others follow while they are few, so that they can be
// searched for and printed.
import { drawn } from './slices.js';

/** Elements of cells that nobody has come near. */
const AHEAD = 10_000;
/** How near, in heights of the window. */
const NEAR = '100% 0px';

/**
 * @typedef {object} Cell
 * @property {HTMLElement} element
 * @property {boolean} made
 * @property {() => Promise<number>} make makes what it shows; resolves to the elements that it has at most
 * @property {(createEditor: CreateEditor) => void} [edit]
 * @property {boolean} [edited]
 */
/** @typedef {typeof import('../pkg/python-editor.js').createEditor} CreateEditor */

export class Showing {
  #cells;
  #container;
  /** @type {Set<Cell>} */
  #near = new Set();
  #observer;
  #working = false;
  #ended = false;
  #ahead = AHEAD;
  #next = 0;
  /** @type {CreateEditor | undefined} */
  #createEditor;

  /** @param {Cell[]} cells @param {HTMLElement} container where they stand */
  constructor(cells, container) {
    this.#cells = cells;
    this.#container = container;
    const of = new Map(cells.map((cell) => [cell.element, cell]));
    this.#observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          const cell = /** @type {Cell} */ (of.get(/** @type {HTMLElement} */ (target)));
          if (isIntersecting) this.#near.add(cell);
          else this.#near.delete(cell);
        }
        this.#work();
      },
      { rootMargin: NEAR },
    );
    for (const { element } of cells) this.#observer.observe(element);
  }

  /** From here on cells get editors. @param {CreateEditor} createEditor */
  edit(createEditor) {
    this.#createEditor = createEditor;
    this.#work();
  }

  /** Ends it: other cells are shown. */
  end() {
    this.#ended = true;
    this.#observer.disconnect();
  }

  async #work() {
    if (this.#working) return;
    this.#working = true;
    this.#container.ariaBusy = 'true';
    for (let work; !this.#ended && (work = this.#chosen());) {
      await work();
      await drawn();
    }
    this.#working = false;
    this.#container.ariaBusy = null;
  }

  /** @returns {(() => any) | undefined} */
  #chosen() {
    const createEditor = this.#createEditor;
    for (const cell of this.#near) {
      if (!cell.made) return () => cell.make();
      if (createEditor && cell.edit && !cell.edited) return () => cell.edit?.(createEditor);
    }
    while (this.#cells[this.#next]?.made) this.#next += 1;
    const cell = this.#cells[this.#next];
    if (!cell || this.#ahead <= 0) return undefined;
    return async () => (this.#ahead -= await cell.make());
  }
}
