// One experiment inside another page: the built site on one host, the page on another host without files of the lab.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { staticHost } from '../../xtask/browser/static.mjs';
import { writtenSite } from './fixtures/written.mjs';
import { open } from './harness.mjs';

const pages = mkdtempSync(join(tmpdir(), 'asynclab-host-'));
/** Attributes of a short run. */
const SMALL = 'n="64" repetitions="4" rounds="2"';

let lab;
let host;
/** Bytes on the wire of each file of the lab. */
const sent = new Map();
before(async () => {
  const onSent = (name, bytes) => sent.set(name, bytes);
  lab = await staticHost(pathToFileURL(`${writtenSite()}/`), '/lab/', { compress: true, onSent });
  host = await staticHost(pathToFileURL(`${pages}/`), '/');
});
after(() => {
  lab.close();
  host.close();
  rmSync(pages, { recursive: true });
});

let count = 0;
/** Opens a page of the other host. @param {string} body with `LAB` for the lab's address @param {object} [options] */
async function course(t, body, { csp, style = '', ...options } = {}) {
  const name = `${(count += 1)}.html`;
  const policy = csp
    ? `<meta http-equiv="Content-Security-Policy" content="${csp.replaceAll('LAB', new URL(lab.address).origin)}">`
    : '';
  writeFileSync(
    join(pages, name),
    `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">${policy}<style>${style}</style><title>A course</title>
<body><p>Before.</p>${body}<p id="after">After.</p><script type="module" src="${lab.address}www/embed.js"></script>`.replaceAll(
      'LAB/',
      lab.address,
    ),
  );
  return open(t, { path: `${host.address}${name}`, ...options });
}

const stateOf = (page, wanted, selector = 'async-lab') =>
  page.waitForFunction(
    (which, states) => states.includes(document.querySelector(which)?.state),
    { polling: 100 },
    selector,
    wanted,
  );
const textIn = (page, inner, selector = 'async-lab') =>
  page.$eval(selector, (element, one) => element.shadowRoot.querySelector(one)?.textContent, inner);
const press = (page, inner, selector = 'async-lab') =>
  page.$eval(selector, (element, one) => element.shadowRoot.querySelector(one).click(), inner);
const threads = (page) => page.workers().length;
/** Waits until no threads are left: they end some time after they were terminated. */
async function noThreads(page) {
  for (let i = 0; i < 100 && threads(page) > 0; i += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(
    page.workers().map((worker) => worker.url()),
    [],
  );
}

test('a poster comes first: little is loaded, nothing runs, and nothing moves', async (t) => {
  sent.clear();
  const { page, errors } = await course(
    t,
    '<async-lab experiment="warmup" lang="en" style="min-height:33em;display:block">a fallback</async-lab>',
    {
      before: (page) =>
        page.evaluateOnNewDocument(() => {
          globalThis.moved = 0;
          new PerformanceObserver((list) => {
            for (const { value } of list.getEntries()) globalThis.moved += value;
          }).observe({ type: 'layout-shift', buffered: true });
          globalThis.asked = 0;
          const { requestAdapter } = GPU.prototype;
          GPU.prototype.requestAdapter = function (...words) {
            globalThis.asked += 1;
            return requestAdapter.apply(this, words);
          };
        }),
    },
  );
  await stateOf(page, ['poster']);
  await page.$eval('async-lab', async (element) => {
    await element.shadowRoot.querySelector('img.poster').decode();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  const bytes = [...sent.values()].reduce((sum, one) => sum + one, 0);
  assert.ok(bytes < 60_000, `${bytes} bytes before anything is done`);
  assert.equal([...sent.keys()].filter((name) => name.endsWith('.wasm')).length, 0);
  assert.equal(threads(page), 0);
  assert.equal(await page.evaluate(() => globalThis.asked), 0);
  assert.equal(await page.evaluate(() => globalThis.moved), 0);
  assert.match(await textIn(page, '.ribbon'), /^Software, not a GPU: recorded on /);
  assert.deepEqual(errors, []);
});

test('what is not near the reader’s screen is not loaded', async (t) => {
  sent.clear();
  const { page } = await course(
    t,
    '<div style="height:5000px"></div><async-lab experiment="queued"></async-lab>',
  );
  await page.waitForFunction(() => document.querySelector('async-lab').shadowRoot);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.ok(![...sent.keys()].some((name) => name.endsWith('.svg')));
  await page.evaluate(() => document.querySelector('async-lab').scrollIntoView());
  await stateOf(page, ['poster']);
});

for (const device of ['webgpu', 'cpu'])
  test(`from another host an experiment runs on the ${device} device, and fires its events`, async (t) => {
    const { page, errors } = await course(
      t,
      `<async-lab experiment="warmup" lang="pt" device="${device}" ${SMALL}></async-lab>`,
    );
    await page.evaluate(() => {
      globalThis.events = [];
      for (const type of ['run', 'result', 'error'])
        addEventListener(
          type,
          (event) => globalThis.events.push([type, event.detail?.device]),
          true,
        );
    });
    await stateOf(page, ['poster']);
    await press(page, '[data-control="run"]');
    await stateOf(page, ['shown', 'failed']);
    assert.equal(await page.$eval('async-lab', ({ state }) => state), 'shown');
    assert.match(await textIn(page, '.finding'), /\d/);
    const result = await page.$eval('async-lab', (element) => element.result);
    assert.equal(result.device, device);
    assert.equal(result.parameters.n, 64);
    assert.deepEqual(await page.evaluate(() => globalThis.events), [
      ['run', null],
      ['result', device],
    ]);
    // The figure is drawn in an animation frame after the result.
    await page.waitForFunction(
      () => {
        const { shadowRoot } = document.querySelector('async-lab');
        return shadowRoot.querySelector('canvas.timeline').toDataURL().length > 4000;
      },
      { polling: 100 },
    );
    assert.deepEqual(errors, []);
  });

test('several share one thread and one device, and the last one takes the thread along', async (t) => {
  const { page } = await course(
    t,
    `<async-lab id="a" experiment="warmup" ${SMALL}></async-lab><async-lab id="b" experiment="warmup" ${SMALL}></async-lab>`,
  );
  let most = 0;
  page.on('workercreated', () => (most = Math.max(most, threads(page))));
  for (const id of ['#a', '#b']) {
    await page.$eval(id, (element) => element.run().then(() => {}));
    await stateOf(page, ['shown'], id);
  }
  const urls = page.workers().map((worker) => worker.url());
  assert.equal(urls.length, 1, `the experiments' own thread, and none of a finished run: ${urls}`);
  assert.ok(most <= 2, `${most} threads at once`);
  await page.$eval('#a', (element) => element.remove());
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(threads(page), 1, 'the other one still needs it');
  await page.$eval('#b', (element) => element.remove());
  await noThreads(page);
});

test('moved it keeps its result; removed in the middle of a run it gives all memory back', async (t) => {
  const { page } = await course(
    t,
    `<async-lab experiment="warmup" ${SMALL}></async-lab><div id="to"></div>`,
  );
  await page.$eval('async-lab', (element) => element.run().then(() => {}));
  await page.evaluate(() =>
    document.getElementById('to').append(document.querySelector('async-lab')),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(
    await page.$eval('async-lab', ({ state, result }) => `${state} ${result.experiment}`),
    'shown warmup',
  );
  assert.match(await textIn(page, '.finding'), /\d/);

  const held = await page.$eval('async-lab', async (element) => {
    element.experiment = 'batching';
    element.setAttribute('count', '16384');
    element.setAttribute('rounds', '100');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const run = element.run().catch(({ code }) => code);
    await new Promise((resolve) => element.addEventListener('run', resolve, { once: true }));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const bytes = element.finalize();
    element.remove();
    return [element.state, await bytes, await run];
  });
  assert.deepEqual(held.slice(1), [0, 'STOPPED']);
  await noThreads(page);
});

for (const [what, attributes, code, events] of [
  ['an experiment', 'experiment="nonsense"', 'UNKNOWN_EXPERIMENT', /“nonsense”.*warmup, queued/],
  ['a value', 'experiment="warmup" n="-3"', 'INVALID_OPTION', /n .*“-3”.*8 … 4096, auto/],
  ['a device', 'experiment="warmup" device="tpu"', 'INVALID_OPTION', /device .*“tpu”.*webgpu, cpu/],
  ['a control', 'experiment="warmup" controls="run,fly"', 'INVALID_OPTION', /“fly”.*prediction/],
  ['a theme', 'experiment="warmup" theme="pink"', 'INVALID_OPTION', /“pink”.*auto, light, dark/],
])
  test(`${what} that there is not: a message with what there is, and an event`, async (t) => {
    const { page } = await course(t, `<async-lab lang="en" ${attributes}></async-lab>`, {
      before: (page) =>
        page.evaluateOnNewDocument(() =>
          addEventListener('error', ({ detail }) => (globalThis.code = detail?.code), true),
        ),
    });
    await stateOf(page, ['wrong']);
    assert.match(await textIn(page, '.message'), events);
    assert.equal(await page.evaluate(() => globalThis.code), code);
    // With correct attributes the experiment appears.
    await page.$eval('async-lab', (element) => {
      for (const name of ['n', 'device', 'controls', 'theme']) element.removeAttribute(name);
      element.experiment = 'warmup';
    });
    await stateOf(page, ['poster']);
  });

const STRICT =
  "default-src 'none'; script-src LAB 'wasm-unsafe-eval'; worker-src blob: LAB; connect-src LAB; img-src LAB data:";

test('under a strict policy it runs with what the documentation names', async (t) => {
  const { page, errors } = await course(t, `<async-lab experiment="warmup" ${SMALL}></async-lab>`, {
    csp: `${STRICT}; style-src 'unsafe-inline'; require-trusted-types-for 'script'; trusted-types asynclab`,
  });
  await page.$eval('async-lab', (element) => element.run().then(() => {}));
  await stateOf(page, ['shown']);
  assert.deepEqual(errors, []);
});

for (const [what, lacking, code, events] of [
  ['WebAssembly', " 'wasm-unsafe-eval'", 'WASM_BLOCKED', /'wasm-unsafe-eval'/],
  [
    'workers',
    ' worker-src blob: LAB;',
    'WORKER_BLOCKED',
    /add blob: and \S+ to (worker|script)-src/,
  ],
  ['pictures and words', ' connect-src LAB;', 'NOT_LOADED', /connect-src/],
])
  test(`a policy that keeps ${what} out: the message names the directive`, async (t) => {
    const { page } = await course(t, `<async-lab experiment="warmup" ${SMALL}></async-lab>`, {
      csp: STRICT.replace(lacking, ''),
    });
    const failed = await page.$eval('async-lab', (element) =>
      element.run().catch((error) => error.code),
    );
    await stateOf(page, ['failed', 'wrong']);
    assert.ok([code, 'NOT_SHOWN'].includes(failed), failed);
    const element = await page.$eval('async-lab', ({ shadowRoot }) => [
      shadowRoot.querySelector('.message').dataset.code,
      shadowRoot.querySelector('.message').textContent,
    ]);
    assert.equal(element[0], code);
    assert.match(element[1], events);
  });

test('styles leak neither in nor out, and a page may choose colours', async (t) => {
  const { page } = await course(
    t,
    '<p class="finding">mine</p><async-lab experiment="warmup" style="--async-lab-paper: rgb(1, 2, 3)"></async-lab>',
    {
      style:
        'html { font-size: 5px } * { letter-spacing: 9px } h2, button { color: red !important; font-size: 90px }',
    },
  );
  const own = await page.$eval('p.finding', (e) => getComputedStyle(e).fontSize);
  await stateOf(page, ['poster']);
  const styles = await page.$eval('async-lab', ({ shadowRoot }) => {
    const of = (one) => getComputedStyle(shadowRoot.querySelector(one));
    const { color, fontSize } = of('h2');
    const { letterSpacing } = of('.question');
    return { color, fontSize, letterSpacing, ground: of('.lab').backgroundColor };
  });
  assert.equal(styles.fontSize, '20px');
  assert.equal(styles.letterSpacing, 'normal');
  assert.notEqual(styles.color, 'rgb(255, 0, 0)');
  assert.equal(styles.ground, 'rgb(1, 2, 3)');
  assert.equal(await page.$eval('p.finding', (e) => getComputedStyle(e).fontSize), own);
});

test('its theme follows the page around it', async (t) => {
  const { page } = await course(t, '<async-lab experiment="warmup"></async-lab>', {
    style: 'body { background: white } .night body { background: #111 }',
  });
  await stateOf(page, ['poster']);
  const ground = () =>
    page.$eval(
      'async-lab',
      (e) => getComputedStyle(e.shadowRoot.querySelector('.lab')).backgroundColor,
    );
  assert.equal(await ground(), 'rgb(253, 253, 251)');
  await page.evaluate(() => document.documentElement.classList.add('night'));
  await page.waitForFunction(
    () =>
      getComputedStyle(document.querySelector('async-lab').shadowRoot.querySelector('.lab'))
        .backgroundColor === 'rgb(22, 24, 27)',
  );
});

test('the author chooses what the reader may change', async (t) => {
  const { page } = await course(
    t,
    `<async-lab experiment="warmup" ${SMALL} controls="run,n"></async-lab>`,
  );
  await stateOf(page, ['poster']);
  assert.equal(await textIn(page, '[data-control="prediction"]'), undefined);
  await page.$eval('async-lab', (element) => element.run().then(() => {}));
  const shown = await page.$eval('async-lab', ({ shadowRoot }) =>
    [...shadowRoot.querySelectorAll('[data-control]')]
      .filter((element) => element.checkVisibility())
      .map(({ dataset }) => dataset.control),
  );
  assert.deepEqual(shown, ['n', 'run']);
  const link = await page.$eval('async-lab', async ({ shadowRoot }) => {
    const link = shadowRoot.querySelector('a.out');
    link.dispatchEvent(new Event('focus'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return link.href;
  });
  assert.match(link, /index\.html#warmup\?.*n=64.*repetitions=4/);
});

test('a frame is as high as what it shows, and posts what was found', async (t) => {
  const { page } = await course(
    t,
    '<iframe title="Warm-up" src="LAB/embed.html?experiment=warmup&n=64&repetitions=4&rounds=2&onclick=x" style="width:100%;height:100px"></iframe><script type="module" src="LAB/www/embed/fit.js"></script>',
  );
  await page.evaluate(() => {
    globalThis.events = [];
    addEventListener('message', ({ data }) => globalThis.events.push(data));
  });
  await page.waitForFunction(() => document.querySelector('iframe').clientHeight > 400);
  const frame = page.frames().find((one) => one.url().includes('embed.html'));
  await frame.waitForFunction(() => document.querySelector('async-lab')?.state === 'poster');
  await frame.$eval('async-lab', (element) => element.run().then(() => {}));
  await page.waitForFunction(() =>
    globalThis.events.some(({ type }) => type === 'asynclab:result'),
  );
  const found = await page.evaluate(
    () => globalThis.events.find(({ type }) => type === 'asynclab:result').result.finding.key,
  );
  assert.ok(found.length > 0);
  // The result's parts are still being laid out, and the frame's height follows.
  let [fits, height] = [0, Infinity];
  for (let i = 0; i < 300 && Math.abs(fits - height) > 1; i += 1) {
    await new Promise((next) => setTimeout(next, 50));
    fits = await page.$eval('iframe', ({ clientHeight }) => clientHeight);
    height = await frame.$eval('async-lab', (e) => Math.ceil(e.getBoundingClientRect().height));
  }
  assert.ok(Math.abs(fits - height) <= 1, `${fits} for ${height}`);
});

test('as a widget it takes its attributes from a model, and gives the result to it', async (t) => {
  const { page } = await course(t, '<div id="cell"></div>');
  const kept = await page.evaluate(async (address) => {
    const { default: widget } = await import(`${address}www/embed.js`);
    const values = {
      experiment: 'warmup',
      lang: 'en',
      n: 64,
      repetitions: 4,
      rounds: 2,
    };
    let saved = 0;
    const found = Promise.withResolvers();
    const model = {
      get: (key) => values[key],
      set: (key, value) => (values[key] = value),
      on() {},
      off() {},
      save_changes: () => found.resolve((saved += 1)),
    };
    const cell = document.getElementById('cell');
    const end = await widget.render({ model, el: cell });
    await cell.querySelector('async-lab').run();
    await found.promise;
    end();
    return [values.result.experiment, values.result.parameters.n, saved, cell.children.length];
  }, lab.address);
  assert.deepEqual(kept, ['warmup', 64, 1, 0]);
});

test('removed before it has loaded it never runs, and leaves no thread', async (t) => {
  const { page } = await course(t, `<async-lab experiment="warmup" ${SMALL}></async-lab>`);
  await stateOf(page, ['poster']);
  const [code, ran] = await page.$eval('async-lab', async (element) => {
    let ran = 0;
    element.addEventListener('run', () => (ran += 1));
    const run = element.run().catch((error) => error.code);
    element.remove();
    return [await run, ran];
  });
  assert.equal(code, 'STOPPED');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal(ran, 0);
  assert.equal(threads(page), 0);
});

test('removed before it has loaded and put back, it can be run', async (t) => {
  const { page } = await course(t, `<async-lab experiment="warmup" ${SMALL}></async-lab>`);
  await stateOf(page, ['poster']);
  await page.evaluate(async () => {
    const element = document.querySelector('async-lab');
    globalThis.kept = element;
    const run = element.run().catch(() => {});
    element.remove();
    await run;
    document.body.append(element);
  });
  await press(page, '[data-control="run"]');
  await stateOf(page, ['shown']);
});

test('Stop after a result reports the stop, and not the old result again', async (t) => {
  const { page } = await course(
    t,
    `<async-lab experiment="warmup" device="cpu" ${SMALL}></async-lab>`,
  );
  await page.evaluate(() => {
    globalThis.events = [];
    for (const type of ['run', 'result', 'error'])
      addEventListener(
        type,
        ({ detail }) =>
          globalThis.events.push([type, detail?.code ?? null, typeof detail?.message]),
        true,
      );
  });
  await page.$eval('async-lab', (element) => element.run().then(() => {}));
  const code = await page.$eval('async-lab', async (element) => {
    element.setAttribute('rounds', '100');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const begun = new Promise((resolve) =>
      element.addEventListener('run', resolve, { once: true }),
    );
    const run = element.run().catch((error) => error.code);
    await begun;
    element.stop();
    return run;
  });
  assert.equal(code, 'STOPPED');
  assert.deepEqual(await page.evaluate(() => globalThis.events), [
    ['run', null, 'undefined'],
    ['result', null, 'undefined'],
    ['run', null, 'undefined'],
    ['error', 'STOPPED', 'string'],
  ]);
});

test('what programs print is not in the console of the page around', async (t) => {
  const { page } = await course(
    t,
    '<async-lab experiment="queued" device="cpu" n="64" rounds="1"></async-lab>',
  );
  const printed = [];
  page.on('console', (message) => printed.push(message.text()));
  await page.$eval('async-lab', (element) => element.run().then(() => {}));
  await stateOf(page, ['shown']);
  assert.deepEqual(printed, []);
});

test('a link to a frame runs nothing by itself; framed, all but a program of the address may begin', async (t) => {
  const asked = `experiment=sandbox&device=cpu&program=${encodeURIComponent("console.log('x')")}`;
  const started = async (page) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    return page.frames().flatMap((frame) => (frame.url().includes('sandbox/frame') ? [1] : []));
  };
  for (const query of [`${asked}&autorun=`, `${asked}&AUTORUN=`]) {
    const { page } = await open(t, { path: `${lab.address}embed.html?${query}` });
    assert.deepEqual(await started(page), []);
    assert.equal(await page.$eval('async-lab', ({ state }) => state), 'poster');
  }
  for (const [query, runs] of [
    [`${asked}&autorun=`, false],
    [asked.replace('program', 'pRogram') + '&autorun=', false],
    ['experiment=warmup&device=cpu&n=64&repetitions=4&rounds=2&autorun=', true],
  ]) {
    const { page } = await course(t, `<iframe src="LAB/embed.html?${query}"></iframe>`);
    const frame = await page.waitForFrame((one) => one.url().includes('embed.html'));
    await frame.waitForFunction(
      (states) => states.includes(document.querySelector('async-lab')?.state),
      { polling: 100 },
      runs ? ['shown'] : ['poster'],
    );
    if (!runs) assert.deepEqual(await started(page), []);
  }
});

test('a frame posts an error with its code and its message', async (t) => {
  const { page } = await course(
    t,
    '<iframe src="LAB/embed.html?experiment=warmup&autorun="></iframe>',
    {
      before: (page) =>
        page.evaluateOnNewDocument(() => {
          globalThis.events = [];
          addEventListener('message', ({ data }) => globalThis.events.push(data));
          // There is no GPU on any thread of the experiment.
          if (globalThis.GPU) GPU.prototype.requestAdapter = async () => null;
          const Real = globalThis.Worker;
          globalThis.Worker = class {
            constructor() {
              throw new Error('no workers today');
            }
          };
          Object.assign(globalThis.Worker, Real);
        }),
    },
  );
  await page.waitForFunction(
    () => globalThis.events.some(({ type }) => type === 'asynclab:error'),
    {
      polling: 100,
    },
  );
  const events = await page.evaluate(() =>
    globalThis.events.find(({ type }) => type === 'asynclab:error'),
  );
  assert.deepEqual(Object.keys(events).sort(), ['code', 'message', 'type']);
  assert.match(events.message, /no workers today/);
});

test('what is removed leaves no part of it behind, however often', async (t) => {
  const { page } = await course(t, '<div id="place"></div>');
  const tools = await page.createCDPSession();
  /** The number of nodes after garbage collection. */
  const nodes = async () => {
    for (let round = 0; round < 5; round += 1) {
      await tools.send('HeapProfiler.collectGarbage');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return (await tools.send('Memory.getDOMCounters')).nodes;
  };
  const counts = [];
  for (let round = 0; round < 5; round += 1) {
    await page.evaluate(async (small) => {
      const place = document.querySelector('#place');
      place.innerHTML = `<async-lab experiment="warmup" device="cpu" ${small}></async-lab>`;
      const lab = place.firstChild;
      await lab.run();
      lab.remove();
      await lab.finalize();
    }, SMALL);
    counts.push(await nodes());
  }
  // One experiment has about 500 nodes.
  assert.ok(counts.at(-1) - counts[1] < 100, `nodes: ${counts}`);
});
