// The builds of the examples that are HTML in the end: each a function of its folder that returns where they are.
import { join } from 'node:path';
import { mdbook, python, quarto, run } from './tools.mjs';

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
};
