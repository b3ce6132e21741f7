// The workflow that publishes the package, read as YAML: its permissions, and the jobs that must pass first.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';

const file = new URL('../../.github/workflows/npm.yml', import.meta.url);
const { on, permissions, jobs } = parse(readFileSync(file, 'utf8'));
const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
const isPublishing = ({ run = '' }) => /\bnpm publish\b/.test(run);
const [publisher, ...others] = Object.entries(jobs).filter(([, job]) =>
  job.steps?.some(isPublishing),
);
const [name, job] = publisher;

/** The jobs that a job waits for, directly or indirectly. */
function before(name, found = new Set()) {
  for (const needed of [jobs[name].needs ?? []].flat())
    if (!found.has(needed)) before(needed, found.add(needed));
  return found;
}

test('tags alone publish, in one job, after the tests', () => {
  assert.deepEqual(on, { push: { tags: ['v*'] } });
  assert.deepEqual(others, []);
  assert.ok([...before(name)].some((one) => jobs[one].uses?.endsWith('/test.yml')));
});

test('each job has the permissions that it needs and no others', () => {
  assert.deepEqual(permissions, {});
  for (const [one, { permissions: own }] of Object.entries(jobs))
    assert.deepEqual(own, one === name ? { 'id-token': 'write' } : { contents: 'read' }, one);
});

test('the job that publishes names its environment', () => {
  assert.ok(job.environment?.name ?? job.environment);
});

test('nothing is published from a tag that is not on main', () => {
  const checks = ({ run = '' }) =>
    /git merge-base --is-ancestor "\$GITHUB_SHA" origin\/main/.test(run);
  const [checking] = [name, ...before(name)].filter((one) => jobs[one].steps?.some(checks));
  assert.ok(checking, 'a job that publishing waits for asks git');
  const own = jobs[checking].steps;
  const at = own.findIndex((step) => step.uses?.startsWith('actions/checkout@'));
  assert.ok(at >= 0 && at < own.findIndex(checks), 'the sources are there');
  assert.equal(own[at].with?.['fetch-depth'], 0, 'with their history');
  for (const step of [own[at], own.find(checks)])
    assert.ok(!step['continue-on-error'] && !step.if, 'it cannot be passed by');
});

test('what runs is pinned: actions by commit, containers by digest, npm by the hash of its archive', () => {
  for (const { uses } of steps) if (uses) assert.match(uses, /@[0-9a-f]{40}$/);
  for (const { container } of Object.values(jobs))
    if (container) assert.match(container, /@sha256:[0-9a-f]{64}$/);
  for (const { run = '' } of job.steps) {
    const lines = run.split('\n').map((line) => line.trim());
    for (const [at, line] of lines.entries()) {
      if (!/\bnpm (install|i|ci|add|exec)\b|\bnpx\b/.test(line)) continue;
      const [, archive] =
        /^npm install --global --ignore-scripts (?:\.\/)(\S+\.tgz)$/.exec(line) ?? [];
      assert.ok(archive, `${line}: an archive that was checked`);
      const check = new RegExp(`^echo "[0-9a-f]{128}  ${archive}" \\| sha512sum --check$`);
      assert.ok(
        lines.slice(0, at).some((earlier) => check.test(earlier)),
        `${archive} is checked`,
      );
    }
  }
  assert.ok(job.steps.some(({ run = '' }) => run.includes('npm install --global')));
});
