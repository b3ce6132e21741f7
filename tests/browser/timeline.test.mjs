// The timeline's interaction: mouse, wheel, touch, keys and screen readers. The view is read from the minimap's window.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { changedSite } from './fixtures/site.mjs';
import { patient } from './fixtures/patient.mjs';

let site;
let browser;
before(async () => {
  site = await changedSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site.close();
});

/** The page with twenty operations of the warm-up in its timeline. */
async function open(t, viewport = { width: 1200, height: 900 }) {
  const page = await patient(browser.newPage());
  t.after(() => page.close());
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  await page.setViewport(viewport);
  await page.goto(`${site.address}good/`);
  await page.evaluate(() =>
    globalThis.asynclab.run('warmup', { parameters: { n: 64, rounds: 3 } }).then(() => {}),
  );
  await page.$eval(TIMELINE, (canvas) => canvas.scrollIntoView({ block: 'center' }));
  await still(page);
  return page;
}

/** Parts that load last may move the timeline. Waits until it has not moved for ten frames. */
const still = (page) =>
  page.evaluate(async (selector) => {
    const top = () => document.querySelector(selector).getBoundingClientRect().top;
    for (let last = top(), same = 0; same < 10;) {
      await new Promise(requestAnimationFrame);
      same = top() === last ? same + 1 : 0;
      last = top();
    }
  }, TIMELINE);

const TIMELINE = 'canvas[data-chart=timeline]';
const text = (page, selector) => page.$eval(selector, (element) => element.innerText);

/** The view's beginning and end, as shares of the whole run. */
async function view(page) {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(() => {
    const of = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [map, window] = ['.minimap canvas', '.minimap .window'].map(of);
    const [left, right] = map.width < 560 ? [10, 12] : [98, 18];
    const share = (x) => (x - map.left - left) / (map.width - left - right);
    return { from: share(window.left), to: share(window.right) };
  });
}
const span = ({ from, to }) => to - from;
const near = (a, b, message) => assert.ok(Math.abs(a - b) < 0.01, `${message}: ${a}, not ${b}`);

/** A place on a chart, in px of the page; x and y as shares of its size. */
async function place(page, x, y, selector = TIMELINE) {
  const box = await page.$eval(selector, (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height };
  });
  return [box.left + x * box.width, box.top + y * box.height];
}

async function ctrlWheel(page, delta) {
  await page.keyboard.down('Control');
  await page.mouse.wheel({ deltaY: delta });
  await page.keyboard.up('Control');
}

test('the wheel scrolls the page unless it is asked to zoom', async (t) => {
  const page = await open(t);
  near(span(await view(page)), 1, 'all is in view');
  const top = () => page.evaluate(() => document.documentElement.scrollTop);
  const before = await top();
  await page.mouse.move(...(await place(page, 0.5, 0.2)));
  await page.mouse.wheel({ deltaY: 60 });
  await page.waitForFunction((from) => document.documentElement.scrollTop !== from, {}, before);
  near(span(await view(page)), 1, 'still all is in view');

  await ctrlWheel(page, -400);
  const zoomed = await view(page);
  assert.ok(span(zoomed) < 0.7, `Ctrl + wheel zooms, to ${span(zoomed)}`);
  await page.focus(TIMELINE);
  const scrolled = await top();
  await page.mouse.wheel({ deltaY: -200 });
  assert.ok(span(await view(page)) < span(zoomed), 'in focus, the wheel alone zooms');
  assert.equal(await top(), scrolled);
  assert.deepEqual(page.errors, []);
});

test('a drag moves the view, a click does not, and neither leaves the run', async (t) => {
  const page = await open(t);
  await page.mouse.move(...(await place(page, 0.5, 0.2)));
  await ctrlWheel(page, -800);
  const before = await view(page);
  await page.mouse.down();
  const [x, y] = await place(page, 0.5, 0.2);
  await page.mouse.move(x - 100, y, { steps: 5 });
  await page.mouse.up();
  const after = await view(page);
  assert.ok(after.from > before.from + 0.01, 'what was on the right comes in');
  near(span(after), span(before), 'the span');
  await page.mouse.click(x, y);
  assert.deepEqual(await view(page), after);
  for (let k = 0; k < 4; k += 1) {
    await page.mouse.move(x - 300, y);
    await page.mouse.down();
    await page.mouse.move(x + 300, y, { steps: 3 });
    await page.mouse.up();
  }
  near((await view(page)).from, 0, 'the run’s beginning');
});

test('the minimap’s window is dragged, and comes where the strip is pressed', async (t) => {
  const page = await open(t);
  await page.mouse.move(...(await place(page, 0.3, 0.2)));
  await ctrlWheel(page, -900);
  const before = await view(page);
  await page.mouse.click(...(await place(page, 0.9, 0.5, '.minimap canvas')));
  const pressed = await view(page);
  assert.ok(pressed.from > before.to - 0.2, 'it came');
  near(span(pressed), span(before), 'the span');
  await page.mouse.move(...(await place(page, 0.5, 0.5, '.minimap .window')));
  await page.mouse.down();
  const [x, y] = await place(page, 0.4, 0.5, '.minimap canvas');
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  const dragged = await view(page);
  assert.ok(dragged.from < pressed.from - 0.1, 'it went along');
});

test('buttons do what gestures do', async (t) => {
  const page = await open(t);
  const press = (name) => page.locator(`.views button[aria-label="${name}"]`).click();
  await press('Zoom in');
  near(span(await view(page)), 0.5, 'half of it');
  const middle = await view(page);
  await press('Later');
  assert.ok((await view(page)).from > middle.from);
  await press('Earlier');
  await press('Earlier');
  near((await view(page)).from, 0, 'the run’s beginning');
  await press('Zoom out');
  near(span(await view(page)), 1, 'all of it');
  const [all, operation] = await page.$$eval('.views > button:not([hidden])', (buttons) =>
    buttons
      .filter(({ innerText }) => innerText !== 'Beginning')
      .map((button) => ({
        pressed: button.ariaPressed,
        disabled: button.disabled,
      })),
  );
  assert.equal(all.pressed, 'true');
  assert.equal(operation.disabled, true, 'no operation is chosen');
});

test('keys walk the operations, and what is chosen is spoken', async (t) => {
  const page = await open(t);
  await page.focus(TIMELINE);
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
  assert.match(await text(page, '.life'), /dot 384×384, operation 4 of 20/);
  assert.match(await text(page, '.life'), /reads\s*random\.normal 3/);
  assert.match(await text(page, '.life'), /waited for in\s*waitAll/);
  await page.waitForFunction(() =>
    /^dot 384×384, operation 4 of 20: enqueued at .* started at .* gap ≤ [\d.]+/.test(
      document.querySelector('[aria-live=polite].unseen').textContent,
    ),
  );
  await page.keyboard.press('ArrowUp');
  assert.match(await text(page, '.life'), /operation 3 of 20[^]*read by\s*dot 4/);
  await page.keyboard.press('ArrowDown');
  assert.match(await text(page, '.life'), /operation 4 of 20/);
  await page.keyboard.press('Enter');
  const framed = await view(page);
  assert.ok(span(framed) < 0.9, 'its life fills the view');
  await page.keyboard.press('End');
  assert.match(await text(page, '.life'), /operation 20 of 20/);
  assert.ok((await view(page)).to > framed.to, 'the view follows');
  await page.keyboard.press('+');
  const closer = await view(page);
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.up('Shift');
  assert.ok((await view(page)).from < closer.from, 'Shift moves the view');
  assert.match(await text(page, '.life'), /operation 20 of 20/);
  await page.keyboard.press('0');
  near(span(await view(page)), 1, 'everything');
  await page.keyboard.press('Escape');
  assert.match(await text(page, '.life'), /Point at an operation/);
  await page.keyboard.press('Escape');
  assert.notEqual(await page.evaluate(() => document.activeElement.dataset.chart), 'timeline');
  assert.deepEqual(page.errors, []);
});

test('a click chooses an operation in the charts, in numbers and in the table, and the table chooses, too', async (t) => {
  const page = await open(t);
  await page.$eval('.linked-figure:not(.plot) .operations', (details) =>
    details.setAttribute('open', ''),
  );
  await page.waitForSelector('.operations tbody tr');
  const { x, y } = await page.evaluate(async () => {
    const { lanesOf } = await import('/good/www/charts/lanes.js');
    const { work } = lanesOf(1).devices[0];
    return { x: 0.5, y: (work.top + work.bottom) / 2 };
  });
  const box = await place(page, x, 0);
  await page.mouse.click(box[0], box[1] + y);
  const chosen = Number((await text(page, '.life')).match(/operation (\d+) of/)?.[1]);
  assert.ok(chosen > 0);
  const marked = () =>
    page.$$eval('.operations tr[aria-current]', (rows) => rows.map((row) => row.rowIndex));
  assert.deepEqual(await marked(), [chosen]);
  await page.$eval('.operations tbody tr:nth-child(2)', (row) => row.click());
  assert.match(await text(page, '.life'), /operation 2 of 20/);
  assert.deepEqual(await marked(), [2]);
});

test('two fingers zoom, one moves, and the page is not wider than a phone', async (t) => {
  const page = await open(t, { width: 375, height: 800, hasTouch: true, isMobile: true });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
  const sizes = await page.$$eval('.views button:not([hidden])', (all) =>
    all
      .map((button) => button.getBoundingClientRect())
      .map(({ width, height }) => Math.min(width, height)),
  );
  assert.ok(
    sizes.every((size) => size >= 44),
    `buttons of ${sizes.join(', ')} px`,
  );
  const client = await page.createCDPSession();
  const touch = (type, ...touchPoints) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [x, y] = await place(page, 0.5, 0.3);
  await touch('touchStart', { x: x - 30, y, id: 0 }, { x: x + 30, y, id: 1 });
  for (let d = 40; d <= 120; d += 20)
    await touch('touchMove', { x: x - d, y, id: 0 }, { x: x + d, y, id: 1 });
  await touch('touchEnd');
  const pinched = await view(page);
  assert.ok(span(pinched) < 0.5, `pinched to ${span(pinched)}`);
  await touch('touchStart', { x, y, id: 0 });
  for (let d = 10; d <= 100; d += 30) await touch('touchMove', { x: x - d, y, id: 0 });
  await touch('touchEnd');
  assert.ok((await view(page)).from > pinched.from, 'one finger moves it');
  assert.deepEqual(page.errors, []);
});

test('hovering shows a life without speaking it, and the moment in every chart', async (t) => {
  const page = await open(t);
  const hash = (chart) =>
    page.$eval(
      `canvas[data-chart=${chart}]`,
      (canvas) => canvas.toDataURL().length + canvas.toDataURL().slice(-200),
    );
  const before = await Promise.all(['series', 'depth'].map(hash));
  await page.mouse.move(...(await place(page, 0.5, 0.2)));
  await view(page);
  const after = await Promise.all(['series', 'depth'].map(hash));
  assert.ok(
    before.every((one, i) => one !== after[i]),
    'the moment stands in each chart',
  );
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(await text(page, '[aria-live=polite].unseen'), '');
});

test('a figure draws itself into anything that has a context’s plain methods, from a result’s JSON', async (t) => {
  const page = await open(t);
  const { texts, unknown } = await page.evaluate(async () => {
    const { LinkedFigure } = await import('/good/www/charts/linked-figure.js');
    const { paletteOf } = await import('/good/www/charts/surface.js');
    const { traceFrom } = await import('/good/www/kit/trace-form.js');
    const { result } = await globalThis.asynclab.run('warmup', {
      parameters: { n: 64, rounds: 3 },
    });
    const figure = new LinkedFigure(['timeline', 'series']);
    figure.show({ data: traceFrom(result.trace), caption: '', summary: () => '' });
    const plain =
      'fillRect strokeRect beginPath closePath moveTo lineTo rect arc fill stroke clip fillText strokeText save restore setLineDash translate';
    const texts = [];
    const unknown = [];
    const ctx = new Proxy(
      { measureText: (text) => ({ width: 7 * text.length }) },
      {
        get(target, name) {
          if (name in target) return target[name];
          if (!plain.split(' ').includes(name)) unknown.push(name);
          return name === 'fillText' ? (text) => texts.push(text) : () => {};
        },
      },
    );
    const palette = paletteOf(document.querySelector('.chart'));
    for (const surface of figure.surfaces.filter(({ canvas }) => !canvas.hidden))
      surface.paintOn({
        ctx,
        width: 700,
        height: 400,
        palette,
        font: 'sans-serif',
        crisp: Math.round,
      });
    return { texts, unknown };
  });
  assert.deepEqual(unknown, []);
  for (const expected of [
    'frontend',
    /^gap ≤/,
    /^waiting for everything/,
    /^in the queue: up to 20/,
  ])
    assert.ok(
      texts.some((text) => text.match(expected)),
      `${expected} is not written`,
    );
});
