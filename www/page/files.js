import { h } from '../kit/dom.js';
import { styled } from '../kit/style.js';
import { learn } from '../kit/words.js';
import { read } from './link.js';

/**
 * The section for results of other machines, which are chosen here or dropped anywhere on the page. The code that reads and
 * compares files is loaded with the first files.
 */
export class Files {
  /** @type {Promise<import('./compare/comparison.js').Comparison>|null} */ #comparison = null;
  /** The list of a link's recordings that are being opened. */
  #opening = '';

  /**
   * @param {import('../kit/say.js').Say} say
   * @param {Map<string, import('./experiment-section.js').ExperimentSection>} sections
   */
  constructor(say, sections) {
    this.say = say;
    this.sections = sections;
    this.title = h('h2', { id: 'compare-title' });
    this.help = h('p');
    this.label = h('label', { for: 'compare-files' });
    const input = h('input', {
      type: 'file',
      id: 'compare-files',
      multiple: true,
      accept: '.json',
    });
    input.addEventListener('change', () => {
      void this.take(input.files);
      input.value = ''; // The same file may be chosen again.
    });
    this.container = h('div', { class: 'comparison' });
    this.element = h(
      'section',
      { class: 'compare', id: 'compare', 'aria-labelledby': 'compare-title' },
      this.title,
      this.help,
      h('p', { class: 'field' }, this.label, input),
      this.container,
    );
    this.#listen();
    addEventListener('hashchange', () => void this.follow());
    this.resay();
  }

  #listen() {
    const over = document.documentElement.dataset;
    document.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files') || event.defaultPrevented) return;
      event.preventDefault();
      over.dropping = '';
    });
    for (const type of ['dragleave', 'drop'])
      document.addEventListener(type, () => delete over.dropping);
    // Handled before an editor, which would insert the file's text.
    const drop = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.files.length || event.defaultPrevented) return;
      event.preventDefault();
      void this.take(event.dataTransfer.files);
    };
    document.addEventListener('drop', drop, true);
  }

  resay() {
    this.title.textContent = this.say('compare');
    this.help.textContent = this.say('compare-help');
    this.label.textContent = this.say('compare-files');
    void this.#comparison?.then((comparison) => comparison.resay());
  }

  /** Shows the recordings that the address names, if any. */
  async follow() {
    const { name, parameters } = read(location);
    const asked = name === this.element.id && parameters.get('recording');
    // At the start the page reads the address, and may also be notified of its change while the recordings are opened.
    if (!asked || asked === this.#opening) return;
    this.#opening = asked;
    try {
      const { linked } = await import('./linked.js');
      await this.take(linked(asked));
    } finally {
      this.#opening = '';
    }
    this.element.scrollIntoView();
  }

  /** Reads files and shows their results and recordings. @param {Iterable<import('./compare/comparison.js').Given>|null} given */
  async take(given) {
    const files = [...(given ?? [])];
    if (files.length === 0) return;
    this.#comparison ??= this.#load();
    try {
      await (await this.#comparison).add(files);
    } catch {
      this.#comparison = null; // The next attempt may succeed.
      const problem = this.say('problem-NOT_LOADED');
      this.container.replaceChildren(h('p', { class: 'message', role: 'alert' }, problem));
    }
  }

  async #load() {
    const [{ Comparison }] = await Promise.all([
      import('./compare/comparison.js'),
      learn('page/compare', 'charts'),
      styled('charts/charts.css'),
    ]);
    return new Comparison(this.container, this.sections);
  }
}
