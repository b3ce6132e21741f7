import { h } from './dom.js';
import { styled } from './style.js';

/**
 * @typedef {object} Stage What is presented.
 * @property {import('./experiment-section.js').ExperimentSection[]} sections in order
 * @property {() => string} current the name of the experiment in view
 * @property {import('./say.js').Say} say
 */

/** One experiment's figure and its sentence alone, in large type; the keys of presenters turn the pages. */
export class Presentation {
  #at = 0;
  #listening = new AbortController();

  /** @param {Stage} stage */
  constructor({ sections, current, say }) {
    this.sections = sections;
    this.current = current;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
      h('button', { type: 'button', class: key, onclick: act });
    this.position = h('span', { role: 'status' });
    this.say = say;
    this.next = button('next', () => this.#turn(1));
    this.previous = button('previous', () => this.#turn(-1));
    this.bar = h(
      'section',
      { class: 'present-bar' },
      this.previous,
      this.position,
      this.next,
      button('run', () => this.#run()),
      button('leave', () => this.leave()),
    );
    this.loaded = styled('page/presentation.css');
  }

  /** Shows the experiment in view. */
  async enter() {
    const root = document.documentElement;
    if ('presenting' in root.dataset) return;
    this.before = /** @type {HTMLElement|null} */ (document.activeElement);
    root.dataset.presenting = '';
    document.querySelector('main')?.after(this.bar);
    // Anew each time: the language may have changed.
    this.bar.setAttribute('aria-label', this.say('present'));
    for (const button of this.bar.querySelectorAll('button'))
      button.textContent = this.say(button.className);
    this.#listening = new AbortController();
    const options = { signal: this.#listening.signal };
    document.addEventListener('keydown', (event) => this.#key(event), options);
    // Escape leaves the full screen before any page hears of it.
    document.addEventListener(
      'fullscreenchange',
      () => {
        if (!document.fullscreenElement) this.leave();
      },
      options,
    );
    this.#show(this.sections.findIndex(({ name }) => name === this.current()));
    this.next.focus();
    this.#tell(true);
    // Where it is not allowed, the window will do.
    await root.requestFullscreen?.().catch(() => {});
  }

  async leave() {
    const root = document.documentElement;
    if (!('presenting' in root.dataset)) return;
    this.#listening.abort();
    delete root.dataset.presenting;
    this.bar.remove();
    const { element } = this.sections[this.#at];
    delete element.dataset.presented;
    element.scrollIntoView();
    this.before?.focus({ preventScroll: true });
    this.#tell(false);
    if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
  }

  /** @param {boolean} presenting */
  #tell(presenting) {
    document.dispatchEvent(new CustomEvent('presenting', { detail: presenting }));
  }

  /** @param {number} at */
  #show(at) {
    const { sections } = this;
    delete sections[this.#at].element.dataset.presented;
    this.#at = Math.max(0, at);
    const section = sections[this.#at];
    section.element.dataset.presented = '';
    section.open().catch(() => {}); // Whatever goes wrong is told in the section.
    this.position.textContent = this.say('position', { at: this.#at + 1, total: sections.length });
    this.previous.disabled = this.#at === 0;
    this.next.disabled = this.#at === sections.length - 1;
    scrollTo(0, 0);
  }

  /** @param {1|-1} by */
  #turn(by) {
    const at = this.#at + by;
    if (at < 0 || at >= this.sections.length) return;
    const focused = document.activeElement;
    this.#show(at);
    // A button that can no longer be pressed would lose the focus.
    if (focused === this.next || focused === this.previous)
      (this.next.disabled ? this.previous : this.next).focus();
  }

  async #run() {
    const view = await this.sections[this.#at].open().catch(() => null);
    view?.controls.element.requestSubmit();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Escape') this.leave();
    else if (event.key === 'PageDown') this.#turn(1);
    else if (event.key === 'PageUp') this.#turn(-1);
    else return;
    event.preventDefault();
  }
}
