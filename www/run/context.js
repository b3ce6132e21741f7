import { Fault } from '../kit/faults.js';
import { APART, LEAST as JUDGED } from '../kit/inference.js';
import { seldom } from '../kit/polling.js';
import { silenceThrough } from '../kit/silence.js';
import { randomOf, shuffled } from '../kit/statistics.js';
import { Dither } from './dither.js';

/** The longest that all rounds together should take, ms, in a browser that looks for completed work only ten times a second. No round begins that would exceed it. */
const PATIENCE = 11_000;
/** Exceptions to `PATIENCE`: the first `LEAST` rounds always run, and so do all rounds of a run that asks for more than `USUAL`. */
const [LEAST, USUAL] = [2, 6];

/** The distance between the noise seeds of two labs, and the number of seeds. */
const [LAB, SEEDS] = [1e5, 2 ** 32];

/** The most spare calls between two rounds: a clock may stand still. */
const SPARE = 1000;

/** @typedef {(options?: object, compiler?: Promise<typeof import('../lib/compile/compile.js')>) => Promise<any>} Connect the engine's `connect` */
/** @typedef {import('../kit/types.js').Context} ContextOfRun */

/**
 * Gives an experiment's `run` labs, parameters, progress and timing, on the experiment's own thread.
 * @implements {ContextOfRun}
 */
export class Context {
  #connect;
  #post;
  #labs = /** @type {Promise<any>[]} */ ([]);
  /** The clock of each lab that is connected: labs of a modelled machine have clocks of their own. */
  #clocks = /** @type {(() => number)[]} */ ([]);
  #dither;
  #closed = false;
  #total = 0;
  #done = 0;
  /** @type {Record<string, number>|undefined} */
  #sim;
  /** The estimated time of the run's end, ms; NaN where there is no estimate. */
  #end = NaN;
  /** Whether the tab was hidden outside rounds. */
  #unseen = false;
  /** Whether the browser looks for completed work so seldom that each wait takes long, as a lab of this run has measured. @type {boolean|undefined} */
  #seldom;

  /**
   * @param {object} setup
   * @param {Connect} setup.connect
   * @param {import('../kit/types.js').DeviceName} setup.device
   * @param {string} [setup.machine] the modelled machine, in place of the devices of this one
   * @param {Record<string, number>} [setup.sim] changes to the machine's description
   * @param {import('../kit/types.js').Values} setup.parameters
   * @param {(message: object) => void} setup.post to the page
   * @param {() => boolean} setup.hidden whether the tab was hidden at any time since the last call
   */
  constructor({ connect, device, machine, sim, parameters, post, hidden }) {
    this.#connect = connect;
    this.#post = post;
    this.hidden = hidden;
    this.device = device;
    this.machine = machine;
    this.#sim = sim;
    this.parameters = parameters;
    /** The seed of the order in which ways take turns, and of random numbers. */
    this.seed = Number(parameters?.seed ?? 0);
    this.#dither = new Dither(this.seed);
  }

  /**
   * A lab that is closed when the run ends. Its clocks are measured before anything runs, except where the browser looks for completed work
   * so seldom that measuring takes long: then only the clocks of the first lab are.
   * @param {object} [options] as for the engine's `connect`
   * @param {object} [about]
   * @param {boolean} [about.known] another lab has measured the clocks of this device
   * @param {boolean} [about.compiles] its `compile` is called, so the compiler is downloaded meanwhile
   */
  async connect(options, { known = false, compiles = false } = {}) {
    if (this.#closed) throw new Fault('STOPPED', 'the run was ended');
    const { machine } = this;
    const modelled = machine && {
      machine,
      sim: {
        ...this.#sim,
        .../** @type {any} */ (options).sim,
        // No two labs of a run have the same noise.
        seed: ((this.#sim?.seed ?? 0) + LAB * this.#labs.length) % SEEDS,
      },
    };
    const onSilence = silenceThrough(this.#post);
    const compiler = compiles ? import('../lib/compile/compile.js') : undefined;
    compiler?.catch(() => {}); // If `connect` fails first, nobody waits for it.
    const connecting = this.#connect({ onSilence, ...options, ...modelled }, compiler);
    this.#labs.push(connecting);
    const lab = await connecting;
    this.#clocks.push(() => lab.now());
    if (!this.#seldom && !known) this.#seldom = seldom(await lab.calibrate());
    return lab;
  }

  /** The description of the machine's GPU, ms and rates; empty where none is modelled. @returns {Promise<Record<string, number>>} */
  async described() {
    if (!this.machine) return {};
    const { describe } = await import('../lib/machines/describe.js');
    return { ...describe(this.machine), ...this.#sim };
  }

  /** The sum of the times on the clocks of its labs, ms. The labs take turns, so it is the time of a run on a modelled machine. */
  async elapsed() {
    const labs = await Promise.allSettled(this.#labs);
    return labs.reduce((sum, lab) => sum + (lab.status === 'fulfilled' ? lab.value.now() : 0), 0);
  }

  /** Whether the tab was hidden outside the rounds, while clocks were measured or a trace was recorded. Rounds are left out one by one instead. */
  get unseen() {
    return (this.#unseen = this.hidden() || this.#unseen);
  }

  /** Closes its labs. @returns {Promise<number>} the bytes that their devices still hold: 0 */
  async close() {
    this.#closed = true;
    // A lab that is still connecting has a thread already.
    const labs = await Promise.allSettled(this.#labs);
    const held = await Promise.all(
      labs.map((lab) => (lab.status === 'fulfilled' ? lab.value.close() : 0)),
    );
    return held.reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * Shows a part of the run while it continues.
   * @param {string} figure one of the experiment's figures that have `live`
   * @param {any} data the argument of `live`; structured-cloneable
   */
  live(figure, data) {
    this.#post({ type: 'live', figure, data });
  }

  /** Sets the number of steps. @param {number} steps */
  expect(steps) {
    this.#total = steps;
    this.#done = 0;
  }

  /** Adds to the number of steps. @param {number} steps */
  extend(steps) {
    this.#total += steps;
  }

  /** Sets the time that the rest should take, which the reader sees with each step. @param {number} ms */
  takes(ms) {
    this.#end = performance.now() + ms;
  }

  /** Reports a detail of the current step. @param {string} key a word of the experiment @param {Record<string, any>} [values] */
  note(key, values = {}) {
    this.#report(key, values, Math.max(0, this.#done - 1));
  }

  /** Begins a step, and reports it. @param {string} key a word of the experiment @param {Record<string, any>} [values] */
  step(key, values = {}) {
    this.#report(key, values, this.#done);
    this.#done += 1;
  }

  /** @param {string} key @param {Record<string, any>} values @param {number} done steps */
  #report(key, values, done) {
    const left = Number.isNaN(this.#end) ? null : Math.max(0, this.#end - performance.now());
    this.#post({ type: 'progress', key, values, done, total: this.#total, left });
  }

  /** Whether the clock is virtual and its times exact: then there is nothing to repeat or to scatter. */
  get #virtual() {
    return this.device === 'sim' && !this.machine;
  }

  /** Waits for a random part of this time, by default of a step of the clock. @param {number} [ms] */
  scatter(ms) {
    if (this.#virtual) return;
    this.#dither.wait(this.machine ? this.#clocks : [() => performance.now()], ms);
  }

  /**
   * Times every way once per round. The order is random in each round, so that no way always follows the same one; each way begins at a random
   * point of a step of the clock. Rounds in which the tab was hidden are left out, since hidden tabs are throttled.
   * @param {Record<string, (spare?: boolean) => Promise<Record<string, number>>>} ways each runs once and returns its times by name, ms. With
   *   `spare` nothing is kept: the ways also run between rounds, since an idle device becomes slower
   * @param {number} rounds
   * @param {(name: string) => [string, Record<string, any>]} [word] the message while a way is timed, which also gets
   *   `round` and `rounds`
   * @param {() => void} [onKept] called after each round that is kept
   * @param {number} [apart] the least time from the beginning of a round to that of the next, ms
   * @returns {Promise<{samples: Record<string, number[]>, leftOut: Record<string, number>}>}
   * @throws {Fault} TAB_HIDDEN when no round is left
   */
  async interleave(
    ways,
    rounds,
    word = (way) => ['timing', { way }],
    onKept = () => {},
    apart = rounds < JUDGED ? 0 : APART,
  ) {
    const names = Object.keys(ways);
    const bounded = this.#seldom && rounds <= USUAL;
    const now = async () => (this.machine ? this.elapsed() : performance.now());
    const begun = bounded ? await now() : NaN;
    // The estimate assumes that each step after the rounds takes as long as a step of a round.
    const steps = Math.max(rounds * names.length, this.#total - this.#done);
    const samples = /** @type {Record<string, number[]>} */ ({});
    let hidden = 0;
    let timed = 0;
    let late = 0;
    const start = performance.now();
    const random = randomOf(this.seed);
    void this.unseen;
    for (let round = 0; round < rounds; round += 1) {
      if (bounded && round >= LEAST && (((await now()) - begun) / round) * (round + 1) > PATIENCE) {
        late = rounds - round;
        break;
      }
      const times = /** @type {Record<string, number>} */ ({});
      const order = shuffled(names, random);
      const from = await now();
      for (const way of order) {
        const [key, values] = word(way);
        this.step(key, { ...values, round: round + 1, rounds });
        this.scatter();
        Object.assign(times, await ways[way]());
        timed += 1;
        this.takes(((performance.now() - start) / timed) * (steps - timed));
      }
      await turn();
      if (this.hidden()) {
        hidden += 1;
        continue;
      }
      for (const [name, time] of Object.entries(times)) (samples[name] ??= []).push(time);
      onKept();
      if (round + 1 === rounds || this.#virtual) continue;
      for (let i = 0; i < SPARE && (await now()) - from < apart; i += 1)
        await ways[order[i % order.length]](true);
    }
    if (hidden === rounds - late)
      throw new Fault('TAB_HIDDEN', 'the tab was hidden in every round');
    return { samples, leftOut: { hidden, ...(late && { late }) } };
  }
}

/** Resolves after one turn of the event loop, so that messages arrive. */
export function turn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });
}
