import { Controls } from './controls.js';
import { h, prose } from '../kit/dom.js';
import { ExperimentFigure } from './figures.js';
import { CPU_HELPS, message } from './message.js';
import { Fault } from '../kit/faults.js';
import { Foretelling } from './foretelling.js';
import { Prediction } from './prediction.js';
import { devicesOf, machineOf, presetValues, resolveParameters } from '../kit/parameters.js';
import { ProgramView } from './program-view.js';
import { provenanceOf } from './provenance.js';
import { ResultView } from './result-view.js';
import { RunStatus } from './run-status.js';
import { sayer, sayerOf } from '../kit/say.js';
import { SilenceNotice } from './silence.js';
import { complaintsOf } from '../kit/words.js';

/** @typedef {import('../kit/types.js').Result} Result */
/** @typedef {import('./provenance.js').Source} Source */

/** @typedef {{device: import('../kit/types.js').DeviceName, parameters: import('../kit/types.js').Values}} Asked */

/** One experiment on the page, from top to bottom: introduction, prediction, program, Run, finding, figures, numbers, distortions. */
export class ExperimentView {
  /**
   * @param {import('../kit/types.js').Experiment} experiment
   * @param {import('../run/runner.js').Runner} runner
   * @param {Record<string, import('./figures.js').Make>} charts by kind
   * @param {(state: string) => void} onState
   * @param {{embedded?: boolean}} [options] `embedded`: whether it is inside another page, with less room
   */
  constructor(experiment, runner, charts, onState, options = {}) {
    this.experiment = experiment;
    this.runner = runner;
    this.charts = charts;
    this.options = options;
    this.closing = new AbortController();
    this.say = sayer('page');
    this.sayOwn = sayerOf(experiment.name);
    this.controls = new Controls(experiment, this.say, this.sayOwn);
    this.prediction = new Prediction(experiment, this.say, this.sayOwn);
    this.program = new ProgramView(experiment, this.say, this.sayOwn);
    this.status = new RunStatus(this.say, this.sayOwn);
    this.silence = new SilenceNotice((silence) => runner.lose(silence));
    this.notice = h('div', { class: 'notice' });
    this.foretelling = new Foretelling(this);
    /** The containers of the parts that are loaded last. A link can hide each of them except `more`, which has figures. */
    this.containers = Object.fromEntries(
      ['modelled', 'binding', 'variations', 'more', 'pipeline', 'freedom'].map((name) => [
        name,
        h('div', { class: `${name}-container`, 'data-control': name === 'more' ? null : name }),
      ]),
    );
    /** @type {Promise<import('./optional-parts.js').OptionalParts>|undefined} */
    this.optionalParts = undefined;
    /** @type {import('./binding/view.js').BindingView|undefined} */
    this.binding = undefined;
    this.figures = experiment.figures.map(
      (figure) => new ExperimentFigure(figure, charts, this.sayOwn),
    );
    this.result = new ResultView(experiment, this.say, this.sayOwn, this.figures, options);
    /**
     * The shown content, from which it can be written again; `varied`: the variation that was chosen, and the result that it changes.
     * @type {{result?: Result, source?: Source, elapsed?: string, fault?: {code: string, message: string}, varied?: {name: string, from: Result}}}
     */
    this.outcome = {};
    /** idle, running, failed, the key of a finding, or the source of a result that was not measured here: recorded, link, file */
    this.state = 'idle';
    this.onState = onState;
    this.element = this.#lay();
    this.#listen();
    this.#setState('idle');
    this.#update();
    experiment.opened?.(this);
  }

  #lay() {
    return h(
      'div',
      { class: 'opened' },
      h('p', { class: 'introduction' }, ...prose(this.sayOwn('introduction'))),
      this.prediction.element,
      ...this.program.elements,
      this.containers.modelled,
      this.controls.element,
      this.status.element,
      this.silence.element,
      this.notice,
      this.result.answer,
      this.experiment.binds ? this.containers.binding : null,
      this.containers.variations,
      h('p', { class: 'nothing' }, this.say('nothing')),
      ...this.figures.map((figure) => figure.element),
      this.containers.more,
      this.experiment.costs ? this.containers.pipeline : null,
      this.result.element,
      this.experiment.freedom ? this.containers.freedom : null,
    );
  }

  /** Updates the lazily loaded parts; callers need not wait. @param {Result|null} [result] undefined: only loads the parts */
  #update(result) {
    this.optionalParts ??= import('./optional-parts.js').then(
      ({ OptionalParts }) => new OptionalParts(this),
    );
    this.optionalParts.then((parts) => result !== undefined && parts.show(result)).catch(() => {});
  }

  #listen() {
    const { controls, runner } = this;
    const program = () => {
      const { device, parameters } = controls.peek();
      this.program.show({ ...parameters, device: shown(this.experiment, device) });
    };
    controls.addEventListener('change', program);
    program();
    controls.addEventListener('stop', () => runner.stop());
    controls.addEventListener('reset', () => this.reset());
    controls.addEventListener('recorded', () => void this.showRecording());
    controls.addEventListener('link', () => void this.#share());
    controls.addEventListener('run', () => {
      const asked = controls.read();
      // The page shows every failure.
      if (asked) this.#begin(asked).catch(() => {});
    });
    if (!this.options.embedded) this.follow(this.closing.signal);
  }

  /** Follows the state of the runner, which all experiments share. @param {AbortSignal} signal ends it */
  follow(signal) {
    const update = () => this.controls.running(this.state === 'running', this.runner.busy);
    for (const type of ['busy', 'idle']) this.runner.addEventListener(type, update, { signal });
    update();
    const offer = () => {
      const { gpu } = this.runner;
      if (gpu !== 'software' && gpu !== 'none') return;
      import('./modelled.js')
        .then(({ canModel, offer }) => canModel(this.experiment) && offer(this, gpu))
        .catch(() => {}); // The offer is optional.
    };
    this.runner.addEventListener('gpu', offer, { signal });
    offer();
  }

  /** Runs, unless a notice first explains that a run could show nothing. @param {Asked} asked */
  async #begin(asked) {
    if (!this.foretelling.isIdle && (await this.foretelling.withholds(asked))) return;
    await this.run(asked);
  }

  /** @param {string} state */
  #setState(state) {
    this.state = state;
    this.onState(state);
  }

  /**
   * Runs, shows the result and returns it. A failed run keeps the last good result.
   * @param {Asked} asked
   * @returns {Promise<Result>}
   * @throws {import('../kit/faults.js').Fault}
   */
  async run({ device, parameters }) {
    const before = this.state;
    this.#setState('running');
    this.notice.replaceChildren();
    delete this.outcome.fault;
    this.controls.running(true);
    const stopClock = this.status.start();
    try {
      const result = await this.runner.run(
        { name: this.experiment.name, device, parameters },
        (progress) => this.#follow(progress),
        this.experiment.thread,
      );
      this.present(result);
      this.#finished(stopClock());
      this.element.dispatchEvent(new CustomEvent('step', { bubbles: true, detail: 'run' }));
      return result;
    } catch (caught) {
      const fault = /** @type {import('../kit/faults.js').Fault} */ (caught);
      stopClock();
      for (const figure of this.figures) figure.restore();
      this.#setState(fault.code === 'STOPPED' ? before : 'failed');
      delete this.outcome.elapsed;
      this.fail(fault, device);
      throw fault;
    } finally {
      this.silence.clear();
      this.controls.running(false, this.runner.busy);
    }
  }

  /** Shows a fault and, if they help, offers a modelled GPU, the CPU device and the recorded run. @param {{code: string, message: string}} fault @param {string} device */
  fail(fault, device) {
    this.outcome.fault = fault;
    const onCpu = () => {
      this.controls.chooseDevice('cpu');
      this.controls.element.requestSubmit();
    };
    const onModelled = async () => (await import('./modelled.js')).runModelled(this.controls);
    const ways = [{ label: this.say('offer-cpu'), act: onCpu }];
    if (this.experiment.load && devicesOf(this.experiment)[0] === 'webgpu')
      ways.unshift({ label: this.say('run-modelled'), act: onModelled });
    if (this.experiment.recorded)
      ways.push({ label: this.say('recorded'), act: () => void this.showRecording() });
    const helps = device !== 'cpu' && CPU_HELPS.has(fault.code);
    this.notice.replaceChildren(message(fault, ...(helps ? ways : [])));
    if (this.result.shown) this.notice.append(h('p', { class: 'kept' }, this.say('kept')));
  }

  /** Closes this view and returns a copy of it in the present language. */
  again() {
    this.closing.abort();
    const { result, source = 'measured', elapsed, fault } = this.outcome;
    const said = new ExperimentView(
      this.experiment,
      this.runner,
      this.charts,
      this.onState,
      this.options,
    );
    said.controls.takeOver(this.controls);
    said.prediction.takeOver(this.prediction);
    said.outcome.varied = this.outcome.varied;
    if (result) said.#show(result, source);
    if (elapsed) said.#finished(elapsed);
    if (fault) said.fail(fault, this.controls.device.value);
    said.hide(this.hidden);
    said.program.list(this.program.source, result);
    said.#setState(this.state);
    return said;
  }

  /** Goes back to the first preset, without a result. */
  reset() {
    const [preset] = Object.keys(this.experiment.presets);
    this.controls.fill(presetValues(this.experiment, preset), preset);
    this.prediction.clear();
    this.outcome = {};
    this.notice.replaceChildren();
    this.status.clear();
    this.#clear();
    this.#setState('idle');
  }

  /** @param {import('../run/runner.js').Progress | import('../run/runner.js').Live | import('../run/runner.js').Silent} event during a run */
  #follow(event) {
    if (event.type === 'live') this.#live(event);
    else if (event.type === 'silent') this.silence.show(event);
    else this.status.report(event);
  }

  /** @param {import('../run/runner.js').Live} live */
  #live({ figure, data }) {
    this.figures.find(({ name }) => name === figure)?.live(data);
  }

  /** @param {string} elapsed */
  #finished(elapsed) {
    this.outcome.elapsed = elapsed;
    this.status.finished(elapsed);
  }

  #clear() {
    this.outcome = {};
    for (const figure of this.figures) figure.clear();
    this.result.clear();
    this.#update(null);
    this.#mark('measured');
  }

  /**
   * Shows a result, with ribbons on figures and finding if it was not measured here.
   * @param {Result} result
   * @param {{source?: Source}} [options]
   * @throws {Fault} BAD_RESULT if the experiment cannot show it; the previous result then stays
   */
  present(result, { source = 'measured' } = {}) {
    const before = this.outcome;
    try {
      const said = [result.finding, ...result.distortions].map(({ key }) => key);
      const strange = said.find((key) => !this.sayOwn.has(key));
      if (strange) throw new Error(`“${strange}” is not said here`);
      if (source === 'measured') this.#show(result, source);
      else {
        // Parameters are written into programs that a reader may copy, so they are checked.
        resolveParameters(this.experiment, result.parameters);
        // `unsaid`: a message lacks a value, or a name has no word here.
        const [unsaid] = complaintsOf(() => this.#show(result, source));
        if (unsaid) throw new Error(unsaid);
      }
    } catch (error) {
      if (source === 'measured') throw error;
      if (before.result) this.#show(before.result, before.source ?? 'measured');
      else this.#clear();
      throw new Fault('BAD_RESULT', /** @type {Error} */ (error).message);
    }
    this.#setState(source === 'measured' ? result.finding.key : source);
  }

  /** Shows the experiment's recorded run, if it has one. */
  async showRecording() {
    if (!this.experiment.recorded) return;
    try {
      const { recording } = await import('./recorded.js');
      const result = await recording(this.experiment.name);
      this.notice.replaceChildren();
      this.status.clear();
      this.present(result, { source: 'recorded' });
    } catch (caught) {
      this.fail(/** @type {Fault} */ (caught), 'cpu');
    }
  }

  /** Opens or closes the form for links, which shows its own failures. */
  async #share() {
    const { toggleSharing } = await import('./links/sharing.js');
    await toggleSharing(this);
  }

  /** The controls that a link may hide. */
  get hideable() {
    return [
      .../** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll('[data-control]')),
    ];
  }

  /** The controls that are hidden. */
  get hidden() {
    return this.hideable
      .filter(({ hidden }) => hidden)
      .map(({ dataset }) => String(dataset.control));
  }

  /** Hides exactly these controls; their values still apply. @param {string[]} names */
  hide(names) {
    for (const element of this.hideable)
      element.hidden = names.includes(String(element.dataset.control));
    for (const group of this.element.querySelectorAll('.controls details'))
      group.toggleAttribute('hidden', !group.querySelector('.field:not([hidden])'));
  }

  /** @param {Result} result @param {Source} source */
  #show(result, source) {
    this.outcome = { ...this.outcome, result, source };
    const provenance = provenanceOf(result, source, this.say, this.sayOwn);
    for (const figure of this.figures) figure.show(result, provenance.text, !!provenance.mark);
    // The program is shown with the run's settings, even if the reader has changed the controls meanwhile, until the reader changes one again.
    const { parameters } = this.controls.peek();
    const device = result.info.machine ? devicesOf(this.experiment)[0] : result.device;
    this.program.show({ ...parameters, ...result.parameters, device }, result);
    this.result.show(result, this.prediction.judge(result));
    this.#mark(source, provenance);
    this.#update(result);
  }

  /** Marks a result not measured here: the first visible part has its provenance, the others a short ribbon. @param {Source} source @param {{text: string, mark: string}} [provenance] */
  #mark(source, { text, mark } = { text: '', mark: '' }) {
    for (const ribbon of this.element.querySelectorAll('.ribbon')) ribbon.remove();
    const { answer, element } = this.result;
    const parts = [answer, ...this.figures.map((figure) => figure.element), element];
    for (const part of parts) part.dataset.source = source;
    if (!mark) return;
    const [first, ...rest] = parts.filter(({ hidden }) => !hidden);
    first.prepend(h('p', { class: 'ribbon' }, text));
    for (const part of rest) part.prepend(h('p', { class: 'ribbon short' }, mark));
  }
}

/**
 * The device that the shown program names: for a modelled machine, the experiment's first device.
 * @param {import('../kit/types.js').Experiment} experiment
 * @param {string} device
 */
function shown(experiment, device) {
  return machineOf(device) ? devicesOf(experiment)[0] : device;
}
