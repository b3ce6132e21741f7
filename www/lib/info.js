/**
 * Which browser this is, as far as it says.
 *
 * @returns {string} such as `Chrome 156`
 */
export function browserName() {
  const agent = globalThis.navigator?.userAgent ?? '';
  const known = [
    [/Firefox\/(\d+)/, 'Firefox'],
    [/Edg\/(\d+)/, 'Edge'],
    [/(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
    [/Version\/(\d+).*Safari/, 'Safari'],
  ];
  for (const [pattern, name] of /** @type {[RegExp, string][]} */ (known)) {
    const version = pattern.exec(agent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return agent || 'unknown';
}
