// Changes a judge's input to other rounds: a part of its rounds, or the rounds of several seeds.
import { spread } from '../../www/kit/statistics.js';

/** A judge's input with only the rounds `from` to `to`. An array of samples is of rounds if it has one sample a round (`all`). @param {any} given */
export function cut(given, from, to, all) {
  const within = (part) => {
    if (Array.isArray(part)) return part.map(within);
    if (!part || typeof part !== 'object' || ArrayBuffer.isView(part)) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([key, one]) => [key, within(one)]));
    if (!(Array.isArray(part.samples) && part.samples.length === all)) return copy;
    const samples = part.samples.slice(from, to);
    const bytes = part.bytes && { bytes: part.bytes.slice(from, to) };
    return { ...copy, samples, ...bytes, ...spread(samples) };
  };
  // A trace has no rounds, and is too large to copy.
  const { trace, costs, series, info, ...rest } = given;
  return { ...within(rest), trace, costs, series, info };
}

/** The same rounds of several seeds, one after the other. @param {any[]} givens */
export function joined(givens) {
  const [first, ...others] = givens;
  const within = (part, more) => {
    if (Array.isArray(part))
      return part.map((one, i) =>
        within(
          one,
          more.map((other) => other?.[i]),
        ),
      );
    if (!part || typeof part !== 'object' || ArrayBuffer.isView(part)) return part;
    const copy = Object.fromEntries(
      Object.entries(part).map(([key, one]) => [
        key,
        within(
          one,
          more.map((other) => other?.[key]),
        ),
      ]),
    );
    if (!Array.isArray(part.samples)) return copy;
    const samples = [part, ...more].flatMap((one) => one?.samples ?? []);
    const bytes = part.bytes && { bytes: [part, ...more].flatMap((one) => one?.bytes ?? []) };
    return { ...copy, samples, ...bytes, ...spread(samples) };
  };
  const { trace, costs, series, info, ...rest } = first;
  return { ...within(rest, others), trace, costs, series, info };
}
