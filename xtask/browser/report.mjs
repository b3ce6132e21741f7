// A result of the bench as one file that shows itself in any browser.
import { readFile, writeFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const bench = new URL('../../bench/', import.meta.url);

/** @param {string} file to write @param {object} result */
export async function writeReport(file, result) {
  const page = await readFile(new URL('report.html', bench), 'utf8');
  const style = await readFile(new URL('report.css', bench), 'utf8');
  const script = new URL('report.js', bench).pathname;
  const bundle = await rolldown({ input: script });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  // As data in a page, the text must not end the element that it is in.
  const data = JSON.stringify(result).replaceAll('<', '\\u003c');
  const parts = {
    '<link rel="stylesheet" href="report.css" />': `<style>\n${style}</style>`,
    '<script type="module" src="report.js"></script>': [
      `<script type="application/json" id="result">${data}</script>`,
      `<script type="module">\n${output[0].code}</script>`,
    ].join('\n    '),
  };
  let whole = page;
  for (const [link, content] of Object.entries(parts)) whole = whole.replace(link, () => content);
  await writeFile(file, whole);
}
