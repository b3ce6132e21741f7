// Shortens the engine of `node xtask/shorten.mjs FOLDER`: asynclab_bg.wasm by Binaryen, and with it the names between it and asynclab.js.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Passes that inline code, or keep common results, are left out: the module would be smaller, but compress worse, and so the download larger.
 * The first kilobyte of memory is the end of the stack: nothing else is there.
 */
const PASSES = [
  '-Os',
  '--low-memory-unused',
  '--skip-pass=inlining-optimizing',
  '--skip-pass=local-cse',
  '--minify-imports-and-exports-and-modules',
  '--strip-target-features',
];
/** The name by which the module imports from its glue. `--minify-imports-and-exports-and-modules` replaces it by `a`. */
const GLUE = '"./asynclab_bg.js"';

const [wasm, script] = ['asynclab_bg.wasm', 'asynclab.js'].map((name) =>
  join(process.argv[2], name),
);
const options = [...PASSES, wasm, '-o', wasm];
/** @type {{imports: string[][], exports: string[][]}} the old and the new name of each; for imports, their module's name comes first */
const renamed = JSON.parse(
  execFileSync(process.execPath, ['node_modules/binaryen/bin/wasm-opt', ...options], {
    encoding: 'utf8',
  }),
);
const exports = new Map(/** @type {[string, string][]} */ (renamed.exports));
const imports = new Map(renamed.imports.map(([, name, short]) => [name, short]));

const glue = readFileSync(script, 'utf8');
const given = new Set();
const shorter = glue
  .replaceAll(/\bwasm\.(\w+)/g, (_, name) => `wasm.${exports.get(name)}`)
  .replaceAll(/^ +(\w+): /gm, (all, name) => {
    given.add(name);
    return all.replace(name, imports.get(name) ?? name);
  })
  .replaceAll(GLUE, '"a"');
const missing = [...imports.keys()].filter((name) => !given.has(name));
if (missing.length > 0 || shorter.includes('wasm.undefined') || !glue.includes(GLUE))
  throw new Error(
    `asynclab.js and its module do not name each other as they did: ${missing.join(', ')}`,
  );
writeFileSync(script, shorter);
