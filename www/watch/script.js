// `watch.js` as a classic script, for a tag, a driver, a worker or a debugger's console: it adds `asynclabWatch` and nothing else.
import { watch } from './watch.js';

/** @type {any} */ (globalThis).asynclabWatch ??= { watch };
