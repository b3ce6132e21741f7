// Bundles libraries as a page would load them: `node bundle.mjs OUT ENTRY…` writes the entries to `OUT`, minified, and what they share
// to `OUT/lib`.
import { basename } from 'node:path';
import { rolldown } from 'rolldown';

const [out, ...entries] = process.argv.slice(2);
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [basename(entry, '.js'), entry])),
  transform: { target: 'es2022' },
  // Warnings about a peer's own code are not ours to fix.
  logLevel: 'silent',
});
await bundle.write({
  dir: out,
  minify: true,
  comments: { legal: true, annotation: false, jsdoc: false },
  // A module of the lab finds what it loads from a folder beside its own.
  chunkFileNames: 'lib/[name]-[hash].js',
});
await bundle.close();
