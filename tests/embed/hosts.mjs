// Two hosts, as in real courses: the lab's, with the headers of a static host like GitHub Pages, and the course's.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { staticHost } from '../../xtask/browser/static.mjs';
import { site } from './tools.mjs';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** The address on another site, and not only another port: for browsers `localhost` and `127.0.0.1` are different sites. */
const asStranger = (address) => address.replace('127.0.0.1', 'localhost');

/**
 * The lab, below a path of its host.
 * @param {import('node:test').TestContext} t
 * @returns {Promise<{address: string, files: string[]}>} its address, and a list that grows by each file that it sends
 */
export async function labHost(t) {
  const files = [];
  const host = await staticHost(pathToFileURL(`${site()}/`), '/asynclab/', {
    headers: { 'access-control-allow-origin': '*' },
    onSent: (name) => files.push(name),
  });
  t.after(() => host.close());
  return { address: host.address, files };
}

/**
 * A copy of an example with its gaps filled in. It is deleted after the test.
 * @param {import('node:test').TestContext} t
 * @param {string} name a folder of `examples/`
 * @param {Record<string, string>} values by gap: `snippet` fills `{{snippet}}`
 * @returns {string} its folder
 */
export function filledExample(t, name, values) {
  const folder = mkdtempSync(join(tmpdir(), `asynclab-${name}-`));
  t.after(() => rmSync(folder, { recursive: true, maxRetries: 3 }));
  cpSync(join(examples, name), folder, { recursive: true });
  let gaps = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'README.md') continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8').replace(/\{\{(snippet|origin)\}\}/g, (_, gap) => {
      gaps += 1;
      return entry.name.endsWith('.ipynb') ? withinJson(values[gap]) : values[gap];
    });
    writeFileSync(file, text);
  }
  if (gaps === 0) throw new Error(`examples/${name} has no gap`);
  return folder;
}

/**
 * Serves a course.
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 * @returns {Promise<string>} its address, on another site than the lab's
 */
export async function courseHost(t, folder) {
  // Browsers request this file, and its absence would be reported as an error of the page.
  writeFileSync(join(folder, 'favicon.ico'), '');
  const host = await staticHost(pathToFileURL(`${folder}/`), '/');
  t.after(() => host.close());
  return asStranger(host.address);
}

function withinJson(text) {
  return JSON.stringify(text).slice(1, -1);
}
