/** Makes `close()` of this thread an error: the thread would end, and the page would wait for it. */
export function keepOpen() {
  const close = () => {
    throw new Error('close() would end the program itself; lab.close() closes a lab');
  };
  Object.defineProperty(globalThis, 'close', { value: close });
}
