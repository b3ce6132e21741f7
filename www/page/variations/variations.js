import { h, prose } from '../../kit/dom.js';
import { undecided } from '../../experiments/lib/verdict.js';
import { checkParameter, devicesOf } from '../../kit/parameters.js';
import { sayer } from '../../kit/say.js';
import { learn } from '../../kit/words.js';

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/**
 * @typedef {object} Varied The parts of an experiment's view that variations need.
 * @property {import('../../kit/types.js').Experiment} experiment
 * @property {import('../controls.js').Controls} controls
 * @property {{busy: boolean}} runner
 * @property {{result?: Result, varied?: {name: string, from: Result}}} outcome the shown result, and the chosen variation with the result it changes
 * @property {import('../../kit/types.js').Say} sayOwn
 */

const say = sayer('page/variations');

/** Buttons that each change one setting and run, with a sentence on what to look for. */
export class Variations {
  /** @type {Result|null} */ #result = null;
  /** Whether the run that begins is a variation. */
  #own = false;

  /** @param {Varied} view */
  constructor(view) {
    this.view = view;
    const names = Object.keys(view.experiment.variations ?? {});
    this.buttons = names.map((name) => ({
      name,
      button: h(
        'button',
        { type: 'button', onclick: () => this.#vary(name) },
        view.sayOwn(`vary-${name}`),
      ),
    }));
    this.status = h('p', { class: 'look', role: 'status' });
    this.element = h(
      'div',
      { class: 'variations', hidden: true },
      h('h3', {}, say('title')),
      h('div', { class: 'buttons' }, ...this.buttons.map(({ button }) => button)),
      this.status,
    );
    view.controls.addEventListener('run', () => {
      if (this.#own) return;
      delete view.outcome.varied;
      this.#update();
    });
  }

  /** @param {Result|null} result of which a setting may be changed; null if there is none */
  show(result) {
    this.#result = result;
    this.element.hidden = !result;
    if (result) for (const { name, button } of this.buttons) button.hidden = !this.#changed(name);
    this.#update();
  }

  /** The settings of a variation; null if they are out of range, or equal to the result's. @param {string} name */
  #changed(name) {
    const { experiment, controls } = this.view;
    const result = /** @type {Result} */ (this.#result);
    const { device, ...values } = experiment.variations?.[name].set(result) ?? {};
    const may = Object.entries(values).every(([key, value]) => accepts(experiment, key, value));
    const here = device === undefined || devicesOf(experiment).some((one) => one === device);
    const differs =
      (device !== undefined && device !== controls.device.value) ||
      Object.entries(values).some(([key, value]) => result.parameters[key] !== value);
    return may && here && differs ? { device, values } : null;
  }

  /** @param {string} name */
  #vary(name) {
    const { view } = this;
    const changed = this.#changed(name);
    if (!changed || !this.#result || view.runner.busy) return;
    const { experiment, controls } = view;
    // Sizes that the lab chose by itself are set to the result's values, so that only one thing changes.
    const before = Object.fromEntries(
      Object.entries(this.#result.parameters).filter(([key, value]) =>
        accepts(experiment, key, value),
      ),
    );
    controls.fill({ ...controls.peek().parameters, ...before, ...changed.values });
    if (changed.device) controls.chooseDevice(/** @type {any} */ (changed.device));
    view.outcome.varied = { name, from: this.#result };
    this.#update();
    this.#own = true;
    controls.element.requestSubmit();
    this.#own = false;
  }

  /** Writes what to look for and, once it is measured, the change. */
  #update() {
    const { varied, result } = this.view.outcome;
    if (!varied) return this.status.replaceChildren();
    const changes = result && result !== varied.from ? this.#changes(varied, result) : [];
    this.status.replaceChildren(
      ...prose(this.view.sayOwn(`look-${varied.name}`)),
      ...changes.flatMap((change) => [' ', h('strong', {}, change)]),
    );
  }

  /**
   * The measures that this variation is about, before and now, as sentences; empty if a run could not measure them.
   * @param {{name: string, from: Result}} varied
   * @param {Result} now
   * @returns {string[]}
   */
  #changes({ name, from: before }, now) {
    const { experiment, sayOwn } = this.view;
    const both = (experiment.variations?.[name]?.watch ?? []).filter((measure) =>
      [before, now].every(({ measures }) => Number.isFinite(measures[measure]?.value)),
    );
    if (!both.length) return [];
    if (undecided(before) || undecided(now)) return [say('change-unknown')];
    return both.map((measure) => {
      const [was, is] = [before, now].map(({ measures }) => spreadable(measures[measure]));
      const key = overlap(was, is) ? 'change-overlap' : 'change';
      return say(key, { measure: sayOwn(`measure-${measure}`), before: was, now: is });
    });
  }
}

/** The quantity without its bound if it has an interval, so that the interval is shown. @param {Quantity} quantity @returns {Quantity} */
function spreadable(quantity) {
  const { bound, ...rest } = quantity;
  return bound && rest.low === undefined ? quantity : rest;
}

/** Whether the intervals of two quantities overlap, so that the runs cannot be distinguished; false if either has none. @param {Quantity} a @param {Quantity} b */
function overlap(a, b) {
  const known = [a.low, a.high, b.low, b.high].every((end) => end !== undefined);
  const highest = (/** @type {Quantity} */ { high }) => high ?? Infinity; // null in a document: unbounded
  const off = (a.step ?? 0) + (b.step ?? 0);
  return known && (a.low ?? 0) - off <= highest(b) && (b.low ?? 0) - off <= highest(a);
}

/** @param {import('../../kit/types.js').Experiment} experiment @param {string} name @param {unknown} value */
function accepts(experiment, name, value) {
  try {
    if (name in experiment.parameters) checkParameter(experiment, name, value);
    return name in experiment.parameters;
  } catch {
    return false;
  }
}

/** @param {Varied} view @param {HTMLElement} element */
export async function mount(view, element) {
  await learn('page/variations');
  const variations = new Variations(view);
  element.replaceChildren(variations.element);
  return variations;
}
