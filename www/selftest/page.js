/** The page of the self-test: examines the machine, shows the verdicts, and saves a report. */
import '../page/trusted.js';
import { experiments } from '../experiments/index.js';
import { h, prose } from '../kit/dom.js';
import { duration, locale, quantity, roughly, whole } from '../kit/format.js';
import { jsonSafe } from '../kit/result.js';
import { sayer, sayerOf } from '../kit/say.js';
import { changes, learn } from '../kit/words.js';
import { choose, languages, sayDocument } from '../page/language.js';
import { SilenceNotice } from '../page/silence.js';
import { examine, names } from './examine.js';

/** @typedef {import('./outcome.js').Found} Found */

const say = sayer('selftest');
const about = sayer('experiments');
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** The approximate share of the time that each check takes. @type {Record<string, number>} */
const SHARES = {
  limits: 4,
  kernels: 14,
  candidates: 10,
  special: 12,
  sums: 4,
  programs: 16,
  clocks: 5,
  timestamps: 5,
  memory: 3,
  loss: 3,
  experiments: 40,
};
/** After this time, ms, the remaining time can be estimated. */
const SETTLED = 5000;
const MARKS = { right: '✓', wrong: '✕', unknown: '?' };

/** The findings so far. @type {Map<string, Found>} */
const founds = new Map();
/** @type {import('./examine.js').Report|null} */
let report = null;
/** @type {AbortController|null} */
let running = null;
/** The requested checks, in order, and the time of their start. */
let asked = names;
let begun = 0;
/** @type {{name: string, done: number, total: number}|null} */
let under = null;
/** @type {unknown} */
let failure = null;
/** Ends the work on a device that does not respond. */
let endSilent = () => {};
const silence = new SilenceNotice(
  () => endSilent(),
  () => say('end-check'),
);

/**
 * Runs the checks and shows them.
 * @param {string[]} [only]
 * @param {import('./bench.js').Part} [part]
 * @returns {Promise<import('./examine.js').Report>}
 */
async function run(only = names, part = {}) {
  running?.abort();
  const own = (running = new AbortController());
  founds.clear();
  asked = names.filter((name) => only.includes(name));
  begun = performance.now();
  report = failure = null;
  lay();
  try {
    const made = await examine({
      only,
      part,
      signal: own.signal,
      onProgress: (name, done, total) => {
        under = { name, done, total };
        progress();
      },
      silent: (one, end) => {
        endSilent = end;
        silence.show(one);
      },
      found: (found) => {
        silence.clear();
        founds.set(found.name, found);
        lay();
      },
    });
    report = jsonSafe(made);
    return /** @type {import('./examine.js').Report} */ (report);
  } catch (error) {
    if (!own.signal.aborted) failure = error;
    throw error;
  } finally {
    if (running === own) {
      running = under = null;
      silence.clear();
    }
    // Findings of experiments are in the experiments' own words.
    await learnExperiments().catch(() => {});
    lay();
  }
}

const learnExperiments = () => {
  const runs = founds.get('experiments')?.more?.runs ?? [];
  const folders = runs.map(
    (/** @type {{experiment: string}} */ { experiment }) => `experiments/${experiment}`,
  );
  return learn('experiments/lib', ...folders);
};

/** The progress of the check that is under way. */
function progress() {
  const bar = /** @type {HTMLProgressElement} */ (byId('progress'));
  byId('running').hidden = !under;
  if (!under) return;
  const part = Math.min(1, under.done / Math.max(1, under.total));
  const shares = asked.map((name) => SHARES[name]);
  const own = asked.indexOf(under.name);
  bar.max = shares.reduce((sum, one) => sum + one, 0);
  bar.value = shares.slice(0, own).reduce((sum, one) => sum + one, 0) + part * shares[own];
  const step = say('under-way', { check: say(`check-${under.name}`) });
  const past = performance.now() - begun;
  const left = (past * (bar.max - bar.value)) / Math.max(1e-9, bar.value);
  const known = past > SETTLED && bar.value > 0;
  const text = known ? sayer('page')('left', { step, left: roughly(left) }) : step;
  if (byId('step').textContent !== text) byId('step').textContent = text;
}

/** A message of a check, in which an experiment's key is replaced by its title. @param {import('../kit/types.js').Message} message */
function sentence({ key, values }) {
  const named = { ...values };
  if (typeof values.experiment === 'string' && values.experiment)
    named.experiment = about(`${values.experiment}-title`);
  return say(key, named);
}

/** @param {Found} found */
function details({ cases, failed, wrong, unknown, values, more }) {
  const quantities = Object.entries(values).map(([name, value]) =>
    h(
      'div',
      {},
      h('dt', {}, say(`value-${name.replace(/\d$/, '')}`)),
      h('dd', {}, spreadText(value)),
    ),
  );
  return [
    h('p', { class: 'note' }, say('cases', { cases, failed })),
    ...[...wrong, ...unknown].map((one) => h('p', { class: 'case' }, ...prose(sentence(one)))),
    failed > wrong.length
      ? h('p', { class: 'case' }, say('and-more', { count: failed - wrong.length }))
      : null,
    quantities.length ? h('dl', { class: 'values' }, ...quantities) : null,
    ...(more?.runs ?? []).map(verdictOf),
  ];
}

/** A value with its quartiles, if it has any. @param {import('../kit/types.js').Quantity} value */
function spreadText({ value, unit, low, high }) {
  const of = (/** @type {number} */ x) => quantity({ value: x, unit });
  return low === undefined || high === undefined
    ? of(value)
    : say('quartiles', { median: of(value), low: of(low), high: of(high) });
}

/** The finding of an experiment, in its own words. @param {any} run */
function verdictOf({ experiment, took, finding: { key, values } }) {
  const sayOwn = sayerOf(experiment);
  const text = sayOwn.has(key) ? sayOwn(key, values) : key;
  return h(
    'div',
    { class: 'run' },
    h('h3', {}, about(`${experiment}-title`)),
    h('p', {}, ...prose(text)),
    h('p', { class: 'note' }, `${key} · ${duration(took)}`),
  );
}

/** The line of a check, with its details below it. @param {string} name */
function line(name) {
  const found = founds.get(name);
  const verdict = found?.verdict ?? (under?.name === name ? 'running' : 'open');
  const sign = h(
    'span',
    { class: 'sign', 'aria-hidden': 'true' },
    found ? MARKS[found.verdict] : '·',
  );
  const head = [
    sign,
    h('span', { class: 'name' }, say(`check-${name}`)),
    h('span', { class: 'verdict' }, say(`verdict-${verdict}`)),
  ];
  const what = h('p', {}, say(`what-${name}`));
  const open = found?.verdict === 'wrong' || found?.verdict === 'unknown';
  return h(
    'details',
    { class: 'check', 'data-check': name, 'data-verdict': verdict, open },
    h('summary', {}, ...head),
    what,
    ...(found ? details(found) : []),
  );
}

/** The verdict of all checks together. */
function statement() {
  if (failure) return say('failed', { error: String(/** @type {any} */ (failure).message) });
  if (running || !report) return founds.size ? say('so-far', { count: founds.size }) : '';
  const { right, wrong, unknown } = report.verdicts;
  const key = wrong ? 'all-wrong' : unknown ? 'all-unknown' : 'all-right';
  return say(key, { right, wrong, unknown, took: duration(report.took) });
}

/** Saves the report as a file. */
function save() {
  if (!report) return;
  const text = JSON.stringify(report, null, 1);
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  h('a', { href: url, download: nameOf(report) }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @param {import('./examine.js').Report} report */
function nameOf({ browser, adapter }) {
  const parts = ['asynclab-selftest', browser, adapter?.name || adapter?.vendor || 'no-adapter'];
  return `${parts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 80)}.json`;
}

/** Writes everything again. */
function lay() {
  sayDocument(sayer('selftest', 'page'));
  const start = byId('start');
  start.textContent = say(running ? 'stop' : founds.size ? 'again' : 'begin');
  start.classList.toggle('run', !running);
  byId('save').hidden = !report;
  const stated = statement();
  const verdict =
    report && (report.verdicts.wrong ? 'wrong' : report.verdicts.unknown ? 'unknown' : 'right');
  const element = byId('statement');
  element.dataset.verdict = verdict ?? '';
  if (element.textContent !== stated) element.textContent = stated;
  byId('machine').textContent = report
    ? say('machine', {
        browser: report.browser,
        adapter: report.adapter ? nameOfAdapter(report.adapter) : say('no-adapter'),
      })
    : '';
  byId('sharing').hidden = !report;
  byId('checks').replaceChildren(...names.map(line));
  tongues();
  progress();
}

/** @param {NonNullable<import('./examine.js').Report['adapter']>} adapter */
const nameOfAdapter = ({ name, vendor, architecture }) =>
  [name, vendor, architecture].filter(Boolean).join(' · ') || say('unnamed');

/** The choice of a language. */
function tongues() {
  const select = h(
    'select',
    {},
    ...languages().map(({ tag, name }) => h('option', { value: tag }, name)),
  );
  select.value = locale();
  // If this fails, the language does not change.
  select.addEventListener('change', () => void choose(select.value).catch(() => {}));
  byId('language').replaceChildren(
    h('label', { class: 'picker' }, h('span', {}, sayer('page')('language')), select),
  );
}

await learn('selftest', 'page', 'experiments');
byId('running').after(silence.element);
lay();
changes.addEventListener('change', lay);
byId('start').addEventListener('click', () => {
  if (running) running.abort();
  else run().catch(() => {});
});
byId('save').addEventListener('click', save);

/** For programs: `cargo xtask run selftest` and tests. */
Object.assign(globalThis, {
  asynclabSelftest: {
    names,
    experiments: experiments.map(({ name }) => name),
    run,
    /** The report's checks as lines of text, in the page's language. */
    lines: () =>
      [...founds.values()].map(({ name, verdict, cases, wrong, unknown }) => [
        verdict,
        say(`check-${name}`),
        `${whole(cases)}`,
        [...wrong, ...unknown].map(sentence).join('\n'),
      ]),
    statement,
  },
});
