/** @typedef {'opened'|'predicted'|'run'} Step what a reader has done with an experiment */

const KEY = 'asynclab.progress';
/** @type {Step[]} */
export const STEPS = ['opened', 'predicted', 'run'];

/** The reader's progress, by experiment; in the browser's storage, or in the page where storage is forbidden. */
export class Progress {
  /** @type {Record<string, Step[]>} */ #done = read();

  /** @param {string} name of an experiment @returns {Step[]} in order; whoever predicted or ran it has opened it */
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

/** The kept steps, as far as they can be read. @returns {Record<string, Step[]>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const lists = Object.entries(kept).filter(([, steps]) => Array.isArray(steps));
    return Object.fromEntries(lists);
  } catch {
    return {};
  }
}
