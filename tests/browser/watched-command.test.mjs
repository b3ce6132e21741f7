// The driver behind `cargo xtask watch`: pages of other sites, with the script before all others, also in workers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { found } from './fixtures/firefox.mjs';
import { serve } from './fixtures/watched.mjs';
import { site } from './harness.mjs';

const driver = fileURLToPath(new URL('../../xtask/browser/watch.mjs', import.meta.url));
const page = (program) =>
  `<!doctype html><title>Another page</title><script type="module">${program}</script>`;
const done = "document.body.append(Object.assign(document.createElement('p'), { id: 'done' }));";
const loop = `import { often } from '/loops.js'; await often(3); ${done}`;
const lost = `import { lost } from '/loops.js'; await lost(); ${done}`;
/** A page that starts a worker in its first line. */
const worker = `const worker = new Worker('/worker.js', { type: 'module' });
  worker.onmessage = () => { ${done} };
  worker.postMessage({ steps: 2, watched: false });`;

/** The threads of a page: a worker of a worker, a classic one, a frame of this site and one of another. */
const threads = `const done = [];
  const frame = (src) => document.body.append(Object.assign(document.createElement('iframe'), { src }));
  const finished = (name) => {
    done.push(name);
    if (done.length === 4) { ${done} }
  };
  onmessage = ({ data }) => finished(data);
  const nested = new Worker('/outer.js');
  const classic = new Worker('/classic.js');
  for (const one of [nested, classic]) one.onmessage = ({ data }) => finished(data);
  frame('/frame.html');
  frame(location.origin.replace('127.0.0.1', 'localhost') + '/frame.html');`;
const outer = `const inner = new Worker('/classic.js');
  inner.onmessage = ({ data }) => postMessage(data);`;
const classic = `import('/loops.js').then(({ often }) => often(2)).then(() => postMessage('worker'));`;
const frame = `import { often } from '/loops.js'; await often(1); parent.postMessage('frame', '*');`;

let address;
before(async () => {
  await site(); // builds the files that the driver reads
  const policy = { 'content-security-policy': "script-src 'self' 'unsafe-inline'" };
  address = await serve(
    {
      '/loop.html': page(loop),
      '/lost.html': page(lost),
      '/worker.html': page(worker),
      '/none.html': page(done),
      '/rejected.html': page(`await navigator.gpu.requestAdapter()
        .then((adapter) => adapter.requestDevice({ requiredLimits: { maxBindGroups: 1e6 } })).catch(() => {}); ${done}`),
      '/never.html': page("import { often } from '/loops.js'; await often(1);"),
      '/threads.html': page("await import('/threads.js');"),
      '/threads.js': threads,
      '/outer.js': outer,
      '/classic.js': classic,
      '/frame.html': page(frame),
    },
    policy,
  );
});

/** Watches a page to its end. */
async function watch(t, path, more = {}, act = undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'asynclab-watch-'));
  t.after(() => rm(folder, { recursive: true }));
  const request = {
    ...{ url: `${address}${path}`, seconds: 10, until: '#done', browser: 'chromium' },
    ...{ out: join(folder, 'run.json'), stacks: 'waits', timestamps: false, cpuProfile: false },
    ...more,
  };
  const child = spawn('node', [driver, JSON.stringify(request)]);
  act?.(child);
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const files = (await readdir(folder)).sort();
  const read = async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  return { out, error, code, files, read };
}

test('a page is watched from its start, under a strict policy too', async (t) => {
  const { out, code, files, read, error } = await watch(t, '/loop.html', { timestamps: true });
  assert.equal(error, '');
  assert.equal(code, 0);
  assert.deepEqual(files, ['run.json', 'run.pftrace', 'run.trace.json']);
  const { counts, devices, gpu } = await read('run.json');
  assert.deepEqual([counts.submissions, counts.dispatches], [7, 9]);
  assert.equal(devices[0].late, false);
  assert.equal(gpu.started.length, 9);
  assert.match(out, /submissions +7\n/);
  assert.match(out, /Adder\.read at \S+loops\.js:\d+ +mapAsync/);
  // The same sentence as on the page.
  assert.match(out, /^(The device was idle for|Between its first|The idle times of the device) /m);
});

test('a worker is watched from its start', async (t) => {
  const { code, read, error } = await watch(t, '/worker.html', { cpuProfile: true });
  assert.equal(error, '');
  assert.equal(code, 0);
  const { thread, counts, devices } = await read('run.json');
  assert.deepEqual([thread, counts.dispatches, devices[0].late], ['worker', 6, false]);
  assert.ok((await read('run.cpuprofile')).nodes.length > 0);
});

test('a device that was lost is named, and what was seen before it is written', async (t) => {
  const { out, code, read, error } = await watch(t, '/lost.html');
  assert.equal(error, '');
  assert.equal(code, 0);
  assert.match(out, /^The device was lost \(destroyed\): /m);
  const { counts, devices } = await read('run.json');
  assert.equal(counts.dispatches, 1);
  assert.equal(devices[0].lost.reason, 'destroyed');
});

test('a page that uses no WebGPU is an error that says so', async (t) => {
  const { error, code, files } = await watch(t, '/none.html');
  assert.match(error, /^error: .*none\.html submitted nothing to WebGPU/m);
  assert.deepEqual({ code, files }, { code: 1, files: [] });
});

test('a page that gets no device is an error that says so, and not that it should be watched for longer', async (t) => {
  const { error, code } = await watch(t, '/rejected.html');
  assert.match(error, /^error: .*rejected\.html asked for a device and got none/m);
  assert.equal(code, 1);
});

test('where what is to end it does not appear, it ends in time and writes what was seen', async (t) => {
  const { error, code, read } = await watch(t, '/never.html', { seconds: 3 });
  assert.match(error, /^#done did not appear within 3 s\.$/m);
  assert.equal(code, 0);
  assert.equal((await read('run.json')).counts.dispatches, 3);
});

test('an interrupt ends it, and what was seen is written', async (t) => {
  const interrupt = (child) => {
    const timer = setTimeout(() => child.kill('SIGINT'), 6000);
    child.once('exit', () => clearTimeout(timer));
  };
  const { error, code, read } = await watch(t, '/never.html', { seconds: 300 }, interrupt);
  assert.match(error, /^Interrupted: /m);
  assert.equal(code, 0);
  assert.equal((await read('run.json')).counts.dispatches, 3);
});

/** The recordings of a run, each with its main properties. */
const seen = async ({ files, read }) => {
  const names = files.filter((name) => /^run(-\d+)?\.json$/.test(name));
  const all = await Promise.all(names.map(read));
  return all.map(({ page, thread, counts }) => {
    const { host, pathname } = new URL(page);
    return `${thread} ${pathname} ${host.split(':')[0]} ${counts.dispatches}`;
  });
};

test('workers of workers, classic ones, frames of this site and of another are watched, each once', async (t) => {
  const run = await watch(t, '/threads.html');
  assert.equal(run.error, '');
  assert.deepEqual((await seen(run)).sort(), [
    'window /frame.html 127.0.0.1 3',
    'window /frame.html localhost 3',
    'worker /classic.js 127.0.0.1 6',
    'worker /classic.js 127.0.0.1 6',
  ]);
});

const skip = !found && 'Firefox is not installed';

test(
  'in Firefox the page and its frames are watched; that workers are not is said',
  { skip },
  async (t) => {
    const run = await watch(t, '/threads.html', { browser: 'firefox' });
    assert.match(run.error, /a driver reaches no worker/);
    const frames = (await seen(run)).filter((one) => one.startsWith('window'));
    assert.deepEqual(frames.sort(), [
      'window /frame.html 127.0.0.1 3',
      'window /frame.html localhost 3',
    ]);
  },
);
