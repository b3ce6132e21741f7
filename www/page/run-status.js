import { h } from '../kit/dom.js';
import { duration, fixed, roughly } from '../kit/format.js';

/** Time that is left is told from here on, ms. */
const WORTH_TELLING = 10_000;

/** How far a run is: its step, the time it has taken and, of a long one, what is left. */
export class RunStatus {
  #step = '';

  /** @param {import('../kit/say.js').Say} say @param {import('../kit/say.js').Say} sayOwn of the experiment */
  constructor(say, sayOwn) {
    this.say = say;
    this.sayOwn = sayOwn;
    this.progress = h('progress', { 'aria-label': say('run') });
    this.bar = h('div', { class: 'progress', hidden: true }, this.progress);
    this.text = h('p', { class: 'status', role: 'status' });
    this.element = h('div', { class: 'run-state' }, this.bar, this.text);
  }

  /** Shows the elapsed time until it is stopped; that gives it back as text. */
  start() {
    const start = performance.now();
    const elapsed = () => performance.now() - start;
    this.#step = this.say('run');
    this.progress.removeAttribute('value');
    this.bar.hidden = false;
    const tick = () => {
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
      this.text.textContent = '';
      return duration(elapsed());
    };
  }

  /** @param {import('../run/runner.js').Progress} progress */
  tell({ key, values, done, total, left }) {
    const way = `way-${values.way}`;
    const named = this.sayOwn.has(way) ? { ...values, way: this.sayOwn(way) } : values;
    const step = this.sayOwn(key, named);
    this.#step =
      left !== null && left > WORTH_TELLING
        ? this.say('left', { step, left: roughly(left) })
        : step;
    this.progress.max = total;
    this.progress.value = done;
  }

  /** @param {string} elapsed */
  finished(elapsed) {
    this.text.textContent = this.say('finished', { elapsed });
  }

  clear() {
    this.text.textContent = '';
  }
}
