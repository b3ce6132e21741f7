import { open } from '../experiments/index.js';
import { h } from '../kit/dom.js';
import { ExperimentView } from './experiment-view.js';
import { loadCharts } from './figures.js';
import { message } from './message.js';
import { sayer } from '../kit/say.js';
import { learn } from '../kit/words.js';

const say = sayer('page');
const about = sayer('experiments');

/** An experiment's section of the page: its question and, once the reader opens it, the experiment. */
export class ExperimentSection {
  /** @type {Promise<ExperimentView>|null} */ #view = null;
  /** @type {ExperimentView|null} once it is loaded */ #shown = null;
  /** @type {import('../kit/types.js').DeviceName[]} as `chooseDevice` got it */ #device = [];
  #recorded = false;

  /**
   * @param {import('../kit/types.js').About} about
   * @param {import('../run/runner.js').Runner} runner
   */
  constructor({ name, position, beyond = false }, runner) {
    this.beyond = beyond;
    this.name = name;
    this.position = position;
    this.runner = runner;
    const heading = `${name}-title`;
    this.title = h('h2', { id: heading });
    this.question = h('span', { class: 'question' });
    this.summary = h('summary', {}, this.title, this.question);
    this.#sayTitle();
    this.details = h('details', { class: 'experiment-body' }, this.summary);
    this.element = h(
      'section',
      {
        class: 'experiment',
        id: name,
        'data-experiment': name,
        'data-state': 'idle',
        'aria-labelledby': heading,
      },
      this.details,
    );
    this.details.addEventListener('toggle', () => {
      // Failures are shown below the question.
      if (this.details.open) this.open().catch(() => {});
    });
    // Only the reader's own actions count as progress. An experiment that opens by itself does not, and neither does a prediction set by a program.
    this.summary.addEventListener('click', () => this.#step('opened'));
    this.element.addEventListener('change', ({ target, isTrusted }) => {
      if (isTrusted && /** @type {Element} */ (target).closest('.prediction'))
        this.#step('predicted');
    });
  }

  /** Its title in the present language. */
  get called() {
    return about(`${this.name}-title`);
  }

  #sayTitle() {
    this.title.replaceChildren(
      h('span', { class: 'position' }, `${this.position}`),
      ' ',
      this.called,
    );
    const beyond = h('span', { class: 'beyond' }, say('beyond'));
    this.question.replaceChildren(
      ...(this.beyond ? [beyond, ' '] : []),
      about(`${this.name}-question`),
    );
  }

  /** Writes all texts again after a change of language. Choices, predictions and measurements stay. */
  async resay() {
    this.#sayTitle();
    const view = await this.#view?.catch(() => null);
    if (!view) return;
    const said = view.again();
    this.#view = Promise.resolve(said);
    this.#shown = said;
    view.element.replaceWith(said.element);
    this.#announce(said);
  }

  /**
   * Loads the experiment, once, and unfolds it.
   * @returns {Promise<ExperimentView>}
   * @throws {import('../kit/faults.js').Fault} NOT_LOADED
   */
  open() {
    this.#view ??= this.#load();
    this.details.open = true;
    return this.#view;
  }

  async #load() {
    try {
      const [experiment] = await Promise.all([
        open(this.name),
        learn('charts', 'experiments/lib', `experiments/${this.name}`),
      ]);
      const view = new ExperimentView(
        experiment,
        this.runner,
        await loadCharts(experiment),
        (state) => (this.element.dataset.state = state),
      );
      const [device, otherwise] = this.#device;
      if (device) view.controls.chooseDevice(device, otherwise);
      this.#fill(view.element);
      this.#shown = view;
      if (this.#recorded) void view.showRecording();
      this.#announce(view);
      return view;
    } catch (caught) {
      this.#view = null; // The next attempt may succeed.
      const fault = /** @type {import('../kit/faults.js').Fault} */ (caught);
      const again = { label: say('again'), act: () => void this.open().catch(() => {}) };
      this.#fill(message(fault, again));
      throw fault;
    }
  }

  /** Replaces the content below the question. The question's element stays, since it may have the focus. @param {HTMLElement} element */
  #fill(element) {
    while (this.summary.nextSibling) this.summary.nextSibling.remove();
    this.details.append(element);
  }

  /** Reports the reader's progress here to the table of contents. @param {import('./progress.js').Step} step */
  #step(step) {
    this.element.dispatchEvent(new CustomEvent('step', { detail: step }));
  }

  /** Unfolds the experiment if it is loaded. */
  unfold() {
    if (this.#shown) this.details.open = true;
  }

  /** Paints the figures immediately. */
  repaint() {
    for (const { shown } of this.#shown?.figures ?? []) shown.paint();
  }

  /** Announces a view that is now on the page. @param {ExperimentView} view */
  #announce(view) {
    this.element.dispatchEvent(new CustomEvent('experiment', { bubbles: true, detail: view }));
  }

  /** Shows the recorded run, now or when the experiment is opened. */
  async showRecording() {
    this.#recorded = true;
    (await this.#view?.catch(() => null))?.showRecording();
  }

  /** Chooses the device, also for an experiment that is not open yet. @param {import('../kit/types.js').DeviceName} device @param {import('../kit/types.js').DeviceName} [otherwise] if the experiment does not run on that device */
  async chooseDevice(device, otherwise = device) {
    this.#device = [device, otherwise];
    (await this.#view?.catch(() => null))?.controls.chooseDevice(device, otherwise);
  }
}
