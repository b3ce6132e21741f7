// Checks a result against the published schema.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';

const schema = JSON.parse(
  readFileSync(new URL('../../www/schema/result.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

/** @param {any} result as the driver returns it */
export function assertResult(result) {
  const valid = validate(result);
  const errors = (validate.errors ?? []).slice(0, 5);
  assert.ok(
    valid,
    errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('\n'),
  );
}
