import { choiceOf, undecided } from '../experiments/lib/verdict.js';
import { h } from '../kit/dom.js';

/** The reader's prediction before the run, which is compared with the measurement afterwards. It is optional. */
export class Prediction {
  /**
   * @param {import('../kit/types.js').Experiment} experiment
   * @param {import('../kit/say.js').Say} say of the page
   * @param {import('../kit/say.js').Say} sayOwn of the experiment
   */
  constructor(experiment, say, sayOwn) {
    this.experiment = experiment;
    this.sayOwn = sayOwn;
    this.element = h(
      'fieldset',
      { class: 'prediction', 'data-control': 'prediction' },
      h('legend', {}, say('prediction')),
      h('p', {}, sayOwn('prediction')),
      this.#choices(),
      h('p', { class: 'note' }, say('predict-first')),
    );
  }

  #choices() {
    const { name, prediction } = this.experiment;
    const choices = prediction.choices.map(({ key }) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: `${name}-prediction`, value: key }),
        this.sayOwn(`prediction-${key}`),
      ),
    );
    return h('div', { class: 'choices' }, ...choices);
  }

  /** Copies the choice of another prediction of the same experiment. @param {Prediction} other */
  takeOver(other) {
    const theirs = other.element.querySelectorAll('input');
    this.element.querySelectorAll('input').forEach((input, i) => {
      input.checked = theirs[i].checked;
    });
  }

  clear() {
    for (const input of this.element.querySelectorAll('input')) input.checked = false;
  }

  /**
   * The verdict on the prediction and, if it was wrong, the misconception that leads to it; empty without a prediction.
   * @param {import('../kit/types.js').Result} result
   * @returns {{verdict: string, why: string}}
   */
  judge(result) {
    return { verdict: this.#verdict(result), why: this.#why(result) };
  }

  get #chosen() {
    return this.element.querySelector('input:checked')?.getAttribute('value') ?? '';
  }

  /** @param {import('../kit/types.js').Result} result */
  #why(result) {
    const keys = this.experiment.prediction.choices.map(({ key }) => key);
    const measured = undecided(result) ? '' : (this.#measured(result) ?? '');
    const [chosen, right] = [keys.indexOf(this.#chosen), keys.indexOf(measured)];
    if (chosen < 0 || right < 0 || chosen === right) return '';
    const key = chosen < right ? 'why-low' : 'why-high';
    return this.sayOwn.has(key) ? this.sayOwn(key) : '';
  }

  /** @param {import('../kit/types.js').Result} result */
  #verdict(result) {
    const predicted = this.#chosen;
    if (!predicted) return '';
    const measured = undecided(result) ? null : this.#measured(result);
    const text = (/** @type {string} */ key) => this.sayOwn(`prediction-${key}`);
    if (measured === null)
      return this.sayOwn('prediction-undecided', { predicted: text(predicted) });
    return this.sayOwn(predicted === measured ? 'prediction-right' : 'prediction-wrong', {
      ...result.measures,
      predicted: text(predicted),
      measured: text(measured),
    });
  }

  /** The right choice; null if the measure does not decide. @param {import('../kit/types.js').Result} result @returns {string|null} */
  #measured(result) {
    const { of, choices } = this.experiment.prediction;
    if (typeof of === 'function') return of(result);
    return choiceOf(result.measures[of], choices, result.info);
  }
}
