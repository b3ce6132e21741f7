/**
 * Everything the lab throws. `code` is stable, `message` names the operation, the shapes and the remedy.
 */
export class LabError extends Error {
  /**
   * @param {string} code stable code, such as `SHAPE_MISMATCH`
   * @param {string} message the sentence for people
   */
  constructor(code, message) {
    super(message);
    this.name = 'LabError';
    /** Stable, for programs: `SHAPE_MISMATCH` and the others of the list of errors. @type {string} */
    this.code = code;
  }

  /**
   * The error behind a report.
   *
   * @param {{code: string, message: string}} report an error as it crosses a thread
   * @returns {LabError}
   */
  static from({ code, message }) {
    return new LabError(code, message);
  }
}
