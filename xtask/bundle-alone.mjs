// Bundles a module or a style sheet with all that it imports into one minified file:
// `node xtask/bundle-alone.mjs ENTRY FILE [--iife] [--readable] [--sources]`. With `--iife` it is a classic script.
// With `--sources` it also writes `FILE.json`: the sources that went into a module, for their licences.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle as bundleStyle } from 'lightningcss';
import { rolldown } from 'rolldown';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    iife: { type: 'boolean' },
    readable: { type: 'boolean' },
    sources: { type: 'boolean' },
  },
});
const [entry, file] = positionals;
if (entry.endsWith('.css')) style();
else await module();

function style() {
  const { code } = bundleStyle({ filename: entry, minify: !values.readable });
  writeFileSync(file, code);
}

async function module() {
  const bundle = await rolldown({
    input: entry,
    // Pyodide imports Node's modules only in Node.
    external: values.iife ? [/^node:/, 'ws'] : [],
    // A classic script that is passed as text has no address.
    transform: { target: 'es2022', define: values.iife ? { 'import.meta.url': '"sandbox:"' } : {} },
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    file,
    format: values.iife ? 'iife' : 'esm',
    minify: !values.readable,
    // Minified code is not type-checked. It is a banner that the minifier keeps.
    postBanner: values.readable ? undefined : '// @ts-nocheck',
    comments: { legal: true, annotation: false, jsdoc: false },
    codeSplitting: false,
  });
  await bundle.close();
  if (!values.sources) return;
  const sources = Object.keys(output[0].modules).map((id) => relative('.', id));
  writeFileSync(`${file}.json`, JSON.stringify({ sources }));
}
