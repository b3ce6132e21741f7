// The public API of asynclab.
import { LabError } from './lib/core/errors.js';
import { Session } from './lib/core/session.js';
import { connect as connectTo } from './lib/connect.js';
import { VERSION } from './lib/info.js';
import { Lab } from './lib/lab.js';
import { NDArray } from './lib/array/ndarray.js';

export { Lab, LabError, NDArray, Session, VERSION };

// Types that programs name in types of their own.
/** @typedef {import('./lib/options.js').Options} Options */
/** @typedef {import('./lib/options.js').DeviceName} DeviceName */
/** @typedef {import('./lib/options.js').WorkerSource} WorkerSource */
/** @typedef {import('./lib/core/heartbeat.js').OnSilence} OnSilence */
/** @typedef {import('./lib/core/heartbeat.js').Silence} Silence */
/** @typedef {import('./lib/array/creation.js').ND} ND */
/** @typedef {import('./lib/array/creation.js').Creation} Creation */
/** @typedef {import('./lib/array/creation.js').Functions} Functions */
/** @typedef {import('./lib/array/random.js').Random} Random */
/** @typedef {import('./lib/array/ndarray.js').Operand} Operand */
/** @typedef {import('./lib/array/arguments.js').Range} Range */
/** @typedef {import('./lib/array/arguments.js').ShapeLike} ShapeLike */
/** @typedef {import('./lib/array/creation.js').TwoSided} TwoSided */
/** @typedef {import('./lib/array/calls.js').Place} Place */
/** @typedef {import('./lib/array/calls.js').Transposed} Transposed */
/** @typedef {import('./lib/array/autograd.js').Autograd} Autograd */
/** @typedef {import('./lib/array/autograd.js').Pass} Pass */
/** @typedef {import('./lib/nn.js').Networks} Networks */
/** @typedef {import('./lib/nn.js').Sequential} Sequential */
/** @typedef {import('./lib/nn.js').L2Loss} L2Loss */
/** @typedef {import('./lib/nn.js').CrossEntropyLoss} CrossEntropyLoss */
/** @typedef {import('./lib/nn.js').Dropout} Dropout */
/** @typedef {import('./lib/nn.js').Trainer} Trainer */
/** @typedef {import('./lib/nn/dense.js').Dense} Dense */
/** @typedef {import('./lib/nn/dense.js').Initializer} Initializer */
/** @typedef {import('./lib/nn/block.js').Block} Block */
/** @typedef {import('./lib/array/operations.js').Operations} Operations */
/** @typedef {import('./lib/array/compositions.js').Compositions} Compositions */
/** @typedef {import('./lib/window.js').Window} Window */
/** @typedef {import('./lib/compile/compile.js').Compiled} Compiled */
/** @typedef {import('./lib/compile/compile.js').Compilation} Compilation */
/** @typedef {import('./lib/core/graph.js').GraphNode} GraphNode */
/** @typedef {import('./lib/core/trace.js').Trace} Trace */
/** @typedef {import('./lib/core/trace.js').Wait} Wait */
/** @typedef {import('./lib/core/trace.js').GpuClock} GpuClock */
/** @typedef {import('./lib/core/trace.js').MemorySeries} MemorySeries */
/** @typedef {import('./lib/core/protocol.js').Memory} Memory */
/** @typedef {import('./lib/core/session.js').Question} Question */
/** @typedef {import('./lib/core/waiting.js').Outcome} Outcome */
/** @typedef {import('./lib/core/programs.js').Captured} Captured */
/** @typedef {import('./lib/info.js').Info} Info */
/** @typedef {import('./lib/info.js').DeviceInfo} DeviceInfo */
/** @typedef {import('./lib/core/protocol.js').Adapter} Adapter */
/** @typedef {import('./lib/core/protocol.js').Policy} Policy */
/** @typedef {import('./lib/core/protocol.js').Summary} Summary */
/** @typedef {import('./lib/nn.js').Layer} Layer */
/** @typedef {import('./lib/nn/dense.js').Find} Find */
/** @typedef {import('./lib/nn/safetensors.js').Tensor} Tensor */

/**
 * Connects to a device: loads the engine and starts the backend.
 *
 * @param {Options} [options]
 * @returns {Promise<Lab>}
 * @throws {LabError} `NO_WEBGPU`, `NO_DEVICE`, `NO_ANSWER`, `INVALID_OPTION`, `WORKER_BLOCKED`, `WASM_BLOCKED`, `WASM_TYPE` or `FILE_PROTOCOL`
 * @example
 * import { connect } from 'asynclab';
 *
 * const lab = await connect({ device: 'cpu' });
 * const x = lab.nd.arange(3); // returns at once
 * await x.add(1).data(); // → [1, 2, 3]
 * lab.close();
 */
export async function connect(options = {}) {
  const compiler = import('./lib/compile/compile.js');
  compiler.catch(() => {}); // The error does not matter where `connectTo` fails first.
  return connectTo(options, compiler);
}
