/** Lets a process end although a timer runs. In Node.js a timer is an object, which keeps the process alive. @param {unknown} timer */
export function unref(timer) {
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return;
  if (typeof timer.unref === 'function') timer.unref();
}
