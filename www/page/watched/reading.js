/** Checks recordings of other programs (`schema/recording.schema.json`) and aligns their times to one clock by the engine. */
import validate from '../../pkg/recording-validator.js';
import { Fault } from '../../kit/faults.js';
import { traceFrom } from '../../kit/trace-form.js';
import { check, documentOf } from '../compare/reading.js';

/** @typedef {import('../../kit/types.js').Trace} Trace */
/** The engine's function `alignTimes`. @typedef {(started: Float64Array, ended: Float64Array, submitted: Float64Array, completed: Float64Array) => {started: Float64Array, ended: Float64Array, fit: any, quantum: number}} AlignTimes */

/**
 * @param {string} text
 * @returns {any} the document
 * @throws {Fault} NOT_JSON; OTHER_RECORDING, REFUSED_KEY or NOT_A_RECORDING, with the version, the name or the JSON pointer to the wrong part
 */
export function readRecording(text) {
  const document = documentOf(text, 'NOT_A_RECORDING');
  if (typeof document.recording === 'number' && document.recording !== 1)
    throw new Fault('OTHER_RECORDING', String(document.recording));
  check(document, validate, 'NOT_A_RECORDING');
  const wrong = unequal(document);
  if (wrong) throw new Fault('NOT_A_RECORDING', wrong);
  return document;
}

/** Checks that related lists are equally long and indices in range. @param {any} document @returns {string} the JSON pointer to the wrong part, or '' */
function unequal({ trace, gpu, waitPlaces, places, submissions, compilations }) {
  const rows = trace.op.length;
  const isPlace = (/** @type {number} */ index) => index < places.length;
  const holds = /** @type {[string, boolean][]} */ ([
    ['/gpu/started', !gpu || gpu.started.length === rows],
    ['/gpu/ended', !gpu || gpu.ended.length === rows],
    ['/waitPlaces', waitPlaces.length === trace.waits.length && waitPlaces.every(isPlace)],
    ['/compilations', compilations.every((/** @type {any} */ one) => isPlace(one.stack))],
    ['/trace/started', [...trace.started, ...trace.ended].every((time) => time === null)],
    ...Object.entries(submissions).map(
      ([name, list]) =>
        /** @type {[string, boolean]} */ ([
          `/submissions/${name}`,
          /** @type {any[]} */ (list).length === submissions.at.length,
        ]),
    ),
  ]);
  return holds.find(([, held]) => !held)?.[0] ?? '';
}

/**
 * The trace of a recording, each device's times aligned with the program's clock.
 * @param {any} recording checked
 * @param {AlignTimes} alignTimes
 * @returns {{trace: Trace, quantum: number}} quantum of the GPU's times, ms
 */
export function traceOf({ trace: given, gpu }, alignTimes) {
  const trace = traceFrom(given);
  if (!gpu) return { trace, quantum: 0 };
  const count = trace.op.length;
  const [started, ended] = [gpu.started, gpu.ended].map((list) =>
    Float64Array.from(list, (time) => time ?? NaN),
  );
  let quantum = 0;
  for (let device = 0; device < (trace.devices?.length ?? 1); device += 1) {
    const rows = Array.from({ length: count }, (_, i) => i).filter(
      (i) => (trace.device?.[i] ?? 0) === device,
    );
    const of = (/** @type {Float64Array} */ column) => Float64Array.from(rows, (i) => column[i]);
    const aligned = alignTimes(of(started), of(ended), of(trace.submitted), of(trace.completed));
    rows.forEach((row, i) => {
      trace.started[row] = aligned.started[i];
      trace.ended[row] = aligned.ended[i];
    });
    quantum = Math.max(quantum, aligned.quantum);
    // The figure states one uncertainty: the largest of all devices.
    const { fit } = aligned;
    if (fit && !(trace.gpuClock?.uncertainty > fit.uncertainty)) trace.gpuClock = fit;
  }
  return { trace, quantum };
}
