// Prints the check of result documents as one ES module without imports, compiled from the schema: a page with a strict
// Content-Security-Policy could not compile it itself.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

const schema = JSON.parse(
  readFileSync(new URL('../www/schema/result.schema.json', import.meta.url), 'utf8'),
);
// Lengths of texts in UTF-16 units, which need no module to count.
const ajv = new Ajv({
  allowUnionTypes: true,
  unicode: false,
  strict: true,
  logger: false,
  code: { source: true, esm: true, optimize: 2 },
});
const code = standalone.default(ajv, ajv.compile(schema));
if (/\brequire\(|\bimport\b/.test(code))
  throw new Error('the compiled check needs a module beside it');
process.stdout.write(`// @ts-nocheck\n${code}`);
