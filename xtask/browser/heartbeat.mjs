/**
 * Shows on standard error, every ten seconds, that a long run is still alive.
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
export async function withHeartbeat(promise) {
  const start = Date.now();
  const beat = () => console.error(`… ${Math.round((Date.now() - start) / 1000)} s`);
  const timer = setInterval(beat, 10_000);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}
