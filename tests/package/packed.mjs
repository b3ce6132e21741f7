// Parts that the tests of the package share: its archive, and a new project that has installed it.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** The path of the archive. `cargo xtask test` has written it. For a test file that is run by hand it is written now. */
export function archive() {
  if (process.env.ASYNCLAB_PACKAGE) return process.env.ASYNCLAB_PACKAGE;
  const stdio = ['ignore', 'pipe', 'inherit'];
  const options = { cwd: checkout, stdio, encoding: 'utf8' };
  process.env.ASYNCLAB_PACKAGE = spawnSync('cargo', ['xtask', 'pack'], options).stdout.trim();
  return process.env.ASYNCLAB_PACKAGE;
}

const folders = [];
// At the top level, because a hook that is registered within another hook ends with it.
after(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })));

/** A temporary folder that is removed after the tests. */
export function folder(name) {
  const path = mkdtempSync(join(tmpdir(), `asynclab-${name}-`));
  folders.push(path);
  return path;
}

/**
 * A copy of `project/` in a new folder, with the bundlers of its lock file and the package from the archive. It is a failure
 * if a bundler cannot be installed.
 *
 * @returns {Promise<string>} the folder
 */
export async function project() {
  const path = folder('project');
  cpSync(new URL('project', import.meta.url), path, { recursive: true });
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await shell(path, 'npm', 'ci', ...quiet);
  await shell(path, 'npm', 'install', '--no-save', ...quiet, archive());
  return path;
}

/**
 * Runs a program in a folder.
 *
 * @returns {Promise<string>} its output
 * @throws {Error} with its output, if it failed
 */
export async function shell(cwd, program, ...words) {
  try {
    return (await promisify(execFile)(program, words, { cwd })).stdout;
  } catch (error) {
    throw new Error(`${program} ${words.join(' ')}: ${error.stdout}${error.stderr}`, {
      cause: error,
    });
  }
}
