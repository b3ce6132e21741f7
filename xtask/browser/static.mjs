// A static host like those of courses: any folder, below any path, with no header of its own but the one that allows other origins.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.ftl': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Serves a folder.
 * @param {URL} folder with a trailing slash
 * @param {string} below its path on the host, with slashes around it
 * @param {object} [options]
 * @param {boolean} [options.compress]
 * @param {Record<string, string>} [options.headers] sent with every file
 * @param {number} [options.port] any by default
 * @param {(name: string, bytes: number) => void} [options.onSent] called with each file and the bytes of its body on the wire
 * @returns {Promise<{address: string, port: number, close: () => void}>} its address, with a trailing slash
 */
export async function staticHost(folder, below, options = {}) {
  const { compress = false, headers = {}, port = 0, onSent = () => {} } = options;
  /** Compressed bodies, by name. @type {Map<string, Promise<Buffer>>} */
  const packed = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = pathname.slice(below.length) || 'index.html';
    try {
      if (!pathname.startsWith(below)) throw new Error('not ours');
      const content = await readFile(new URL(name, folder));
      if (compress && !packed.has(name)) packed.set(name, promisify(gzip)(content));
      const body = (await packed.get(name)) ?? content;
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'text/plain',
        // As public hosts of static pages send it.
        'access-control-allow-origin': '*',
        ...(compress && { 'content-encoding': 'gzip' }),
        ...headers,
      });
      response.end(body);
      onSent(name, body.length);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port: taken } = server.address();
  return { address: `http://127.0.0.1:${taken}${below}`, port: taken, close };
}
