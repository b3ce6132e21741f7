/** @typedef {'opened'|'predicted'|'run'} Step of a reader's progress with an experiment */

const KEY = 'asynclab.progress';
/** @type {Step[]} */
export const STEPS = ['opened', 'predicted', 'run'];

/** The reader's progress, by experiment. It is kept in the browser's storage or, if storage is forbidden, as long as the page is open. */
export class Progress {
  /** @type {Record<string, Step[]>} */ #done = read();

  /** @param {string} name of an experiment @returns {Step[]} in order; any step implies `opened` */
  of(name) {
    const done = this.#done[name] ?? [];
    return STEPS.filter((step) => done.includes(step) || (step === 'opened' && done.length > 0));
  }

  /** @param {string} name @param {Step} step */
  add(name, step) {
    if (this.#done[name]?.includes(step)) return;
    (this.#done[name] ??= []).push(step);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#done));
    } catch {
      // Storage may be forbidden or full.
    }
  }
}

/** The stored steps; empty if they cannot be read. @returns {Record<string, Step[]>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const lists = Object.entries(kept).filter(([, steps]) => Array.isArray(steps));
    return Object.fromEntries(lists);
  } catch {
    return {};
  }
}
