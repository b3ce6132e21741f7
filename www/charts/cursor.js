import { h } from '../page/dom.js';
import { shapeText, significant, whole } from '../page/format.js';
import { clockText } from './gpu-clock.js';
import { lifeOf } from './lives.js';
import { timeUnit } from './scale.js';

const MOMENTS = /** @type {const} */ ([
  'enqueued',
  'decoded',
  'submitted',
  'started',
  'ended',
  'completed',
]);

/** A slider that walks from operation to operation, by pointer, touch and keyboard, and the life it stands at in numbers. */
export class Cursor {
  /** @type {{trace: import('../page/types.js').Trace, facts: import('./lives.js').Facts}|null} */ #shown =
    null;

  /** @param {{selection: import('./selection.js').Selection, say: import('../page/say.js').Say}} shared */
  constructor({ selection, say }) {
    this.selection = selection;
    this.say = say;
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, disabled: true });
    this.slider.addEventListener('input', () => selection.pin(this.slider.valueAsNumber));
    this.readout = h('div', { class: 'life', role: 'status' }, h('p', {}, say('cursor-hint')));
    this.element = h(
      'div',
      { class: 'cursor', hidden: true },
      h('label', {}, h('span', {}, say('cursor')), this.slider),
      this.readout,
    );
    selection.addEventListener('change', () => this.#update());
  }

  /** @param {import('../page/types.js').Trace} trace @param {import('./lives.js').Facts} facts */
  show(trace, facts) {
    this.#shown = { trace, facts };
    this.slider.max = String(Math.max(0, facts.count - 1));
    this.slider.disabled = facts.count === 0;
    this.element.hidden = false;
    this.#update();
  }

  clear() {
    this.#shown = null;
    this.element.hidden = true;
  }

  #update() {
    const { index } = this.selection;
    if (!this.#shown || index < 0) {
      this.readout.replaceChildren(h('p', {}, this.say('cursor-hint')));
      return;
    }
    const { trace, facts } = this.#shown;
    const life = lifeOf(trace, facts, index);
    const place = { number: index + 1, count: facts.count, name: life.name };
    this.slider.value = String(index);
    this.slider.setAttribute('aria-valuetext', this.say('cursor-value', place));
    const moments = MOMENTS.map((moment) => [
      moment,
      this.#time(life[moment], moment === 'completed'),
    ]);
    const rows = [...moments, ['gap', this.#time(life.gap, true)]];
    if (trace.gpuClock) rows.push(['clock', clockText(trace.gpuClock, this.say, { always: true })]);
    if (life.reads.length) rows.push(['reads', this.#names(life.reads)]);
    this.readout.replaceChildren(
      h(
        'p',
        {},
        this.say('life-title', { ...place, shape: shapeText(life.shape, this.say('scalar')) }),
      ),
      h(
        'dl',
        {},
        ...rows.map(([key, value]) =>
          h('div', {}, h('dt', {}, this.say(`life-${key}`)), h('dd', {}, value)),
        ),
      ),
    );
  }

  /** A time in the unit of the whole run, so that moments compare. @param {number} ms @param {boolean} bound */
  #time(ms, bound) {
    if (Number.isNaN(ms) || !this.#shown) return this.say('life-unknown');
    const { unit, perMs } = timeUnit(this.#shown.facts.end - this.#shown.facts.zero);
    return `${bound ? '≤ ' : ''}${significant(ms * perMs)} ${unit}`;
  }

  /** @param {number[]} operations */
  #names(operations) {
    if (!this.#shown) return '';
    const { names, op } = this.#shown.trace;
    return [...new Set(operations)].map((i) => `${names[op[i]]} ${whole(i + 1)}`).join(', ');
  }
}
