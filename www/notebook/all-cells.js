// All cells that ran, on one timeline, with the queue and the memory over time, drawn by the experiments' chart.
import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';
import { styled } from '../kit/style.js';
import { learn } from '../kit/words.js';
import { traceOf } from '../python/trace.js';

const say = sayer('notebook');

export class AllCells {
  element = h('section', { class: 'whole', hidden: true });
  /** @type {Promise<import('../charts/linked-figure.js').LinkedFigure> | undefined} */
  #figure;

  /** Makes the figure; the charts are loaded with the first recording. */
  async #made() {
    const [{ LinkedFigure }] = await Promise.all([
      import('../charts/linked-figure.js'),
      learn('charts'),
      styled('charts/charts.css'),
    ]);
    const figure = new LinkedFigure(['timeline', 'series']);
    this.element.replaceChildren(h('h2', {}, say('whole')), figure.element);
    return figure;
  }

  /** @param {any} recorded as the kernel reports it @param {any} info of the lab @param {string} device */
  async show(recorded, info, device) {
    const trace = traceOf(recorded);
    if (!trace?.op.length || !info) return;
    const data = { ...trace, memory: recorded.memory };
    const figure = await (this.#figure ??= this.#made());
    const cells = recorded.parts.length;
    this.element.hidden = false;
    figure.show({
      data,
      info,
      caption: say('whole-caption', { cells, device, browser: info.browser }),
      summary: (values) => say('whole-summary', values),
    });
  }

  clear() {
    this.element.hidden = true;
  }
}
