// Checks the structure of `www/`: `node xtask/layers.mjs` fails where a module imports from a layer above its own, where modules import each
// other in a circle, and where the core of the library has the type `any` or casts. The types that comments import count too, except for
// circles in the library: arrays and labs know each other.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** The lowest layer first: a module imports from its own layer and from those before it. The names are folders and modules of `www/`. */
const LAYERS = [
  ['pkg'],
  ['lib/core'],
  ['lib', 'asynclab.js', 'backend-worker.js'],
  ['kit'],
  ['trace', 'watch'],
  ['charts'],
  ['sandbox'],
  ['python'],
  ['experiments'],
  ['run'],
  ['page'],
  ['notebook'],
  ['embed', 'embed.js'],
  ['gallery'],
  ['selftest'],
];

/** @typedef {{from: string, to: string, type: boolean}} Import two modules of `www/`; `type`: only types are taken */

const modules = readdirSync('www', { recursive: true })
  .filter((name) => name.endsWith('.js') && !name.startsWith('pkg/'))
  .sort();
/** @type {string[]} */
const untyped = [];
const imports = modules.flatMap(importsOf);
// An import upwards also closes circles, so circles are reported only where there is none.
let faults = [...upwards(imports), ...untyped];
if (!faults.length) faults = circles(imports);
for (const fault of faults) console.error(fault);
if (faults.length) process.exitCode = 1;
else console.log(`${modules.length} modules, ${imports.length} imports: none upwards or round`);

/** @param {string} from @returns {Import[]} */
function importsOf(from) {
  const text = readFileSync(join('www', from), 'utf8');
  const source = ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found = [];
  const isCore = from.startsWith('lib/core/');
  const visit = (node) => {
    if (isCore && node.kind === ts.SyntaxKind.AnyKeyword)
      untyped.push(`www/${from} has the type any at ${node.pos}`);
    if (isCore && isCast(node)) untyped.push(`www/${from} has a cast at ${node.pos}`);
    const [to, type] = imported(node);
    if (to?.startsWith('.')) found.push({ from, to: normalize(join(dirname(from), to)), type });
    // Unlike `forEachChild`, `getChildren` includes comments.
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return found;
}

/** Whether a node is a cast. A cast to `const` is none: it states only what the compiler knows. @param {ts.Node} node */
function isCast(node) {
  const type = ts.isParenthesizedExpression(node) && ts.getJSDocType(node);
  return type && type.getText() !== 'const';
}

/** The module that a node imports, and whether it takes a type. @param {ts.Node} node */
function imported(node) {
  if (ts.isJSDocImportTag(node)) return [node.moduleSpecifier.text, true];
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return [node.moduleSpecifier?.text, false];
  if (ts.isImportTypeNode(node)) return [node.argument.literal.text, true];
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return [node.arguments[0].text, false];
  return [];
}

/** @param {Import[]} imports */
function upwards(imports) {
  const [inner, folder] = [/^[^/]*\/[^/]*/, /^[^/]*/].map(
    (part) => (module) => part.exec(module)?.[0],
  );
  const at = (name) => LAYERS.findIndex((names) => names.includes(name));
  const layer = (module) => Math.max(at(inner(module)), 0) || at(folder(module));
  const homeless = modules.filter((module) => layer(module) < 0 && module !== 'service-worker.js');
  return [
    ...homeless.map((module) => `www/${module} is in no layer: see xtask/layers.mjs`),
    ...imports
      .filter(({ from, to }) => layer(to) > layer(from))
      .map(({ from, to }) => `www/${from} imports upwards: www/${to}`),
  ];
}

/** Groups of modules that all reach each other. @param {Import[]} imports */
function circles(imports) {
  const next = new Map(modules.map((module) => [module, new Set()]));
  for (const { from, to, type } of imports)
    if (next.has(to) && !(type && from.startsWith('lib/') && to.startsWith('lib/')))
      next.get(from).add(to);
  const reached = new Map(modules.map((module) => [module, new Set(next.get(module))]));
  // A set that grows while it is walked is walked to its new end.
  for (const all of reached.values())
    for (const module of all) next.get(module).forEach((other) => all.add(other));
  const group = (module) =>
    [...reached.get(module)].filter((other) => reached.get(other).has(module)).sort();
  const groups = modules.map(group).filter((members) => members.length > 0);
  const lines = groups.map((members) => members.map((module) => `www/${module}`).join(', '));
  return [...new Set(lines)].map((line) => `a circle: ${line}`);
}
