import { h } from './dom.js';

/** What the reader expects before running; afterwards it stands beside what was measured. Optional. */
export class Prediction {
  /**
   * @param {import('./types.js').Experiment} experiment
   * @param {import('./say.js').Say} say of the page
   * @param {import('./say.js').Say} sayOwn of the experiment
   */
  constructor(experiment, say, sayOwn) {
    this.experiment = experiment;
    this.sayOwn = sayOwn;
    const choices = experiment.prediction.choices.map(({ key }) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: `${experiment.name}-prediction`, value: key }),
        sayOwn(`prediction-${key}`),
      ),
    );
    this.element = h(
      'fieldset',
      { class: 'prediction' },
      h('legend', {}, say('prediction')),
      h('p', {}, sayOwn('prediction')),
      h('div', { class: 'choices' }, ...choices),
    );
  }

  clear() {
    for (const input of this.element.querySelectorAll('input')) input.checked = false;
  }

  /** A sentence that sets prediction beside measurement; empty without a prediction. @param {import('./types.js').Result} result */
  judge({ measures }) {
    const { of, choices } = this.experiment.prediction;
    const predicted = this.element.querySelector('input:checked')?.getAttribute('value');
    if (!predicted) return '';
    const measured =
      choices.find(({ below }) => measures[of].value < below)?.key ??
      choices[choices.length - 1].key;
    const text = (/** @type {string} */ key) => this.sayOwn(`prediction-${key}`);
    return this.sayOwn(predicted === measured ? 'prediction-right' : 'prediction-wrong', {
      ...measures,
      predicted: text(predicted),
      measured: text(measured),
    });
  }
}
