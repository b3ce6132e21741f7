import { h } from '../kit/dom.js';
import { duration, fixed, roughly } from '../kit/format.js';

/** The remaining time is shown if it is longer than this, ms. */
const LEAST_SHOWN = 10_000;
/** The least time between steps that are read out, ms. */
const SELDOM = 5000;

/** The progress of a run: its step, the elapsed time and, for a long run, the remaining time. */
export class RunStatus {
  #step = '';

  /** @param {import('../kit/say.js').Say} say @param {import('../kit/say.js').Say} sayOwn of the experiment */
  constructor(say, sayOwn) {
    this.say = say;
    this.sayOwn = sayOwn;
    this.progress = h('progress', { 'aria-label': say('run') });
    this.bar = h('div', { class: 'progress', hidden: true }, this.progress);
    this.text = h('p', { class: 'status', 'aria-hidden': 'true' });
    /** Read out by screen readers: the start, the step of a long run, and the end, but not each tick of the clock. */
    this.spoken = h('p', { class: 'said', role: 'status' });
    this.element = h('div', { class: 'run-state' }, this.bar, this.text, this.spoken);
  }

  /** Shows the elapsed time. Returns the function that stops this and returns the elapsed time as text. */
  start() {
    this.spoken.textContent = '';
    const start = performance.now();
    const elapsed = () => performance.now() - start;
    this.#step = this.say('run');
    this.progress.removeAttribute('value');
    this.bar.hidden = false;
    let said = 0;
    const tick = () => {
      if (elapsed() - said > SELDOM || !this.spoken.textContent) {
        said = elapsed();
        this.spoken.textContent = this.#step;
      }
      this.text.textContent = this.say('elapsed', {
        step: this.#step,
        elapsed: `${fixed(elapsed() / 1000, 1)} s`,
      });
    };
    tick();
    const timer = setInterval(tick, 100);
    return () => {
      clearInterval(timer);
      this.bar.hidden = true;
      this.clear();
      return duration(elapsed());
    };
  }

  /** @param {import('../run/runner.js').Progress} progress */
  report({ key, values, done, total, left }) {
    const way = `way-${values.way}`;
    const named = this.sayOwn.has(way) ? { ...values, way: this.sayOwn(way) } : values;
    const step = this.sayOwn(key, named);
    this.#step =
      left !== null && left > LEAST_SHOWN ? this.say('left', { step, left: roughly(left) }) : step;
    this.progress.max = total;
    this.progress.value = done;
  }

  /** @param {string} elapsed */
  finished(elapsed) {
    this.text.textContent = this.spoken.textContent = this.say('finished', { elapsed });
  }

  clear() {
    this.text.textContent = this.spoken.textContent = '';
  }
}
