// Draws the icons of the installed page from their SVG: `node xtask/browser/icons.mjs`. The files that it writes are checked in.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from './launch.mjs';

const icons = new URL('../../www/icons/', import.meta.url);
const svg = await readFile(new URL('icon.svg', icons), 'utf8');
const browser = await launch();
try {
  const page = await browser.newPage();
  for (const size of [192, 512]) {
    await page.setViewport({ width: size, height: size });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
    await page.screenshot({ path: fileURLToPath(new URL(`icon-${size}.png`, icons)) });
  }
} finally {
  await browser.close();
}
