import { h } from '../kit/dom.js';
import { Progress, STEPS } from './progress.js';

/** @typedef {import('./experiment-section.js').ExperimentSection} ExperimentSection */

/** From this width on, the contents are beside the text; in narrower windows they are in a drawer. */
const WIDE = matchMedia('(min-width: 72rem)');

/** The table of contents with the reader's progress, at the left or in a drawer that the button opens. */
export class Contents {
  /** @type {Map<string, {link: HTMLAnchorElement, title: HTMLElement, said: HTMLElement}>} */ #entries =
    new Map();
  #progress = new Progress();
  /** The name of the experiment in view. */
  current;

  /** @param {import('../kit/say.js').Say} say @param {ExperimentSection[]} sections in order */
  constructor(say, sections) {
    this.say = say;
    this.sections = sections;
    this.current = sections[0].name;
    this.count = h('p', { class: 'count' });
    this.element = h(
      'nav',
      { class: 'contents' },
      h('ol', {}, ...sections.map((section) => this.#entry(section))),
      this.count,
    );
    this.container = h('div', { class: 'contents-container' }, this.element);
    this.close = h('button', { type: 'button', class: 'close' });
    this.drawer = h('dialog', { class: 'drawer', closedby: 'any' }, this.close);
    this.close.addEventListener('click', () => this.drawer.close());
    this.button = h(
      'button',
      {
        type: 'button',
        class: 'menu',
        'aria-haspopup': 'dialog',
        onclick: () => this.#openDrawer(),
      },
      '☰',
    );
    // When the drawer closes, the contents go back beside the text, where a wide window shows them.
    this.drawer.addEventListener('close', () => this.container.append(this.element));
    WIDE.addEventListener('change', () => this.drawer.close());
    this.resay();
    this.#follow();
  }

  /** Writes all texts again after a change of language. */
  resay() {
    for (const element of [this.element, this.drawer, this.button])
      element.setAttribute('aria-label', this.say('contents'));
    this.close.textContent = this.say('close');
    for (const { name, called } of this.sections) {
      const entry = this.#entries.get(name);
      if (entry) entry.title.textContent = `${called} `;
      this.#mark(name);
    }
    this.#count();
  }

  /** @param {ExperimentSection} section */
  #entry(section) {
    const { name, position } = section;
    const [title, said] = [h('span'), h('span', { class: 'said' })];
    const link = h(
      'a',
      { href: `#${name}` },
      h('span', { class: 'mark' }),
      h('span', { class: 'position' }, `${position}`),
      h('span', {}, title, said),
    );
    link.addEventListener('click', () => {
      this.drawer.close();
      this.#take(name, 'opened');
      section.open().catch(() => {}); // The section shows failures.
    });
    this.#entries.set(name, { link, title, said });
    section.element.addEventListener('step', (event) =>
      this.#take(name, /** @type {CustomEvent} */ (event).detail),
    );
    return h('li', {}, link);
  }

  /** @param {string} name @param {import('./progress.js').Step} step */
  #take(name, step) {
    this.#progress.add(name, step);
    this.#mark(name);
    this.#count();
  }

  #openDrawer() {
    this.drawer.append(this.element);
    this.drawer.showModal();
    this.#entries.get(this.current)?.link.focus();
  }

  /** Shows the reader's progress with one experiment. @param {string} name */
  #mark(name) {
    const steps = this.#progress.of(name);
    const entry = this.#entries.get(name);
    if (!entry) return;
    const { link, said } = entry;
    link.dataset.steps = String(steps.length);
    const last = steps.at(-1);
    said.textContent = last ? this.say(`step-${last}`) : '';
  }

  #count() {
    const names = [...this.#entries.keys()];
    const run = names.filter((name) => this.#progress.of(name).includes(STEPS[2])).length;
    this.count.textContent = this.say('steps-run', { run, total: names.length });
  }

  /** Marks the section in the upper part of the window. */
  #follow() {
    const { sections } = this;
    const inView = new Set();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        const top = sections.find(({ element }) => inView.has(element));
        if (top) this.#setCurrent(top.name);
      },
      { rootMargin: '-20% 0px -60% 0px' },
    );
    for (const { element } of sections) observer.observe(element);
  }

  /** @param {string} name */
  #setCurrent(name) {
    this.#entries.get(this.current)?.link.removeAttribute('aria-current');
    this.#entries.get(name)?.link.setAttribute('aria-current', 'location');
    this.current = name;
  }
}
