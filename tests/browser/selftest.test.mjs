// The self-test: it passes on a correct machine, and finds faults that were put into a kernel, a clock or a limit.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import { launch } from '../../xtask/browser/launch.mjs';
import { LEAST } from '../../xtask/browser/sizes.mjs';
import { Bench } from '../../www/selftest/bench.js';
import { KERNELS } from '../../www/selftest/checks/candidates.js';
import { check as checkKernels } from '../../www/selftest/checks/kernels.js';
import { judged, narrowed, UNKNOWN } from '../../www/selftest/clock-rate.js';
import { compare, Outcome, within } from '../../www/selftest/outcome.js';
import { open, site, sources } from './harness.mjs';
import '../truth/modelled.mjs'; // the engine, in Node.js
import { skipMissing } from '../missing.mjs';
import { patient } from './fixtures/patient.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(read('www/schema/selftest.schema.json')),
);

/** Findings of checks, and the page's texts for them. */
async function examined(page, only, part = {}) {
  await page.waitForFunction(() => globalThis.asynclabSelftest, { polling: 50 });
  const text = await page.evaluate(
    async (names, given) => {
      const { run, lines, statement } = globalThis.asynclabSelftest;
      const report = await run(names, { quick: true, ...given });
      return JSON.stringify({ report, lines: lines(), statement: statement() });
    },
    only,
    part,
  );
  const found = JSON.parse(text);
  assert.ok(validate(found.report), JSON.stringify(validate.errors?.slice(0, 3)));
  const checks = Object.fromEntries(found.report.checks.map((check) => [check.name, check]));
  assert.deepEqual(Object.keys(checks), only);
  return { ...found, checks };
}

/** Findings that a busy machine may have, since it cannot measure all of its device's clock. */
const MAY_BE_BUSY = ['timestamps-busy', 'timestamps-short'];

const WITHOUT_EXPERIMENTS = [
  'limits',
  'kernels',
  'candidates',
  'special',
  'sums',
  'programs',
].concat(['clocks', 'timestamps', 'memory', 'loss']);

/** Why a long test is skipped by day. */
const nightly = process.env.ASYNCLAB_NIGHTLY
  ? false
  : 'it takes minutes: `cargo xtask test nightly` runs it';

test(
  'a machine that is right is found right, in a report that names browser and adapter alone',
  { skip: nightly },
  async (t) => {
    const { page, errors } = await open(t, { path: 'selftest.html?lang=en' });
    const { report, checks, statement } = await examined(page, WITHOUT_EXPERIMENTS);
    for (const { name, wrong, unknown, cases } of report.checks) {
      assert.deepEqual(wrong, [], name);
      assert.deepEqual(
        unknown.filter(({ key }) => !MAY_BE_BUSY.includes(key)),
        [],
        name,
      );
      assert.ok(cases > 0, name);
    }
    if (!report.verdicts.unknown)
      assert.match(statement, /^Everything that was tried is right: 10 checks/);
    assert.match(report.adapter.name, /swiftshader/i);
    assert.ok(checks.clocks.samples.emptyWait.length >= 40);
    assert.equal(await page.$eval('#save', ({ hidden }) => hidden), false);
    const { userAgent, language } = await page.evaluate(() => ({
      ...{},
      userAgent: navigator.userAgent,
      language: navigator.language,
    }));
    const text = JSON.stringify(report);
    assert.ok(
      !text.includes(userAgent) && !text.includes(`"${language}"`) && !/127\.0\.0\.1/.test(text),
    );
    assert.deepEqual(errors, []);
  },
);

test(
  'each experiment is run once, with its verdict in its own words',
  { skip: nightly },
  async (t) => {
    const { page } = await open(t, { path: 'selftest.html?lang=en' });
    const { checks } = await examined(page, ['experiments'], { parameters: LEAST });
    const { runs } = checks.experiments.more;
    assert.equal(runs.length, 14);
    assert.deepEqual(checks.experiments.wrong, []);
    for (const { experiment, finding, ways, measures } of runs) {
      assert.ok(finding.key && Object.keys(measures).length > 3, experiment);
      assert.ok(Array.isArray(ways), experiment);
    }
    assert.equal((await page.$$('.check .run h3')).length, 14);
  },
);

/** Serves the site with a program that runs first in the backend's thread. */
async function withFault(t, fault, before) {
  const target = await sources();
  const server = createServer(async ({ url }, answer) => {
    const { pathname } = new URL(url, target);
    const given = await fetch(new URL(url, target));
    let body = Buffer.from(await given.arrayBuffer());
    if (pathname === '/www/backend-worker.js') body = Buffer.from(`import './fault.js';\n${body}`);
    const own = pathname === '/www/fault.js';
    const headers = Object.fromEntries(given.headers);
    delete headers['content-encoding'];
    delete headers['content-length'];
    answer.writeHead(own ? 200 : given.status, {
      ...headers,
      ...(own && { 'content-type': 'text/javascript' }),
    });
    answer.end(own ? `(${fault})();` : body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return open(t, {
    path: `http://127.0.0.1:${server.address().port}/selftest.html?lang=en`,
    before,
  });
}

/** Replaces text in every shader of the backend. */
const kernelFault = (from, to) => `() => {
  const { createShaderModule } = GPUDevice.prototype;
  GPUDevice.prototype.createShaderModule = function (given) {
    return createShaderModule.call(this, { ...given, code: given.code.replace(${from}, ${JSON.stringify(to)}) });
  };
}`;

test('a fault in a kernel is found, with the operation and the element', async (t) => {
  const { page } = await withFault(t, kernelFault(/return x ?\* ?x;/, 'return x*x*1.001;'));
  const { checks, statement, lines } = await examined(page, ['kernels', 'sums'], {
    cases: '^(square|sqrt|sub|x.std|x.var|norm)',
  });
  assert.equal(checks.kernels.verdict, 'wrong');
  assert.ok(
    checks.kernels.wrong.every(({ values }) => /square|std|var|norm/.test(values.case)),
    JSON.stringify(checks.kernels.wrong),
  );
  assert.ok(checks.kernels.wrong.some(({ values }) => values.case === 'square [3, 5]'));
  assert.equal(checks.sums.verdict, 'right');
  assert.match(statement, /^Something is wrong on this machine: 1 checks? failed/);
  assert.match(lines[0][3], /square.*element \d+ is .*; the processor gives/);
  assert.equal(await page.$eval('[data-check=kernels]', ({ dataset }) => dataset.verdict), 'wrong');
});

test('a clock of the backend that is shifted is found', async (t) => {
  const { page } = await withFault(
    t,
    `() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 40;
  }`,
  );
  const { checks } = await examined(page, ['clocks']);
  assert.equal(checks.clocks.verdict, 'wrong');
  assert.ok(checks.clocks.wrong.some(({ key }) => key === 'clock-order'));
});

test('a clock that runs too fast is found', async (t) => {
  const { page } = await open(t, {
    path: 'selftest.html?lang=en',
    before: (page) =>
      page.evaluateOnNewDocument(() => {
        const now = performance.now.bind(performance);
        performance.now = () => now() * 1.1;
      }),
  });
  const { checks } = await examined(page, ['clocks']);
  assert.equal(checks.clocks.verdict, 'wrong');
  assert.ok(checks.clocks.wrong.some(({ key }) => key === 'clock-rate'));
});

test('a clock that runs two percent too fast in both threads is found by the time of day', async (t) => {
  const fast = () => {
    const now = performance.now.bind(performance);
    performance.now = () => now() * 1.02;
  };
  const { page } = await withFault(t, fast, (page) => page.evaluateOnNewDocument(fast));
  const { checks } = await examined(page, ['clocks']);
  assert.equal(checks.clocks.verdict, 'wrong');
  assert.ok(checks.clocks.wrong.some(({ key }) => key === 'clock-rate'));
});

test('the rate of a clock is reported within bounds that hold it, whatever the delays', () => {
  let state = 7;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const coarse = { quantum: 0.1, step: 0.1 };
  const floor = (time) => Math.floor(time / 0.1 + 1e-9) * 0.1;
  for (const [truth, verdict] of [
    [1, 'alike'],
    [1.02, 'alike'],
    [0.98, 'alike'],
    [0.5, 'other'],
    [2, 'other'],
    [0.9, 'other'],
    [1.1, 'other'],
  ])
    for (const delay of [1, 10, 40, 4000]) {
      const readings = [];
      let known = UNKNOWN;
      let now = 1000 * random();
      for (let i = 0; i < 100 && judged(known) === 'open'; i += 1) {
        const [after, start] = [now, (now += delay * random())];
        const [end, before] = [(now += 0.3), (now += delay * random())];
        const device = (time) => 5000 + truth * time;
        readings.push({
          start: floor(device(start)),
          end: floor(device(end)),
          after: floor(after),
          before: floor(before),
        });
        known = narrowed(known, readings, coarse);
        assert.ok(known.low <= truth && truth <= known.high, JSON.stringify({ truth, known }));
        now += 15;
      }
      const calm = delay < 100;
      assert.ok(calm ? judged(known) === verdict : [verdict, 'open'].includes(judged(known)));
    }
});

test('a device whose clock runs at half the rate is not called right', async (t) => {
  const { page } = await withFault(
    t,
    `() => {
    // The times of passes are resolved into one buffer and copied into another, which is read.
    const times = new WeakSet();
    const { resolveQuerySet, copyBufferToBuffer } = GPUCommandEncoder.prototype;
    const { getMappedRange } = GPUBuffer.prototype;
    GPUCommandEncoder.prototype.resolveQuerySet = function (...given) {
      times.add(given[3]);
      return resolveQuerySet.apply(this, given);
    };
    GPUCommandEncoder.prototype.copyBufferToBuffer = function (...given) {
      const to = given.find((one, i) => i > 0 && one instanceof GPUBuffer);
      if (times.has(given[0])) times.add(to);
      return copyBufferToBuffer.apply(this, given);
    };
    GPUBuffer.prototype.getMappedRange = function (...given) {
      const range = getMappedRange.apply(this, given);
      if (!times.has(this)) return range;
      const own = new BigUint64Array(range.slice(0));
      return own.map((time) => time / 2n).buffer;
    };
  }`,
  );
  const { checks } = await examined(page, ['timestamps']);
  assert.equal(checks.timestamps.verdict, 'wrong', JSON.stringify(checks.timestamps));
  const keys = checks.timestamps.wrong.map(({ key }) => key);
  assert.ok(
    keys.some((key) => key === 'timestamps-rate' || key === 'timestamps-refused'),
    `${keys}`,
  );
});

for (const [name, limit, value] of [
  ['workgroups', 'maxComputeWorkgroupsPerDimension', 1e7],
  ['arrays', 'maxStorageBufferBindingSize', 2 ** 26],
])
  test(`a device that lies about its limit of ${name} is found`, async (t) => {
    const { page } = await withFault(
      t,
      `() => {
      const { get } = Object.getOwnPropertyDescriptor(GPUDevice.prototype, 'limits');
      Object.defineProperty(GPUDevice.prototype, 'limits', {
        get() {
          const limits = get.call(this);
          return new Proxy(limits, { get: (_, name) => (name === '${limit}' ? ${value} : limits[name]) });
        },
      });
    }`,
    );
    const { checks } = await examined(page, ['limits']);
    assert.equal(checks.limits.verdict, 'wrong', JSON.stringify(checks.limits));
  });

test('rounding is judged by the size of the numbers, not by 1', () => {
  const wrong = (got, expected) => {
    const outcome = new Outcome('kernels');
    compare(outcome, 'case', got, expected, within(5e-5));
    return outcome.failed;
  };
  const small = Array.from({ length: 16 }, (_, i) => 1e-4 * (i + 1));
  const off = small.map((x) => 1.02 * x);
  assert.equal(wrong(off, small), 1, 'two percent of small numbers');
  assert.equal(
    wrong(
      small.map((x) => x * (1 + 1e-6)),
      small,
    ),
    0,
  );
  assert.equal(wrong([1e-6], [0]), 0, 'a single sum may be next to nothing by chance');
  const mixed = [...small, 1];
  assert.equal(wrong([...small.map((x) => x + 1e-6), 1], mixed), 0, 'beside larger ones');
});

test('the kernels that are tried are those there are', () => {
  const [, listed] = /pub\(crate\) const KERNELS: &\[&str\] = &\[([^\]]*)\]/.exec(
    read('src/ops/lib/matrix.rs'),
  );
  assert.deepEqual(
    KERNELS,
    listed.split(',').map((name) => name.trim().replaceAll('"', '')),
  );
});

test('the cases reach every operation, under whichever name a profile has it', async (t) => {
  const { signal } = new AbortController();
  const bench = new Bench({ signal, onProgress: () => {} });
  const connect = bench.connect.bind(bench);
  // The CPU stands for the GPU, since the cases are the same.
  bench.connect = () => connect({ device: 'cpu' });
  t.after(() => bench.end());
  const outcome = new Outcome('kernels');
  await checkKernels(bench, outcome);
  assert.deepEqual(outcome.unknown, []);
  assert.deepEqual(outcome.wrong, []);
  assert.ok(outcome.cases > 400, `${outcome.cases}`);
});

test('it speaks each language, can be stopped, and fits a phone', async (t) => {
  const { page, errors } = await open(t, {
    path: 'selftest.html?lang=ko',
    viewport: { width: 360, height: 740, isMobile: true, hasTouch: true },
  });
  await page.waitForSelector('.check');
  assert.match(await page.$eval('h1', (e) => e.textContent), /올바른가요/);
  await page.locator('#start').click();
  await page.waitForFunction(() => !document.getElementById('running').hidden);
  await page.locator('#start').click();
  await page.waitForFunction(() => document.getElementById('running').hidden);
  await page.select('#language select', 'pt');
  await page.waitForFunction(() => document.querySelector('h1').textContent.includes('máquina'));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  assert.deepEqual(errors, []);
});

let firefox;
after(async () => (await firefox)?.close());

test('it is right in Firefox too, as far as its adapter goes', { skip: nightly }, async (t) => {
  try {
    firefox = launch({ browser: 'firefox' });
    await firefox;
  } catch (error) {
    firefox = undefined;
    return skipMissing(t, error.message);
  }
  const page = await patient((await firefox).newPage());
  await page.goto(new URL('selftest.html?lang=en', await site()).href);
  const { report } = await examined(page, ['special', 'sums', 'clocks', 'memory', 'loss']);
  if (!report.adapter) return skipMissing(t, 'Firefox has no adapter on this machine');
  for (const { name, wrong } of report.checks) assert.deepEqual(wrong, [], name);
});
