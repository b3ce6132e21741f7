// Starts workers, also on pages of another origin than the script's. Browsers start a worker from the page's own origin only,
// so there a short script of the page's own origin imports the real one.
import { LabError } from './core/errors.js';
import { host } from './host.js';

/** @type {import('./host.js').Policy | undefined} */
let policy;

/** The address as the page's policy may require it for scripts (Trusted Types). @param {string} url */
function trusted(url) {
  const { trustedTypes } = host;
  if (!trustedTypes || trustedTypes.defaultPolicy) return url;
  try {
    policy ??= trustedTypes.createPolicy('asynclab', {
      createScriptURL: (own) => own,
    });
    return policy.createScriptURL(url);
  } catch {
    return url; // Where no policy may be made, the worker is rejected, and its error says why.
  }
}

/**
 * Starts a module worker.
 *
 * @param {URL} url of its module, of any origin
 * @param {string} name
 * @returns {Worker}
 * @throws {LabError} `WORKER_BLOCKED`
 */
export function startWorker(url, name) {
  const options = /** @type {const} */ ({ type: 'module', name });
  try {
    if (url.origin === globalThis.origin) return new Worker(trusted(url.href), options);
    const source = `import ${JSON.stringify(url.href)};`;
    // In a sandboxed frame, which has no origin, Chromium gives WebGPU to workers from `data:` addresses only.
    if (globalThis.origin === 'null')
      return new Worker(trusted(`data:text/javascript,${encodeURIComponent(source)}`), options);
    const own = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const worker = new Worker(trusted(own), options);
    worker.addEventListener('message', () => URL.revokeObjectURL(own), { once: true });
    return worker;
  } catch (error) {
    throw notStarted(error instanceof Error ? error.message : String(error));
  }
}

/** The directive of the page's policy that last forbade something. @type {string | undefined} */
let forbidden;
globalThis.addEventListener?.('securitypolicyviolation', ({ effectiveDirective }) => {
  forbidden = effectiveDirective;
});

/**
 * Rejects when a worker fails, with the directive of the page's policy that forbids the worker, where one does.
 *
 * @param {Worker} worker
 * @returns {Promise<never>} rejected with `WORKER_BLOCKED`
 */
export function broken(worker) {
  return new Promise((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault?.();
      // The violation is reported in a task of its own.
      setTimeout(() => reject(notStarted(event.message)));
    };
  });
}

/**
 * Why a worker did not start.
 *
 * @param {string} [reason] that the browser gives; none where a policy forbids it
 * @returns {LabError & {directive?: string}} with the directive of the page's policy that forbids it, where one does
 */
export function notStarted(reason) {
  const directive = reason ? undefined : forbidden;
  const remedy = directive
    ? `add blob: and ${new URL(import.meta.url).origin} to ${directive} of the page's Content-Security-Policy`
    : "let the page load workers (worker-src in its Content-Security-Policy), or use backend 'same'";
  const message = `the worker did not start (${reason || 'no reason given'}); ${remedy}`;
  return Object.assign(new LabError('WORKER_BLOCKED', message), { directive });
}
