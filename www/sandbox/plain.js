/** The properties of a message that the page reads. */
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
 * A copy of a message with only these properties, as short texts, numbers and booleans, since a message takes memory of the page.
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
