import { h } from '../kit/dom.js';
import { styled } from '../kit/style.js';

/**
 * @typedef {object} Stage The presented page.
 * @property {import('./experiment-section.js').ExperimentSection[]} sections in order
 * @property {() => string} current the name of the experiment in view
 * @property {import('../kit/say.js').Say} say
 */

/** The least scale of a figure that is shrunk so that its sentence is in view, too. */
const LEAST_FIT = 0.7;

/** Presents one experiment's figure and its sentence alone, in large type. Page Up and Page Down, which presenters send, change the experiment. */
export class Presentation {
  #at = 0;
  #part = 0;
  #listening = new AbortController();
  #resized = new ResizeObserver(() => this.#fit());

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
    this.figure = h('button', {
      type: 'button',
      class: 'figure',
      onclick: () => this.#stage(this.#part + 1),
    });
    this.bar = h(
      'section',
      { class: 'present-bar' },
      this.previous,
      this.position,
      this.next,
      this.figure,
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
    // The texts are written at each start, since the language may have changed.
    this.bar.setAttribute('aria-label', this.say('present'));
    for (const button of this.bar.querySelectorAll('button:not(.figure)'))
      button.textContent = this.say(button.className);
    this.#listening = new AbortController();
    const options = { signal: this.#listening.signal };
    document.addEventListener('keydown', (event) => this.#key(event), options);
    // A run, a recording or a change of language replaces figures.
    const redrawn = new MutationObserver(() => this.#stage(this.#part));
    options.signal.addEventListener('abort', () => redrawn.disconnect());
    options.signal.addEventListener('abort', () => this.#resized.disconnect());
    addEventListener('resize', () => this.#fit(), options);
    for (const { element } of this.sections)
      redrawn.observe(element, { subtree: true, childList: true, attributeFilter: ['hidden'] });
    // Escape leaves full screen without a key event, so the presentation ends with the full screen.
    document.addEventListener(
      'fullscreenchange',
      () => {
        if (!document.fullscreenElement) this.leave();
      },
      options,
    );
    this.#show(this.sections.findIndex(({ name }) => name === this.current()));
    this.next.focus();
    this.#announce(true);
    // Where full screen is not allowed, the presentation fills the window.
    await root.requestFullscreen?.().catch(() => {});
  }

  async leave() {
    const root = document.documentElement;
    if (!('presenting' in root.dataset)) return;
    this.#listening.abort();
    delete root.dataset.presenting;
    root.style.removeProperty('--fit');
    this.bar.remove();
    const { element } = this.sections[this.#at];
    delete element.dataset.presented;
    for (const part of partsOf(element)) stage(part, false);
    element.scrollIntoView();
    this.before?.focus({ preventScroll: true });
    this.#announce(false);
    if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
  }

  /** @param {boolean} presenting */
  #announce(presenting) {
    document.dispatchEvent(new CustomEvent('presenting', { detail: presenting }));
  }

  /** @param {number} at */
  #show(at) {
    const { sections } = this;
    delete sections[this.#at].element.dataset.presented;
    for (const part of partsOf(sections[this.#at].element)) stage(part, false);
    this.#resized.unobserve(sections[this.#at].element);
    this.#at = Math.max(0, at);
    const section = sections[this.#at];
    this.#resized.observe(section.element);
    section.element.dataset.presented = '';
    section.open().catch(() => {}); // The section shows failures.
    this.position.textContent = this.say('position', { at: this.#at + 1, total: sections.length });
    this.previous.disabled = this.#at === 0;
    this.next.disabled = this.#at === sections.length - 1;
    this.#stage(0);
    scrollTo(0, 0);
  }

  /** Shows one part of the figures; the first follows the last. @param {number} wanted */
  #stage(wanted) {
    const parts = partsOf(this.sections[this.#at].element);
    const { length } = parts;
    this.#part = length ? (wanted + length) % length : 0;
    parts.forEach((part, i) => stage(part, i === this.#part));
    this.figure.hidden = length < 2;
    this.figure.textContent = `${this.say('figure-position', { at: this.#part + 1, total: length })} →`;
  }

  /** Shrinks the figure, at most to `LEAST_FIT`, so that the presentation ends above the bar. */
  #fit() {
    const { element } = this.sections[this.#at];
    const figure = element.querySelector('.linked-figure:has([data-staged])');
    if (!figure) return;
    const { style } = document.documentElement;
    const fit = Number(style.getPropertyValue('--fit')) || 1;
    const end = element.getBoundingClientRect().bottom + scrollY;
    const room = this.bar.getBoundingClientRect().top - end;
    const wanted = fit * (1 + room / figure.getBoundingClientRect().height);
    const next = Math.min(1, Math.max(LEAST_FIT, wanted));
    // Small differences are ignored, since a change of scale also changes line breaks.
    if (Math.abs(next - fit) > 0.02) style.setProperty('--fit', next.toFixed(3));
  }

  /** @param {1|-1} by */
  #turn(by) {
    const at = this.#at + by;
    if (at < 0 || at >= this.sections.length) return;
    const focused = document.activeElement;
    this.#show(at);
    // A button that becomes disabled would lose the focus.
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
    else if (event.defaultPrevented || /** @type {Element} */ (event.target).matches(KEEPS_ARROWS))
      return;
    else if (event.key === 'ArrowRight') this.#stage(this.#part + 1);
    else if (event.key === 'ArrowLeft') this.#stage(this.#part - 1);
    else return;
    event.preventDefault();
  }
}

/** Elements that use the arrow keys themselves. */
const KEEPS_ARROWS = 'input, select, textarea, canvas, [contenteditable], [tabindex]:not(button)';

/**
 * The groups of canvases that are shown one at a time: of each figure the first canvas, then the others together.
 * @param {Element} section
 * @returns {HTMLCanvasElement[][]}
 */
function partsOf(section) {
  const parts = [...section.querySelectorAll('.linked-figure:not([hidden]) figure')].flatMap(
    (figure) => {
      const all = /** @type {HTMLCanvasElement[]} */ ([
        ...figure.querySelectorAll('canvas:not([hidden])'),
      ]);
      return [all.slice(0, 1), all.slice(1)];
    },
  );
  return parts.filter(({ length }) => length > 0);
}

/** @param {HTMLCanvasElement[]} part @param {boolean} on */
function stage(part, on) {
  for (const canvas of part)
    if (on !== canvas.hasAttribute('data-staged')) canvas.toggleAttribute('data-staged', on);
}
