// A reporter for Node's test runner, for `cargo xtask test`: what happens, a JSON object a line, in the file that ASYNCLAB_REPORT names.
// Written at once: a process that is ended has reported all that happened before.
import { appendFileSync } from 'node:fs';
import { inspect } from 'node:util';

const file = process.env.ASYNCLAB_REPORT;

/** A test's name below those of the tests that it is part of; they are reported in order, the outer ones first. */
const path = [];

/** Says what has happened to a test. */
const say = (event, name, more) =>
  appendFileSync(file, `${JSON.stringify({ event, name, ...more })}\n`);

/** How a test that has ended was: a test fails for its own reasons, not for those of its parts, which are counted by themselves. */
function verdict(type, { skip, todo, details }) {
  if (skip !== undefined) return ['skipped', skip || 'no reason is given'];
  if (todo !== undefined) return ['skipped', `to do: ${todo || 'no reason is given'}`];
  if (type === 'test:pass') return ['passed'];
  if (details.error?.failureType === 'subtestsFailed') return undefined;
  return ['failed', inspect(details.error?.cause ?? details.error)];
}

function report({ type, data }) {
  const unique = `${data.name} (line ${data.line})`;
  if (type === 'test:dequeue') say('started', unique);
  if (type === 'test:complete') say('ended', unique);
  if (type === 'test:start') path.splice(data.nesting, path.length, data.name);
  if (type !== 'test:pass' && type !== 'test:fail') return;
  const found = verdict(type, data);
  if (!found || data.details.type === 'suite') return;
  const [event, problem] = found;
  const name = [...path.slice(0, data.nesting), data.name].join(' > ');
  say(event, name, { problem, seconds: data.details.duration_ms / 1000 });
}

export default async function* reporter(source) {
  for await (const event of source) report(event);
  yield '';
}
