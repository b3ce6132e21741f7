// Bundles modules and styles of the checkout: `node xtask/bundle.mjs OUT ENTRY…` writes the entries below `www/` to `OUT/www/`
// with what they share, minified, and prints as JSON for each file its entry, its imports, and the sources that went into it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { bundle as bundleStyle } from 'lightningcss';
import { rolldown } from 'rolldown';

/**
 * Modules that are loaded as a whole: by the page, by programs, by the threads of both, by pages with embedded experiments, and by an embedded
 * experiment that is used. Modules that the same ones of these need go into one file, even if others need a part of it: small files compress badly.
 */
const WHOLE = [
  'asynclab.js',
  'backend-worker.js',
  'run/experiment-worker.js',
  'page/page.js',
  'embed/element.js',
  'embed/stage.js',
].map((module) => resolve('www', module));

/** By module, those of {@link WHOLE} that import it statically, directly or through others. @type {Map<string, string[]>} */
const needed = new Map();

const [out, ...entries] = process.argv.slice(2);
const isStyle = (entry) => entry.endsWith('.css');
const outputs = {
  ...(await modules(entries.filter((entry) => !isStyle(entry)))),
  ...styles(entries.filter(isStyle)),
};
console.log(JSON.stringify(outputs));

async function modules(names) {
  const input = Object.fromEntries(
    names.map((name) => [name.replace(/\.js$/, ''), resolve('www', name)]),
  );
  const bundle = await rolldown({
    input,
    transform: { target: 'es2022' },
    // An entry's file may get further exports, since it may contain modules that other files import.
    preserveEntrySignatures: 'allow-extension',
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    dir: join(out, 'www'),
    minify: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].js',
    // Shared modules name the engine and its worker relative to their own folder, which is always one level below `www/`.
    chunkFileNames: 'lib/[name]-[hash].js',
    codeSplitting: {
      groups: [{ name: shared, debugName: 'shared' }],
      includeDependenciesRecursively: false,
    },
  });
  await bundle.close();
  return Object.fromEntries(output.map((chunk) => [`www/${chunk.fileName}`, reported(chunk)]));
}

/** The name of the shared file that a module goes into; null where the bundler decides. */
function shared(module, graph) {
  if (!needed.size) WHOLE.forEach((whole) => learn(whole, graph));
  const by = needed.get(module) ?? [];
  return by.length > 1 ? by.map((whole) => basename(whole, '.js')).join('-') : null;
}

/** Notes the modules that a module imports statically, directly or through others. */
function learn(whole, graph) {
  const reached = new Set([whole]);
  for (const module of reached) {
    needed.set(module, [...(needed.get(module) ?? []), whole]);
    graph.getModuleInfo(module)?.importedIds.forEach((imported) => reached.add(imported));
  }
}

/** The entry of the report for a file that was written. */
function reported({ facadeModuleId, imports, modules }) {
  const source = (id) => relative('.', id);
  const bytes = ([id, { renderedLength }]) => [source(id), renderedLength];
  return {
    entry: facadeModuleId ? source(facadeModuleId) : undefined,
    imports: imports.map((file) => `www/${file}`),
    sources: Object.fromEntries(Object.entries(modules).map(bytes)),
  };
}

function styles(names) {
  const written = names.map((name) => {
    const source = `www/${name}`;
    const file = join(out, source);
    mkdirSync(dirname(file), { recursive: true });
    const { code } = bundleStyle({ filename: source, minify: true });
    writeFileSync(file, code);
    return [source, { entry: source, imports: [], sources: { [source]: code.length } }];
  });
  return Object.fromEntries(written);
}
