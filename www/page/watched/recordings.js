/** Recordings of other programs from files or links. The code that reads and shows them is loaded with the first. */
import { h } from '../../kit/dom.js';
import { learn } from '../../kit/words.js';

/** Most recordings that are shown; beyond that the oldest is removed. */
const MOST = 8;

/** Whether a text begins like a recording; the rest is checked later. @param {string} text */
export const isRecording = (text) => /^\s*\{\s*"recording"\s*:/.test(text);

export class Recordings {
  /** @type {import('./view.js').RecordingView[]} */ #views = [];
  /** @type {typeof import('./view.js').besideEachOther|null} */ #besideEachOther = null;
  /** Name of the last file. */
  last = '';

  constructor() {
    this.beside = h('div', {});
    this.shown = h('div', {});
    this.element = h('div', {}, this.beside, this.shown);
  }

  /**
   * @param {string} file
   * @param {string} text
   * @throws {Error} with a code, if it is no recording
   */
  async add(file, text) {
    const [{ RecordingView, besideEachOther }, { readRecording }, { alignTimes }, { loadEngine }] =
      await Promise.all([
        import('./view.js'),
        import('./reading.js'),
        import('../../pkg/asynclab.js'),
        import('../../lib/engine.js'),
        learn('page/watched', 'charts'),
      ]);
    const recording = readRecording(text);
    if (recording.gpu) await loadEngine();
    const view = new RecordingView(file, recording, alignTimes);
    this.#views.push(view);
    if (this.#views.length > MOST) this.#views.shift()?.element.remove();
    this.shown.append(view.element);
    this.#besideEachOther = besideEachOther;
    this.beside.replaceChildren(...besideEachOther(this.#views));
    view.paint();
    this.last = file;
  }

  /** Writes all texts again after a change of language. */
  resay() {
    this.#views = this.#views.map((view) => view.again());
    this.shown.replaceChildren(...this.#views.map(({ element }) => element));
    this.beside.replaceChildren(...(this.#besideEachOther?.(this.#views) ?? []));
    for (const view of this.#views) view.paint();
  }

  clear() {
    this.#views = [];
    this.last = '';
    this.beside.replaceChildren();
    this.shown.replaceChildren();
  }
}
