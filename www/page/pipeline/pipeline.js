import { h, prose } from '../../kit/dom.js';
import { duration, decimal } from '../../kit/format.js';
import { length, schedule } from '../../kit/schedule.js';
import { axisEnd, HEIGHT, paths, WIDTH, widened } from './paths.js';

/** @typedef {import('../../kit/schedule.js').Mode} Mode */
/** @typedef {{t1: number, t2: number, t3: number, n: number, show: 'both'|Mode}} State costs in µs */

/** The greatest cost of the sliders, µs, until measured costs (or costs of a link) are greater or no integers. */
const MOST = 20;
/** The greatest cost that an address can set, µs. */
const LIMIT = 1e7;
/** The most operations. */
const LONGEST = 24;
/** The settings: costs in µs, and the number of operations. */
const NAMES = /** @type {const} */ (['t1', 't2', 't3', 'n']);
const MODES = /** @type {Mode[]} */ (['each', 'once']);
const LANES = ['frontend', 'backend', 'device'];
/** The cost that the length of each kind of bar shows, and that dragging the bar changes. @type {Record<string, 't1'|'t2'|'t3'>} */
const COST_OF = { enqueues: 't1', runs: 't2', handings: 't3' };
/** @type {State} */
export const BEGINNING = { t1: 2, t2: 6, t3: 4, n: 6, show: 'both' };

const SVG = 'http://www.w3.org/2000/svg';

/** Two schedules of one loop. The reader sets its costs by sliders or by dragging the bars. */
export class Pipeline {
  /** @type {Record<string, HTMLInputElement>} */ #sliders = {};
  /** @type {Record<string, HTMLElement>} */ #values = {};
  /** @type {Partial<Record<Mode, {element: HTMLElement, length: HTMLElement, idle: HTMLElement, paths: Record<string, SVGPathElement>}>>} */
  #schedules = {};
  #end = 1;
  /** The greatest cost that can be set, µs. */
  #most = MOST;
  /** Whether costs may be parts of a µs. */
  #fine = false;
  /** Whether measured costs are shown. */
  isMeasured = false;

  /**
   * @param {import('../../kit/say.js').Say} say
   * @param {object} [options]
   * @param {State} [options.state]
   * @param {(state: State) => void} [options.onChange] called for each change that the reader makes
   * @param {string} [options.name] distinguishes its elements from those of another pipeline on the page
   */
  constructor(say, { state = BEGINNING, onChange = () => {}, name = 'pipeline' } = {}) {
    this.say = say;
    this.state = BEGINNING;
    this.onChange = onChange;
    this.name = name;
    this.text = h('p', { class: 'path' });
    /** Read out at the end of a change, not at each step of it. */
    this.status = h('p', { class: 'said', role: 'status' });
    this.caption = h('figcaption');
    this.element = h(
      'figure',
      { class: 'pipeline', 'aria-label': say('name') },
      ...MODES.map((mode) => this.#schedule(mode)),
      this.text,
      h('div', { class: 'costs' }, ...NAMES.map((one) => this.#slider(one))),
      this.#choice(),
      this.caption,
      this.status,
    );
    this.element.addEventListener('change', () => (this.status.textContent = this.#summary()));
    this.show({ ...state });
  }

  /** @param {Mode} mode */
  #schedule(mode) {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    const kinds = ['links', 'free', 'queued', 'enqueues', 'runs', 'handings', 'critical'];
    const drawn = kinds.map((kind) => {
      const path = document.createElementNS(SVG, 'path');
      path.setAttribute('class', kind);
      if (COST_OF[kind]) path.addEventListener('pointerdown', (event) => this.#drag(event, kind));
      return [kind, path];
    });
    svg.append(...drawn.map(([, path]) => path));
    const [time, idle] = [h('output', { class: 'length' }), h('span', { class: 'idle' })];
    const element = h(
      'div',
      { class: 'schedule', 'data-mode': mode },
      h('p', {}, h('strong', {}, this.say(`mode-${mode}`)), ' ', time, ' ', idle),
      h(
        'div',
        { class: 'lanes' },
        ...LANES.map((lane) => h('span', { class: lane }, this.say(`lane-${lane}`))),
        svg,
      ),
    );
    this.#schedules[mode] = { element, length: time, idle, paths: Object.fromEntries(drawn) };
    return element;
  }

  /** The least and greatest value and the step of a setting. @param {string} name */
  #bounds(name) {
    if (name === 'n') return { min: 1, max: LONGEST, step: 1 };
    const step = this.#most / MOST / (this.#fine ? 50 : 1);
    return { min: name === 't2' ? step : 0, max: this.#most, step };
  }

  /** @param {typeof NAMES[number]} name */
  #slider(name) {
    const id = `${this.name}-${name}`;
    const input = h('input', { type: 'range', id, ...this.#bounds(name) });
    const value = h('output', { for: id });
    this.#sliders[name] = input;
    this.#values[name] = value;
    input.addEventListener('input', () => this.set({ [name]: input.valueAsNumber }));
    const label = h('label', { for: id }, ...prose(this.say(`cost-${name}`)), ' ', value);
    return h('div', { class: 'cost', 'data-cost': name }, label, input);
  }

  #choice() {
    const radio = (/** @type {State['show']} */ show) => {
      const input = h('input', { type: 'radio', name: `${this.name}-show`, value: show });
      input.addEventListener('change', () => this.set({ show }));
      return h('label', {}, input, this.say(`show-${show}`));
    };
    this.choice = h(
      'fieldset',
      { class: 'show' },
      h('legend', { class: 'said' }, this.say('show')),
      ...['both', ...MODES].map((show) => radio(/** @type {any} */ (show))),
    );
    return this.choice;
  }

  /** Changes the cost that a bar shows while the bar is dragged. @param {PointerEvent} event @param {string} kind */
  #drag(event, kind) {
    event.preventDefault();
    const path = /** @type {SVGPathElement} */ (event.currentTarget);
    const cost = COST_OF[kind];
    const [before, from] = [this.state[cost], event.clientX];
    const perPixel = this.#end / (path.ownerSVGElement?.getBoundingClientRect().width || 1);
    const { min, max, step } = this.#bounds(cost);
    path.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ { clientX }) => {
      const value = Math.round((before + (clientX - from) * perPixel) / step) * step;
      this.set({ [cost]: Math.min(max, Math.max(min, value)) });
    };
    const over = new AbortController();
    path.addEventListener('pointermove', move, { signal: over.signal });
    const end = () => {
      over.abort();
      this.element.dispatchEvent(new Event('change'));
    };
    for (const type of ['pointerup', 'pointercancel'])
      path.addEventListener(/** @type {'pointerup'} */ (type), end, { signal: over.signal });
  }

  /** Changes the state, and notifies `onChange`. @param {Partial<State>} change */
  set(change) {
    this.show({ ...this.state, ...change });
    this.onChange(this.state);
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    this.#fit();
    this.#draw();
  }

  /** Widens the sliders' range if a cost exceeds it, and allows fractions if a cost is no integer. */
  #fit() {
    const { t1, t2, t3 } = this.state;
    const fine = ![t1, t2, t3].every(Number.isInteger);
    const most = Math.max(t1, t2, t3);
    if (most <= this.#most && (!fine || this.#fine)) return;
    this.#fine = true;
    this.#most = axisEnd(2 * most);
    for (const name of NAMES)
      for (const [key, value] of Object.entries(this.#bounds(name)))
        this.#sliders[name].setAttribute(
          key,
          key === 'step' && name !== 'n' ? 'any' : String(value),
        );
  }

  /** Shows costs that were measured. @param {import('../../kit/schedule.js').Costs} costs ms */
  measured(costs) {
    const [t1, t2, t3] = [costs.t1, costs.t2, costs.t3].map((ms) => ms * 1000);
    this.isMeasured = true;
    this.#fine = false; // fits the axis to these costs, even if others were measured before
    this.#most = 0;
    this.show({ ...this.state, t1, t2, t3 });
  }

  #draw() {
    const { state } = this;
    const schedules = MODES.map((mode) => schedule(state, state.n, mode));
    this.#end = axisEnd(Math.max(...schedules.map(({ total }) => total)));
    MODES.forEach((mode, i) => {
      const shown = this.#schedules[mode];
      if (!shown) return;
      shown.element.hidden = state.show !== 'both' && state.show !== mode;
      shown.length.textContent = micros(schedules[i].total);
      const { device, frontend } = schedules[i].idle;
      shown.idle.textContent = this.say(`idle-${mode}`, {
        device: micros(length(device)),
        frontend: micros(length(frontend)),
      });
      for (const [kind, d] of Object.entries(paths(schedules[i], this.#end)))
        shown.paths[kind].setAttribute('d', d);
    });
    const caption = this.say(this.isMeasured ? 'caption-measured' : 'caption');
    const thin = schedules.some((one) => widened(one, this.#end));
    this.caption.textContent = thin ? `${caption} ${this.say('thin')}` : caption;
    for (const name of NAMES) {
      const value = name === 'n' ? decimal(state.n) : micros(state[name]);
      this.#sliders[name].value = String(state[name]);
      this.#sliders[name].setAttribute('aria-valuetext', value);
      this.#values[name].textContent = value;
    }
    for (const input of this.choice?.querySelectorAll('input') ?? [])
      input.checked = input.value === state.show;
    this.text.replaceChildren(...prose(this.#path()));
  }

  /** The critical path in words. Its formula is added once costs were measured, so that it does not reveal the answer before the prediction. */
  #path() {
    const { t1, t2, n, show } = this.state;
    const of = show === 'each' ? 'each' : t1 > t2 && n > 1 ? 'frontend' : 'device';
    const path = this.say(`path-${of}`);
    return this.isMeasured ? `${path} ${this.say(`length-${of}`)}` : path;
  }

  #summary() {
    const [each, once] = MODES.map((mode) => schedule(this.state, this.state.n, mode));
    return this.say('summary', {
      each: micros(each.total),
      once: micros(once.total),
      eachIdle: micros(length(each.idle.device)),
      onceIdle: micros(length(once.idle.device)),
      path: this.#path().replaceAll('$', ''),
    });
  }
}

/** @param {number} value µs */
function micros(value) {
  return Number.isInteger(value) && value < 1000
    ? `${decimal(value)}\u202fµs`
    : duration(value / 1000);
}

/** The pipeline's state from its text in an address, such as `2,6,4,6,once`; null if invalid. @param {string|null} text @returns {State|null} */
export function stateOf(text) {
  const cost = String.raw`(\d+(?:\.\d+)?)`;
  const form = new RegExp(`^${cost},${cost},${cost},(\\d+)(?:,(each|once))?$`);
  const [, ...parts] = form.exec(text ?? '') ?? [];
  if (!parts.length) return null;
  const numbers = NAMES.map((name, i) => [name, Number(parts[i])]);
  const possible = numbers.every(
    ([name, value]) =>
      Number(value) >= (name === 'n' ? 1 : 0) &&
      Number(value) <= (name === 'n' ? LONGEST : LIMIT) &&
      (name !== 't2' || Number(value) > 0),
  );
  return possible
    ? /** @type {State} */ ({ ...Object.fromEntries(numbers), show: parts[4] ?? 'both' })
    : null;
}

/** The state as text for an address; empty for the initial state. @param {State} state */
export function textOf(state) {
  const text = (/** @type {State} */ one) =>
    [...NAMES.map((name) => written(one[name])), ...(one.show === 'both' ? [] : [one.show])].join();
  return text(state) === text(BEGINNING) ? '' : text(state);
}

/** A cost as an integer or with four digits, which distinguish it from its neighbours on a slider. @param {number} value */
const written = (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(4)));
