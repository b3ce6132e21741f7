/** The menu of exports below a result. */
import { h, prose } from '../../kit/dom.js';
import { sayer } from '../../kit/say.js';
import { clearPerformance, markPerformance } from '../../trace/performance.js';
import { FORMATS, fileName } from './formats.js';
import { openInPerfetto } from './perfetto-window.js';

export { learnFormats } from './formats.js';

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {keyof FORMATS} FormatName */
/** @typedef {import('./picture.js').Ground} Ground */

/** Saves a file. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  // By then the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export class ExportMenu {
  /** @type {Result|null} */ #result = null;
  /** Ends the file that is being written. */
  #stop = new AbortController();

  /** @param {import('../figures.js').ExperimentFigure[]} figures of the result */
  constructor(figures) {
    this.figures = figures;
    this.say = sayer('page/export');
    this.parts = h('div', { class: 'parts' });
    this.status = h('p', { class: 'status', role: 'status' });
    this.ground = h(
      'select',
      {},
      ...['white', 'page'].map((key) => h('option', { value: key }, this.say(`ground-${key}`))),
    );
    this.profiler = h('input', { type: 'checkbox', onchange: () => this.#profile() });
    this.element = h('div', { class: 'exports' }, this.parts, this.status);
  }

  /** @param {Result} result the shown result */
  show(result) {
    const same = result === this.#result;
    this.#result = result;
    if (same) return;
    this.status.replaceChildren();
    this.parts.replaceChildren(
      this.#part(this.say('result'), this.#buttons(['json', 'csv']), this.#help('result-help')),
      ...this.#figureParts(),
      ...(result.trace ? this.#traceParts() : []),
    );
    if (this.profiler.checked) this.#profile();
  }

  /** @param {string} name @param {...Node} content */
  #part(name, ...content) {
    return h(
      'div',
      { class: 'part', role: 'group', 'aria-label': name },
      h('h4', {}, name),
      ...content,
    );
  }

  /** @param {string} key */
  #help(key) {
    return h('p', { class: 'hint' }, ...prose(this.say(key)));
  }

  /** @param {readonly FormatName[]} formats @param {object} [more] of the subject */
  #buttons(formats, more = {}) {
    const subject = { result: /** @type {Result} */ (this.#result), ...more };
    const buttons = formats.map((format) => {
      const name = this.say(format.replace('trace-', ''));
      const described = this.say('save', { format: name, name: fileName(subject, format) });
      const act = () =>
        this.#save(format, { ...subject, ground: /** @type {Ground} */ (this.ground.value) });
      return h(
        'button',
        { type: 'button', title: described, 'data-format': format, onclick: act },
        name,
      );
    });
    return h('div', { class: 'formats' }, ...buttons);
  }

  #figureParts() {
    const shown = this.figures.filter(({ surfaces }) => surfaces.length > 0);
    if (shown.length === 0) return [];
    const formats = /** @type {const} */ (['png', 'svg']);
    const ground = h('label', {}, h('span', {}, this.say('ground')), this.ground);
    if (shown.length === 1)
      return [this.#part(this.say('figure'), this.#buttons(formats, { figure: shown[0] }), ground)];
    const rows = shown.map((figure, i) => {
      const row = this.#buttons(formats, { figure, part: figure.figure.name });
      const name = this.say('figure-number', { number: i + 1 });
      row.setAttribute('role', 'group');
      row.setAttribute('aria-label', `${name}. ${figure.sentence}`);
      row.append(h('span', { class: 'which' }, `${name}. ${figure.sentence}`));
      return row;
    });
    const part = this.#part(this.say('figures'), ...rows, ground);
    part.classList.add('wide');
    return [part];
  }

  #traceParts() {
    const open = () => this.#open().catch((error) => this.#fail(error));
    return [
      this.#part(
        this.say('trace'),
        this.#buttons(['trace-csv', 'perfetto', 'chrome']),
        this.#help('trace-help'),
      ),
      this.#part(
        this.say('viewers'),
        h(
          'div',
          { class: 'formats' },
          h('button', { type: 'button', class: 'open-perfetto', onclick: open }, this.say('open')),
        ),
        this.#help('open-help'),
        h('label', { class: 'switch' }, this.profiler, h('span', {}, this.say('profiler'))),
        this.#help('profiler-help'),
      ),
    ];
  }

  /** @param {FormatName} format @param {import('./formats.js').Subject} subject */
  async #save(format, subject) {
    const name = fileName(subject, format);
    try {
      save(await this.#written(format, subject), name);
      this.status.replaceChildren(this.say('saved', { name }));
    } catch (error) {
      this.#fail(/** @type {Error} */ (error));
    }
  }

  /** Writes a file, which the reader or the next file can stop. @param {FormatName} format @param {import('./formats.js').Subject} subject */
  async #written(format, subject) {
    this.#stop.abort();
    const { signal } = (this.#stop = new AbortController());
    const act = () => this.#stop.abort();
    const button = h('button', { type: 'button', onclick: act }, sayer('page')('stop'));
    const name = fileName(subject, format);
    this.status.replaceChildren(this.say('writing', { name }), ' ', button);
    return FORMATS[format].write(subject, signal);
  }

  async #open() {
    const subject = { result: /** @type {Result} */ (this.#result) };
    const trace = this.#written('perfetto', subject).then((blob) => blob.arrayBuffer());
    const outcome = await openInPerfetto(trace, fileName(subject, 'perfetto'));
    if (outcome === 'unreachable') await this.#save('perfetto', subject);
    const key = { opened: 'opened', blocked: 'open-blocked', unreachable: 'open-apart' }[outcome];
    this.status.replaceChildren(this.say(key));
  }

  #profile() {
    const trace = this.#result?.trace;
    if (!this.profiler.checked) clearPerformance();
    else if (trace) {
      // A trace from a file may lack columns that are not drawn.
      const count = markPerformance(/** @type {any} */ (trace));
      this.status.replaceChildren(this.say('profiler-written', { count }));
    }
  }

  /** @param {Error & {code?: string}} error */
  #fail(error) {
    // The reader or another file stopped it; if another file did, the status is that file's.
    if (error.code === 'STOPPED') {
      if (this.#stop.signal.aborted) this.status.replaceChildren();
      return;
    }
    this.status.replaceChildren(this.say('failed', { reason: error.message }));
  }
}
