// Parameters of quick runs, for tests and pictures: from the experiments' own `sizes.js`; one without runs at its defaults.
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

/** All parts of a run, and as little as possible of each: parameters by experiment. */
export const LEAST = sizes('least');

/** Enough to show something on a software GPU: parameters by experiment. */
export const SMALL = sizes('small');
