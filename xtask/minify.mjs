// Minifies the modules below the folder given once more: esbuild has bundled them, but terser finds shorter ways to say the same.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'terser';

const folder = process.argv[2];
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js')) continue;
  const path = join(folder, file);
  // Comments about licences stay by default.
  const { code } = await minify(readFileSync(path, 'utf8'), {
    ecma: 2020,
    module: true,
    compress: { passes: 3 },
    format: { comments: 'some' },
  });
  if (!code) throw new Error(`${path} came out empty`);
  writeFileSync(path, code);
}
