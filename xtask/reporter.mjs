// A reporter for Node's test runner, for `cargo xtask test`: it writes each event as a line of JSON to the file that ASYNCLAB_REPORT names.
// Each line is written at once: a process that is ended has reported all earlier events.
import { appendFileSync } from 'node:fs';
import { inspect } from 'node:util';

const file = process.env.ASYNCLAB_REPORT;

/** The names of the test that runs and of the tests around it, the outermost first. An outer test starts before its parts. */
const path = [];

/** Reports an event of a test. */
const say = (event, name, more) =>
  appendFileSync(file, `${JSON.stringify({ event, name, ...more })}\n`);

/** The verdict of a test that has ended. A test fails only for its own errors: its subtests are counted by themselves. */
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
