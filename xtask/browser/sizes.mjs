// Parameters of quick runs, for tests and pictures, from the experiments' own `sizes.js`. An experiment without that file runs at its defaults.
import { existsSync, readdirSync } from 'node:fs';

const folder = new URL('../../www/experiments/', import.meta.url);

/** The names of all experiments. */
export const names = readdirSync(folder).filter((name) =>
  existsSync(new URL(`${name}/about.js`, folder)),
);

const all = await Promise.all(
  names.map(async (name) => {
    const file = new URL(`${name}/sizes.js`, folder);
    return existsSync(file) ? (await import(file)).default : { least: {}, small: {} };
  }),
);
const sizes = (key) => Object.fromEntries(names.map((name, i) => [name, all[i][key]]));

/** Parameters by experiment for all parts of a run, with as little as possible of each. */
export const LEAST = sizes('least');

/** Parameters by experiment for a run that shows something on a software GPU. */
export const SMALL = sizes('small');
