// A link describes the experiment: settings appear in the address, and the address sets them. A link never runs anything.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import improving from '../../www/experiments/improving/experiment.js';
import warmup from '../../www/experiments/warmup/experiment.js';
import sandbox from '../../www/experiments/sandbox/experiment.js';
import { experiments } from '../../www/experiments/index.js';
import { asked, PACKED, PAGE, parametersOf, read, write } from '../../www/page/link.js';
import { pack, unpack } from '../../www/page/links/packing.js';
import { presetValues } from '../../www/kit/parameters.js';
import { launch } from '../../xtask/browser/launch.mjs';
import { changedSite } from './fixtures/site.mjs';
import './fixtures/words.mjs';
import { patient } from './fixtures/patient.mjs';

const named = (experiment, name) => ({ ...experiment, name });
const links = (hash) => read({ hash }).parameters;

test('an address is read and written back the same', () => {
  for (const hash of ['#improving?most=2000&device=cpu&lang=pt&hide=most,device', '#queued', ''])
    assert.equal(write(read({ hash })), hash || '#');
  assert.equal(
    read({ hash: '#graph?expression=z+%3D+x+%2B+1' }).parameters.get('expression'),
    'z = x + 1',
  );
  assert.equal(read({ hash: '#%E0%A4%A' }).name, '%E0%A4%A');
});

test('a state survives its link, whatever the experiment', async () => {
  for (const { name, load } of experiments) {
    const experiment = named((await load()).default, name);
    for (const preset of [...Object.keys(experiment.presets), 'own']) {
      const parameters = presetValues(experiment, preset);
      const device = 'cpu';
      if (preset === 'own')
        for (const [key, { max, lines, choices }] of Object.entries(experiment.parameters))
          if (max && !lines) parameters[key] = max;
          else if (choices) parameters[key] = choices.at(-1);
      const said = parametersOf(experiment, { preset, device, parameters });
      const back = asked(experiment, links(write({ name, parameters: said })));
      assert.deepEqual(back.wrong, [], name);
      const program = parameters.program ? { program: parameters.program } : {};
      assert.deepEqual(
        { ...(back.values ?? presetValues(experiment, preset)), ...program },
        parameters,
      );
      if (said.has('device')) assert.equal(back.device, device);
    }
  }
});

test('no experiment has a parameter of a name that links use for the page', async () => {
  for (const { name, load } of experiments)
    for (const parameter of Object.keys((await load()).default.parameters))
      assert.ok(
        ![...PAGE, ...PACKED, 'preset', 'device'].includes(parameter),
        `${name}: ${parameter}`,
      );
});

test('what a link may not ask is left out and reported, the rest is taken', () => {
  const link =
    '#improving?most=7&side=huge&speed=9&device=abacus&preset=none&__proto__=1&constructor=2';
  const { values, device, wrong } = asked(named(improving, 'improving'), links(link));
  assert.equal(values.most, 7);
  assert.equal(values.side, improving.parameters.side.default);
  assert.equal(device, null);
  assert.deepEqual(wrong.map(({ name }) => name).sort(), [
    '__proto__',
    'constructor',
    'device',
    'preset',
    'side',
    'speed',
  ]);
  assert.equal({}.polluted, undefined);
});

test('a link that asks for thousands of things in vain is reported in bounds', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `q${i}`).join('&');
  const { wrong, values } = asked(
    named(improving, 'improving'),
    links(`#improving?most=7&${many}`),
  );
  assert.ok(wrong.length <= 40, `${wrong.length} are reported`);
  assert.equal(values.most, 7);
});

test('what the page says of itself stays, and nothing more', () => {
  const state = { preset: 'auto', device: 'webgpu', parameters: presetValues(warmup, 'auto') };
  const said = parametersOf(
    named(warmup, 'warmup'),
    state,
    links('#warmup?lang=ko&hide=n&code=x&foo=1'),
  );
  assert.equal(String(said), 'lang=ko&hide=n');
});

test('a program is not said in plain, and any text survives packing', async () => {
  const state = {
    preset: 'own',
    device: 'webgpu',
    parameters: { ...presetValues(sandbox, 'start'), program: 'a' },
  };
  assert.equal(String(parametersOf(named(sandbox, 'sandbox'), state)), '');
  for (const text of ['', 'a', 'y = x · 2 — 测试\n'.repeat(500)]) {
    const packed = await pack(text);
    assert.match(packed, /^[\w-]*$/);
    assert.equal(await unpack(packed), text);
  }
});

test('what cannot be unpacked, or would fill the memory, is an error', async () => {
  const bomb = await pack('0'.repeat(5_000_000));
  assert.ok(bomb.length < 10_000);
  for (const text of [bomb, '!!!', 'AAAA', 'w4'])
    await assert.rejects(unpack(text), ({ code }) => code === 'BROKEN_LINK');
});

let site;
let browser;
before(async () => {
  [site, browser] = await Promise.all([changedSite(), launch()]);
});
after(async () => {
  site.close();
  await browser.close();
});

/** The page on a stand-in engine, opened by a link in a new tab. */
async function open(t, hash = '') {
  const page = await patient(browser.newPage());
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
  t.after(() => page.close());
  await page.goto(`${site.address}good/${hash}`);
  await page.evaluate(() => globalThis.asynclab.ready);
  return page;
}
const hashOf = (page) => page.evaluate(() => location.hash);
const until = (page, hash) =>
  page.waitForFunction((wanted) => location.hash === wanted, { timeout: 5000, polling: 50 }, hash);
const value = (page, selector) => page.$eval(selector, (input) => input.value);
const state = (page, name) => page.$eval(`#${name}`, ({ dataset }) => dataset.state);
const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.innerText));

test('what is set stands in the address at once, and opening it sets the same', async (t) => {
  const page = await open(t);
  assert.equal(await hashOf(page), '');
  await page.type('#warmup-n', '64');
  await until(page, '#warmup?n=64');
  await page.select('#warmup-device', 'cpu');
  await until(page, '#warmup?n=64&device=cpu');
  const other = await open(t, await hashOf(page));
  assert.deepEqual(
    [
      await value(other, '#warmup-n'),
      await value(other, '#warmup-device'),
      await value(other, '#warmup-preset'),
    ],
    ['64', 'cpu', 'own'],
  );
  assert.equal(await state(other, 'warmup'), 'idle');
  assert.deepEqual(other.errors, []);
  await other.locator('#warmup button.reset').click();
  await until(other, '#warmup?device=cpu');
});

test('a link names one experiment: it is opened, and scrolled to', async (t) => {
  const page = await open(t, '#improving?preset=course');
  assert.equal(await value(page, '#improving-most'), '1000');
  assert.equal(await page.$('#warmup .opened'), null);
  const top = await page.$eval('#improving', (element) => element.getBoundingClientRect().top);
  assert.ok(top < 300, `it stands at ${top} px`);
});

test('back and forward go between experiments, each in its state', async (t) => {
  const page = await open(t);
  await page.type('#warmup-n', '64');
  await until(page, '#warmup?n=64');
  await page.locator('#queued summary').click();
  await until(page, '#queued');
  await page.waitForSelector('#queued-n');
  await page.type('#queued-n', '96');
  await until(page, '#queued?n=96');
  await page.goBack();
  await until(page, '#warmup?n=64');
  assert.equal(await value(page, '#warmup-n'), '64');
  await page.goForward();
  await until(page, '#queued?n=96');
  assert.equal(await value(page, '#queued-n'), '96');
  assert.deepEqual(page.errors, []);
});

test('what the page says of itself goes along to the next experiment, what is hidden does not', async (t) => {
  const page = await open(t, '#warmup?theme=dark&hide=n');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.locator('#queued summary').click();
  await until(page, '#queued?theme=dark');
  await page.evaluate(() => (location.hash = '#batching'));
  await until(page, '#batching?theme=dark');
});

test('hidden controls are not there, and their values are in force', async (t) => {
  const page = await open(
    t,
    '#warmup?n=64&rounds=6&hide=n,preset,rounds,repetitions,seed,prediction',
  );
  const shown = await page.$$eval('#warmup [data-control]', (all) =>
    all.filter((one) => one.checkVisibility()).map((one) => one.dataset.control),
  );
  assert.ok(shown.includes('device') && shown.includes('reset'));
  for (const name of ['n', 'preset', 'rounds', 'prediction'])
    assert.ok(!shown.includes(name), name);
  // If all further settings are hidden, there is nothing to unfold.
  assert.equal(
    await page.$eval('#warmup .controls details', (one) => one.checkVisibility()),
    false,
  );
  await page.locator('#warmup button.run').click();
  await page.waitForFunction(() => document.querySelector('#warmup').dataset.state === 'found');
  assert.match(await page.$eval('#warmup figcaption', (one) => one.innerText), /64/);
});

test('names and values that are not known are reported with the allowed ones, and the rest is taken', async (t) => {
  const page = await open(t, '#warmup?n=4000000&speed=<b>9</b>&repetitions=3&hide=n,foo');
  const alerts = (await texts(page, '.message[role=alert]')).join('\n');
  assert.match(alerts, /“4000000”.*8 to 4,096/);
  assert.match(alerts, /“speed”.*preset, device, n, repetitions/);
  assert.match(alerts, /“foo”.*preset, n, /);
  assert.equal(await value(page, '#warmup-repetitions'), '3');
  assert.equal(await value(page, '#warmup-n'), '');
  const unknown = await open(t, '#nothing?n=3');
  assert.match((await texts(unknown, '.message[role=alert]')).join(), /“nothing”.*warmup, queued/);
  assert.ok(await unknown.$('#warmup .opened'));
});

const EVIL = `globalThis.ran = true; fetch('/ran'); console.log('<img src=x onerror=alert(1)>');`;

test('code in a link is shown and waits; it is never run by itself', async (t) => {
  const page = await patient(browser.newPage());
  t.after(() => page.close());
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${site.address}good/#sandbox?code=${await pack(EVIL)}`);
  await page.evaluate(() => globalThis.asynclab.ready);
  assert.equal(await value(page, '#sandbox-program'), EVIL);
  assert.match((await texts(page, '.message.calm')).join(), /came with the link.*has not run/);
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.equal(await state(page, 'sandbox'), 'idle');
  assert.equal(await page.$$eval('iframe', (frames) => frames.length), 0);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.ok(!requests.some((url) => url.endsWith('/ran')));
});

test('code goes into the sandbox only, and what was cut off is reported', async (t) => {
  const page = await open(t, `#warmup?code=${await pack(EVIL)}`);
  assert.match(
    (await texts(page, '.message[role=alert]')).join(),
    /“code”, which does not exist here/,
  );
  const cut = await open(t, `#sandbox?code=${(await pack(EVIL)).slice(0, 20)}`);
  assert.match(
    (await texts(cut, '.message[role=alert]')).join(),
    /“code” of the link cannot be read/,
  );
});

test('an edited program stands in the address', async (t) => {
  const page = await open(t, '#sandbox');
  await page.$eval('#sandbox-program', (field) => {
    field.closest('form').querySelector('select').focus();
    field.value = 'let a = 1;';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForFunction(() => location.hash.includes('code='));
  const packed = new URLSearchParams((await hashOf(page)).split('?')[1]).get('code');
  assert.equal(await unpack(packed), 'let a = 1;');
});

test('the panel copies a link with what a teacher hides and the result, which opens as one from a link', async (t) => {
  const page = await open(t);
  await page.evaluate(() =>
    globalThis.asynclab.run('warmup', { parameters: { n: 64, rounds: 2 } }),
  );
  await page.focus('#warmup button.link');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.sharing:not([hidden])');
  await page.waitForFunction(() => document.querySelector('#warmup-link').value.includes('n=64'));
  assert.equal(
    await page.$eval('#warmup button.link', (one) => one.getAttribute('aria-expanded')),
    'true',
  );
  await page.locator('.sharing summary').click();
  await page.locator('.sharing input[value=device]').click();
  await page.locator('.sharing input[value=result]').click();
  await page.waitForFunction(() => /result=/.test(document.querySelector('#warmup-link').value));
  await page.waitForFunction(() =>
    /long/.test(document.querySelector('#warmup-link-status').innerText),
  );
  const link = await value(page, '#warmup-link');
  assert.match(link, /[?&]hide=device&/);
  const finding = await page.$eval('#warmup .finding', (one) => one.innerText);

  const other = await open(t, link.slice(link.indexOf('#')));
  await other.waitForSelector('#warmup[data-state=link]');
  assert.equal(await other.$eval('#warmup .finding', (one) => one.innerText), finding);
  assert.match((await texts(other, '#warmup .ribbon')).join(), /From the link/);
  assert.equal(await other.$eval('#warmup [data-control=device]', (one) => one.hidden), true);
  assert.deepEqual(other.errors, []);
});

test('a result in a link that is none, or of another experiment, is rejected and reported', async (t) => {
  const bad = await open(t, `#warmup?result=${await pack('{"schema":1,"experiment":"warmup"}')}`);
  assert.match(
    (await texts(bad, '.message[role=alert]')).join(),
    /cannot be shown: it is not a result/,
  );
  assert.equal(await state(bad, 'warmup'), 'idle');
});

test('settings of a result in a link that no run has, which would be written into programs, are rejected', async (t) => {
  const address = new URL('../../www/experiments/warmup/recording.json', import.meta.url);
  const recorded = JSON.parse(readFileSync(address, 'utf8'));
  for (const repetitions of ['10): import os; os.system("evil") #', '\n'.repeat(20_000), 1e18]) {
    const parameters = { ...recorded.parameters, repetitions };
    const result = await pack(JSON.stringify({ ...recorded, trace: null, parameters }));
    const bad = await open(t, `#warmup?result=${result}`);
    const alerts = (await texts(bad, '.message[role=alert]')).join();
    assert.match(alerts, /cannot be shown: it is not a result/);
    assert.equal(await state(bad, 'warmup'), 'idle');
    assert.doesNotMatch(await bad.$eval('#warmup .listing', (one) => one.innerText), /evil/);
  }
});
