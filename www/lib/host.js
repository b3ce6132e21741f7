/**
 * Globals that only some hosts have: the process of Node.js, and a page's Trusted Types policies for the addresses of scripts. `new Worker` takes
 * the value that such a policy returns as it takes a string.
 *
 * @typedef {object} Host
 * @property {typeof globalThis.navigator} [navigator]
 * @property {{versions?: {node?: string}, getBuiltinModule?: (name: 'node:fs') => Files | undefined}} [process]
 * @property {{defaultPolicy: unknown, createPolicy: (name: string, rules: Policy) => Policy}} [trustedTypes]
 *
 * @typedef {{readFileSync: (url: URL) => Uint8Array<ArrayBuffer>}} Files
 * @typedef {{createScriptURL: (url: string) => string}} Policy
 */

/** @type {Host} */
export const host = globalThis;
