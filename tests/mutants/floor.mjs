// Checks that the tests of a target notice the least share of mutants (the target's floor). For the engine, whose mutants cargo-mutants makes:
// node tests/mutants/floor.mjs OUTCOMES.json
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { engineFloor } from './targets.mjs';

/** A floor is the measured share of all mutants. A night tries a sample, and fails where chance lets this many survive in fewer than 1 % of nights. */
const RARE = 0.01;

/** The probability that at least `survived` mutants of a sample survive, if a share of all mutants does. @param {number} tried @param {number} survived @param {number} share 0..1 */
export function likelihood(tried, survived, share) {
  let fewer = 0;
  let one = (1 - share) ** tried;
  for (let count = 0; count < survived; count += 1) {
    fewer += one;
    one *= ((tried - count) / (count + 1)) * (share / (1 - share));
  }
  return 1 - fewer;
}

/**
 * Prints the share of mutants that the tests noticed.
 * @param {string} name of the target @param {number} tried @param {number} survived @param {number} floor share, 0..1
 * @returns {boolean} whether the share may be at least the floor, given the size of the sample
 */
export function holds(name, tried, survived, floor) {
  const share = tried ? 1 - survived / tried : 1;
  const [noticed, least] = [share, floor].map((part) => `${(100 * part).toFixed(1)} %`);
  console.log(`${name}: ${tried} mutants, ${noticed} noticed, floor ${least}`);
  return share >= floor || likelihood(tried, survived, 1 - floor) >= RARE;
}

/** @param {{caught: number, timeout: number, missed: number}} outcomes of cargo-mutants. A mutant that makes the tests hang is noticed. A mutant that does not compile is not counted. */
export const ofEngine = ({ caught, timeout, missed }) =>
  holds('engine', caught + timeout + missed, missed, engineFloor);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = ofEngine(JSON.parse(readFileSync(process.argv[2], 'utf8'))) ? 0 : 1;
