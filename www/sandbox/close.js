/** Makes `close()` of this thread throw, since the page would wait for a thread that ended itself. */
export function keepOpen() {
  const close = () => {
    throw new Error('close() would end the program itself; lab.close() closes a lab');
  };
  Object.defineProperty(globalThis, 'close', { value: close });
}
