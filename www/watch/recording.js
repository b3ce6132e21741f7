/** Makes the document of a recording. */
import { MOST, nameOf, now, root } from './notes.js';

/** The most characters of a stack's line that is read. A name and an address have fewer. */
const LONG = 1000;

/**
 * The place in a stack that is reported for a call of WebGPU. It is the innermost line outside the file that called WebGPU, with the function that
 * this line called there. That file is usually a library's. A stack within one file has the call of WebGPU itself.
 * @param {string} stack
 */
export function placeOf(stack) {
  const frames = stack.split('\n').flatMap((text) => {
    const found =
      text.length < LONG && /([a-z][\w+.-]*:[^\s()]+?):(\d+):(\d+)\)?$/.exec(text.trimEnd());
    if (!found) return [];
    // A function's name is any text: a pattern with a part on each side of it takes cubic time.
    let name = text.slice(0, found.index).replace(/^\s*(?:at )?(?:async )?/, '');
    while (/[\s(@]$/.test(name.slice(-1))) name = name.slice(0, -1);
    return [{ name: name.replace('async*', ''), file: found[1], line: Number(found[2]) }];
  });
  if (frames.length === 0) return { text: '', line: 0 };
  const outside = Math.max(
    0,
    frames.findIndex(({ file }) => file !== frames[0].file),
  );
  const { file, line } = frames[outside];
  const name = frames.slice(0, Math.max(1, outside)).findLast((frame) => frame.name)?.name;
  const short = file
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(-2)
    .join('/');
  return {
    text: `${name ? `${name} at ` : ''}${short}:${line}`.slice(-MOST.place),
    line: Math.min(line, 1e6),
  };
}

/** Rounded to 0.1 µs, finer than any browser's clock. It halves the text. @param {number} time ms */
const fine = (time) => Math.round(1e4 * time) / 1e4;
/** @param {number} time ms, NaN where it is not known */
const known = (time) => (Number.isNaN(time) ? null : fine(time));
/** @param {{from: number, to: number}} span ms */
const during = ({ from, to }) => ({ from: fine(from), to: fine(to) });

/** A trace in the lab's form: a row for each submitted dispatch and render pass, in the order of their calls. */
function traceOf(/** @type {any} */ run, /** @type {any[]} */ places) {
  const { columns, submissions, devices } = run;
  const { serial, enqueued, count } = columns;
  // Operations that were encoded and never submitted are left out.
  const order = /** @type {number[]} */ ([]);
  /** The last row of each group. */
  const rowOf = new Uint32Array(serial.length);
  serial.forEach((/** @type {number} */ of, /** @type {number} */ old) => {
    if (of < 0) return;
    for (let i = 0; i < count[old]; i += 1) order.push(old);
    rowOf[old] = order.length - 1;
  });
  const column = (/** @type {(old: number) => any} */ of) => order.map(of);
  const submitted = (/** @type {string} */ name) => column((old) => submissions[name][serial[old]]);
  /** For each submission, the last row of it and the submissions before it. */
  const last = new Int32Array(submissions.at.length + 1).fill(-1);
  order.forEach((/** @type {number} */ old, /** @type {number} */ row) => {
    if (serial[old] < last.length) last[serial[old]] = Math.max(last[serial[old]], row);
  });
  for (let i = 1; i < last.length; i += 1) if (last[i] < 0) last[i] = last[i - 1];
  const names = [...run.names.keys()];
  if (names.length === MOST.names) names[MOST.names - 1] = '…';
  const several = devices.length > 1;
  const trace = {
    clock: 'performance',
    origin: performance.timeOrigin,
    names,
    op: column((old) => columns.op[old]),
    shapes: [...run.shapes.keys()].map((key) =>
      key ? [key % 65_536, Math.floor(key / 65_536) % 65_536, Math.floor(key / 2 ** 32)] : [],
    ),
    shape: column((old) => columns.shape[old]),
    enqueued: column((old) => fine(enqueued[old])),
    decoded: column(() => null),
    submitted: submitted('at').map(known),
    started: column(() => null),
    ended: column(() => null),
    completed: submitted('completed').map(known),
    submission: column((old) => serial[old]),
    turn: column((old) => submissions.turn[serial[old]] ?? 0),
    kernel: order.map((old, row) => (run.times.has(old) ? rowOf[run.times.get(old).last] : row)),
    inputs: [],
    inputOffsets: [0, ...column(() => 0)],
    waits: run.waits.map((/** @type {any} */ { kind, serial: of, from, to, stack }) => ({
      kind,
      op: of < 0 ? -1 : last[Math.min(of, last.length - 1)],
      ...during({ from, to }),
      line: places[stack]?.line ?? 0,
    })),
    gpuClock: null,
    memory: memoryOf(submissions),
    ...(several && {
      devices: devices.map(() => 'webgpu'),
      device: submitted('device'),
    }),
  };
  const time = (/** @type {'started'|'ended'} */ name) =>
    column((old) => run.times.get(old)?.[name] ?? null);
  const gpu = run.times.size ? { started: time('started'), ended: time('ended') } : null;
  return { trace, gpu };
}

/** At each submission: the bytes of buffers, and how many operations were submitted and how many were complete. */
function memoryOf(/** @type {any} */ { at, bytes, operations, completed }) {
  let [sum, done, next] = [0, 0, 0];
  const decoded = operations.map((/** @type {number} */ count) => (sum += count));
  const finished = at.map((/** @type {number} */ time) => {
    for (; next < at.length && completed[next] <= time; next += 1) done += operations[next];
    return done;
  });
  const none = at.map(() => 0);
  return {
    at: at.map(fine),
    used: bytes,
    pending: none,
    pooled: none,
    allocated: bytes,
    decoded,
    completed: finished,
  };
}

/** The browser's own method: a program may replace it. */
const entriesOf = performance.getEntriesByType?.bind(performance);

/** The program's own marks, as User Timing keeps them. A program may set one to any time. @param {number} from ms @param {number} to ms */
function marksOf(from, to) {
  const marks = entriesOf?.('mark') ?? [];
  return marks
    .filter(({ startTime: at }) => at >= from && at <= to)
    .slice(0, MOST.marks)
    .map(({ name, startTime }) => ({ name: nameOf(name), at: startTime }));
}

/** @param {any} run @param {{floor?: number[], cut: boolean}} end @returns {any} a document of `schema/recording.schema.json` */
export function recordingOf(run, { floor = [], cut }) {
  const places = [...run.stacks.keys()].map(placeOf);
  const { device, returned, stack, operations, at, completed } = run.submissions;
  const { href = '' } = root.location ?? {};
  const to = run.to ?? now();
  return {
    recording: 1,
    date: new Date(performance.timeOrigin + run.from).toISOString(),
    page: href.replace(/[?#].*$/, '').slice(0, 300),
    browser: (root.navigator?.userAgent ?? '').slice(0, 300),
    thread: root.document ? 'window' : 'worker',
    from: run.from,
    to,
    cut,
    webgpu: Boolean(root.GPUQueue),
    options: { stacks: run.stacksOf, timestamps: run.timestamps },
    clockStep: run.step,
    floor,
    devices: run.devices.map((/** @type {any} */ { about, lost, late }) => ({
      ...(about ?? { vendor: '', architecture: '', description: '', timestamps: false }),
      ...{ late, lost },
    })),
    counts: { ...run.counts, bytes: run.bytes },
    places: places.map(({ text }) => text),
    waitPlaces: run.waits.map((/** @type {any} */ wait) => wait.stack),
    compilations: run.compilations.map((/** @type {any} */ one) => ({ ...one, ...during(one) })),
    marks: marksOf(run.from, to),
    submissions: {
      at: at.map(fine),
      returned: returned.map(fine),
      completed: completed.map(known),
      device,
      operations,
      place: stack,
    },
    ...traceOf(run, places),
  };
}
