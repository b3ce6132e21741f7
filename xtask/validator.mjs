// Compiles a schema below `www/schema/` to a check of documents, and prints it as one ES module without imports: a page with a strict
// Content-Security-Policy could not compile it itself. `node xtask/validator.mjs result|recording`
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

const schema = (name) =>
  JSON.parse(readFileSync(new URL(`../www/schema/${name}.schema.json`, import.meta.url), 'utf8'));
const [, , name] = process.argv;
// Lengths of texts in UTF-16 units, which need no module to count.
const ajv = new Ajv({
  allowUnionTypes: true,
  unicode: false,
  strict: true,
  logger: false,
  code: { source: true, esm: true, optimize: 2 },
});
// A recording holds a trace as a result does.
if (name !== 'result') ajv.addSchema(schema('result'));
const code = standalone.default(ajv, ajv.compile(schema(name)));
if (/\brequire\(|\bimport\b/.test(code))
  throw new Error('the compiled check needs a module beside it');
process.stdout.write(`// @ts-nocheck\n${code}`);
