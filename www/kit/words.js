/**
 * The messages of the page, in Fluent's format: each folder with messages has a folder `words` with one file per language.
 * Only files of the reader's language are fetched, and the English ones, which are complete, where a message is missing.
 */
import { FluentBundle, FluentResource } from '../pkg/fluent.js';
import { Fault } from './faults.js';
import { locale } from './format.js';

const SOURCE = 'en';

/** Dispatches 'change' when all words must be written again. */
export const changes = new EventTarget();

/** By folder and language. @type {Map<string, FluentBundle>} */
const bundles = new Map();
/** The requests for words, by folder and language. @type {Map<string, Promise<void>>} */
const fetched = new Map();
/** @type {Set<string>} */
const learnt = new Set();

/** @param {string} folder @param {string} language */
const path = (folder, language) => `${folder}/words/${language}.ftl`;

/** The complaints that `complaintsOf` collects; null when it is not running. @type {string[]|null} */
let heard = null;

/**
 * Complaints about messages while an action ran. If it shows a document from elsewhere they are the document's fault.
 * @param {() => void} act
 * @returns {string[]}
 */
export function complaintsOf(act) {
  const before = heard;
  const all = (heard = /** @type {string[]} */ ([]));
  try {
    act();
  } finally {
    heard = before;
  }
  return all;
}

/**
 * Reports a mistake of the programmer or the translator: in tests it is an error; a reader gets the rest of the message.
 * @param {string} what
 */
export function complain(what) {
  if (heard) {
    heard.push(what);
    return;
  }
  if (!globalThis.document) throw new Error(what);
  console.error(what);
}

/**
 * Adds the messages of a folder in one language.
 * @param {string} folder below www/
 * @param {string} language the tag that its file is called by
 * @param {string} text of the file
 */
export function take(folder, language, text) {
  // Isolating marks around values are for scripts that run in two directions. All languages here run left to right,
  // and the marks would show up in drawings, files and terminals.
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const error of bundle.addResource(new FluentResource(text)))
    complain(`${path(folder, language)}: ${error.message}`);
  bundles.set(path(folder, language), bundle);
}

/**
 * The bundle that has a message: that of the first such folder in the reader's language, else in English if that is loaded.
 * @param {string[]} folders @param {string} key
 */
export function find(folders, key) {
  return [locale(), SOURCE]
    .flatMap((language) => folders.map((folder) => bundles.get(path(folder, language))))
    .find((bundle) => bundle?.hasMessage(key));
}

/** @param {string} folder @param {string} language @returns {Promise<void>} */
function load(folder, language) {
  const name = path(folder, language);
  const loading = async () => {
    if (bundles.has(name)) return;
    const answer = await fetch(new URL(`../${name}`, import.meta.url));
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
    take(folder, language, await answer.text());
  };
  const known = fetched.get(name) ?? loading();
  fetched.set(name, known);
  // The next attempt may succeed.
  known.catch(() => fetched.delete(name));
  return known;
}

/** @param {Iterable<string>} folders @param {string} language */
async function loadAll(folders, language) {
  const one = (/** @type {string} */ folder) =>
    load(folder, language).catch((error) => {
      if (language === SOURCE) throw new Fault('NOT_LOADED', error.message);
      return loadAll([folder], SOURCE);
    });
  await Promise.all(Array.from(folders, one));
}

/**
 * Loads the messages of these folders.
 * @param {...string} folders below www/
 * @throws {Fault} NOT_LOADED
 */
export async function learn(...folders) {
  await loadAll(folders, locale());
  for (const folder of folders) learnt.add(folder);
}

/**
 * Changes the language, once the messages of all loaded folders are loaded in it.
 * @param {string} language
 * @throws {Fault} NOT_LOADED; the language then stays as it was
 */
export async function speak(language) {
  await loadAll(learnt, language);
  document.documentElement.lang = language;
  changes.dispatchEvent(new Event('change'));
}

/** Fetches the English of folders that lack a message. @param {string[]} folders @returns {boolean} whether it may help */
export function askEnglish(folders) {
  const names = folders.map((folder) => path(folder, SOURCE));
  if (names.every((name) => bundles.has(name))) return false;
  loadAll(folders, SOURCE).then(
    () => changes.dispatchEvent(new Event('change')),
    () => {}, // The message then stays missing.
  );
  return true;
}
