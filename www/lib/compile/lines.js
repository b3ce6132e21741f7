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
  /** Frames outside of it. */
  #depth = 0;

  /** Calls the function. @template T @param {() => T} fn @returns {T} */
  run(fn) {
    this.#depth = frames().length;
    return fn();
  }

  /** The line from which the current call comes, be it by other functions. */
  here() {
    const all = frames();
    // Of the frames of `run`, `frames` has left and what calls the function has come.
    const frame = all[all.length - this.#depth - 1];
    return frame ? `${frame.url}:${frame.line}:${frame.column}` : 'an unknown line';
  }
}
