// Parts that the tests of the package share: its archive, and a project that was just created and has installed it.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** The path of the archive. `cargo xtask test` has written it; a file of tests that is run by hand has it written. */
export function archive() {
  if (process.env.ASYNCLAB_PACKAGE) return process.env.ASYNCLAB_PACKAGE;
  const stdio = ['ignore', 'pipe', 'inherit'];
  const options = { cwd: checkout, stdio, encoding: 'utf8' };
  process.env.ASYNCLAB_PACKAGE = spawnSync('cargo', ['xtask', 'pack'], options).stdout.trim();
  return process.env.ASYNCLAB_PACKAGE;
}

const folders = [];
// Out here, because a hook registered within another would end with it.
after(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })));

/** A folder that goes with the tests. */
export function folder(name) {
  const path = mkdtempSync(join(tmpdir(), `asynclab-${name}-`));
  folders.push(path);
  return path;
}

/**
 * A copy of `project/` in a folder of its own, with the bundlers of its lock file and the package out of the archive. That
 * a bundler cannot be installed is a failure.
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
 * @returns {Promise<string>} what it printed
 * @throws {Error} with what it printed, if it failed
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
