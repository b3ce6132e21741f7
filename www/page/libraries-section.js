import { h } from '../kit/dom.js';
import { Fault } from '../kit/faults.js';
import { sayer } from '../kit/say.js';
import { styled } from '../kit/style.js';
import { learn } from '../kit/words.js';
import { read } from './link.js';
import { message } from './message.js';

const say = sayer('page');

/**
 * The section on the same loops in other libraries: a question and, once the reader opens it, the rest. It is no experiment, since it
 * shows recordings instead of results that were measured on this machine.
 */
export class LibrariesSection {
  /** @type {Promise<import('./libraries/view.js').LibrariesView>|null} */ #view = null;

  constructor() {
    this.title = h('h2', { id: 'libraries-title' });
    this.question = h('span', { class: 'question' });
    this.summary = h('summary', {}, this.title, this.question);
    this.details = h('details', { class: 'experiment-body' }, this.summary);
    this.element = h(
      'section',
      { class: 'experiment', id: 'libraries', 'aria-labelledby': 'libraries-title' },
      this.details,
    );
    this.details.addEventListener('toggle', () => {
      if (this.details.open) void this.open();
    });
    addEventListener('hashchange', () => this.follow());
    this.resay();
  }

  /** Opens the section if the address names it. */
  follow() {
    if (read(location).name !== this.element.id) return;
    this.details.open = true;
    this.element.scrollIntoView();
  }

  async resay() {
    this.title.textContent = say('libraries-title');
    const beyond = h('span', { class: 'beyond' }, say('beyond'));
    this.question.replaceChildren(beyond, ' ', say('libraries-question'));
    const view = await this.#view?.catch(() => null);
    view?.resay();
  }

  /** Loads and shows the view, once. */
  async open() {
    try {
      const view = await (this.#view ??= this.#load());
      if (view.element.parentElement !== this.details) this.#fill(view.element);
    } catch (caught) {
      this.#view = null; // The next attempt may succeed.
      const fault = new Fault('NOT_LOADED', /** @type {Error} */ (caught).message);
      this.#fill(message(fault, { label: say('again'), act: () => void this.open() }));
    }
  }

  async #load() {
    const [{ LibrariesView }] = await Promise.all([
      import('./libraries/view.js'),
      learn('page/libraries', 'page/watched', 'charts'),
      styled('charts/charts.css'),
    ]);
    return new LibrariesView();
  }

  /** @param {HTMLElement} element */
  #fill(element) {
    while (this.summary.nextSibling) this.summary.nextSibling.remove();
    this.details.append(element);
  }
}
