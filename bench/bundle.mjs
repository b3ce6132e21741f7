// Bundles libraries as a page would load them: `node bundle.mjs [--plain] OUT ENTRY…` writes the entries to `OUT` and shared modules to
// `OUT/lib`, minified unless `--plain` keeps names and lines, and prints the modules of npm packages that are in them.
import { basename } from 'node:path';
import { rolldown } from 'rolldown';

const plain = process.argv[2] === '--plain';
const [out, ...entries] = process.argv.slice(plain ? 3 : 2);
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [basename(entry, '.js'), entry])),
  transform: { target: 'es2022' },
  // Warnings about a peer's own code are not ours to fix.
  logLevel: 'silent',
});
const { output } = await bundle.write({
  dir: out,
  minify: !plain,
  comments: { legal: true, annotation: false, jsdoc: false },
  // A module of the lab loads files from a folder beside its own.
  chunkFileNames: 'lib/[name]-[hash].js',
});
await bundle.close();
const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
for (const id of modules.filter((name) => name.includes('node_modules/'))) console.log(id);
