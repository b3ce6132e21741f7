import { Fault } from '../kit/faults.js';
import { APART, LEAST as JUDGED } from '../kit/inference.js';
import { seldom } from '../kit/polling.js';
import { silenceThrough } from '../kit/silence.js';
import { randomOf, shuffled } from '../kit/statistics.js';
import { Dither } from './dither.js';

/** Where a browser looks for ended work only ten times a second, rounds are begun as long as all of them should take no longer, ms; */
const PATIENCE = 11_000;
/** but there are at least so many, and whoever asks for more than the usual number waits for them. */
const [LEAST, USUAL] = [2, 6];

/** From the seed of one lab’s noise to that of the next, and how many there are. */
const [LAB, SEEDS] = [1e5, 2 ** 32];

/** Between two rounds no more ways go on than this: a clock may stand still. */
const SPARE = 1000;

/** @typedef {(options?: object, compiler?: Promise<typeof import('../lib/compile/compile.js')>) => Promise<any>} Connect the engine's `connect` */
/** @typedef {import('../kit/types.js').Context} ContextOfRun */

/**
 * Gives an experiment's `run` labs, parameters, progress and timing. It lives on the experiment's own thread.
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
  /** When the run should end, as far as is known, ms; NaN where it is not. */
  #end = NaN;
  /** Whether the tab was hidden outside rounds. */
  #unseen = false;
  /** Whether the browser looks for ended work so seldom that each wait takes long, as the first lab found. @type {boolean|undefined} */
  #seldom;

  /**
   * @param {object} setup
   * @param {Connect} setup.connect
   * @param {import('../kit/types.js').DeviceName} setup.device
   * @param {string} [setup.machine] of the catalogue, in place of this one's devices
   * @param {Record<string, number>} [setup.sim] what of the machine's description is different
   * @param {import('../kit/types.js').Values} setup.parameters
   * @param {(message: object) => void} setup.post to the page
   * @param {() => boolean} setup.hidden whether the tab was hidden at any time since it was asked last
   */
  constructor({ connect, device, machine, sim, parameters, post, hidden }) {
    this.#connect = connect;
    this.#post = post;
    this.hidden = hidden;
    this.device = device;
    this.machine = machine;
    this.#sim = sim;
    this.parameters = parameters;
    /** Of the order in which ways take turns, and of random numbers. */
    this.seed = Number(parameters?.seed ?? 0);
    this.#dither = new Dither(this.seed);
  }

  /**
   * A lab that is closed when the run ends; its clocks are measured before anything runs: of the first one alone, where each look of the
   * browser takes long.
   * @param {object} [options] as for the engine's `connect`
   * @param {object} [about]
   * @param {boolean} [about.known] another lab has had the clocks of this device measured, and is asked for them
   * @param {boolean} [about.compiles] its `compile` is called, which is downloaded for it
   */
  async connect(options, { known = false, compiles = false } = {}) {
    if (this.#closed) throw new Fault('STOPPED', 'the run was ended');
    const { machine } = this;
    const modelled = machine && {
      machine,
      sim: {
        ...this.#sim,
        .../** @type {any} */ (options).sim,
        // The machine's noise goes on: no lab meets that of one before it.
        seed: ((this.#sim?.seed ?? 0) + LAB * this.#labs.length) % SEEDS,
      },
    };
    const onSilence = silenceThrough(this.#post);
    const compiler = compiles ? import('../lib/compile/compile.js') : undefined;
    compiler?.catch(() => {}); // A call that fails before needs it no more.
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

  /** The time that passed on the clocks of its labs, which take turns, ms: that of a run on a modelled machine. */
  async elapsed() {
    const labs = await Promise.allSettled(this.#labs);
    return labs.reduce((sum, lab) => sum + (lab.status === 'fulfilled' ? lab.value.now() : 0), 0);
  }

  /** Whether the tab was hidden at any time but in rounds, which are left out one by one: while clocks were measured, or a trace was recorded. */
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
   * Shows something of the run while it goes on.
   * @param {string} figure one of the experiment's that has `live`
   * @param {any} data what that takes; structured-cloneable
   */
  live(figure, data) {
    this.#post({ type: 'live', figure, data });
  }

  /** The number of steps that there will be. @param {number} steps */
  expect(steps) {
    this.#total = steps;
    this.#done = 0;
  }

  /** So many steps follow beside those that were expected. @param {number} steps */
  extend(steps) {
    this.#total += steps;
  }

  /** The time that the rest should take: the reader sees it with each step. @param {number} ms */
  takes(ms) {
    this.#end = performance.now() + ms;
  }

  /** Says more of the step that is under way. @param {string} key a word of the experiment @param {Record<string, any>} [values] */
  note(key, values = {}) {
    this.#report(key, values, Math.max(0, this.#done - 1));
  }

  /** Says what begins now; one step. @param {string} key a word of the experiment @param {Record<string, any>} [values] */
  step(key, values = {}) {
    this.#report(key, values, this.#done);
    this.#done += 1;
  }

  /** @param {string} key @param {Record<string, any>} values @param {number} done steps */
  #report(key, values, done) {
    const left = Number.isNaN(this.#end) ? null : Math.max(0, this.#end - performance.now());
    this.#post({ type: 'progress', key, values, done, total: this.#total, left });
  }

  /** On a virtual clock a round takes what it takes, and is known exactly. */
  get #virtual() {
    return this.device === 'sim' && !this.machine;
  }

  /** Lets a random part of so long a time pass, or of a step of the clock. @param {number} [ms] */
  scatter(ms) {
    if (this.#virtual) return;
    this.#dither.wait(this.machine ? this.#clocks : [() => performance.now()], ms);
  }

  /**
   * Times every way once per round, in an order that is drawn anew from the seed, so that none always follows the same one, each from another
   * place within a step of the clock, and keeps what was measured in rounds throughout which the tab was visible (a hidden tab is throttled).
   * @param {Record<string, (spare?: boolean) => Promise<Record<string, number>>>} ways each runs once and returns its times by name, ms; `spare`
   *   where nothing of it is kept: between rounds the ways go on, as a device that idles becomes slower
   * @param {number} rounds
   * @param {(name: string) => [string, Record<string, any>]} [word] what is said of a way while it is timed, beside
   *   `round` and `rounds`
   * @param {() => void} [onKept] called after each round that counts, for what is drawn of the last of them
   * @param {number} [apart] ms from the beginning of a round to that of the next, at the least
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
    // Steps behind these rounds are taken to be as long as those.
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

/** Lets the event loop turn once, so that messages arrive. */
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
