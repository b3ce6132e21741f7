import { framesOf } from '../call-site.js';

/** The frames of a call, however deep; a browser may cut them off at ten. */
function frames() {
  const errors = /** @type {{stackTraceLimit?: number}} */ (Error);
  const { stackTraceLimit } = errors;
  errors.stackTraceLimit = Infinity;
  const { stack } = new Error();
  errors.stackTraceLimit = stackTraceLimit;
  return framesOf(stack);
}

/** The lines of a function while it runs. */
export class Lines {
  /** The number of frames in `run`, with that of `frames`. */
  #depth = 0;

  /** Calls the function. @template T @param {() => T} fn @returns {T} */
  run(fn) {
    this.#depth = frames().length;
    return fn();
  }

  /** The line of the function from which the current call comes, directly or through other functions. */
  here() {
    const all = frames();
    // `#depth` counts the frame of `frames`, whose place the closure that calls the function has now.
    const frame = all[all.length - this.#depth - 1];
    return frame ? `${frame.url}:${frame.line}:${frame.column}` : 'an unknown line';
  }
}
