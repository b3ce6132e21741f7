// Builds the examples that become HTML. Each function takes an example's folder and returns the folder of the pages.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mdbook, pandoc, python, quarto, run } from './tools.mjs';

/** The system whose example a builder builds. */
export const systemOf = (/** @type {string} */ builder) =>
  ({ pandoc: 'quarto' })[builder] ?? builder;

/** @type {Record<string, (folder: string) => string | Promise<string>>} */
export const builders = {
  html: (folder) => folder,
  async mdbook(folder) {
    await run(mdbook(), ['build'], folder);
    return join(folder, 'book');
  },
  async sphinx(folder) {
    await run(python('sphinx-build'), ['-W', '-b', 'html', '.', '_build'], folder);
    return join(folder, '_build');
  },
  async quarto(folder) {
    await run(quarto.program, ['render'], folder);
    return join(folder, '_site');
  },
  // Quarto makes its pages with Pandoc. Quarto's themes, cells and cross-references are missing here.
  async pandoc(folder) {
    const pages = join(folder, '_pages');
    mkdirSync(pages);
    const words = ['--standalone', '--from', 'markdown', '--to', 'html5', '--output'];
    await run(pandoc.program, [...words, join(pages, 'index.html'), 'index.qmd'], folder);
    return pages;
  },
};
