/**
 * Lays a table out for a terminal: columns whose every cell begins with a number are aligned right, others left.
 * @param {{columns: string[], rows: string[][]}} table
 * @returns {string} lines without a trailing newline
 */
export function layOut({ columns, rows }) {
  const lines = [columns, ...rows].map((row) => columns.map((_, i) => String(row[i] ?? '')));
  const pads = columns.map((_, i) => {
    const width = Math.max(...lines.map((row) => row[i].length));
    const numeric = lines.slice(1).every((row) => /^[-−+≤≥<>~]?\s*[\d.]|^[-–—]?$/.test(row[i]));
    return (text) => (numeric ? text.padStart(width) : text.padEnd(width));
  });
  return lines
    .map((row) =>
      row
        .map((text, i) => pads[i](text))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
