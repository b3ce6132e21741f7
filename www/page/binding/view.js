/** The verdict on what binds a program, in words and as a table of shares. It is computed when the reader asks. */
import { h, prose } from '../../kit/dom.js';
import { bindingOf, TERMS } from '../../kit/binding.js';
import { plain, uncertain } from '../../kit/format.js';
import { sayer } from '../../kit/say.js';
import { styled } from '../../kit/style.js';
import { changes, learn } from '../../kit/words.js';

/** @typedef {import('../../kit/types.js').Binding} Binding */
/** @typedef {import('../../kit/binding-model.js').Rates} Rates */
/** @typedef {import('../../kit/types.js').Info} Info */
/** @typedef {import('../../kit/types.js').Trace} Trace */
/**
 * @typedef {object} Asked
 * @property {Trace} trace
 * @property {Pick<Info, 'clock'|'timestamps'>} info of its lab
 * @property {{from?: number, to?: number}} [window] ms; the whole trace by default
 * @property {() => Promise<Rates>} rates of its device
 * @property {(binding: Binding|null) => void} [found]
 */

const say = sayer('page/binding');
/** Shares of the rest and of the overhead below this are not named. */
const NAMED = 0.02;

/** Rounds a share to a tenth of a percent. @param {number} part */
const tenth = (part) => Math.round(1000 * part) / 1000;
/** @param {import('../../kit/types.js').Known} known @returns {import('../../kit/types.js').Quantity} */
const share = ({ value, low, high }) => ({
  value: tenth(value),
  low: tenth(low),
  high: tenth(high),
  unit: 'share',
});

/** @param {Asked} asked @returns {Promise<Binding|null>} null if the trace does not have the work of its operations */
export async function verdictOf({ trace, info, window, rates }) {
  return bindingOf(trace, await rates(), {
    ...window,
    step: info.clock.step,
    quantum: info.timestamps?.quantum ?? 0,
  });
}

/**
 * The verdict as sentences: what binds (compute, bytes, overhead, waits, rest, or open), and the remedy (fuse, compile, batch, wait-less, nothing).
 * @param {Binding} binding
 */
export function sentencesOf({ key, remedy, span, stalled, shares, by, timed, parts }) {
  const top = key === 'open' ? TERMS.toSorted((a, b) => shares[b].value - shares[a].value)[0] : key;
  const values = {
    span: { value: span, unit: /** @type {const} */ ('ms') },
    share: share(shares[top]),
    by: { value: by.low, unit: /** @type {const} */ ('x') },
    term: say(`term-${top}`),
  };
  const named = Object.entries(parts).filter(
    ([name, value]) => value >= NAMED && PARTS[name] === top,
  );
  return [
    say(`binds-${key}`, values),
    ...(key === 'open' ? [] : [say('sure', values), say(`remedy-${remedy}`)]),
    ...named.map(([name, value]) => say(`part-${name}`, { share: { value, unit: 'share' } })),
    ...(stalled > NAMED * span ? [say('stalled', { time: { value: stalled, unit: 'ms' } })] : []),
    ...(timed ? [] : [say('untimed')]),
  ];
}

/** The share to which each part belongs. @type {Record<string, string>} */
const PARTS = {
  frontend: 'overhead',
  backend: 'overhead',
  dispatch: 'overhead',
  program: 'rest',
  kernels: 'rest',
};

/** @param {Binding} binding */
function tableOf({ shares }) {
  const row = (/** @type {import('../../kit/types.js').Term} */ term) => {
    const bar = h('span', { class: `share share-${term}` });
    bar.style.inlineSize = `${100 * shares[term].value}%`;
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, say(`term-${term}`)),
      h('td', { class: 'number' }, plain(uncertain(share(shares[term])))),
      h('td', { class: 'share-bar', 'aria-hidden': 'true' }, bar),
    );
  };
  return h(
    'table',
    { class: 'shares' },
    h('caption', {}, say('caption')),
    h('tbody', {}, ...TERMS.map(row)),
  );
}

/** A button that asks the question, and the answer below it. */
export class BindingView {
  /** @type {Asked|null} */ #asked = null;
  /** @type {Binding|null} */ binding = null;
  #button = h('button', {
    type: 'button',
    onclick: () => this.ask().catch(() => {}),
  });
  #status = h('p', { class: 'note', role: 'status' });
  #answer = h('div', { class: 'bound' });
  element = h('div', { class: 'binding', hidden: true }, this.#button, this.#status, this.#answer);

  /** @param {AbortSignal} [closing] */
  constructor(closing) {
    changes.addEventListener('change', () => this.#say(), { signal: closing });
  }

  /** @param {Asked|null} asked null if there is no program to ask about @param {Binding|null} [known] the verdict, if it was found before */
  offer(asked, known = null) {
    this.#asked = asked;
    this.binding = known;
    this.element.hidden = asked === null && known === null;
    this.#status.textContent = '';
    this.#say();
  }

  /** @returns {Promise<Binding|null>} */
  async ask() {
    const asked = this.#asked;
    if (!asked) return null;
    this.#button.disabled = true;
    this.#status.textContent = say('measuring');
    try {
      const binding = await verdictOf(asked);
      asked.found?.(binding);
      if (this.#asked !== asked) return binding; // Another run is shown by now.
      this.binding = binding;
      this.#status.textContent = binding ? '' : say('unknown');
      this.#say();
      return binding;
    } catch (error) {
      if (this.#asked === asked)
        this.#status.textContent = say('failed', {
          reason: /** @type {Error} */ (error).message,
        });
      throw error;
    } finally {
      this.#button.disabled = false;
    }
  }

  #say() {
    this.#button.textContent = say('ask');
    this.#button.hidden = this.binding !== null;
    if (!this.binding) {
      this.#answer.replaceChildren();
      return;
    }
    const [first, ...more] = sentencesOf(this.binding);
    this.#answer.replaceChildren(
      h('p', { class: 'finding', 'data-binds': this.binding.key }, ...prose(first)),
      h('p', { class: 'finding-more' }, ...prose(more.join(' '))),
      tableOf(this.binding),
    );
  }
}

/** Makes a view, once its words are loaded. @param {AbortSignal} [closing] */
export async function bindingView(closing) {
  await Promise.all([learn('page/binding'), styled('page/binding/binding.css')]);
  return new BindingView(closing);
}
