// Every language has all messages that programs use, and no others. Without a browser.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse, Visitor } from '@fluent/syntax';
import { LANGUAGES } from '../../www/embed/posters.js';
import { experiments } from '../../www/experiments/index.js';
import { sayer } from '../../www/kit/say.js';
import { take } from '../../www/kit/words.js';
import { documents, folders, languages, messagesOf, programs, www } from './fixtures/words.mjs';

const root = new URL('../', www);
const read = (path) => readFileSync(new URL(path, www), 'utf8');

/** The contents of a file of messages: a map from ids to variables, and lines that are no messages. */
function contents(text) {
  const messages = new Map();
  const given = new Map();
  const wrong = [];
  for (const entry of parse(text, {}).body) {
    if (entry.type === 'Junk') wrong.push(`cannot be read: ${entry.content.split('\n')[0]}`);
    if (entry.type !== 'Message') continue;
    if (messages.has(entry.id.name)) wrong.push(`twice: ${entry.id.name}`);
    messages.set(entry.id.name, variables(entry));
    given.set(entry.id.name, variables(entry, true));
  }
  return { messages, given, wrong };
}

/** The values that a message displays. A value that only chooses a form counts only with `choosing`, since not every language has plurals. */
function variables(message, choosing = false) {
  const found = new Set();
  class Shown extends Visitor {
    visitSelectExpression({ selector, variants }) {
      if (choosing) this.visit(selector);
      for (const { value } of variants) this.visit(value);
    }
    visitVariableReference({ id }) {
      found.add(id.name);
    }
  }
  new Shown().visit(message);
  return [...found].sort();
}

const english = new Map(folders.map((folder) => [folder, contents(messagesOf(folder, 'en'))]));
const idsOf = (folder) => [...english.get(folder).messages.keys()];
const opened = await Promise.all(
  experiments.map(async ({ name, load }) => ({ ...(await load()).default, name })),
);

/** Whether a folder has messages in a language. Only experiments may lack a language, and a file that exists must be complete. */
const written = (folder, language) =>
  !folder.startsWith('experiments/') ||
  folder === 'experiments/lib' ||
  messagesOf(folder, language);

test('embeds know the languages of the page', () => {
  assert.deepEqual(LANGUAGES, languages);
});

for (const language of languages) {
  test(`${language}: every message is there, well formed, with the same values as in English`, (t) => {
    for (const folder of folders.filter((one) => !written(one, language)))
      t.diagnostic(`${folder} is said in English: write words/${language}.ftl`);
    // These messages are gathered from the experiments, and missing where an experiment lacks the language.
    const later = (id) => !written(`experiments/${id.replace(/-(title|question)$/, '')}`, language);
    const wrong = folders
      .filter((one) => written(one, language))
      .flatMap((folder) => {
        const here = contents(messagesOf(folder, language));
        const asked = english.get(folder).messages;
        return [
          ...here.wrong,
          ...[...asked.keys()]
            .filter((id) => !here.messages.has(id) && !(folder === 'experiments' && later(id)))
            .map((id) => `missing: ${id}`),
          ...[...here.messages]
            .filter(([id, values]) => String(values) !== String(asked.get(id)))
            .map(
              ([id, values]) => `${id} shows ${values}; in English ${asked.get(id) ?? 'unknown'}`,
            ),
        ].map((text) => `${folder}: ${text}`);
      });
    assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} in all`);
  });

  test(`${language}: every message can be said, in each of its forms`, (t) => {
    const here = folders.filter((one) => written(one, language));
    for (const folder of here) take(folder, language, messagesOf(folder, language));
    globalThis.document = { documentElement: { lang: language } };
    t.after(() => delete globalThis.document);
    const unsaid = t.mock.method(console, 'error', () => {});
    for (const folder of here) {
      const say = sayer(folder);
      for (const id of idsOf(folder)) {
        const names = english.get(folder).given.get(id);
        for (const count of [1, 2, 1234.5]) {
          const values = { count, ...Object.fromEntries(names.map((name) => [name, count])) };
          assert.doesNotMatch(say(id, values), /[{}]|undefined|^\s|\s$/, `${folder}: ${id}`);
        }
      }
    }
    assert.deepEqual(
      unsaid.mock.calls.map((call) => call.arguments[0]),
      [],
    );
  });
}

/** Optional messages of an experiment. */
const OPTIONAL = ['table-note', 'prediction-right', 'prediction-wrong'];

/** The folders in which a call of a program looks for its message. @returns {string[][]} one list for each experiment that may be meant */
function asked(program, speaker) {
  const own = (name) => [`experiments/${name}`, 'experiments/lib'];
  const [, folder, name] = /^(\w+)\/([\w-]+)/.exec(program) ?? [];
  if (folder === 'page' && folders.includes(`page/${name}`)) return [[`page/${name}`]];
  if (program.startsWith('sandbox/')) return [own('sandbox')];
  if (folder === 'experiments') return name === 'lib' ? [] : [own(name)];
  if (speaker === 'sayOwn') return opened.map((experiment) => own(experiment.name));
  if (speaker === 'about') return [['experiments']];
  const nearest = folders.filter((one) => program.startsWith(`${one}/`)).sort();
  return nearest.length ? [[nearest.at(-1)]] : [];
}

/** The ids that a program names literally, each with the function that it calls. */
function named(text) {
  const calls = text.matchAll(/\b(say|sayOwn|about)\(((?:[^()`]|\(\))*?)[,)]/g);
  return Array.from(calls).flatMap(([, speaker, argument]) =>
    Array.from(argument.replace(/[!=]== '[^']*'/g, '').matchAll(/'([\w-]+)'/g), ([, id]) => ({
      speaker,
      id,
    })),
  );
}

test('a single round is counted in the singular', () => {
  take('experiments/lib', 'en', messagesOf('experiments/lib', 'en'));
  for (const { name } of opened) {
    const folder = `experiments/${name}`;
    take(folder, 'en', messagesOf(folder, 'en'));
    for (const [id, values] of english.get(folder).given) {
      if (!values.includes('rounds')) continue;
      const given = Object.fromEntries(values.map((value) => [value, 1]));
      assert.doesNotMatch(sayer(folder)(id, given), /\b1 rounds/, `${folder}: ${id}`);
    }
  }
});

test('every message that a program names is there', () => {
  const missing = programs.flatMap((program) =>
    named(read(program))
      .filter(({ id }) => !OPTIONAL.includes(id))
      .flatMap(({ speaker, id }) =>
        asked(program, speaker)
          .filter((places) => !places.some((folder) => english.get(folder).messages.has(id)))
          .map((places) => `${program}: ${id} in ${places[0]}`),
      ),
  );
  assert.deepEqual(missing, []);
});

/** The ids that an experiment's description uses. */
function described({ parameters, presets, prediction, figures, variations }) {
  const names = Object.keys(parameters);
  return [
    ...['introduction', 'prediction', 'caption', 'found', 'disagrees', 'coarse'],
    ...names,
    ...names.flatMap((name) =>
      (parameters[name].choices ?? [])
        .filter((choice) => Number.isNaN(Number(choice)))
        .map((choice) => `${name}-${choice}`),
    ),
    ...Object.keys(presets).map((key) => `preset-${key}`),
    ...Object.keys(variations).flatMap((key) => [`vary-${key}`, `look-${key}`]),
    ...prediction.choices.map(({ key }) => `prediction-${key}`),
    'prediction-right',
    'prediction-wrong',
    ...figures.flatMap(({ name, live }) => [
      `caption-${name}`,
      `summary-${name}`,
      ...(live ? [`live-${name}`, `live-summary-${name}`] : []),
    ]),
  ];
}

for (const experiment of opened) {
  test(`${experiment.name}: all that its description shows has a message`, () => {
    const say = sayer(`experiments/${experiment.name}`, 'experiments/lib');
    assert.deepEqual(
      described(experiment).filter((id) => !say.has(id)),
      [],
    );
  });
}

/** The most characters of a finding, which must be readable at a glance, also from the last row. Further text is below it. */
const GLANCE = 330;
const FINDING = /^(found|disagrees|coarse|uneven|unsteady|alone|cramped)(-[a-z-]+)?$/;

test('a finding is a sentence or two, and what is more belongs to one', () => {
  const wrong = opened.flatMap(({ name }) => {
    const folder = `experiments/${name}`;
    const say = sayer(folder);
    const time = { value: 123, unit: 'ms' };
    return idsOf(folder)
      .filter((id) => FINDING.test(id))
      .filter((id) => {
        if (id.endsWith('-more')) return !say.has(id.replace(/-more$/, ''));
        const names = english.get(folder).given.get(id);
        return say(id, Object.fromEntries(names.map((one) => [one, time]))).length > GLANCE;
      })
      .map((id) => `${folder}: ${id}`);
  });
  assert.deepEqual(wrong, []);
});

test('every problem has a remedy, every experiment a title and a question', () => {
  const page = sayer('page');
  const about = sayer('experiments');
  for (const id of idsOf('page').filter((id) => id.startsWith('problem-')))
    assert.ok(page.has(id.replace('problem', 'remedy')), id);
  for (const { name } of experiments) {
    assert.ok(about(`${name}-title`));
    assert.match(about(`${name}-question`), /\?$/);
  }
});

/** The programs that may use a folder's messages. */
function speakers(folder) {
  const [, name] = folder.split('/');
  const within = (...places) =>
    programs.filter((program) => places.some((place) => program.startsWith(`${place}/`)));
  if (name === 'lib') return within('experiments', 'page', 'kit', 'lib/machines');
  const own = name === 'sandbox' ? [name, 'python'] : [];
  if (name) return within(folder, 'experiments/lib', 'page', ...own);
  return within(folder, ...(folder === 'notebook' ? ['python'] : []));
}

/** All sources: codes of errors may come from any of them. */
const everything = [
  ...programs.map(read),
  ...readdirSync(new URL('src/', root), { recursive: true })
    .filter((path) => path.endsWith('.rs'))
    .map((path) => readFileSync(new URL(`src/${path}`, root), 'utf8')),
].join('\n');

test('no message is unused', () => {
  const unused = folders.flatMap((folder) => {
    const text = speakers(folder).map(read).join('\n') + Object.values(documents).join('\n');
    const experiment = opened.find(({ name }) => folder === `experiments/${name}`);
    const known = new Set([
      ...Array.from(text.matchAll(/['"]([\w-]+)['"]/g), ([, id]) => id),
      ...opened
        .filter((one) => one === experiment || folder === 'experiments/lib')
        .flatMap(described),
      ...(experiment ? ['title', 'question'] : []),
    ]);
    // The names of devices come from data.
    const tokens = new Set([...(text.match(/\w+/g) ?? []), 'webgpu', 'cpu', 'sim']);
    // `way-${way}` uses `way-a` if the text has an `a`.
    const families = Array.from(
      text.matchAll(/`([a-z-]*)\$\{[^`}]*\}(-[a-z-]+)?`/g),
      ([, before, after]) => new RegExp(`^${before}([\\w.-]+?)${after ?? ''}$`),
    ).filter((family) => family.source !== '^([\\w.-]+?)$');
    const codes = new Set(everything.match(/\b[A-Z]+(_[A-Z]+)*\b/g));
    const made = (id) =>
      families.some((family) => {
        const part = family.exec(id)?.[1];
        return part && (codes.has(part) || part.split(/\W/).every((piece) => tokens.has(piece)));
      });
    if (folder === 'experiments') return [];
    // Programs name these notes; `programs-units.test.mjs` looks for unused ones.
    const noted = (id) => folder === 'page/program' && id.startsWith('note-');
    return idsOf(folder)
      .filter((id) => !noted(id))
      .filter((id) => !known.has(id) && !made(id))
      .map((id) => `${folder}: ${id}`);
  });
  assert.deepEqual(unused, []);
});

for (const [folder, document] of Object.entries(documents))
  test(`the document of ${folder} says in English what its messages say`, () => {
    const say = sayer(folder, 'page');
    const flat = document.replace(/\s+/g, ' ');
    const ids = Array.from(document.matchAll(/data-say="([\w-]+)"/g), ([, id]) => id);
    assert.ok(ids.length > 0);
    for (const id of ids) assert.ok(flat.includes(say(id)), id);
  });

test('a message or a value that is missing is an error, and numbers choose a plural', () => {
  take(
    'test',
    'en',
    'done = { $count ->\n    [one] { $count } product\n   *[other] { $count } products\n}\n',
  );
  const say = sayer('test');
  assert.equal(say('done', { count: 1 }), '1 product');
  assert.equal(say('done', { count: 1234 }), '1,234 products');
  assert.equal(say('done', { count: { value: 1, unit: 'count' } }), '1 product');
  assert.throws(() => say('done'), /count/);
  assert.throws(() => say('undone'), /undone/);
});
