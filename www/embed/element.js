import { h } from '../kit/dom.js';
import { Fault } from '../kit/faults.js';
import { styled, styleIn, unstyle } from '../kit/style.js';
import { complaints, read } from './attributes.js';
import { addressOf, around, messageOf, picture } from './layout.js';
import { fill, LANGUAGES, posters } from './posters.js';
import { Reflecting } from './reflecting.js';
import { dress, watchSurroundings } from './theme.js';

/** @typedef {import('../page/experiment-view.js').ExperimentView} ExperimentView */
/** @typedef {import('../kit/types.js').Result} Result */
/** @typedef {import('./posters.js').Poster} Poster */
/** @typedef {'waiting'|'poster'|'idle'|'running'|'shown'|'failed'|'wrong'} State */

/** The distance from the viewport within which an element loads its picture. */
const NEAR = '400px';
/**
 * One experiment inside any page: `<async-lab experiment="warmup">fallback</async-lab>`. It shows a picture of a recorded run. It loads
 * the engine and uses a GPU only when the reader begins, with `autorun`, or when `run()` is called.
 *
 * Attributes: see docs/embed.md. Events, which bubble: `run`, `result` (detail: the result document) and `error` (detail:
 * `{code, message}`).
 */
export class AsyncLab extends Reflecting {
  #container = h('div', { class: 'lab', part: 'lab' });
  #sheet = new CSSStyleSheet();
  #attributes = new MutationObserver((changes) => this.#changed(changes));
  #listening = new AbortController();
  /** @type {import('./posters.js').Posters|null} */ #posters = null;
  /** @type {Promise<ExperimentView>|null} */ #view = null;
  /** @type {ExperimentView|null} */ #shown = null;
  /** @type {State} */ #state = 'waiting';
  /** The number of times the element was removed or started again. Parts that were loaded for an earlier number are not used. */
  #left = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets.push(this.#sheet);
    root.append(this.#container);
  }

  /** The last result of this element. @returns {Result|null} */
  get result() {
    return this.#shown?.outcome.result ?? null;
  }
  /** The state, as `data-state` has it. */
  get state() {
    return this.#state;
  }

  connectedCallback() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    this.#listening = new AbortController();
    styleIn(root);
    this.#attributes.observe(this, { attributes: true });
    watchSurroundings(() => this.#dress(), this.#listening.signal);
    this.#dress();
    // An element that is moved within its page keeps its content.
    if (this.#shown) void this.#stage().then(({ enter }) => this.#shown && enter(this.#shown));
    if (this.#state !== 'waiting') return;
    if (this.autorun) {
      this.run().catch(() => {}); // The element and an event report it.
      return;
    }
    const observer = new IntersectionObserver(
      ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        observer.disconnect();
        void this.#showPoster();
      },
      { rootMargin: NEAR },
    );
    observer.observe(this);
    this.#listening.signal.addEventListener('abort', () => observer.disconnect());
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#attributes.disconnect();
    unstyle(/** @type {ShadowRoot} */ (this.shadowRoot));
    setTimeout(() => {
      if (!this.isConnected) void this.finalize();
    });
  }

  /**
   * Runs the experiment with the settings of its controls.
   * @returns {Promise<Result>}
   * @throws {import('../kit/faults.js').Fault} as in the `error` event
   */
  async run() {
    const left = this.#left;
    const view = await this.#open();
    const { enter, run } = await this.#stage();
    this.#check(left);
    enter(view);
    return run(view);
  }

  /** Ends a run immediately; the previous result stays. */
  stop() {
    if (this.#shown) void this.#stage().then(({ stop }) => this.#shown && stop(this.#shown));
  }

  /**
   * Ends a run and, if this was the page's last experiment, the thread that they share. It is called when the element is removed.
   * @returns {Promise<number>} bytes that its devices still hold, by the lab's own accounts: 0
   */
  async finalize() {
    this.#left += 1;
    if (!this.#shown) return 0;
    const { leave } = await this.#stage();
    return leave(this.#shown);
  }

  #stage() {
    return import('./stage.js');
  }

  /** @returns {string} the first available language of the element, its surroundings and the browser; else English */
  get #language() {
    const near = this.closest('[lang]')?.getAttribute('lang');
    const asked = [this.lang, near, ...navigator.languages].map(
      (tag) => tag?.toLowerCase().split('-')[0],
    );
    return asked.find((tag) => tag && LANGUAGES.includes(tag)) ?? 'en';
  }

  /** Sets theme and colours. */
  #dress() {
    const changed = dress(this, this.#container, this.#sheet);
    if (changed && this.#shown) void this.#stage().then(({ themeChanged }) => themeChanged());
  }

  /** @param {State} state */
  #become(state) {
    this.#state = state;
    this.#container.dataset.state = state;
  }

  /** @param {string} type @param {any} [detail] */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  /** @param {MutationRecord[]} changes */
  #changed(changes) {
    const names = changes.map(({ attributeName }) => String(attributeName));
    if (names.includes('theme')) this.#dress();
    if (names.every((name) => ['style', 'class'].includes(name))) return;
    if (names.includes('experiment') || (names.includes('lang') && !this.#shown)) void this.#anew();
    else if (this.#state !== 'waiting') void this.#apply();
  }

  /** Starts again, with another experiment or language. */
  async #anew() {
    await this.finalize();
    this.#view = this.#shown = null;
    if (this.#state !== 'waiting') await this.#showPoster();
  }

  /** Applies changed attributes. */
  async #apply() {
    const said = await this.#read();
    if (!said || !this.#shown) return;
    const { set } = await this.#stage();
    set(this.#shown, said);
  }

  /** The settings in the attributes; null, with a message, if one of them is impossible. */
  async #read() {
    const words = await this.#load();
    if (!words) return null;
    const { experiment } = this;
    const poster = words.experiments[experiment];
    if (!Object.hasOwn(words.experiments, experiment)) {
      const allowed = Object.keys(words.experiments).join(', ');
      const message = fill(words.words['unknown-experiment'], { value: experiment, allowed });
      return this.#reject('UNKNOWN_EXPERIMENT', [message]);
    }
    const said = read(this, poster);
    if (said.wrong.length > 0)
      return this.#reject('INVALID_OPTION', complaints(said.wrong, words.words));
    const known = { ...said, poster };
    // A wrong attribute has been corrected.
    if (this.#state === 'wrong') {
      this.#become(this.#shown ? 'idle' : 'poster');
      if (this.#shown) this.#lay([this.#shown.element], said.given);
      else this.#showPicture(known);
    }
    return known;
  }

  /** Loads style and words; null, with a message, if that fails. */
  async #load() {
    try {
      const [words] = await Promise.all([posters(this.#language), styled('pkg/embed.css')]);
      this.#posters = words;
      return words;
    } catch (caught) {
      return this.#reject('NOT_LOADED', this.#lacking(), /** @type {Error} */ (caught).message);
    }
  }

  /** The message if files of the lab were not loaded. */
  #lacking() {
    const words = this.#posters?.words;
    const origin = new URL(import.meta.url).origin;
    if (words) return [words['not-loaded'], fill(words['not-loaded-remedy'], { origin })];
    const remedy = `The experiment could not be loaded from ${origin}: allow that address in script-src, connect-src and img-src of the page’s Content-Security-Policy, check the connection, or reload the page.`;
    return [remedy, h('slot')];
  }

  /** A polite message instead of the experiment. @param {string} code @param {(string|Node)[]} text @param {string} [detail] @returns {null} */
  #reject(code, text, detail = text.join(' ')) {
    this.#become('wrong');
    const label = this.#posters?.words['try-again'];
    const again = { label: String(label), act: () => void this.#showPoster() };
    const helps = code === 'NOT_LOADED' && label !== undefined;
    this.#container.replaceChildren(messageOf(code, text, helps ? again : undefined));
    this.#emit('error', { code, message: detail });
    return null;
  }

  async #showPoster() {
    const said = await this.#read();
    if (!said || this.#view) return;
    this.#become('poster');
    this.#showPicture(said);
  }

  /** @param {import('./attributes.js').Said & {poster: Poster}} said */
  #showPicture({ poster, given, hidden }) {
    const { words } = /** @type {import('./posters.js').Posters} */ (this.#posters);
    // The element and an event report every failure.
    const acts = {
      run: () => void this.run().catch(() => {}),
      adjust: () => void this.#open().catch(() => {}),
    };
    this.#lay(picture(this.experiment, this.#language, poster, words, acts), given);
    for (const name of hidden) this.#container.querySelector(`[data-control="${name}"]`)?.remove();
  }

  /** @param {Node[]} content @param {Record<string, string>} given parameters, for the link to the lab */
  #lay(content, given) {
    const { words, experiments } = /** @type {import('./posters.js').Posters} */ (this.#posters);
    this.#container.lang = this.#language;
    const lead = async (/** @type {HTMLAnchorElement} */ link) => {
      link.href = addressOf(this.experiment, given, this.#language);
      // If the experiment is open, the link has the settings of its controls.
      if (this.#shown) link.href = (await this.#stage()).addressOf(this.#shown);
    };
    this.#container.replaceChildren(...around(experiments[this.experiment], words, content, lead));
  }

  /** @param {number} left the value of `#left` before a wait @throws {Error} STOPPED if the element was removed or started again since */
  #check(left) {
    if (left !== this.#left)
      throw new Fault('STOPPED', 'async-lab: it was removed before it had loaded');
  }

  /** Loads the experiment, once, and shows it instead of the poster. */
  #open() {
    if (this.#view) return this.#view;
    const view = this.#make().catch((error) => {
      if (this.#view === view) this.#view = null; // The next attempt may succeed.
      throw error;
    });
    return (this.#view = view);
  }

  async #make() {
    const left = this.#left;
    const said = await this.#read();
    if (!said) throw new Fault('NOT_SHOWN', 'async-lab: nothing is shown; the element says why');
    const name = this.experiment;
    const buttons = [...this.#container.querySelectorAll('button')];
    for (const button of buttons) button.disabled = true;
    try {
      this.#check(left);
      const { openView, leave, set, sandboxAddress } = await this.#stage();
      const view = await openView(name, this.#language, (state) => this.#follow(state));
      if (left !== this.#left) void leave(view);
      this.#check(left);
      view.element.addEventListener('open-in-sandbox', (event) => {
        const { detail } = /** @type {CustomEvent} */ (event);
        void sandboxAddress(detail).then((address) => window.open(address, '_blank', 'noopener'));
      });
      this.#shown = view;
      this.#become('idle');
      this.#lay([view.element], said.given);
      for (const [selector, part] of PARTS)
        for (const element of view.element.querySelectorAll(selector))
          element.setAttribute('part', part);
      set(view, said);
      return view;
    } catch (caught) {
      for (const button of buttons) button.disabled = false;
      const { code = 'NOT_LOADED', message } = /** @type {any} */ (caught);
      if (left === this.#left)
        this.#reject(
          code,
          code === 'NOT_LOADED'
            ? this.#lacking()
            : [this.#posters?.words['not-loaded'] ?? '', message],
          message,
        );
      throw caught;
    }
  }

  /** @param {string} state of the view: idle, running, failed, a source, or the key of a finding */
  #follow(state) {
    const known = /** @type {State} */ (
      ['idle', 'running', 'failed'].includes(state) ? state : 'shown'
    );
    const before = this.#state;
    this.#become(known);
    if (known === 'running') this.#emit('run');
    // The view changes its state before it has shown the finding.
    queueMicrotask(() => {
      if (before !== 'running' || known === 'running') return;
      const { fault, result } = this.#shown?.outcome ?? {};
      // After a stopped run, this is the result of the previous run.
      if (fault) this.#emit('error', { code: fault.code, message: fault.message });
      else this.#emit('result', result);
    });
  }
}

/** The parts of an experiment that a page may style. */
const PARTS = [
  ['button.run', 'run'],
  ['.controls', 'controls'],
  ['.linked-figure', 'figure'],
  ['.answer', 'answer'],
  ['.result', 'result'],
];
