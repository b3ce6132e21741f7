// Writes www/pkg/posters/<language>.json: the posters that experiments inside other pages show before any other part is loaded.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { experiments, open } from '../www/experiments/index.js';
import { setLocale } from '../www/kit/format.js';
import { LANGUAGES } from '../www/embed/posters.js';
import { devicesOf } from '../www/kit/parameters.js';
import { sayer, sayerOf } from '../www/kit/say.js';
import { take } from '../www/kit/words.js';
import { provenanceOf } from '../www/page/provenance.js';

const www = new URL('../www/', import.meta.url);
const text = (path) => readFileSync(new URL(path, www), 'utf8');
const WORDS = text('embed/words/en.ftl').match(/^[\w-]+(?= =)/gm) ?? [];
const VALUES = ['VALUE', 'ALLOWED', 'ATTRIBUTE', 'ORIGIN', 'TITLE'];

mkdirSync(new URL('pkg/posters/', www), { recursive: true });
for (const language of LANGUAGES) {
  setLocale(language);
  const folders = [
    'page',
    'embed',
    'experiments/lib',
    ...experiments.map(({ name }) => `experiments/${name}`),
  ];
  for (const folder of folders) {
    // An experiment may have only English messages.
    const own = `${folder}/words/${language}.ftl`;
    take(folder, language, text(existsSync(new URL(own, www)) ? own : `${folder}/words/en.ftl`));
  }
  const posters = {};
  for (const { name } of experiments) posters[name] = await poster(name, language);
  write(
    `pkg/posters/${language}.json`,
    `${JSON.stringify({ words: words(), experiments: posters })}\n`,
  );
}

function words() {
  const say = sayer('embed');
  const said = WORDS.map((key) => [key, filled(say(key))]);
  return { ...Object.fromEntries(said), run: sayer('page')('run') };
}

/** Puts placeholders in braces where values are filled in later. */
function filled(message) {
  return VALUES.reduce((all, name) => all.replaceAll(name, `{${name.toLowerCase()}}`), message);
}

async function poster(name, language) {
  const experiment = await open(name);
  const [page, own] = [sayer('page'), sayerOf(name)];
  return {
    title: own('title'),
    question: own('question'),
    recorded: recorded(name, page),
    size: sizeOf(`experiments/${name}/poster/${language}.svg`),
    parameters: Object.fromEntries(
      Object.entries(experiment.parameters).map(([key, parameter]) => [key, accepts(parameter)]),
    ),
    choices: { preset: Object.keys(experiment.presets), device: devicesOf(experiment) },
  };
}

/** Where and when the run in the picture was recorded; empty where there is no recording yet. */
function recorded(name, page) {
  const file = `experiments/${name}/recording.json`;
  if (!existsSync(new URL(file, www))) return '';
  return provenanceOf(JSON.parse(text(file)), 'recorded', page, sayerOf(name)).text;
}

/** The values that a parameter accepts, in signs that need no translation. */
function accepts({ min, max, auto, choices, text: most }) {
  if (choices) return choices.join(', ');
  return most ? `≤ ${most}` : `${min} … ${max}${auto ? ', auto' : ''}`;
}

function sizeOf(path) {
  // Drawn by `cargo xtask record`, which needs the site to be built.
  if (!existsSync(new URL(path, www))) return [680, 320];
  const [, width, height] = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(text(path)) ?? [];
  return [Math.round(Number(width)), Math.round(Number(height))];
}

function write(path, content) {
  const file = new URL(path, www);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content);
}
