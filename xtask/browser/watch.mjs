// Watches the WebGPU of a page in a headless browser. Its one argument is the request, as JSON:
// { url, seconds, until, out, browser, stacks, timestamps, cpuProfile }: `until` a selector or null, `out` a file ending in .json. Writes a
// recording for each thread that used WebGPU, with traces for Perfetto and Chrome beside it, and prints what was seen, also when it is
// interrupted. Its exit code is 1 where nothing was submitted to WebGPU.
import { readFile, writeFile } from 'node:fs/promises';
import { initSync, alignTimes } from '../../www/pkg/asynclab.js';
import { plain } from '../../www/kit/format.js';
import { findingOf } from '../../www/page/watched/finding.js';
import { readRecording, traceOf } from '../../www/page/watched/reading.js';
import { chromeTrace, perfettoTrace } from '../../www/trace/index.js';
import { sayer } from '../../www/kit/say.js';
import { take } from '../../www/kit/words.js';
import { launch } from './launch.mjs';
import { layOut } from './table.mjs';

const SIZE = { width: 1280, height: 900 };
/** ms until the first reading of the recordings, and the most between two readings. A crash loses what was not read. */
const KEPT = { first: 250, every: 5000 };
/** A reading blocks the watched thread: readings may take this share of the time. */
const SHARE = 0.05;
/** ms that a thread has to answer. */
const PATIENCE = 10_000;
const request = JSON.parse(process.argv[2]);
const at = (path) => new URL(`../../www/pkg/${path}`, import.meta.url);
const options = JSON.stringify({ stacks: request.stacks, timestamps: request.timestamps });
const script = `${await readFile(at('watch.js'), 'utf8')};
globalThis.asynclabWatched ??= asynclabWatch.watch(${options});`;
const soFar = 'JSON.stringify(globalThis.asynclabWatched?.recording() ?? null)';
const end =
  'globalThis.asynclabWatched?.stop().then((recording) => JSON.stringify(recording)) ?? null';

take('page/watched', 'en', await readFile(at('../page/watched/words/en.ftl'), 'utf8'));
const say = sayer('page/watched');
const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve('interrupted'));
});

let browser;
try {
  browser = await launch({ browser: request.browser, viewport: SIZE, interruptible: false });
  const recordings = await watch(await browser.newPage());
  initSync({ module: await readFile(at('asynclab_bg.wasm')) });
  const used = recordings.filter(({ counts }) => counts.submissions > 0);
  for (const [i, recording] of used.entries()) await report(recording, i);
  if (used.length === 0) throw new Error(nothing(recordings));
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser?.close().catch(() => {});
}

/** Opens the page with the script before everything else, waits, and returns a recording for each frame and worker. */
async function watch(page) {
  const workers = request.browser === 'chromium' ? intoWorkers(page._client()) : new Set();
  if (request.browser === 'firefox')
    console.error('In Firefox, a driver reaches no worker: what workers do is not watched.');
  await page.evaluateOnNewDocument(script);
  await page.goto(request.url, { waitUntil: 'domcontentloaded' });
  const profiler = request.cpuProfile ? await page.createCDPSession() : null;
  await profiler?.send('Profiler.enable');
  await profiler?.send('Profiler.start');
  const crash = new Promise((resolve) => page.once('error', resolve)).then(() => 'crashed');
  const over = Promise.race([crash, interrupted, enough(page)]);
  const keeping = keep(() => texts(page, workers, soFar), over);
  const ended = await over;
  if (ended === 'late')
    console.error(`${request.until} did not appear within ${request.seconds} s.`);
  if (ended === 'interrupted') console.error('Interrupted: what was seen until now is written.');
  let kept = await keeping;
  if (ended === 'crashed') console.error('The page crashed: what was read before that is written.');
  else {
    kept = await texts(page, workers, end);
    const profile = await profiler?.send('Profiler.stop');
    if (profile) await writeFile(named('.cpuprofile'), JSON.stringify(profile.profile));
  }
  return kept.map(readRecording);
}

/** Resolves when the page has been watched for long enough: to 'done', or to 'late' where the awaited element did not appear. */
async function enough(page) {
  const timeout = 1000 * request.seconds;
  if (!request.until) return new Promise((resolve) => setTimeout(resolve, timeout, 'done'));
  return page.waitForSelector(request.until, { timeout }).then(
    () => 'done',
    (error) => (error.name === 'TimeoutError' ? 'late' : 'crashed'),
  );
}

/** Reads again and again until `over` settles, and returns the last reading. @param {() => Promise<string[]>} read @param {Promise<any>} over */
async function keep(read, over) {
  let [kept, pause, ends] = [[], KEPT.first, false];
  void over.then(() => (ends = true));
  for (;;) {
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, pause).unref())]);
    if (ends) return kept;
    const from = performance.now();
    const some = await Promise.race([read().catch(() => []), over.then(() => [])]);
    if (some.length) kept = some;
    pause = Math.max(Math.min(2 * pause, KEPT.every), (performance.now() - from) / SHARE);
  }
}

/** The answers of all frames and workers. */
async function texts(page, workers, question) {
  const asked = [
    ...page.frames().map((frame) => frame.evaluate(question)),
    ...[...workers].map(async (session) => {
      const given = { expression: question, awaitPromise: true, returnByValue: true };
      return (await session.send('Runtime.evaluate', given)).result.value;
    }),
  ];
  // A frame or worker that has ended meanwhile gives no answer. One that blocks gives none either.
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE).unref());
  const answers = await Promise.allSettled(asked.map((answer) => Promise.race([answer, late])));
  return answers.map(({ value }) => value).filter((text) => typeof text === 'string');
}

/**
 * Makes each worker evaluate the script before its own programs. The worker is stopped before its first script: earlier or later, the script
 * has no effect. Workers of workers, and of frames of other sites, are below the sessions of these.
 * @returns {Set<any>} their sessions, as they come and go
 */
function intoWorkers(client, sessions = new Set()) {
  const { emit } = client;
  // Runs before the driver's listener, which lets the worker run: a session's commands are executed in order.
  client.emit = (name, event) => {
    if (name === 'Target.attachedToTarget') {
      const session = client.connection()?.session(event.sessionId);
      if (session) {
        intoWorkers(session, sessions);
        // A frame of another site gets the script as pages do.
        if (event.targetInfo.type === 'worker') begin(session, sessions);
      }
    }
    return emit.call(client, name, event);
  };
  return sessions;
}

/** @param {any} session of a worker @param {Set<any>} sessions */
function begin(session, sessions) {
  session.send('Debugger.enable').catch(() => {});
  const instrumentation = 'beforeScriptExecution';
  const breakpoint = session
    .send('Debugger.setInstrumentationBreakpoint', { instrumentation })
    .catch(() => ({}));
  // The breakpoint is removed first: the evaluated script would stop at it, too.
  session.once('Debugger.paused', async () => {
    const { breakpointId } = await breakpoint;
    for (const [method, given] of [
      ['Debugger.removeBreakpoint', { breakpointId }],
      ['Runtime.evaluate', { expression: script }],
      ['Debugger.disable', {}],
    ])
      await session.send(method, given).catch(() => {});
  });
  session.on('disconnected', () => sessions.delete(session));
  sessions.add(session);
}

/** The output file's name with another ending, and with a number for threads after the first. */
function named(ending, i = 0) {
  return request.out.replace(/(\.json)?$/, `${i ? `-${i + 1}` : ''}${ending}`);
}

async function report(recording, i) {
  const { trace, quantum } = traceOf(recording, alignTimes);
  const { counts, page, thread, clockStep } = recording;
  const found = findingOf(recording, trace, quantum);
  await writeFile(named('.json', i), `${JSON.stringify(recording)}\n`);
  const about = { title: page, labels: [thread] };
  await writeFile(named('.pftrace', i), perfettoTrace(trace, about));
  await writeFile(named('.trace.json', i), JSON.stringify(chromeTrace(trace, about)));
  const ms = (value) => (Number.isNaN(value) ? '–' : `${value.toFixed(2)} ms`);
  console.log(`${page} (${thread}), clock step ${clockStep ?? '–'} ms: ${named('.json', i)}`);
  const rows = [
    ['submissions', counts.submissions],
    ['dispatches', counts.dispatches],
    ['draws', counts.draws],
    ['uploads', counts.uploads],
    ['compilations', counts.compilations],
    ['most bytes in buffers', counts.peakBytes],
    ['waited', ms(found.blocked)],
    ...found.idle.map(({ reason, time }) => [`device idle: ${say(`reason-${reason}`)}`, ms(time)]),
    ...(found.idle.length || recording.gpu ? [] : [['device idle', 'not known: see --timestamps']]),
  ];
  console.log(`${layOut({ columns: ['', ''], rows }).trim()}\n`);
  for (const { key, values } of [found.verdict, ...found.also])
    console.log(plain(say(key, values)));
  console.log('');
  const costs = found.costs.toSorted((a, b) => b.blocked - a.blocked).slice(0, 10);
  const longest = costs.map(({ wait, place, blocked, during, after }) => [
    ...[place || '–', wait.kind, ms(blocked), ms(during + after)],
  ]);
  const columns = ['the longest waits', 'kind', 'waited', 'device idle because of it'];
  if (longest.length) console.log(`${layOut({ columns, rows: longest })}\n`);
  const lines = found.sites.slice(0, 10);
  const sums = lines.map(({ place, count, blocked }) => [place || '–', String(count), ms(blocked)]);
  if (sums.length)
    console.log(`${layOut({ columns: ['by line', 'waits', 'waited'], rows: sums })}\n`);
}

function nothing(recordings) {
  if (recordings.length === 0)
    return `${request.url} could not be watched: no frame of it answered`;
  if (recordings.every(({ webgpu }) => !webgpu))
    return `${request.url} has no WebGPU: it needs HTTPS, or an address of this machine`;
  const sum = (of) => recordings.reduce((total, { counts }) => total + counts[of], 0);
  if (sum('devices') === 0 && sum('devicesRefused') > 0)
    return `${request.url} asked for a device and got none: it may want features that the adapter lacks; the page’s console has its error`;
  if (sum('devices') === 0 && sum('adaptersMissing') > 0)
    return `${request.url} asked for an adapter and got none: this browser finds no GPU; --adapter software is one that every machine has`;
  return `${request.url} submitted nothing to WebGPU: give it more --seconds, or --until SELECTOR that appears when it has`;
}
