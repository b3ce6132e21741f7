/**
 * Watches the WebGPU of any program on this thread: what it submits, when that was complete, what it waited for and where, what it
 * compiled. `docs/watch.md` describes options, costs and limits, `www/schema/recording.schema.json` the recording.
 */
import { install } from './install.js';
import { live, now } from './notes.js';
import { recordingOf } from './recording.js';
import { unwrap } from './wrap.js';

const STACKS = ['none', 'waits', 'all'];
/** ms that `stop` waits for work that is under way. */
const PATIENCE = 2000;
const FLOOR_SAMPLES = 12;

/** The smallest step of this thread's clock, ms; null where it stands still. */
function clockStep() {
  let [last, least, seen] = [now(), Infinity, 0];
  for (let i = 0; i < 400_000 && seen < 20; i += 1) {
    const time = now();
    if (time > last) [least, seen] = [Math.min(least, time - last), seen + 1];
    last = time;
  }
  return Number.isFinite(least) ? least : null;
}

/** Samples of the notification latency, ms. They are taken after the recording, since this submits. @param {any} one a device */
async function floorOf({ queue: of, lost }) {
  const samples = [];
  const queue = of.deref();
  for (let i = 0; i < FLOOR_SAMPLES && queue && !lost; i += 1) {
    const from = now();
    queue.submit([]);
    await queue.onSubmittedWorkDone();
    samples.push(now() - from);
  }
  return samples;
}

/** @param {string} code @param {string} message */
const fault = (code, message) => Object.assign(new Error(message), { code });

/**
 * Begins to watch this thread.
 * @param {{stacks?: 'none'|'waits'|'all', timestamps?: boolean}} [options] `stacks`: where call sites are noted; `timestamps`: passes are
 *   timed on the GPU, for which devices that are requested from now on get the feature
 */
export function watch({ stacks = 'waits', timestamps = false } = {}) {
  if (live.run)
    throw fault('WATCHING', 'watch: this thread is watched already; stop that recording first');
  if (!STACKS.includes(stacks))
    throw fault('BAD_OPTION', `watch: stacks is ${STACKS.join(', ')}, not ${String(stacks)}`);
  const list = (/** @type {string} */ names) =>
    Object.fromEntries(names.split(' ').map((name) => [name, /** @type {any[]} */ ([])]));
  const zeros = (/** @type {string} */ names) =>
    Object.fromEntries(names.split(' ').map((name) => [name, 0]));
  const mine = {
    ...{
      from: now(),
      to: null,
      step: clockStep(),
      stacksOf: stacks,
      timestamps: Boolean(timestamps),
    },
    ...{ names: new Map(), shapes: new Map([[0, 0]]), stacks: new Map(), reading: new Set() },
    ...{ times: new Map(), shape: { key: 0, at: 0 } },
    ...{
      devices: [],
      waits: [],
      compilations: [],
      bytes: live.bytes,
      turn: 0,
      turning: false,
      channel: new MessageChannel(),
    },
    rows: 0,
    /** Command buffers with something in them. */
    work: 0,
    columns: list('op shape enqueued serial count'),
    submissions: list('device at returned operations bytes stack completed turn'),
    counts: zeros(
      'devices adaptersMissing devicesRefused submissions commandBuffers unknown dispatches passes draws uploads uploadedBytes buffersCreated buffersDestroyed peakBytes maps ' +
        'overlapped canvasReads modules compilations rowsLeftOut waitsLeftOut faults',
    ),
  };
  mine.counts.peakBytes = mine.bytes;
  mine.channel.port1.onmessage = () => (mine.turning = false);
  live.run = mine;
  install();
  /** @type {Promise<any>|undefined} */
  let stopped;
  return {
    /** The recording so far; the program goes on. */
    recording: () => recordingOf(mine, { cut: true }),
    /** Waits for work that is under way, puts all methods back and returns the recording. */
    stop: () => (stopped ??= stop(mine)),
  };
}

/** @param {any} mine */
async function stop(mine) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const done = mine.devices.map((/** @type {any} */ one) => {
    const queue = one.queue.deref();
    return queue && live.native['GPUQueue.onSubmittedWorkDone'].call(queue).catch(() => {});
  });
  await Promise.race([Promise.all(done).then(() => Promise.all(mine.reading)), late]);
  mine.to = now();
  live.run = null;
  live.bytes = mine.bytes;
  unwrap();
  // Work of a lost device never completes.
  const whole = mine.devices.every(
    (/** @type {any} */ { last, lost }) =>
      lost || last < 0 || !Number.isNaN(mine.submissions.completed[last]),
  );
  const floor = [];
  for (const one of whole ? mine.devices : [])
    floor.push(...((await Promise.race([floorOf(one).catch(() => null), late])) ?? []));
  mine.channel.port1.close();
  return recordingOf(mine, { floor, cut: !whole });
}
