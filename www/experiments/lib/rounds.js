/** Most further rounds, as a multiple of the first ones. */
const AGAIN = 2;
/** Most time of all rounds together, ms. */
const WITHIN = 4200;
/** Rounds by default. If another number is requested, no more are taken. */
const USUAL = 6;

/** The present time of a run, ms; on a modelled machine, by that machine's clock. @param {import('../../kit/types.js').Context} ctx */
export const nowOf = async (ctx) => (ctx.machine ? ctx.elapsed() : performance.now());

/**
 * Times every way once per round, and takes more rounds if the finding's interval is too wide. Only the width counts (`wide` of
 * `kit/inference.js`): rounds that stop when the finding is decided would be wrong more often than stated.
 * @param {import('../../kit/types.js').Context} ctx
 * @param {Parameters<import('../../kit/types.js').Context['interleave']>[0]} ways
 * @param {number} rounds requested
 * @param {(samples: Record<string, number[]>) => string[]|boolean} open whether the interval of these samples is too wide, or the names of
 *   the ways whose intervals are
 * @param {object} [more]
 * @param {Parameters<import('../../kit/types.js').Context['interleave']>[2]} [more.word]
 * @param {string[]} [more.decisive] the ways that the finding rests on; by default all. Further rounds run only these and the ways that
 *   `open` returned
 * @param {(ways: string[]) => number} [more.part] the share of a first round's time that these ways take, if the ways are not equally long
 * @param {number} [more.since] when the run began, by `nowOf`: the time before the rounds counts, too
 * @param {number} [more.usual] the default number of rounds: only then are more taken
 * @param {number} [more.within] ms that all rounds together may take
 */
export async function enoughRounds(
  ctx,
  ways,
  rounds,
  open,
  {
    word,
    decisive = Object.keys(ways),
    part = (taken) => taken.length / Object.keys(ways).length,
    since,
    usual = USUAL,
    within = WITHIN,
  } = {},
) {
  const begun = await nowOf(ctx);
  const first = await ctx.interleave(ways, rounds, word);
  const ended = await nowOf(ctx);
  const took = ended - begun;
  const found = rounds === usual && open(first.samples);
  if (!found || (found !== true && !found.length)) return first;
  const taken = [...new Set([...decisive, ...(found === true ? [] : found)])];
  const round = (took / rounds) * part(taken);
  const more = Math.min(AGAIN * rounds, Math.floor((within - (ended - (since ?? begun))) / round));
  if (more < 1) return first;
  ctx.extend(more * taken.length);
  const again = Object.fromEntries(taken.map((way) => [way, ways[way]]));
  // These rounds follow without a pause: with this many, the interval is widened if neighbouring rounds are alike.
  const second = await ctx.interleave(again, more, word, undefined, 0).catch((error) => {
    if (error.code !== 'TAB_HIDDEN') throw error;
    return { samples: /** @type {Record<string, number[]>} */ ({}), leftOut: { hidden: more } };
  });
  const joined = Object.entries(first.samples).map(([name, samples]) => [
    name,
    [...samples, ...(second.samples[name] ?? [])],
  ]);
  const hidden = first.leftOut.hidden + second.leftOut.hidden;
  return { samples: Object.fromEntries(joined), leftOut: { ...first.leftOut, hidden } };
}
