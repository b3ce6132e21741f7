import { h, prose } from '../../kit/dom.js';
import { KEYS, LANGUAGES } from '../../kit/languages.js';
import { list } from '../../kit/listing.js';
import { sayer } from '../../kit/say.js';
import { learn } from '../../kit/words.js';
import { Correspondences } from './correspondences.js';
import { linesOf } from './pairs.js';

/** @typedef {import('../../kit/languages.js').Language} Language */

const say = sayer('page/program');

/** The program in other libraries, in tabs beside the program that runs. Corresponding lines are marked together. */
export class ProgramTabs {
  /** @type {Partial<Record<Language, string>>} */ #texts = {};
  /** @type {import('../../kit/types.js').Pair[]} */ #pairs = [];
  /** @type {Record<Language, number>[]} */ #lines = [];
  /** @type {Language} */ #shown = 'javascript';
  #device = '';
  /** @type {Correspondences} */ #calls;
  /** The marked pair; -1 for none. */
  #marked = -1;

  /**
   * @param {import('../../kit/types.js').Programs} programs
   * @param {HTMLElement} pre of the program that runs; its owner writes the code in it
   * @param {string} id of the experiment
   */
  constructor(programs, pre, id) {
    this.programs = programs;
    const code = h('code');
    this.other = h(
      'pre',
      { class: 'program', tabindex: 0, id: `${id}-python`, hidden: true },
      code,
    );
    this.codes = { javascript: /** @type {HTMLElement} */ (pre.firstElementChild), python: code };
    this.pre = pre;
    this.tabs = KEYS.map((language) =>
      h(
        'button',
        { type: 'button', role: 'tab', 'data-language': language, id: `${id}-tab-${language}` },
        LANGUAGES[language].name,
      ),
    );
    this.bar = h(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-label': say('tabs') },
      ...this.tabs,
    );
    this.run = h('button', { type: 'button' }, say('run'));
    this.run.addEventListener('click', ({ currentTarget }) => {
      const detail = { ...this.asked(), run: true };
      currentTarget?.dispatchEvent(new CustomEvent('open-in-sandbox', { bubbles: true, detail }));
    });
    this.note = h('p', { class: 'note', role: 'status' });
    this.help = h('p', { class: 'note' }, say('help'));
    this.#calls = new Correspondences();
    this.table = this.#calls.element;
    this.tabs.forEach((tab, i) => {
      tab.addEventListener('click', () => this.choose(KEYS[i]));
      tab.addEventListener('keydown', ({ key }) => this.#step(key, i));
    });
    for (const one of [this.pre, this.other]) {
      one.setAttribute('role', 'tabpanel');
      one.addEventListener('click', ({ target }) => this.#pick(/** @type {Element} */ (target)));
      one.addEventListener('keydown', (event) => this.#walk(event));
    }
    this.choose('javascript');
  }

  /** @param {string} key @param {number} i */
  #step(key, i) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    const next = KEYS[(i + by + KEYS.length) % KEYS.length];
    this.choose(next);
    this.tabs[KEYS.indexOf(next)].focus();
  }

  /** Shows one of the programs; on a wide screen, the program that runs stays beside it. @param {Language} language */
  choose(language) {
    this.#shown = language;
    for (const tab of this.tabs) {
      const chosen = tab.dataset.language === language;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.other.hidden = language === 'javascript';
    this.other.setAttribute('aria-labelledby', `${this.tabs[KEYS.indexOf(language)].id}`);
    this.pre.classList.toggle('beside', language !== 'javascript');
    this.#calls.show(language);
    this.#write();
  }

  /** The shown program, as the detail of an 'open-in-sandbox' event. */
  asked() {
    const program = this.#texts[this.#shown] ?? '';
    // A JavaScript program names its device itself.
    const device = this.#shown === 'javascript' ? '' : this.#device;
    return { program, language: this.#shown, device };
  }

  /** Updates the programs for the present parameters. @param {string} javascript @param {import('../../kit/types.js').Values} values */
  show(javascript, values) {
    const { pairs, ...python } = this.programs(values);
    this.#device = ['webgpu', 'cpu'].includes(String(values.device)) ? String(values.device) : '';
    const texts = { javascript, ...python };
    this.#texts = texts;
    this.#pairs = pairs;
    this.#lines = linesOf(texts, pairs);
    this.#write();
  }

  #write() {
    const code = this.codes.javascript;
    if (!this.#texts.javascript) return;
    if (!code.querySelector('.line')) list(code, this.#texts.javascript);
    if (this.#shown !== 'javascript') list(this.codes.python, this.#texts[this.#shown] ?? '');
    this.#mark(this.#marked);
  }

  /** @param {Element} target */
  #pick(target) {
    const line = target.closest('.line');
    const code = line?.parentElement;
    if (!line || !code) return;
    const at = [...code.querySelectorAll('.line')].indexOf(line) + 1;
    const language = code === this.codes.javascript ? 'javascript' : this.#shown;
    const pair = this.#lines.findIndex((lines) => lines[language] === at);
    this.#mark(pair === this.#marked ? -1 : pair);
  }

  /** Moves from pair to pair, by arrow keys. @param {KeyboardEvent} event */
  #walk(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || this.#pairs.length === 0) return;
    event.preventDefault();
    const next = this.#marked < 0 ? (by > 0 ? 0 : this.#pairs.length - 1) : this.#marked + by;
    this.#mark(Math.max(0, Math.min(this.#pairs.length - 1, next)));
  }

  /** Marks the lines of a pair in both programs, and names the libraries without a counterpart. @param {number} pair */
  #mark(pair) {
    this.#marked = pair;
    const lines = this.#lines[pair];
    this.#markIn(this.codes.javascript, lines?.javascript ?? 0);
    const other = this.#shown === 'javascript' ? null : this.#shown;
    if (other) this.#markIn(this.codes.python, lines?.[other] ?? 0);
    this.note.replaceChildren(...prose(lines ? this.#counterpart(pair) : ''));
  }

  /** @param {HTMLElement} code @param {number} at */
  #markIn(code, at) {
    code
      .querySelectorAll('.line')
      .forEach((line, i) => line.classList.toggle('paired', i + 1 === at));
  }

  /** The corresponding lines of a pair, and the libraries without one, in words. @param {number} pair */
  #counterpart(pair) {
    const lines = this.#lines[pair];
    const name = (/** @type {Language} */ one) => LANGUAGES[one].name;
    const there = KEYS.filter((one) => lines[one] > 0).map((one) => `${name(one)} ${lines[one]}`);
    const missing = KEYS.filter((one) => lines[one] === 0).map(name);
    const { note } = this.#pairs[pair];
    return [
      say('counterpart', { lines: there.join(', ') }),
      missing.length ? say('no-counterpart', { frameworks: missing.join(', ') }) : '',
      note ? say(`note-${note}`) : '',
    ]
      .filter(Boolean)
      .join(' ');
  }
}

/**
 * @param {import('../../kit/types.js').Experiment} experiment
 * @param {HTMLElement} pre
 * @returns {Promise<ProgramTabs|null>} null if the experiment has no programs for other libraries
 */
export async function tabsOf({ name, programs }, pre) {
  if (!programs) return null;
  const [module] = await Promise.all([programs(), learn('page/program')]);
  return new ProgramTabs(module.default, pre, name);
}
