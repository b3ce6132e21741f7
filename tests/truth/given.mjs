// Rebuilds a judge's input from the document of its result. The document contains the raw samples, so that anybody can judge them again.
import { waitCosts } from '../../www/kit/analysis.js';
import { costsOf } from '../../www/experiments/improving/costs.js';
import { byName } from '../../www/experiments/lib/ways.js';
import { revive } from '../../www/page/revive.js';

/** @type {Record<string, (result: any, latency: {samples: number[]}) => object>} */
const OF = {
  warmup: ({ curves, distortions }) => {
    const scaled = distortions.find(({ key }) => key === 'distortion-scaled');
    return { gap: curves.gap.points.gap[0], ...(scaled && { blockingN: scaled.values.m }) };
  },
  improving: ({ info, ways, curves, measures }, latency) => {
    const { t1, t2, t3, single } = byName(ways);
    const batches = Object.fromEntries(
      ['short', 'long', 'bent'].map((name) => [name, measures[name].value]),
    );
    const lone = measures.lone.value;
    const found = {
      t1: t1.samples,
      t2: t2.samples,
      rest: t3.samples,
      handing: curves.bend.points.handing[0].samples,
      own: curves.device?.points.own[0].samples ?? [],
    };
    return { ...costsOf(found, { ...batches, lone }, info, latency), single, batches, lone };
  },
  backpressure: ({ measures, finding }) => ({
    bytesBound: measures.bytesBound.value,
    taken: measures.taken.value,
    refusal: finding.values.refusal,
  }),
  memory: ({ parameters, measures, distortions }) => ({
    task: parameters,
    needed: measures.needed.value,
    limit: measures.limit.value,
    shrunk: distortions.some(({ key }) => key === 'distortion-shrunk'),
  }),
  'hidden-sync': ({ parameters, ways, trace }) => {
    const costs = waitCosts(trace);
    // The first loop waits for every value, then for its end. The second waits once.
    const place = ({ kind }, i) =>
      kind === 'waitAll' ? 'end' : i === costs.length - 1 ? 'once' : parameters.wait;
    return {
      ways: ways.filter(({ way }) => way === 'with' || way === 'without'),
      uploads: byName(ways).upload?.samples,
      costs: costs.map(({ wait, ...cost }, i) => ({
        ...cost,
        wait: { ...wait, place: place(wait, i) },
      })),
    };
  },
  regimes: ({ measures: { side, copied, multiplied } }) => ({
    side: side.value,
    amounts: copied && { bytes: copied.value, compute: multiplied.value },
  }),
  sandbox: ({ output }) => ({ lines: output, labs: { count: 1 }, hidden: false }),
};

/** @param {any} document of the result schema */
export function givenIn(document) {
  const result = revive(structuredClone(document));
  const { curves, parameters } = result;
  const latency = curves.latency?.points.latency[0] ?? { samples: [] };
  return { ...parameters, ...result, latency, ...OF[document.experiment]?.(result, latency) };
}
