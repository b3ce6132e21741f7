// The wheel's part for a Pyodide that was started without a lab: connects to one whose engine and worker are in the wheel.
import { connect } from '../lib/connect.js';
import { serve } from '../lib/serve.js';
import { adoptEngine } from '../lib/engine.js';
import { bridge } from './bridge.js';

/**
 * The engine as `asynclab._connect` takes it.
 *
 * @param {Uint8Array} wasm the engine
 * @param {string} address of this module, which workers import too
 */
export async function open(wasm, address) {
  const engine = await WebAssembly.compile(/** @type {BufferSource} */ (wasm));
  const source = `import { work } from ${JSON.stringify(address)}; work();`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const start = () => new Worker(url, { type: 'module', name: 'asynclab backend' });
  /** @param {string} options JSON @returns {Promise<any>} a bridge, or the code and message of an error */
  const opened = async (options) => {
    try {
      const given = JSON.parse(options);
      const webgpu = given.device !== 'cpu' && globalThis.navigator?.gpu !== undefined;
      const devices = webgpu ? ['webgpu', 'cpu'] : ['cpu'];
      const { device, ...others } = given;
      const chosen = device === undefined || device === 'webgpu' ? { devices } : { device };
      const lab = await connect({ ...chosen, ...others, engine, worker: start });
      return bridge(lab).python;
    } catch (error) {
      const { code = 'FAILED', message = String(error) } = /** @type {any} */ (error);
      return `${code}\n${message}`;
    }
  };
  return { connect: opened };
}

/** In a worker of its own: serves a backend, as `backend-worker.js` does. */
export function work() {
  globalThis.onmessage = ({ data: { module, port, options } }) => {
    adoptEngine(module);
    serve(port, options);
  };
}
