import { h } from '../../kit/dom.js';
import { Fault } from '../../kit/faults.js';
import { bytes, duration, whole } from '../../kit/format.js';
import { revive } from '../revive.js';
import { sayer } from '../../kit/say.js';
import { byExperiment, entryOf, identity } from './collection.js';
import { GroupView } from './group-view.js';
import { KNOWN, LARGEST, readResult } from './reading.js';
import { isRecording, Recordings } from '../watched/recordings.js';

/** @typedef {import('./collection.js').Entry} Entry */
/** @typedef {{name: string, code: string, message: string}} Rejection */
/** A file, given or fetched from a link. @typedef {Pick<File, 'name'|'size'|'text'>} Given */

const say = sayer('page/compare');
/** The most files at a time: no class has more. */
const MOST_FILES = 10_000;
/** Most files and bytes that are read at the same time; the page shows progress in between. A larger file is read alone. */
const AT_ONCE = 50;
const BYTES_AT_ONCE = 2e6;
/** The most rejected files that are reported one by one. */
const REPORTED = 12;

/** The reader's result files, side by side. */
export class Comparison {
  /** @type {Entry[]} */ #entries = [];
  #known = new Set();
  /** The number of times that all was cleared. Files that are being read at that time are dropped. */
  #cleared = 0;
  /** @type {Map<string, GroupView>} */ #groups = new Map();

  /**
   * @param {HTMLElement} container
   * @param {Map<string, import('../experiment-section.js').ExperimentSection>} sections
   */
  constructor(container, sections) {
    this.sections = sections;
    this.status = h('p', { class: 'status', role: 'status' });
    this.rejections = h('div', { class: 'notice' });
    this.groups = h('div', {});
    this.recordings = new Recordings();
    this.clearButton = h(
      'button',
      { type: 'button', hidden: true, onclick: () => this.clear() },
      say('clear'),
    );
    container.replaceChildren(
      this.status,
      this.rejections,
      this.groups,
      this.recordings.element,
      h('p', { class: 'buttons' }, this.clearButton),
    );
  }

  /**
   * Reads files and shows their results. A single result is shown in its experiment, several are shown side by side. Clearing ends the reading.
   * @param {Given[]} given
   */
  async add(given) {
    const start = performance.now();
    const files = given.slice(0, MOST_FILES);
    const rejected = /** @type {Rejection[]} */ ([]);
    const cleared = this.#cleared;
    let only = null;
    let done = 0;
    this.clearButton.hidden = false;
    for (const some of portions(files)) {
      this.status.textContent = say('reading', { done, total: files.length });
      done += some.length;
      const texts = await Promise.all(some.map(textOf));
      if (this.#cleared !== cleared) return;
      for (const { name, text, fault } of texts) {
        try {
          if (fault) throw fault;
          if (isRecording(/** @type {string} */ (text))) {
            await this.recordings.add(name, /** @type {string} */ (text));
            continue;
          }
          only = this.#take(name, readResult(/** @type {string} */ (text)));
        } catch (caught) {
          const { code = 'UNREADABLE', message } = /** @type {any} */ (caught);
          rejected.push({ name, code, message });
        }
      }
    }
    const alone = this.#entries.length === 1 && only;
    if (alone) await this.#present(alone, rejected);
    else this.#show();
    this.#report(rejected, given.length);
    const elapsed = duration(performance.now() - start);
    const values = { read: files.length, elapsed, total: this.#entries.length };
    this.status.textContent =
      alone && this.#entries.length
        ? say('shown-in-view', { file: this.#entries[0].file })
        : this.#entries.length || !this.recordings.last
          ? say('compared', values)
          : say('recording-shown', { file: this.recordings.last });
    this.clearButton.hidden = !this.#entries.length && !this.recordings.last;
  }

  /** Writes all texts again after a change of language. */
  resay() {
    this.#groups.clear();
    this.recordings.resay();
    this.status.textContent = '';
    this.rejections.replaceChildren();
    this.clearButton.textContent = say('clear');
    if (this.#entries.length > 1) this.#show();
  }

  clear() {
    this.#cleared += 1;
    this.#entries = [];
    this.#known.clear();
    this.#groups.clear();
    this.recordings.clear();
    this.groups.replaceChildren();
    this.rejections.replaceChildren();
    this.status.textContent = '';
    this.clearButton.hidden = true;
  }

  /** @param {string} file @param {any} document */
  #take(file, document) {
    const entry = entryOf(file, document);
    const key = identity(entry);
    if (this.#known.has(key)) throw new Fault('TWICE', file);
    this.#known.add(key);
    this.#entries.push(entry);
    return document;
  }

  /** @param {any} document @param {Rejection[]} rejected a failure is added to it */
  async #present(document, rejected) {
    const { experiment } = document;
    const section = this.sections.get(experiment);
    try {
      if (!section) throw new Fault('UNKNOWN_EXPERIMENT', experiment);
      const view = await section.open();
      view.present(revive(document), { source: 'file' });
      section.element.scrollIntoView();
      this.clearButton.hidden = false;
    } catch (caught) {
      const { code, message } = /** @type {any} */ (caught);
      rejected.push({ name: this.#entries[0].file, code, message });
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

  /** @param {Rejection[]} rejected @param {number} given */
  #report(rejected, given) {
    const sentences = rejected.slice(0, REPORTED).map(({ name, code, message }) =>
      say(say.has(`file-${code}`) ? `file-${code}` : 'file-UNREADABLE', {
        file: name,
        message: code === 'TOO_LARGE' ? bytes(Number(message)) : message.slice(0, 300),
        known: KNOWN.join(', '),
        largest: bytes(LARGEST),
      }),
    );
    if (rejected.length > REPORTED)
      sentences.push(say('more-files', { count: rejected.length - REPORTED }));
    if (given > MOST_FILES) sentences.push(say('only-first', { most: whole(MOST_FILES), given }));
    const list = h('ul', {}, ...sentences.map((text) => h('li', {}, text)));
    this.rejections.replaceChildren(
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

/** Files in portions that are read together. @param {Given[]} files */
function* portions(files) {
  for (let begin = 0, end = 0; begin < files.length; begin = end) {
    for (let size = files[end++].size; end < files.length && end - begin < AT_ONCE; end += 1) {
      size += files[end].size;
      if (size > BYTES_AT_ONCE) break;
    }
    yield files.slice(begin, end);
  }
}

/** @param {Given} file @returns {Promise<{name: string, text?: string, fault?: any}>} */
async function textOf(file) {
  const { name, size } = file;
  if (size > LARGEST) return { name, fault: new Fault('TOO_LARGE', String(size)) };
  try {
    return { name, text: await file.text() };
  } catch (error) {
    return { name, fault: error };
  }
}
