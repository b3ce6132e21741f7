// The code samples of the documents and of the documentation: their places, and as programs to be checked and run.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './packed.mjs';

/** Folders of documents. The documents of `docs/decisions` have no samples. */
const folders = ['docs', 'docs/decisions', 'npm/pages'];
export const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'npm/README.md',
  ...folders.flatMap((folder) =>
    readdirSync(join(checkout, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

const JAVASCRIPT = ['js', 'mjs', 'ts', 'javascript', 'typescript'];

/**
 * A sample. A sample that cannot run has a comment before it with the reason: `<!-- not run: it is a configuration -->`. Such a sample
 * is not type-checked either.
 *
 * @typedef {{where: string, language: 'js' | 'html', code: string, excuse?: string}} Sample
 */

/** The samples of a document. @param {string} name @returns {Sample[]} */
export function samplesOf(name) {
  const text = readFileSync(join(checkout, name), 'utf8');
  const blocks = text.matchAll(
    /^(?:<!-- not run: (.+) -->\n+)?( *)```(\w+)[^\n]*\n([^]*?)\n\2```$/gm,
  );
  const samples = [];
  for (const { 0: all, 1: excuse, 2: indent, 3: written, 4: code, index } of blocks) {
    const language = JAVASCRIPT.includes(written) ? 'js' : written;
    if (language !== 'js' && language !== 'html') continue;
    const before = text.slice(0, index + all.indexOf('```'));
    const where = `${name}:${before.split('\n').length}`;
    samples.push({ where, language, code: code.replaceAll(`\n${indent}`, '\n'), excuse });
  }
  return samples;
}

/**
 * The examples of the API and the names that they belong to. Inherited methods repeat their examples, and each counts once.
 *
 * @param {any} reflection of TypeDoc
 * @returns {Map<string, string>} names by code
 */
export function examples(reflection, path = [], found = new Map()) {
  const name = [...path, reflection.name];
  for (const { tag, content } of reflection.comment?.blockTags ?? []) {
    if (tag !== '@example') continue;
    const [, code] = content
      .map(({ text }) => text)
      .join('')
      .match(/```\w*\n([^]*)\n```/);
    found.set(code, name.slice(1).join('.'));
  }
  const { children = [], signatures = [], getSignature } = reflection;
  for (const child of children) examples(child, name, found);
  // A signature has the name of its function.
  for (const one of [...signatures, getSignature].filter(Boolean)) examples(one, path, found);
  return found;
}

/** The modules that samples import: their names in the package, and their paths on the site. */
const MODULES = {
  asynclab: '/www/asynclab.js',
  'asynclab/trace': '/www/trace/index.js',
  'asynclab/watch': '/www/watch/watch.js',
};
const IMPORT = /^import (\{[^]*?\}) from '(.+)';$/gm;

/** The package's name of a module. Documents of the repository import files of the site, the package's documents its entries. */
const entry = (name) =>
  Object.keys(MODULES).find((entry) => name === entry || name === `.${MODULES[entry]}`) ?? name;

/** A sample as a module of a strict program. @param {string} code */
export function module(code) {
  const imports = [...code.matchAll(IMPORT)].map(
    ([, names, from]) => `import ${names} from '${entry(from)}';\n`,
  );
  const found = `import { connect as connectFound, type Lab, type ND } from 'asynclab';\n`;
  const connect = /^import .*\bconnect\b/m.test(code) ? '' : 'const connect = connectFound;\n';
  return `${found}${imports.join('')}${connect}void connectFound;
export async function sample(lab: Lab, nd: ND) {\nvoid [lab, nd];\n{\n${code.replace(IMPORT, '')}\n}\n}\n`;
}

/**
 * The body of a function that runs a sample. It returns pairs of the actual and the stated value of each line that ends in
 * `// → value`.
 *
 * @param {string} code
 */
export function runnable(code) {
  const checked = code.replace(
    /^(.*);\s*\/\/ → (.*)$/gm,
    (_, expression, said) => `pairs.push([shown(await (${expression})), ${JSON.stringify(said)}]);`,
  );
  const body = checked.replace(
    IMPORT,
    (_, names, from) => `const ${names} = await import('${MODULES[entry(from)]}');`,
  );
  // The block lets a sample declare names such as its own `lab`. Other samples use the arguments.
  return `const pairs = [];\n{\n${body}\n}\nreturn pairs;`;
}
