import { tableOf } from '../charts/table.js';
import { h, prose } from '../kit/dom.js';
import { machineCalled } from '../kit/parameters.js';
import { ResultExport } from './result-export.js';

/** Characters of a part of the printed text. The browser lays out only the parts in view. */
const TOGETHER = 8000;

/** The printed lines in parts of about `TOGETHER` characters. @param {string[]} lines */
function partsOf(lines) {
  const parts = [];
  let part = /** @type {string[]} */ ([]);
  let length = 0;
  for (const line of lines) {
    if (part.length && length + line.length > TOGETHER) {
      parts.push(part);
      [part, length] = [[], 0];
    }
    part.push(line);
    length += line.length;
  }
  return [...parts, part].map((one) => h('code', {}, one.join('\n')));
}

/** The result of a run: the answer in words above the figures, and the numbers below them. */
export class ResultView {
  shown = false;

  /**
   * @param {import('../kit/types.js').Experiment} experiment
   * @param {import('../kit/say.js').Say} say of the page
   * @param {import('../kit/say.js').Say} sayOwn of the experiment
   * @param {import('./figures.js').ExperimentFigure[]} figures of the experiment, for the exports
   * @param {{embedded?: boolean}} [options] `embedded`: the numbers are folded away
   */
  constructor(experiment, say, sayOwn, figures, { embedded = false } = {}) {
    this.embedded = embedded;
    this.experiment = experiment;
    this.say = say;
    this.sayOwn = sayOwn;
    this.export = new ResultExport(say, figures);
    /** The finding, and the verdict on the prediction. */
    this.answer = h('div', { class: 'answer', hidden: true });
    this.element = h('div', { class: 'result', hidden: true });
  }

  clear() {
    this.shown = false;
    for (const one of [this.answer, this.element]) {
      one.hidden = true;
      one.replaceChildren();
    }
  }

  /** @param {import('../kit/types.js').Result} result @param {{verdict: string, why: string}} predicted the judged prediction; empty without one */
  show(result, { verdict, why }) {
    const { key, values } = result.finding;
    const { say, sayOwn } = this;
    this.answer.replaceChildren(
      h('h3', {}, say('finding')),
      h('p', { class: 'finding', 'data-finding': key }, ...prose(sayOwn(key, values))),
      ...(verdict ? [h('p', { class: 'predicted' }, verdict)] : []),
      ...(why ? [h('p', { class: 'why' }, ...prose(why))] : []),
      ...this.#more(result),
    );
    this.element.replaceChildren(
      ...this.#numbers(result),
      ...this.#distortions(result),
      this.export.element,
    );
    this.export.show(result);
    this.answer.hidden = false;
    this.element.hidden = false;
    this.shown = true;
  }

  /** The second paragraph of the finding, if it has one. @param {import('../kit/types.js').Result} result */
  #more(result) {
    const { measures, finding } = result;
    const more = `${finding.key}-more`;
    if (!this.sayOwn.has(more)) return [];
    const values = { ...measures, ...finding.values, ...this.experiment.derived?.(result) };
    return [h('p', { class: 'finding-more' }, ...prose(this.sayOwn(more, values)))];
  }

  /** The printed lines, and the table. @param {import('../kit/types.js').Result} result */
  #numbers(result) {
    const { say, sayOwn, experiment } = this;
    const printed = h(
      'pre',
      { class: 'printed', tabindex: 0, 'aria-label': say('printed') },
      ...partsOf(experiment.lines(result, sayOwn)),
    );
    const table = this.#table(result);
    return this.embedded
      ? [h('details', {}, h('summary', {}, say('printed')), printed, ...table)]
      : [h('h3', {}, say('printed')), printed, ...table];
  }

  /** The table, with its note. @param {import('../kit/types.js').Result} result */
  #table(result) {
    const { parameters, measures } = result;
    const values = { ...parameters, ...measures };
    const caption = this.sayOwn('caption', values);
    const words = { label: caption, caption, class: 'ways' };
    const table = tableOf(this.experiment.table(result, this.sayOwn), words);
    const note = this.sayOwn.has('table-note') && this.sayOwn('table-note', values);
    return note ? [...table, h('p', { class: 'note' }, ...prose(note))] : table;
  }

  /** @param {import('../kit/types.js').Result} result */
  #distortions({ distortions }) {
    if (distortions.length === 0) return [];
    const items = distortions.map(({ key, values }) => {
      const named = values.machine
        ? { ...values, machine: machineCalled(String(values.machine), this.sayOwn) }
        : values;
      return h('li', {}, ...prose(this.sayOwn(key, named)));
    });
    return [h('h3', {}, this.say('distortions')), h('ul', { class: 'distortions' }, ...items)];
  }
}
