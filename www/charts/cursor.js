import { h } from '../kit/dom.js';
import { shapeText, significant, span, whole } from '../kit/format.js';
import { MOMENTS } from '../trace/moments.js';
import { clockText } from './gpu-clock.js';
import { lifeOf, quantityOf } from './trace-facts.js';
import { LONGEST } from './relations.js';
import { timeUnit } from './scale.js';

/** Most operations that are named; the rest are counted. */
const MOST = 4;

/** A slider over all operations, for pointer, touch and keyboard, and the moments of the chosen operation in numbers. */
export class Cursor {
  /** @type {{trace: import('./trace-facts.js').Trace, facts: import('./trace-facts.js').Facts}|null} */ #shown =
    null;

  #last = NaN;

  /** @param {import('./selection.js').Shared} shared */
  constructor({ scale, selection, say }) {
    this.scale = scale;
    this.selection = selection;
    this.say = say;
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, disabled: true });
    this.slider.addEventListener('input', () => {
      selection.pin(this.slider.valueAsNumber);
      this.#reveal();
    });
    this.title = h('p', {}, say('cursor-hint'));
    this.numbers = h('dl');
    this.element = h(
      'div',
      { class: 'cursor life', hidden: true },
      h('label', {}, h('span', {}, say('cursor')), this.slider),
      this.title,
      this.numbers,
    );
    selection.addEventListener('change', () => this.#update());
  }

  /** @param {import('./trace-facts.js').Trace} trace @param {import('./trace-facts.js').Facts} facts */
  show(trace, facts) {
    this.#shown = { trace, facts };
    this.slider.max = String(Math.max(0, facts.count - 1));
    this.slider.disabled = facts.count === 0;
    this.element.hidden = false;
    this.#last = NaN;
    this.#update();
  }

  /** The chosen operation in one sentence, for screen readers. */
  sentence() {
    const { pinned } = this.selection;
    if (!this.#shown || pinned < 0) return '';
    const { trace, facts } = this.#shown;
    const life = lifeOf(trace, facts, pinned);
    const ordinal = { number: pinned + 1, count: facts.count, name: life.name };
    const spoken = Object.fromEntries(MOMENTS.map((moment) => [moment, this.#time(life, moment)]));
    return this.say(Number.isNaN(life.started) ? 'spoken-untimed' : 'spoken', {
      ...ordinal,
      ...spoken,
      shape: shapeText(life.shape, this.say('scalar')),
      gap: this.#time(life, 'gap'),
    });
  }

  /** Brings the chosen operation into view. */
  #reveal() {
    const { pinned } = this.selection;
    if (!this.#shown || pinned < 0) return;
    const { enqueued, completed } = this.#shown.trace;
    this.scale.reveal(enqueued[pinned], completed[pinned]);
  }

  /** Chooses an operation and brings it into view. @param {number} index */
  choose(index) {
    this.selection.pin(index);
    this.#reveal();
  }

  /** Shows the chosen operation's whole life. */
  frame() {
    const { pinned } = this.selection;
    if (!this.#shown || pinned < 0) return;
    const { enqueued, completed } = this.#shown.trace;
    this.scale.frame(enqueued[pinned], completed[pinned]);
  }

  clear() {
    this.#shown = null;
    this.element.hidden = true;
  }

  #update() {
    const { index } = this.selection;
    if (index === this.#last) return;
    this.#last = index;
    if (!this.#shown || index < 0) {
      this.title.textContent = this.say('cursor-hint');
      this.numbers.replaceChildren();
      return;
    }
    const { trace, facts } = this.#shown;
    const life = lifeOf(trace, facts, index);
    const ordinal = { number: index + 1, count: facts.count, name: life.name };
    this.slider.value = String(index);
    this.slider.setAttribute('aria-valuetext', this.say('cursor-value', ordinal));
    const shape = shapeText(life.shape, this.say('scalar'));
    this.title.textContent = this.say('life-title', { ...ordinal, shape });
    this.numbers.replaceChildren(
      ...this.#rows(life).map(([key, value]) =>
        h('div', {}, h('dt', {}, this.say(`life-${key}`)), h('dd', {}, value)),
      ),
    );
  }

  /** @param {ReturnType<typeof lifeOf>} life @returns {string[][]} */
  #rows(life) {
    if (!this.#shown) return [];
    const { trace, facts } = this.#shown;
    const { relations } = facts;
    const rows = [...MOMENTS, /** @type {const} */ ('took'), /** @type {const} */ ('gap')].map(
      (name) => [name, this.#time(life, name)],
    );
    if (facts.device)
      rows.push(['device', this.say(`device-${facts.devices[facts.device[life.index]].name}`)]);
    if (trace.gpuClock) rows.push(['clock', clockText(trace.gpuClock, this.say, { always: true })]);
    const { index } = life;
    const [reads, consumers] = [relations.inputs(index), relations.consumers(index)];
    const chain = relations.chain(index).length;
    const waits = relations.waits(index);
    const group = relations.group(index);
    if (group.length > 1) rows.push(['fused', this.#names(group, index)]);
    if (reads.length) rows.push(['reads', this.#names(reads)]);
    if (chain > reads.length) rows.push(['chain', `${chain < LONGEST ? '' : '≥ '}${whole(chain)}`]);
    if (consumers.length) rows.push(['read-by', this.#names(consumers)]);
    if (waits.length) {
      const texts = waits
        .slice(0, MOST)
        .map(({ kind, from, to }) => `${kind} ${span(to - from, facts.resolution.frontend)}`);
      const more = waits.length - texts.length;
      if (more) texts.push(`+${whole(more)}`);
      rows.push(['wait', texts.join(', ')]);
    }
    return rows;
  }

  /** A time in the unit of the whole run, so that moments can be compared. @param {ReturnType<typeof lifeOf>} life @param {Parameters<typeof quantityOf>[1]} name */
  #time(life, name) {
    if (Number.isNaN(life[name]) || !this.#shown) return this.say('life-unknown');
    const { facts } = this.#shown;
    const { value, bound, step = 0 } = quantityOf(life, name, facts);
    const { unit, perMs } = timeUnit(facts.end - facts.zero);
    return `${bound ? '≤ ' : ''}${significant(value * perMs, step * perMs)} ${unit}`;
  }

  /** @param {ArrayLike<number>} operations without duplicates @param {number} [except] an operation among them that is not named */
  #names(operations, except = -1) {
    if (!this.#shown) return '';
    const { names, op } = this.#shown.trace;
    const named = Array.from(
      { length: Math.min(operations.length, MOST + 1) },
      (_, k) => operations[k],
    )
      .filter((i) => i !== except)
      .slice(0, MOST);
    const texts = named.map((i) => `${names[op[i]]} ${whole(i + 1)}`);
    const more = operations.length - (except < 0 ? 0 : 1) - named.length;
    if (more) texts.push(`+${whole(more)}`);
    return texts.join(', ');
  }
}
