// What the wheel brings to a Pyodide that knows nothing of the lab: connecting to a lab whose engine and worker come out of the wheel.
import { connect } from '../asynclab.js';
import { bridge } from './bridge.js';

/**
 * The engine as `asynclab._connect` takes it.
 *
 * @param {Uint8Array} wasm the engine
 * @param {string} worker the backend's worker, as text
 */
export async function open(wasm, worker) {
  const engine = await WebAssembly.compile(/** @type {BufferSource} */ (wasm));
  const url = URL.createObjectURL(new Blob([worker], { type: 'text/javascript' }));
  const start = () => new Worker(url, { type: 'module', name: 'asynclab backend' });
  /** @param {string} options JSON @returns {Promise<any>} a door, or code and message of what went wrong */
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
