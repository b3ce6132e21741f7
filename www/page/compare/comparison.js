import { h } from '../../kit/dom.js';
import { bytes, duration, whole } from '../../kit/format.js';
import { revive } from '../revive.js';
import { sayer } from '../../kit/say.js';
import { byExperiment, entryOf, identity } from './collection.js';
import { GroupView } from './group-view.js';
import { KNOWN, LARGEST, readResult } from './reading.js';

/** @typedef {import('./collection.js').Entry} Entry */
/** @typedef {{name: string, code: string, message: string}} Refusal */

const say = sayer('page/compare');
/** More files at a time are no class any more. */
const MOST_FILES = 10_000;
/** Files and bytes read at the same time; the page shows progress in between. One that is larger is read alone. */
const AT_ONCE = 50;
const BYTES_AT_ONCE = 2e6;
/** Refusals told one by one. */
const TOLD = 12;

/** The results that a reader has brought, side by side. */
export class Comparison {
  /** @type {Entry[]} */ #entries = [];
  #known = new Set();
  /** @type {Map<string, GroupView>} */ #groups = new Map();

  /**
   * @param {HTMLElement} place
   * @param {Map<string, import('../experiment-section.js').ExperimentSection>} sections
   */
  constructor(place, sections) {
    this.sections = sections;
    this.status = h('p', { class: 'status', role: 'status' });
    this.refusals = h('div', { class: 'notice' });
    this.groups = h('div', {});
    this.clearButton = h(
      'button',
      { type: 'button', hidden: true, onclick: () => this.clear() },
      say('clear'),
    );
    place.replaceChildren(
      this.status,
      this.refusals,
      this.groups,
      h('p', { class: 'buttons' }, this.clearButton),
    );
  }

  /**
   * Reads files and shows what they hold: the very first one alone in its experiment, several side by side.
   * @param {File[]} given
   */
  async add(given) {
    const start = performance.now();
    const files = given.slice(0, MOST_FILES);
    const refused = /** @type {Refusal[]} */ ([]);
    let only = null;
    let done = 0;
    for (const some of portions(files)) {
      this.status.textContent = say('reading', { done, total: files.length });
      done += some.length;
      const texts = await Promise.all(some.map(textOf));
      for (const { name, text, fault } of texts) {
        try {
          if (fault) throw fault;
          only = this.#take(name, readResult(/** @type {string} */ (text)));
        } catch (caught) {
          const { code = 'UNREADABLE', message } = /** @type {any} */ (caught);
          refused.push({ name, code, message });
        }
      }
    }
    const alone = this.#entries.length === 1 && only;
    if (alone) await this.#present(alone, refused);
    else this.#show();
    this.#tell(refused, given.length);
    const elapsed = duration(performance.now() - start);
    const values = { read: files.length, elapsed, total: this.#entries.length };
    this.status.textContent =
      alone && this.#entries.length
        ? say('shown-in-view', { file: this.#entries[0].file })
        : say('compared', values);
  }

  /** Says everything anew, in another language. */
  resay() {
    this.#groups.clear();
    this.status.textContent = '';
    this.refusals.replaceChildren();
    this.clearButton.textContent = say('clear');
    if (this.#entries.length > 1) this.#show();
  }

  clear() {
    this.#entries = [];
    this.#known.clear();
    this.#groups.clear();
    this.groups.replaceChildren();
    this.refusals.replaceChildren();
    this.status.textContent = '';
    this.clearButton.hidden = true;
  }

  /** @param {string} file @param {any} document */
  #take(file, document) {
    const entry = entryOf(file, document);
    const key = identity(entry);
    if (this.#known.has(key)) throw Object.assign(new Error(file), { code: 'TWICE' });
    this.#known.add(key);
    this.#entries.push(entry);
    return document;
  }

  /** @param {any} document @param {Refusal[]} refused grows by what goes wrong */
  async #present(document, refused) {
    const { experiment } = document;
    const section = this.sections.get(experiment);
    try {
      if (!section) throw Object.assign(new Error(experiment), { code: 'UNKNOWN_EXPERIMENT' });
      const view = await section.open();
      view.present(revive(document), { source: 'file' });
      section.element.scrollIntoView();
      this.clearButton.hidden = false;
    } catch (caught) {
      const { code, message } = /** @type {any} */ (caught);
      refused.push({ name: this.#entries[0].file, code, message });
      this.clear();
    }
  }

  #show() {
    this.clearButton.hidden = this.#entries.length === 0;
    const shown = [];
    for (const [experiment, entries] of byExperiment(this.#entries)) {
      const about = this.sections.get(experiment);
      let group = this.#groups.get(experiment);
      if (!group) {
        group = new GroupView(
          experiment,
          about ? (about.title.textContent ?? experiment) : experiment,
          say,
        );
        this.#groups.set(experiment, group);
      }
      group.show(entries);
      shown.push(group.element);
    }
    this.groups.replaceChildren(...shown);
    for (const group of this.#groups.values()) group.paint();
  }

  /** @param {Refusal[]} refused @param {number} given */
  #tell(refused, given) {
    const sentences = refused.slice(0, TOLD).map(({ name, code, message }) =>
      say(say.has(`file-${code}`) ? `file-${code}` : 'file-UNREADABLE', {
        file: name,
        message: code === 'TOO_LARGE' ? bytes(Number(message)) : message.slice(0, 300),
        known: KNOWN.join(', '),
        largest: bytes(LARGEST),
      }),
    );
    if (refused.length > TOLD) sentences.push(say('more-files', { count: refused.length - TOLD }));
    if (given > MOST_FILES) sentences.push(say('only-first', { most: whole(MOST_FILES), given }));
    const list = h('ul', {}, ...sentences.map((text) => h('li', {}, text)));
    this.refusals.replaceChildren(
      ...(sentences.length
        ? [
            h(
              'div',
              { class: 'message', role: 'alert' },
              h('p', { class: 'problem' }, say('not-taken')),
              list,
            ),
          ]
        : []),
    );
  }
}

/** Files in portions that are read at once. @param {File[]} files */
function* portions(files) {
  for (let begin = 0, end = 0; begin < files.length; begin = end) {
    for (let size = files[end++].size; end < files.length && end - begin < AT_ONCE; end += 1) {
      size += files[end].size;
      if (size > BYTES_AT_ONCE) break;
    }
    yield files.slice(begin, end);
  }
}

/** @param {File} file @returns {Promise<{name: string, text?: string, fault?: any}>} */
async function textOf(file) {
  const { name, size } = file;
  if (size > LARGEST)
    return { name, fault: Object.assign(new Error(String(size)), { code: 'TOO_LARGE' }) };
  try {
    return { name, text: await file.text() };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return { name, fault: Object.assign(new Error(message), { code: 'UNREADABLE' }) };
  }
}
