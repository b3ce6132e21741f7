/** Rounds whose interval is too wide are followed by so many times as many at the most, */
const AGAIN = 2;
/** as long as all of them take no longer, ms; whoever asks for another number than the usual gets that. */
const WITHIN = 4200;
const USUAL = 6;

/** The time of a run, ms: on a modelled machine that machine's. @param {import('../../kit/types.js').Context} ctx */
export const nowOf = async (ctx) => (ctx.machine ? ctx.elapsed() : performance.now());

/**
 * Times every way once per round, and again where the rounds know the answer too little. They are asked for by the width of its interval
 * alone (`wide` of `kit/inference.js`): by whether it decides, it would be wrong more often than it says.
 * @param {import('../../kit/types.js').Context} ctx
 * @param {Parameters<import('../../kit/types.js').Context['interleave']>[0]} ways
 * @param {number} rounds asked for
 * @param {(samples: Record<string, number[]>) => boolean} open whether the interval of these samples is too wide
 * @param {object} [more]
 * @param {Parameters<import('../../kit/types.js').Context['interleave']>[2]} [more.word]
 * @param {string[]} [more.decisive] the ways that the answer rests on, of which alone more rounds are taken; all without it
 * @param {number} [more.part] the share of a round's time that they take, where they are not as long as the others
 * @param {number} [more.since] when the run began, by `nowOf`: what it did before the rounds takes time, too
 */
export async function enoughRounds(
  ctx,
  ways,
  rounds,
  open,
  {
    word,
    decisive = Object.keys(ways),
    part = decisive.length / Object.keys(ways).length,
    since,
  } = {},
) {
  const begun = await nowOf(ctx);
  const first = await ctx.interleave(ways, rounds, word);
  const ended = await nowOf(ctx);
  const took = ended - begun;
  const round = (took / rounds) * part;
  const more = Math.min(AGAIN * rounds, Math.floor((WITHIN - (ended - (since ?? begun))) / round));
  if (rounds !== USUAL || more < 1 || !open(first.samples)) return first;
  ctx.expect(more * decisive.length);
  const again = Object.fromEntries(decisive.map((way) => [way, ways[way]]));
  const second = await ctx.interleave(again, more, word).catch((error) => {
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
