// Reading the page: contents and progress, keyboard navigation, presentation mode, paper, and no layout shifts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SMALL } from '../../xtask/browser/sizes.mjs';
import { open } from './harness.mjs';

const text = (page, selector) => page.$eval(selector, (element) => element.innerText);
const ready = (page) => page.evaluate(() => globalThis.asynclab.ready);
const run = (page, name) =>
  page.evaluate(
    (...[experiment, parameters]) =>
      globalThis.asynclab.run(experiment, { parameters, device: 'cpu' }).then(() => undefined),
    name,
    SMALL[name],
  );
const entry = (name) => `.contents a[href="#${name}"]`;
const steps = (page, name) => page.$eval(entry(name), (link) => link.dataset.steps);

test('the contents name every experiment in order, and mark the one in view', async (t) => {
  const { page } = await open(t);
  const names = await page.evaluate(() => globalThis.asynclab.experiments);
  const links = await page.$$eval('.contents a', (all) => all.map(({ hash }) => hash.slice(1)));
  assert.deepEqual(links, names);
  await page.locator(entry('improving')).click();
  await page.waitForSelector('#improving .opened');
  await page.waitForSelector(`${entry('improving')}[aria-current=location]`);
  assert.equal((await page.$$('[aria-current]')).length, 1);
});

test('progress is what the reader did here, and outlasts the page', async (t) => {
  const { page } = await open(t);
  await ready(page);
  assert.equal(await steps(page, 'warmup'), '0', 'what opens by itself is no step');
  await page.locator('#warmup input[value=tens]').click();
  assert.equal(await steps(page, 'warmup'), '2');
  assert.match(await text(page, entry('warmup')), /predicted/);
  await run(page, 'warmup');
  assert.equal(await steps(page, 'warmup'), '3');
  await page.locator('#queued summary').click();
  await page.reload();
  await ready(page);
  assert.equal(await steps(page, 'warmup'), '3');
  assert.equal(await steps(page, 'queued'), '1');
  assert.equal(await text(page, '.count'), '1 of 14 run');
});

test('without storage, or with nonsense in it, the page works', async (t) => {
  const before = (page) =>
    page.evaluateOnNewDocument(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('no storage here', 'SecurityError');
        },
      });
    });
  const { page, errors } = await open(t, { before });
  await ready(page);
  await run(page, 'warmup');
  assert.equal(await steps(page, 'warmup'), '2', 'opened and run');
  assert.deepEqual(errors, []);

  const nonsense = (other) =>
    other.evaluateOnNewDocument(() => localStorage.setItem('asynclab.progress', '{"warmup":7'));
  const { page: second, errors: more } = await open(t, { before: nonsense });
  await ready(second);
  assert.equal(await steps(second, 'warmup'), '0');
  assert.deepEqual(more, []);
});

test('on a phone the contents are a drawer that gives the focus back', async (t) => {
  const { page } = await open(t, { viewport: { width: 390, height: 844, hasTouch: true } });
  await ready(page);
  assert.equal(await page.$eval('.contents', (nav) => nav.checkVisibility()), false);
  await page.focus('.menu');
  await page.keyboard.press('Enter');
  assert.equal(await page.$eval('.drawer', (drawer) => drawer.open), true);
  assert.ok(await page.evaluate(() => document.activeElement.matches('.contents a')));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement.matches('.menu'));
  await page.locator('.menu').click();
  await page.locator(entry('queued')).click();
  await page.waitForSelector('#queued .opened');
  assert.equal(await page.$eval('.drawer', (drawer) => drawer.open), false);
  const small = await page.$$eval('button, select, summary, .contents a', (all) =>
    all
      .filter((element) => element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().height < 44)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(small, [], 'targets under 44 px');
});

/** Presses Tab until the focused element matches. Fails after 80 presses. */
async function tabTo(page, selector) {
  for (let i = 0; i < 80; i += 1) {
    await page.keyboard.press('Tab');
    const there = await page.evaluate((wanted) => {
      const { activeElement: focused } = document;
      if (focused === document.body) return false;
      const { outlineStyle, boxShadow } = getComputedStyle(focused);
      const seen = outlineStyle !== 'none' || boxShadow !== 'none';
      return seen
        ? focused.matches(wanted)
        : `no visible focus: ${focused.outerHTML.slice(0, 120)}`;
    }, selector);
    if (there === true) return;
    assert.equal(there, false);
  }
  assert.fail(`Tab never reached ${selector}`);
}

test('by keyboard alone: skip, predict, run, figure, table', async (t) => {
  const { page } = await open(t);
  await ready(page);
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.matches('.skip')));
  await page.keyboard.press('Enter');
  await tabTo(page, '#warmup input[type=radio]');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, '#warmup-n');
  await page.keyboard.type('128');
  await tabTo(page, '#warmup-device');
  await page.keyboard.type('CPU');
  await tabTo(page, '#warmup .run');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#warmup .finding');
  await tabTo(page, '#warmup .linked-figure input[type=range], #warmup figure [tabindex="0"]');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, '#warmup .operations summary');
  await page.keyboard.press('Enter');
  await tabTo(page, '#warmup .operations .scroll');
  await tabTo(page, '#warmup .result .scroll');
  await tabTo(page, '#queued summary');
  assert.match(await text(page, '#warmup .predicted'), /You predicted “2 to 10 times as long”/);
});

test('the editor holds nobody: Escape, then Tab leaves it', async (t) => {
  const { page } = await open(t);
  await ready(page);
  await page.focus('#sandbox summary');
  await page.keyboard.press('Enter');
  const editor = await page.waitForSelector('#sandbox >>> .cm-content');
  await editor.focus();
  const inEditor = () => editor.evaluate((element) => element.matches(':focus'));
  assert.equal(await inEditor(), true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await inEditor(), false);
});

test('after a run the program is the one that was run', async (t) => {
  const { page } = await open(t);
  await ready(page);
  const { n } = await page.evaluate(() =>
    globalThis.asynclab
      .run('queued', { parameters: { rounds: 1 }, device: 'cpu' })
      .then(({ result }) => result.parameters),
  );
  assert.ok((await text(page, '#queued .program')).includes(`[${n}, ${n}]`));
});

test('presenting shows one figure and its sentence, and ends where it began', async (t) => {
  const { page } = await open(t);
  await ready(page);
  await run(page, 'warmup');
  await page.focus('.present');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.present-bar');
  const shown = () =>
    page.$$eval('main *', (all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => element.className || element.localName),
    );
  const visible = await shown();
  for (const wanted of ['figure', 'finding']) assert.ok(visible.includes(wanted), wanted);
  for (const other of ['controls', 'program', 'lead', 'printed'])
    assert.ok(!visible.includes(other), other);
  assert.ok(
    await page.evaluate(() =>
      document.querySelector('.present-bar').contains(document.activeElement),
    ),
  );
  await page.keyboard.press('PageDown');
  assert.equal(await text(page, '.present-bar [role=status]'), '2 of 14');
  assert.equal(await page.$eval('[data-presented]', ({ id }) => id), 'queued');
  await page.evaluate(() => document.exitFullscreen().catch(() => {}));
  await page.keyboard.press('Escape').catch(() => {});
  await page.waitForFunction(() => !('presenting' in document.documentElement.dataset));
  assert.ok(await page.evaluate(() => document.activeElement.matches('.present')));
  await page.keyboard.down('Alt');
  await page.keyboard.press('KeyP');
  await page.keyboard.up('Alt');
  await page.waitForSelector('.present-bar');
});

test('what is presented to a room ends above the bar, a tall figure too', async (t) => {
  const { page } = await open(t, { viewport: { width: 1920, height: 1080 } });
  await ready(page);
  await run(page, 'graph');
  await page.locator('.present').click();
  await page.waitForSelector('.present-bar');
  const room = () =>
    page.evaluate(() => {
      const end = document.querySelector('[data-presented]').getBoundingClientRect().bottom;
      return document.querySelector('.present-bar').getBoundingClientRect().top - end - scrollY;
    });
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--fit') < 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.ok((await room()) > -30, `${await room()} px`);
  await page.locator('.present-bar .leave').click();
  await page.waitForFunction(() => !('presenting' in document.documentElement.dataset));
  const fit = await page.evaluate(() => document.documentElement.style.getPropertyValue('--fit'));
  assert.equal(fit, '');
});

test('paper gets the light theme, the finding and the program, and no controls', async (t) => {
  const { page } = await open(t);
  await ready(page);
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  await run(page, 'warmup');
  await page.$eval('#warmup .experiment-body', (body) => (body.open = false));
  await page.emulateMediaType('print');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const visible = (selector) => page.$eval(selector, (element) => element.checkVisibility());
  for (const selector of ['figure canvas', '.finding', '.program', 'table.ways'])
    assert.equal(await visible(`#warmup ${selector}`), true, selector);
  for (const selector of ['.topbar', '.controls', '.contents', '.cursor'])
    assert.equal(await visible(selector), false, selector);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
});

/** Sets the parameters of a small run, as typing would. */
const fill = (page, name) =>
  page.$eval(
    `#${name} .controls`,
    (form, parameters) => {
      for (const [key, value] of Object.entries({ ...parameters, device: 'cpu' })) {
        form.elements[key].value = value;
        form.elements[key].dispatchEvent(new Event('input'));
        form.elements[key].dispatchEvent(new Event('change'));
      }
    },
    SMALL[name],
  );

for (const [width, height] of [
  [390, 844],
  [1280, 800],
  [1920, 1080],
]) {
  test(`nothing moves while the page loads and while a result arrives, at ${width} px`, async (t) => {
    const before = (page) =>
      page.evaluateOnNewDocument(() => {
        globalThis.shifts = [];
        new PerformanceObserver((list) => {
          // A layout shift right after a press is expected by the reader.
          for (const { value, sources, startTime, hadRecentInput } of list.getEntries())
            if (!hadRecentInput)
              globalThis.shifts.push({
                value,
                at: Math.round(startTime),
                what: sources
                  .map(({ node }) => node?.className ?? node?.nodeName ?? '?')
                  .slice(0, 4),
              });
        }).observe({ type: 'layout-shift', buffered: true });
      });
    const { page } = await open(t, { before, viewport: { width, height } });
    await ready(page);
    const shifts = () => page.evaluate(() => globalThis.shifts.splice(0));
    const sum = (all) => all.reduce((total, { value }) => total + value, 0);
    const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300));
    await aWhile();
    const loading = await shifts();
    assert.ok(sum(loading) < 0.01, JSON.stringify(loading));
    for (const name of ['warmup', 'barriers', 'memory']) {
      await page.$eval(`#${name} .experiment-body`, (body) => (body.open = true));
      await page.waitForSelector(`#${name} .opened`);
      await page.$eval(`#${name} .controls .run`, (button) => button.scrollIntoView());
      await aWhile();
      await shifts();
      await fill(page, name);
      await page.locator(`#${name} .run`).click();
      await page.waitForSelector(`#${name} .finding`);
      await aWhile();
      const arriving = await shifts();
      const moved = `${name}: ${JSON.stringify(arriving)}`;
      assert.ok(sum(arriving) < 0.02, `${moved}, with ${await text(page, `#${name} .answer`)}`);
    }
  });
}
