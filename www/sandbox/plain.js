/** The parts of a message that the page reads, whatever else a program sends with it. */
const PARTS = [
  ...['type', 'cell', 'level', 'stream', 'text', 'code', 'name', 'message', 'traceback'],
  ...[
    'line',
    'ok',
    'ms',
    'waited',
    'operations',
    'left',
    'settled',
    'device',
    'silent',
    'patience',
  ],
];

/**
 * A message of short texts, numbers and truths alone: what lies on its way to the page takes memory there.
 * @param {any} message
 * @param {number} longest text, characters
 */
export function plain(message, longest) {
  const made = /** @type {Record<string, string | number | boolean>} */ ({});
  if (typeof message !== 'object' || message === null) return made;
  for (const name of PARTS) {
    const value = message[name];
    if (typeof value === 'string') made[name] = value.slice(0, longest);
    else if (typeof value === 'number' || typeof value === 'boolean') made[name] = value;
  }
  return made;
}
