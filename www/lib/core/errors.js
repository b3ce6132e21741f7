/**
 * Everything the lab throws. `code` is stable, `message` names the operation, the shapes and the remedy.
 */
export class LabError extends Error {
  /**
   * @param {string} code stable code, such as `SHAPE_MISMATCH`
   * @param {string} message the sentence for people
   * @param {string} [op] the function that it begins with
   */
  constructor(code, message, op) {
    super(message);
    this.name = 'LabError';
    /** Stable, for programs: `SHAPE_MISMATCH` and the others of the list of errors. @type {string} */
    this.code = code;
    /** The function that the message begins with, where it begins with one. @type {string | undefined} */
    this.op = op;
  }

  /** The error of a function: its name comes before the problem. @param {string} op @param {string} code @param {string} problem */
  static of(op, code, problem) {
    return new LabError(code, `${op}: ${problem}`, op);
  }

  /**
   * The error behind a report.
   *
   * @param {{code: string, message: string, op?: string}} report an error as it crosses a thread
   * @returns {LabError}
   */
  static from({ code, message, op }) {
    return new LabError(code, message, op);
  }

  /** The same error, named after the function that called the failed one. @internal @param {string} op @returns {LabError} */
  within(op) {
    if (this.op === undefined) return this;
    return new LabError(this.code, op + this.message.slice(this.op.length), op);
  }
}
