import { day, duration, fixed } from './format.js';
import { Controls } from './controls.js';
import { h, prose } from './dom.js';
import { ExperimentFigure } from './figures.js';
import { CPU_HELPS, message } from './message.js';
import { presetValues } from './parameters.js';
import { Prediction } from './prediction.js';
import { ResultView } from './result-view.js';
import { sayer, sayerOf } from './say.js';

/** @typedef {import('./types.js').Result} Result */

/** One experiment on the page: question → prediction → program → Run → figure → finding → what distorts. */
export class ExperimentView {
  /**
   * @param {import('./types.js').Experiment} experiment
   * @param {import('./runner.js').Runner} runner
   * @param {Record<string, import('../charts/plot.js').Chart>} charts by kind
   * @param {(state: string) => void} onState
   */
  constructor(experiment, runner, charts, onState) {
    this.experiment = experiment;
    this.runner = runner;
    this.charts = charts;
    this.closing = new AbortController();
    this.say = sayer('page');
    this.sayOwn = sayerOf(experiment.name);
    this.controls = new Controls(experiment, this.say, this.sayOwn);
    this.prediction = new Prediction(experiment, this.say, this.sayOwn);
    this.code = h('code');
    this.progress = h('progress', { 'aria-label': this.say('run') });
    this.status = h('p', { class: 'status', role: 'status' });
    this.bar = h('div', { class: 'progress', hidden: true }, this.progress);
    this.notice = h('div', { class: 'notice' });
    this.figures = experiment.figures.map(
      (figure) => new ExperimentFigure(figure, charts, this.sayOwn),
    );
    this.result = new ResultView(experiment, this.say, this.sayOwn);
    this.stepText = '';
    /** What is shown, to say it again. @type {{result?: Result, elapsed?: string, fault?: {code: string, message: string}}} */
    this.told = {};
    /** idle, running, failed, or the key of a finding */
    this.state = 'idle';
    this.onState = onState;
    this.element = this.#lay();
    this.#listen();
    this.#setState('idle');
    experiment.opened?.(this);
  }

  #lay() {
    return h(
      'div',
      { class: 'opened' },
      h('p', {}, ...prose(this.sayOwn('introduction'))),
      this.prediction.element,
      ...this.#program(),
      this.controls.element,
      h('div', { class: 'run-state' }, this.bar, this.status),
      this.notice,
      // The lanes of a trace say by themselves that they are empty.
      this.experiment.figures[0].kind === 'trace'
        ? null
        : h('p', { class: 'nothing' }, this.say('nothing')),
      ...this.figures.map((figure) => figure.element),
      this.result.element,
    );
  }

  /** The program and the way to change it; where it is a parameter, it stands among those. */
  #program() {
    if (this.experiment.parameters.program) return [];
    const open = () =>
      this.element.dispatchEvent(
        new CustomEvent('open-in-sandbox', { bubbles: true, detail: this.code.textContent }),
      );
    return [
      h('h3', {}, this.say('program')),
      h('pre', { class: 'program', tabindex: 0, 'aria-label': this.say('program') }, this.code),
      h(
        'p',
        { class: 'to-sandbox' },
        h('button', { type: 'button', onclick: open }, this.say('open-in-sandbox')),
      ),
    ];
  }

  #listen() {
    const { controls, runner } = this;
    const program = () => {
      const { device, parameters } = controls.peek();
      this.code.textContent = this.experiment.program({ ...parameters, device });
    };
    controls.addEventListener('change', program);
    program();
    controls.running(false, runner.busy);
    controls.addEventListener('stop', () => runner.stop());
    controls.addEventListener('reset', () => this.reset());
    controls.addEventListener('run', () => {
      const asked = controls.read();
      // Whatever goes wrong is told on the page.
      if (asked) this.run(asked).catch(() => {});
    });
    for (const type of ['busy', 'idle']) {
      runner.addEventListener(type, () => controls.running(this.state === 'running', runner.busy), {
        signal: this.closing.signal,
      });
    }
  }

  /** @param {string} state */
  #setState(state) {
    this.state = state;
    this.onState(state);
  }

  /**
   * Runs, shows what was found, and returns it. A failed run leaves the last good result in place.
   * @param {{device: import('./types.js').DeviceName, parameters: import('./types.js').Values}} asked
   * @returns {Promise<Result>}
   * @throws {import('./faults.js').Fault}
   */
  async run({ device, parameters }) {
    const before = this.state;
    this.#setState('running');
    this.notice.replaceChildren();
    delete this.told.fault;
    const stopClock = this.#clock();
    try {
      const result = await this.runner.run(
        { name: this.experiment.name, device, parameters },
        (progress) => this.#progress(progress),
        this.experiment.thread,
      );
      this.#setState(result.finding.key);
      this.#show(result);
      this.#finished(stopClock());
      this.element.dispatchEvent(new CustomEvent('step', { bubbles: true, detail: 'run' }));
      return result;
    } catch (caught) {
      const fault = /** @type {import('./faults.js').Fault} */ (caught);
      stopClock();
      this.#setState(fault.code === 'STOPPED' ? before : 'failed');
      this.status.textContent = '';
      delete this.told.elapsed;
      this.fail(fault, device);
      throw fault;
    } finally {
      this.bar.hidden = true;
      this.controls.running(false, this.runner.busy);
    }
  }

  /** Tells a fault, with the CPU device as the way out where it is one. @param {{code: string, message: string}} fault @param {string} device */
  fail(fault, device) {
    this.told.fault = fault;
    const action = {
      label: this.say('offer-cpu'),
      act: () => {
        this.controls.chooseDevice('cpu');
        this.controls.element.requestSubmit();
      },
    };
    const helps = device !== 'cpu' && CPU_HELPS.has(fault.code);
    this.notice.replaceChildren(message(fault, helps ? action : undefined));
    if (this.result.shown) this.notice.append(h('p', { class: 'kept' }, this.say('kept')));
  }

  /** The same view in the language that is spoken now, in place of this one. */
  again() {
    this.closing.abort();
    const { result, elapsed, fault } = this.told;
    const said = new ExperimentView(this.experiment, this.runner, this.charts, this.onState);
    said.controls.takeOver(this.controls);
    said.prediction.takeOver(this.prediction);
    if (result) said.#show(result);
    if (elapsed) said.#finished(elapsed);
    if (fault) said.fail(fault, this.controls.device.value);
    said.code.textContent = this.code.textContent;
    said.#setState(this.state);
    return said;
  }

  /** Back to the first preset, with nothing measured. */
  reset() {
    const [preset] = Object.keys(this.experiment.presets);
    this.controls.fill(presetValues(this.experiment, preset), preset);
    this.prediction.clear();
    this.told = {};
    this.notice.replaceChildren();
    this.status.textContent = '';
    for (const figure of this.figures) figure.clear();
    this.result.clear();
    this.#setState('idle');
  }

  /** Shows the elapsed time until it is stopped; gives it back as text. */
  #clock() {
    const start = performance.now();
    const elapsed = () => duration(performance.now() - start);
    this.stepText = this.say('run');
    this.progress.removeAttribute('value');
    this.bar.hidden = false;
    this.controls.running(true);
    const tick = () => {
      this.status.textContent = this.say('elapsed', {
        step: this.stepText,
        elapsed: `${fixed((performance.now() - start) / 1000, 1)} s`,
      });
    };
    tick();
    const timer = setInterval(tick, 100);
    return () => {
      clearInterval(timer);
      return elapsed();
    };
  }

  /** @param {import('./runner.js').Progress} progress */
  #progress({ key, values, done, total }) {
    const way = `way-${values.way}`;
    const named = this.sayOwn.has(way) ? { ...values, way: this.sayOwn(way) } : values;
    this.stepText = this.sayOwn(key, named);
    this.progress.max = total;
    this.progress.value = done;
  }

  /** @param {string} elapsed */
  #finished(elapsed) {
    this.told.elapsed = elapsed;
    this.status.textContent = this.say('finished', { elapsed });
  }

  /** @param {Result} result */
  #show(result) {
    this.told.result = result;
    const { info, date } = result;
    const { name, vendor } = info.adapter;
    const provenance = this.say('provenance', {
      adapter: info.device === 'webgpu' ? name || vendor : this.say(`device-${info.device}`),
      browser: info.browser,
      date: day(date),
    });
    for (const figure of this.figures) figure.show(result, provenance);
    this.result.show(result, this.prediction.judge(result));
    // What was run, also where it was chosen while it ran; it stands until the reader changes a setting.
    this.code.textContent = this.experiment.program({
      ...this.controls.peek().parameters,
      ...result.parameters,
      device: result.device,
    });
  }
}
