// The paths that `cargo xtask test embed` sets: the built site, and the tools that make course pages.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

function given(variable) {
  const value = process.env[variable];
  if (value) return value;
  throw new Error(`${variable} is not set: run these tests with \`cargo xtask test embed\``);
}

/** The folder of the site as `cargo xtask dist` writes it. */
export const site = () => given('ASYNCLAB_DIST');

/** A program of the Python environment, such as `sphinx-build`. */
export const python = (name) => join(given('ASYNCLAB_PYTHON'), 'bin', name);

export const mdbook = () => given('ASYNCLAB_MDBOOK');

const onPath = (...names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => names.some((name) => existsSync(join(folder, name))));

/**
 * Quarto, if it is on the PATH. Debian and npm do not have it, and PyPI's package downloads it from GitHub during its
 * installation.
 */
export const quarto = {
  program: 'quarto',
  missing:
    !onPath('quarto') &&
    'quarto is not on the PATH, and cannot be installed as the other tools are: https://quarto.org/docs/download/',
};

/** The path of Pandoc in the Python environment, if it is there. */
function packedPandoc() {
  const lib = join(process.env.ASYNCLAB_PYTHON ?? '', 'lib');
  if (!existsSync(lib)) return undefined;
  const paths = readdirSync(lib).map((name) =>
    join(lib, name, 'site-packages/pypandoc/files/pandoc'),
  );
  return paths.find((path) => existsSync(path));
}
const pandocFound = packedPandoc() ?? (onPath('pandoc') ? 'pandoc' : undefined);

/** Pandoc, with which Quarto reads and writes Markdown: from PyPI or on the PATH. */
export const pandoc = {
  program: pandocFound ?? 'pandoc',
  missing: !pandocFound && 'pandoc is neither in the Python environment nor on the PATH',
};

export const firefox = {
  missing:
    !process.env.ASYNCLAB_FIREFOX &&
    !onPath('firefox-esr', 'firefox') &&
    'Firefox is not installed',
};

/** The folder of `myst/package.json` with its `node_modules`. */
export const mystPackages = () => given('ASYNCLAB_MYST');

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} words
 * @param {string} cwd
 * @returns {Promise<string>} its output
 * @throws {Error} with its output, if it fails
 */
export async function run(program, words, cwd) {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, words, { cwd });
    return stdout + stderr;
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.slice(-2000);
    throw new Error(`${program} ${words.join(' ')} failed:\n${output}`, { cause: error });
  }
}
