/** The moments of an operation's life, in their order: columns of a trace, ms. */
export { TIMES as MOMENTS } from '../lib/core/protocol.js';
