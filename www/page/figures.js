import { Fault } from '../kit/faults.js';
import { styled } from '../kit/style.js';

/** @typedef {import('../kit/types.js').Result} Result */
/** @typedef {import('../kit/types.js').Figure} Figure */
/** @typedef {import('../charts/plot.js').Chart} Chart */
/** Makes the element that shows a figure. @typedef {(figure: Figure) => import('../charts/figure.js').Figure} Make */

/** The maker of figures with a single chart. @param {() => Promise<Chart>} load @returns {() => Promise<Make>} */
const plot = (load) => async () => {
  const [{ PlotFigure }, chart] = await Promise.all([import('../charts/plot.js'), load()]);
  return () => new PlotFigure(chart);
};

/** Charts are loaded with the first experiment that needs them. @type {Record<string, () => Promise<Make>>} */
const CHARTS = {
  trace: async () => {
    const { LinkedFigure } = await import('../charts/linked-figure.js');
    return ({ charts = ['timeline'] }) => new LinkedFigure(charts);
  },
  curves: plot(async () => (await import('../charts/curves.js')).curves),
  bars: plot(async () => (await import('../charts/bars.js')).bars),
  areas: plot(async () => (await import('../charts/areas.js')).areas),
  graph: plot(async () => (await import('../charts/graph.js')).graph),
  counts: plot(async () => (await import('../charts/counts.js')).counts),
};

/**
 * The charts that an experiment's figures need.
 * @param {import('../kit/types.js').Experiment} experiment
 * @returns {Promise<Record<string, Make>>} by kind
 * @throws {Fault} NOT_LOADED
 */
export async function loadCharts({ name, figures }) {
  const kinds = [...new Set(figures.map(({ kind }) => kind))];
  const loading = kinds.map(async (kind) => [kind, await CHARTS[kind]()]);
  try {
    const [charts] = await Promise.all([Promise.all(loading), styled('charts/charts.css')]);
    return Object.fromEntries(charts);
  } catch (error) {
    throw new Fault('NOT_LOADED', `${name}: ${/** @type {Error} */ (error).message}`);
  }
}

/** An experiment's figure on the page, in the words of the experiment. */
export class ExperimentFigure {
  /** @type {[Result, string, boolean]|null} */ #last = null;
  #live = false;

  /**
   * @param {Figure} figure
   * @param {Record<string, Make>} charts by kind
   * @param {import('../kit/say.js').Say} say of the experiment
   */
  constructor(figure, charts, say) {
    this.figure = figure;
    this.name = figure.name;
    this.say = say;
    /** The two parts of its caption: a description, and the provenance. */
    this.sentence = '';
    this.provenance = '';
    this.shown = charts[figure.kind](figure);
    this.element = this.shown.element;
    if (figure.more) this.element.classList.add('folded');
  }

  /**
   * @param {Result} result
   * @param {string} provenance where and when the result was measured
   * @param {boolean} [above] whether the provenance is shown above the figure, and so not in the caption
   */
  show(result, provenance, above = false) {
    this.#last = [result, provenance, above];
    this.#live = false;
    const { name, of } = this.figure;
    const values = /** @type {any} */ ({ ...result.parameters, ...result.measures });
    const data = of ? of(result, this.say) : result.trace;
    this.element.hidden = !data;
    if (!data) return;
    this.sentence = this.say(`caption-${name}`, values);
    this.provenance = provenance;
    const caption = above ? this.sentence : `${this.sentence} ${provenance}`;
    const summary = (/** @type {Record<string, any>} */ found = {}) =>
      this.say(`summary-${name}`, { ...values, ...found });
    this.shown.show({ data, caption, summary, info: result.info });
    this.shown.paint();
  }

  /** The visible charts of the figure, from top to bottom, from which a picture is painted; empty if it shows nothing. */
  get surfaces() {
    return this.element.hidden ? [] : this.shown.surfaces.filter(({ canvas }) => !canvas.hidden);
  }

  /** Shows the progress of a run. @param {any} given the data that the experiment passed to `ctx.live` */
  live(given) {
    const { name, live } = this.figure;
    if (!live || !this.shown.live) return;
    const { data, values } = live(given);
    this.#live = true;
    this.element.hidden = false;
    this.shown.live({
      data,
      caption: this.say(`live-${name}`, values),
      summary: () => this.say(`live-summary-${name}`, values),
    });
  }

  /** After a run without a result, shows again the content from before the run. */
  restore() {
    if (!this.#live) return;
    if (this.#last) this.show(...this.#last);
    else this.clear();
  }

  clear() {
    this.#last = null;
    this.#live = false;
    this.element.hidden = false;
    this.shown.clear();
  }
}
