// The cost of documents that are made to be costly to display. The work is counted: executed blocks of code, and elements made.
// ASYNCLAB_COSTS=all prints a table of the longest task of the page's thread for each form of each list, as links and as files, and takes
// ten minutes. `every` includes every experiment and takes twenty. All documents come from fixtures/adversaries.mjs.
import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { test } from 'node:test';
import { adversaries, distinct, known } from './fixtures/adversaries.mjs';
import { notebooks } from './fixtures/hostile-notebooks.mjs';
import { open, sources } from './harness.mjs';

const EVERY = process.env.ASYNCLAB_COSTS === 'every';
const ALL = EVERY || process.env.ASYNCLAB_COSTS === 'all';
/** Whether a row of the table is wanted: ASYNCLAB_ONLY lists the beginnings of names, separated by commas. @param {string} name */
const isWanted = (name) =>
  (process.env.ASYNCLAB_ONLY ?? '').split(',').some((one) => name.startsWith(one));
/** Longer tasks are visible pauses. In ms of processor time: for each 100 kB, and for any document. */
const [EACH, LONGEST] = [200, 1000];

/** The part of a test that runs in the page. */
function prepare() {
  const quiet = async (/** @type {number} */ times) => {
    for (let i = 0; i < times; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
  };
  const { createElement } = Document.prototype;
  globalThis.made = 0;
  Document.prototype.createElement = function (...given) {
    globalThis.made += 1;
    return createElement.apply(this, given);
  };
  const parts = (selector) => [...document.querySelectorAll(`.experiment ${selector}`)];
  const acts = {
    link: async (address) => void (location.hash = address),
    file: async (text) => {
      const given = new DataTransfer();
      given.items.add(new File([text], 'one.json'));
      const input = document.querySelector('#compare-files');
      input.files = given.files;
      input.dispatchEvent(new Event('change'));
    },
    open: async () => {
      for (const button of parts('.more-figures:not([hidden]) button')) button.click();
      for (const details of parts('details')) details.open = true;
    },
    point: async () => {
      for (const canvas of parts('canvas')) {
        const { left, top, width, height } = canvas.getBoundingClientRect();
        for (let i = 1; width && i < 12; i += 1) {
          const [x, y] = [left + (width * i) / 12, top + (height * ((5 * i) % 12)) / 12];
          for (const type of ['pointerover', 'pointermove'])
            canvas.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, bubbles: true }));
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        }
      }
    },
  };
  /** Removes the last file and the message of a rejection, so that the next file is alone. */
  globalThis.clear = async () => {
    document.querySelector('.comparison .buttons button')?.click();
    for (const message of document.querySelectorAll('.message[role=alert]')) message.remove();
    await quiet(1);
  };
  const shown = () => [...parts('.printed'), ...document.querySelectorAll('.message[role=alert]')];
  globalThis.act = async (what, given) => {
    const before = new Set(shown());
    await acts[what](given);
    if (what in { link: 1, file: 1 })
      for (let i = 0; i < 2000 && shown().every((one) => before.has(one)); i += 1) await quiet(1);
    await quiet(4);
    return {
      made: globalThis.made,
      rejected: [...document.querySelectorAll('.message[role=alert]')].at(-1)?.textContent ?? '',
    };
  };
}

/** @param {import('node:test').TestContext} t @param {string} experiment */
async function opened(t, experiment) {
  const { page, errors } = await open(t, { path: `${await sources()}?lang=en#${experiment}` });
  await page.evaluate(() => globalThis.asynclab.ready.catch(() => {}));
  await page.waitForSelector(`#${experiment} form.controls`);
  await page.evaluate(prepare);
  return { page, errors };
}

/** The longest task of the page's thread during an action, ms: in processor time, and by the clock. */
async function traced(page, act) {
  await page.tracing.start({ categories: ['disabled-by-default-devtools.timeline'] });
  const ended = await act();
  const { traceEvents } = JSON.parse(new TextDecoder().decode(await page.tracing.stop()));
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid} ${tid}`),
  );
  const longest = (of) =>
    Math.round(tasks.reduce((most, one) => Math.max(most, one[of] ?? 0), 0) / 1000);
  return { ended, processor: longest('tdur'), clock: longest('dur') };
}

const kB = (/** @type {string} */ text) => Math.round(text.length / 1000);

/** Displays a document, unfolds all parts, and points at everything. */
async function tableRow(page, { experiment, form, way, text }) {
  let given = text;
  if (way === 'link') {
    const { pack } = await import('../../www/page/links/packing.js');
    given = `#${experiment}?result=${await pack(text)}`;
  }
  await page.evaluate((one) => void (globalThis.given = one), given);
  await page.evaluate(() => globalThis.clear());
  const phases = {};
  let rejected = '';
  for (const what of [way, 'open', 'point']) {
    const seen = await traced(page, () =>
      page.evaluate((one) => globalThis.act(one, globalThis.given), what),
    );
    phases[what] = seen;
    if (what === way) ({ rejected } = seen.ended);
  }
  const longest = Math.max(...Object.values(phases).map(({ processor }) => processor));
  const bound = Math.min(LONGEST, Math.max(EACH, (EACH * text.length) / 1e5));
  const cells = Object.values(phases).map(({ processor, clock }) => `${processor} (${clock})`);
  return { experiment, form, way, size: kB(text), cells, longest, bound, rejected };
}

if (ALL)
  test(
    'the longest task of each document, as a link and as a file',
    { timeout: 3_600_000 },
    async (t) => {
      const pages = new Map();
      const rows = [];
      console.log(
        '| experiment | document | kB | as | shown, ms | opened, ms | pointed at, ms |\n| --- | --- | --: | --- | --: | --: | --: |',
      );
      const run = async (given) => {
        const { experiment } = given;
        if (pages.get('of') !== experiment) {
          await pages.get('page')?.close();
          pages.set('of', experiment).set('page', (await opened(t, experiment)).page);
        }
        const row = await tableRow(pages.get('page'), given);
        rows.push(row);
        const over = row.longest > row.bound ? ' **over**' : '';
        console.log(
          `| ${experiment} | ${row.form}${row.rejected && ` (rejected: ${row.rejected.slice(-160)})`} | ${row.size} | ${row.way} | ${row.cells.join(' | ')} |${over}`,
        );
      };
      for (const { name, text } of known()) {
        const experiment = name.split(',')[0];
        if (!isWanted(name)) continue;
        await run({ experiment, form: name, way: text.length > 6e5 ? 'file' : 'link', text });
      }
      for (const { experiment, form, make } of EVERY ? adversaries : distinct()) {
        if (!isWanted(`${experiment} ${form}`)) continue;
        const texts = [
          [4e5, 'link'],
          [3e6, 'file'],
        ].map(([bytes, way]) => ({ text: make(bytes), way }));
        if (texts[1].text.length < 1.2 * texts[0].text.length) texts.pop();
        for (const { text, way } of texts) await run({ experiment, form, way, text });
      }
      t.diagnostic(
        `load ${loadavg()
          .map((one) => one.toFixed(1))
          .join(' ')}`,
      );
      assert.deepEqual(
        rows.filter(({ longest, bound }) => longest > bound),
        [],
      );
    },
  );

/** Opens a notebook, scrolls through all of it, and saves it. */
async function notebookRow(page, { form, text }) {
  await page.evaluate((one) => void (globalThis.given = one), text);
  const acts = {
    async open() {
      (await globalThis.asynclabNotebook).open(globalThis.given);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    },
    async scroll() {
      const height = document.documentElement.scrollHeight;
      for (let i = 0; i <= 40; i += 1) {
        scrollTo(0, (height * i) / 40);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      }
    },
    async save() {
      (await globalThis.asynclabNotebook).save();
    },
  };
  const phases = [];
  for (const act of Object.values(acts)) phases.push(await traced(page, () => page.evaluate(act)));
  const longest = Math.max(...phases.map(({ processor }) => processor));
  const cells = phases.map(({ processor, clock }) => `${processor} (${clock})`);
  return { form, size: kB(text), cells, longest, bound: LONGEST };
}

if (ALL)
  test('the longest task of each notebook of 3 MB', { timeout: 3_600_000 }, async (t) => {
    const rows = [];
    console.log(
      '| notebook | kB | opened, ms | scrolled, ms | saved, ms |\n| --- | --: | --: | --: | --: |',
    );
    for (const { form, make } of notebooks) {
      if (!isWanted(`notebook ${form}`)) continue;
      const { page } = await open(t, { path: `${await sources()}notebook.html?lang=en` });
      await page.evaluate(() => globalThis.asynclabNotebook);
      const row = await notebookRow(page, { form, text: make(3e6) });
      await page.close();
      rows.push(row);
      const over = row.longest > row.bound ? ' **over**' : '';
      console.log(`| ${form} | ${row.size} | ${row.cells.join(' | ')} |${over}`);
    }
    assert.deepEqual(
      rows.filter(({ longest, bound }) => longest > bound),
      [],
    );
  });

/** The most elements of a document: a page of each table, and the parts around the tables. */
const ELEMENTS = 20_000;

if (!ALL)
  test('the documents that froze a tab are shown or rejected, with as many elements as a reader can see', async (t) => {
    const rejected = [];
    let last = '';
    let page;
    for (const { name, text } of known()) {
      const [experiment] = name.split(',');
      if (experiment !== last) ({ page } = await opened(t, experiment));
      last = experiment;
      await page.evaluate((given) => void (globalThis.given = given), text);
      await page.evaluate(() => globalThis.clear());
      const before = await page.evaluate(() => globalThis.made);
      let ended;
      for (const what of ['file', 'open', 'point']) {
        ended = await page.evaluate((one) => globalThis.act(one, globalThis.given), what);
        if (what === 'file' && ended.rejected) rejected.push(name);
      }
      assert.ok(ended.made - before < ELEMENTS, `${name}: ${ended.made - before} elements`);
    }
    assert.deepEqual(
      rejected.filter((name) => name.startsWith('sandbox')),
      [],
    );
    assert.equal(
      rejected.length,
      4,
      'graphs of a thousand waits and curves of ten thousand points',
    );
  });

if (!ALL)
  test('a notebook of many long cells is laid out as far as it is in sight, and all of it on paper', async (t) => {
    const { page } = await open(t, { path: 'notebook.html?lang=en' });
    const cells = Array.from({ length: 100 }, () => ({
      cell_type: 'code',
      source: 'x = 1\n'.repeat(3000),
      metadata: {},
    }));
    await page.evaluate(
      async (text) => {
        const notebook = await globalThis.asynclabNotebook;
        notebook.open(text);
        const cells = document.getElementById('cells');
        do await new Promise((resolve) => setTimeout(resolve, 100));
        while (cells.ariaBusy);
      },
      JSON.stringify({ nbformat: 4, metadata: {}, cells }),
    );
    const tools = await page.createCDPSession();
    await tools.send('Performance.enable');
    const laidOut = async (/** @type {'print' | null} */ media) => {
      await page.emulateMediaType(media);
      await page.evaluate(() => document.body.offsetHeight);
      const { metrics } = await tools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'LayoutObjects').value;
    };
    const [seen, printed] = [await laidOut(null), await laidOut('print')];
    t.diagnostic(`${seen} boxes in sight, ${printed} on paper`);
    assert.ok(seen < 100_000, `${seen}`);
    // The number of rendered boxes is up to the browser. On paper there are more, and none is left out.
    assert.ok(printed > seen, `${printed} on paper, ${seen} in sight`);
    const left = await page.$$eval(
      '#cells textarea',
      (fields) =>
        fields.filter((field) => getComputedStyle(field).contentVisibility !== 'visible').length,
    );
    assert.equal(left, 0, 'fields that paper leaves out');
  });
