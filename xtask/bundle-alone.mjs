// Makes one minified file of a module or a style sheet and all that it imports:
// `node xtask/bundle-alone.mjs ENTRY FILE [--iife] [--define NAME=VALUE]… [--external NAME]… [--readable] [--sources]`.
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
    define: { type: 'string', multiple: true, default: [] },
    external: { type: 'string', multiple: true, default: [] },
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
  const define = Object.fromEntries(
    values.define.map((text) => {
      const at = text.indexOf('=');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
  const bundle = await rolldown({
    input: entry,
    external: values.external.map((name) =>
      name.endsWith('*') ? new RegExp(`^${name.slice(0, -1)}`) : name,
    ),
    transform: { target: 'es2022', define },
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
