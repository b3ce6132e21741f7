// Bundles libraries as a page would load them: `node bundle.mjs OUT ENTRY…` writes the entries to `OUT`, minified, and what they share
// to `OUT/lib`.
import { basename } from 'node:path';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';

/** Of these esbuild leaves less; the others are smaller by Rolldown, which makes the lab's own site. */
const BY_ESBUILD = ['tensorflow.js'];

const [out, ...entries] = process.argv.slice(2);
const byEsbuild = entries.filter((entry) => BY_ESBUILD.includes(basename(entry)));
await build({
  entryPoints: byEsbuild,
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
const rest = entries.filter((entry) => !byEsbuild.includes(entry));
const bundle = await rolldown({
  input: Object.fromEntries(rest.map((entry) => [basename(entry, '.js'), entry])),
  transform: { target: 'es2022' },
  // Warnings about a peer's own code are not ours to mend.
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
