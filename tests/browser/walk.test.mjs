// The path of a new reader: three experiments, a changed setting, a link sent to a colleague. By mouse, by keys alone and by
// touch on a phone, in four languages. All actions are possible by hand, except that entries of native lists are chosen
// directly.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { site } from './harness.mjs';
import { patient } from './fixtures/patient.mjs';

const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true };
const LAPTOP = { width: 1280, height: 800 };
/** The settings before each run, small enough for any machine. */
const STEPS = { warmup: { n: 64 }, queued: { n: 96 }, batching: { count: 64, side: 8 } };
/** More presses of Tab than between any two elements. */
const FAR = 150;

let browser;
before(async () => {
  await site();
  browser = await launch();
});
after(() => browser?.close());

/** The page for a new reader, in a new profile. */
async function arrive(t, { viewport, languages, address }) {
  const profile = await browser.createBrowserContext();
  t.after(() => profile.close());
  const page = await patient(profile.newPage());
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (line) => line.type() === 'error' && page.errors.push(line.text()));
  await page.setViewport(viewport);
  await page.evaluateOnNewDocument((given) => {
    Object.defineProperty(navigator, 'languages', { get: () => given });
  }, languages);
  await page.goto(address ?? (await site()));
  await page.evaluate(() => globalThis.asynclab.ready);
  return page;
}

/** Scrolls an element into view, in place of the wheel or a swipe. */
const reach = (page, selector) =>
  page.$eval(selector, (element) => element.scrollIntoView({ block: 'center' }));

const mouse = {
  async press(page, selector) {
    await reach(page, selector);
    await page.locator(selector).click();
  },
  async fill(page, selector, value) {
    await reach(page, selector);
    await page.locator(selector).click({ count: 3 });
    await page.keyboard.type(value);
  },
  choose: (page, selector, value) => page.select(selector, value),
  /** Chooses an operation in the table. */
  async look(page, section) {
    const row = `${section} .operations tbody tr:nth-child(2)`;
    await this.press(page, `${section} .operations summary`);
    await page.waitForSelector(row);
    await reach(page, row);
    await page.locator(row).click();
  },
};

const touch = {
  ...mouse,
  async press(page, selector) {
    await reach(page, selector);
    const height = await page.$eval(selector, (element) => {
      const target = element.closest('label') ?? element;
      return target.getBoundingClientRect().height;
    });
    assert.ok(height >= 44, `${selector} is ${height} px high`);
    await page.tap(selector);
  },
  async fill(page, selector, value) {
    await reach(page, selector);
    await page.tap(selector);
    await page.$eval(selector, (input) => input.select());
    await page.keyboard.type(value);
  },
};

/** Presses Tab, or Shift + Tab, until the element has the focus and is visible. */
async function tabTo(page, selector) {
  const back = await page.$eval(
    selector,
    (element) =>
      Boolean(
        document.activeElement?.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING,
      ) && document.activeElement !== document.body,
  );
  const is = () => page.$eval(selector, (element) => element === document.activeElement);
  if (back) await page.keyboard.down('Shift');
  for (let pressed = 0; !(await is()); pressed += 1) {
    assert.ok(pressed < FAR, `${selector} is out of reach of the Tab key`);
    await page.keyboard.press('Tab');
  }
  if (back) await page.keyboard.up('Shift');
  // Parts that load last may move the page. The focused element is visible again within a few frames.
  const seen = page.waitForFunction(
    (wanted) => {
      const element = document.querySelector(wanted);
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + Math.min(height / 2, 20)];
      const there = document.elementFromPoint(x, y);
      return element.contains(there) || Boolean(there?.contains(element));
    },
    { timeout: 2000, polling: 50 },
    selector,
  );
  await seen.catch(() =>
    assert.fail(`${selector} has the focus and is out of sight or under something else`),
  );
}

const keys = {
  async press(page, selector) {
    await tabTo(page, selector);
    const ticked = await page.$eval(selector, (element) => element.matches('input'));
    await page.keyboard.press(ticked ? 'Space' : 'Enter');
  },
  async fill(page, selector, value) {
    await tabTo(page, selector); // selects what stands there
    await page.keyboard.type(value);
  },
  async choose(page, selector, value) {
    await tabTo(page, selector);
    for (let i = 0; (await page.$eval(selector, (select) => select.value)) !== value; i += 1) {
      assert.ok(i < 5, `${value} cannot be chosen`);
      await page.keyboard.press('ArrowDown');
    }
  },
  /** Chooses an operation in the timeline. */
  async look(page, section) {
    await tabTo(page, `${section} canvas[data-chart=timeline]`);
    await page.keyboard.press('ArrowRight');
  },
};

const of = (name) => `[data-experiment="${name}"]`;
const text = (page, selector) => page.$eval(selector, (element) => element.innerText);

/** Opens an experiment, guesses, sets parameters, runs it, and returns its finding. */
async function experiment(page, hand, name, settings) {
  const section = of(name);
  if (!(await page.$(`${section} details.experiment-body[open]`)))
    await hand.press(page, `${section} .experiment-body > summary`);
  await page.waitForSelector(`${section} .choices input`);
  await hand.press(page, `${section} .choices input`);
  for (const [key, value] of Object.entries(settings))
    await hand.fill(page, `#${name}-${key}`, String(value));
  await hand.choose(page, `#${name}-device`, 'cpu');
  return run(page, hand, name);
}

/** Presses Run, waits, and returns the finding. */
async function run(page, hand, name) {
  await hand.press(page, `${of(name)} button.run`);
  await page.waitForFunction(
    (selector) => document.querySelector(selector).dataset.state !== 'running',
    { timeout: 0 },
    of(name),
  );
  assert.deepEqual(
    await page.$$eval(`${of(name)} .message`, (all) => all.map((e) => e.innerText)),
    [],
  );
  const finding = await text(page, `${of(name)} .finding`);
  assert.match(finding, /\d/);
  return finding;
}

/** Each language as a browser requests it, and its pattern of an operation's gap. */
const LANGUAGES = {
  en: { languages: ['en-GB'], gap: /gap\s+≤ [\d.]+/ },
  zh: { languages: ['zh-CN'], gap: /间隔\s+≤ [\d.]+/ },
  pt: { languages: ['pt-BR', 'en'], gap: /defasagem\s+≤ [\d,]+/ },
  ko: { languages: ['ko-KR'], gap: /간격\s+≤ [\d.]+/ },
};
/** By day each kind of input runs in one language, and not in English, which all other tests use. The nightly run has all pairs. */
const tags = (byDay) => (process.env.ASYNCLAB_NIGHTLY ? Object.keys(LANGUAGES) : [byDay]);
const HANDS = {
  'by mouse': { hand: mouse, viewport: LAPTOP, tags: tags('pt') },
  'by keys alone': { hand: keys, viewport: LAPTOP, tags: tags('zh') },
  'by touch on a phone': { hand: touch, viewport: PHONE, tags: tags('ko') },
};
const WALKS = Object.entries(HANDS).flatMap(([way, { tags: all, ...walk }]) =>
  all.map((tag) => ({ ...walk, ...LANGUAGES[tag], tag, way: `${way}, ${tag}` })),
);

for (const { way, hand, viewport, languages, tag, gap } of WALKS) {
  test(`three experiments, a change and a link, ${way}`, async (t) => {
    const page = await arrive(t, { viewport, languages });
    assert.equal(await page.$eval('html', (element) => element.lang), tag);
    for (const [name, settings] of Object.entries(STEPS))
      await experiment(page, hand, name, settings);
    assert.match(await text(page, '.count'), /\b3\D+14\b|\b14\D+3\b/, 'the contents count them');
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      0,
      'nothing is wider than the screen',
    );

    // The gap, and the reason for one operation's gap.
    const warmup = of('warmup');
    await hand.fill(page, '#warmup-repetitions', '5');
    const found = await run(page, hand, 'warmup');
    assert.match(await text(page, `${warmup} figcaption`), /(?<!\d)5(?!\d)/);
    await hand.look(page, warmup);
    assert.match(await text(page, `${warmup} .life`), gap);

    await hand.press(page, `${warmup} button.link`);
    await page.waitForSelector(`${warmup} .sharing:not([hidden])`);
    await hand.press(page, `${warmup} .sharing input[value=result]`);
    const field = `${warmup} .sharing input.text`;
    await page.waitForFunction(
      (selector) => document.querySelector(selector).value.includes('result='),
      {},
      field,
    );
    const address = await page.$eval(field, (input) => input.value);
    assert.deepEqual(page.errors, []);

    // The colleague's browser has another language and is new to the site.
    const elsewhere = tag === 'zh' ? 'en' : 'zh';
    const other = await arrive(t, { viewport, languages: LANGUAGES[elsewhere].languages, address });
    await other.waitForSelector(`${warmup} .result:not([hidden])`);
    assert.equal(await other.$eval('html', (element) => element.lang), tag);
    assert.equal(await text(other, `${warmup} .finding`), found);
    assert.ok(await other.$(`${warmup} .ribbon`), 'it says that this was measured elsewhere');
    const set = (id) => other.$eval(`#warmup-${id}`, (input) => input.value);
    assert.deepEqual(
      [await set('n'), await set('repetitions'), await set('device')],
      ['64', '5', 'cpu'],
    );
    assert.notEqual(await run(other, hand, 'warmup'), '');
    assert.equal(await other.$(`${warmup} .ribbon`), null, 'now it was measured here');
    assert.deepEqual(other.errors, []);
  });
}
