// Makes the cells on the page. A cell near the view is made with its editor. Other cells are made as long as there are few elements, so that
// they can be searched and printed.
import { drawn } from './slices.js';

/** Most elements of cells that are made without being near the view. */
const AHEAD = 10_000;
/** The distance from the view that counts as near: a height of the window. */
const NEAR = '100% 0px';

/**
 * @typedef {object} Cell
 * @property {HTMLElement} element
 * @property {boolean} made
 * @property {() => Promise<number>} make makes its content; resolves to an upper bound of its elements
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

  /** @param {Cell[]} cells @param {HTMLElement} container of the cells */
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

  /** From now on cells near the view get editors. @param {CreateEditor} createEditor */
  edit(createEditor) {
    this.#createEditor = createEditor;
    this.#work();
  }

  /** Stops making cells, because another notebook is shown. */
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
