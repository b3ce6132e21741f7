/** The moments of an operation's life, in their order: columns of a trace, ms. */
export const MOMENTS = /** @type {const} */ ([
  'enqueued',
  'decoded',
  'submitted',
  'started',
  'ended',
  'completed',
]);
