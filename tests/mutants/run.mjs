// Breaks programs on purpose, one place at a time, and runs their tests. A mutant that no test notices has survived. Mutations are made in
// copies of the checkout. Arguments, as JSON: {targets?: string[], files?: string[], sample?: number, seed?: number,
// jobs?: number}; `files` limits the mutations to these files of the targets.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomOf, shuffled } from '../../www/kit/statistics.js';
import { mutated, mutationsOf, mutationsOfPython } from './mutations.mjs';
import { holds } from './floor.mjs';
import { targets } from './targets.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const asked = JSON.parse(process.argv[2] ?? '{}');
const { files: only, sample = Infinity, jobs = 2 } = asked;
const { seed = Math.floor(Date.now() / 86_400_000) } = asked;
/** Tests hang if they take longer than this many times their time with the unbroken program, plus the time of a start, ms. */
const [SLOWER, START] = [4, 20_000];

/** A copy of the checkout that mutants may be written into. @param {number} job */
function copy(job) {
  const folder = join(root, 'target/mutants', String(job));
  rmSync(folder, { recursive: true, force: true });
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const built = ['www/pkg', 'www/experiments/list.js'];
  const all = [...files.split('\0').filter(Boolean), ...built];
  for (const file of all.filter((name) => existsSync(join(root, name))))
    cpSync(join(root, file), join(folder, file), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // The copy gets its own repository, for tests that list the project's files.
  for (const git of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    execFileSync('git', git, { cwd: folder });
  return folder;
}

/** Runs a file of tests. @param {string} folder @param {string} test @param {number} limit ms @returns {Promise<boolean>} whether it passed in time */
function passes(folder, test, limit) {
  const node = spawn(process.execPath, ['--test', test], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ASYNCLAB_MUTANT: '1' },
  });
  return new Promise((resolve, reject) => {
    // The whole process group is killed: the test's process is a child of the runner's.
    const timer = setTimeout(
      () => process.kill(-(/** @type {number} */ (node.pid)), 'SIGKILL'),
      limit,
    );
    node.on('error', reject);
    node.on('exit', (code) => (clearTimeout(timer), resolve(code === 0)));
  });
}

/** Mutations of all files of a target. @param {string[]} files */
const mutantsOf = (files) =>
  files.flatMap((file) => {
    const path = join(root, file);
    const list = file.endsWith('.py')
      ? mutationsOfPython(path)
      : mutationsOf(readFileSync(path, 'utf8'), { statements: true });
    return list.map((mutation) => ({ file, mutation }));
  });

/** Tries the mutants of a target. @param {string} name @param {string[]} folders @returns {Promise<{tried: number, survived: string[]}>} */
async function trial(name, folders) {
  const { files, tests } = targets[name];
  /** @type {Record<string, number>} */
  const limits = {};
  for (const test of tests) {
    const start = performance.now();
    if (!(await passes(folders[0], test, 600_000)))
      throw new Error(`${test} fails without a mutant`);
    limits[test] = SLOWER * (performance.now() - start) + START;
  }
  const broken = files.filter((file) => !only || only.includes(file));
  const left = shuffled(mutantsOf(broken), randomOf(seed)).slice(0, sample);
  const tried = left.length;
  /** @type {string[]} */
  const survived = [];
  /** By file, the test that noticed its last mutant: it is tried first, since it notices most others, too. @type {Map<string, string>} */
  const keen = new Map();
  const work = async (/** @type {string} */ folder) => {
    for (let one = left.pop(); one; one = left.pop()) {
      const { file, mutation } = one;
      const text = readFileSync(join(root, file), 'utf8');
      writeFileSync(join(folder, file), mutated(text, mutation));
      const last = keen.get(file);
      let noticed = false;
      for (const test of last ? [last, ...tests.filter((other) => other !== last)] : tests)
        if ((noticed = !(await passes(folder, test, limits[test])))) {
          keen.set(file, test);
          break;
        }
      writeFileSync(join(folder, file), text);
      if (!noticed) survived.push(`${file}:${mutation.line}: ${mutation.was} → ${mutation.is}`);
    }
  };
  await Promise.all(folders.map(work));
  return { tried, survived: survived.sort() };
}

mkdirSync(join(root, 'target/mutants'), { recursive: true });
const names = asked.targets?.length ? asked.targets : Object.keys(targets);
for (const name of names) if (!targets[name]) throw new Error(`there is no target ${name}`);
const folders = Array.from({ length: jobs }, (_, job) => copy(job));
let below = 0;
for (const name of names) {
  const { tried, survived } = await trial(name, folders);
  for (const one of survived) console.log(`survived  ${one}`);
  if (!holds(`${name}, seed ${seed}`, tried, survived.length, targets[name].floor)) below += 1;
}
process.exitCode = below ? 1 : 0;
