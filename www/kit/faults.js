/** An Error with a stable code, as it crosses threads and reaches a driver. */
export class Fault extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = 'Fault';
    this.code = code;
  }
}

/** The parts of an error that can be posted. @param {any} error */
export function report(error) {
  return { code: error?.code ?? 'UNEXPECTED', message: String(error?.message ?? error) };
}
