/** Rounds whose interval is too wide are followed by at most this many times as many, */
const AGAIN = 2;
/** as long as all together take no longer, ms. Another number than the usual is kept as it is. */
const WITHIN = 4200;
const USUAL = 6;

/** The time of a run, ms: on a modelled machine that machine's. @param {import('../../kit/types.js').Context} ctx */
export const nowOf = async (ctx) => (ctx.machine ? ctx.elapsed() : performance.now());

/**
 * Times every way once per round, and takes more rounds where the answer's interval is too wide. Only its width counts (`wide` of
 * `kit/inference.js`): rounds that stop when the answer is decided would be wrong more often than stated.
 * @param {import('../../kit/types.js').Context} ctx
 * @param {Parameters<import('../../kit/types.js').Context['interleave']>[0]} ways
 * @param {number} rounds asked for
 * @param {(samples: Record<string, number[]>) => string[]|boolean} open whether the interval of these samples is too wide; or the ways whose
 *   intervals are
 * @param {object} [more]
 * @param {Parameters<import('../../kit/types.js').Context['interleave']>[2]} [more.word]
 * @param {string[]} [more.decisive] the ways that the answer rests on, of which alone more rounds are taken, beside those that are open; all without
 *   it
 * @param {(ways: string[]) => number} [more.part] the share of a round's time that these take, where they are not as long as the others
 * @param {number} [more.since] when the run began, by `nowOf`: the time before the rounds counts, too
 * @param {number} [more.usual] rounds where nobody asks for another number
 * @param {number} [more.within] ms that all together may take
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
  // They follow at once: of this many, an interval knows whether they are alike.
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
