/**
 * What a host may have beside what every browser has: the process of Node.js, and the policies of a page for the addresses of scripts. Where a
 * page has those, `new Worker` takes what a policy returns as it takes a string.
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
