// Everything that crosses the port between a frontend and a backend, each way, and the columns of a trace. The commands themselves are words
// of the stream (`src/wire.rs`); the engine writes replies in `src/web/reply.rs`.

/** Columns of a trace that are times, in ms. */
export const TIMES = /** @type {const} */ ([
  'enqueued',
  'decoded',
  'submitted',
  'started',
  'ended',
  'completed',
]);
/** Columns that are whole numbers of 32 bits and mean the same in the trace of one device and of several. */
export const NUMBERS = /** @type {const} */ (['submission', 'turn']);
/** Columns of the least work of each kernel: floating-point operations, and bytes read and written. */
export const WORK = /** @type {const} */ (['flops', 'bytes']);
/** Columns of whole numbers of 32 bits, in the order of operations or of what they read. */
export const INDICES = /** @type {const} */ (['shape', ...NUMBERS, 'inputs', 'inputOffsets']);
/** Columns of a series of memory. */
export const SERIES = /** @type {const} */ ([
  'at',
  'used',
  'pending',
  'pooled',
  'allocated',
  'decoded',
  'completed',
]);
/** The parts of a status, in the order in which a thread that sleeps reads them. */
export const PROGRESS = /** @type {const} */ ([
  'decoded',
  'completed',
  'handedOverBefore',
  'completeBefore',
]);
export const MEMORY = /** @type {const} */ (['used', 'pending', 'pooled', 'allocated', 'peak']);

/**
 * @typedef {{code: string, message: string, op?: string}} Report an error as it crosses threads; `op` is the function that its message begins with
 *
 * @typedef {object} Progress
 * @property {number} decoded operations
 * @property {number} completed operations, in whatever order
 * @property {number} handedOverBefore every operation before this one was submitted, or has failed
 * @property {number} completeBefore every operation before this one is complete
 *
 * @typedef {object} Memory Bytes: `allocated = used + pending + pooled`.
 * @property {number} used by arrays that the program holds, also those that are not computed yet
 * @property {number} pending disposed by the program, still needed by queued or running work
 * @property {number} pooled free, kept for reuse
 * @property {number} allocated on the device, once all enqueued operations have their memory
 * @property {number} peak most ever allocated, as last reported, and no less than `allocated`
 *
 * @typedef {{progress: Progress, memory: Memory, failed: number[]}} Status `failed` are the operations that could not be run, each reported once
 */

// From the frontend to the backend.

/**
 * @typedef {object} Chunk commands
 * @property {Uint32Array<ArrayBuffer>} words
 * @property {import('./blocking.js').Blocked} [blocked] where to answer a frontend that sleeps
 *
 * @typedef {Chunk | {peer: MessagePort, device: number} | {ping: true} | {lose: true} | {close: true}} Command a message to a backend: `peer` leads to the
 *   backend of another device
 *
 * @typedef {{token: number, outcome: Float32Array | Report}} Delivery a message between the backends of two devices
 */

// From the backend to the frontend.

/**
 * @typedef {object} Summary Of samples, in ms; NaN without any.
 * @property {number} median half of them are shorter
 * @property {number} low the lower quartile
 * @property {number} high the upper quartile
 * @property {number} samples how many there are
 *
 * @typedef {object} Policy As in `Options`.
 * @property {number} opsPerSubmit most operations handed to the device at once
 * @property {number} workPerSubmit flops and bytes after which a submission is closed
 * @property {number} maxInFlight most operations handed over and not yet complete
 * @property {boolean} blocking whether every operation is complete before the next begins
 * @property {'stream-ordered' | 'on-completion'} allocator when the memory of a disposed array is used again
 * @property {boolean} lazy whether nothing begins before it is needed
 * @property {number} memoryLimit most bytes allocated
 * @property {'tuned' | 'fixed'} kernels how kernels are chosen
 *
 * @typedef {{name: string, vendor: string, architecture: string, software: boolean, timestamps: boolean}} Adapter The hardware of a device, as the
 *   browser reports it.
 *
 * @typedef {object} Calibration
 * @property {Summary} floor notification latency: how late an empty queue is reported complete
 * @property {null | {quantum: number}} timestamps the step of the device's own clock, ms; null where it has none
 * @property {number} rate 10⁹ flops a second of products on the CPU device; NaN elsewhere
 *
 * @typedef {{device: string, adapter: Adapter, nudged: boolean, questions: number, policy: Policy, backendStep: number, arrayBytes: number, machine?: string} & Partial<Calibration>} BackendInfo
 *   about a device and the clock of its backend's thread; more once it is calibrated
 *
 * @typedef {Omit<import('./merge.js').Merged, 'device' | 'kernel' | 'replayed'> & {kernel: Uint32Array, received: Float64Array,
 *   memory: import('./trace.js').MemorySeries}} DeviceTrace the trace of one device, by column: see `Trace`. `received` has triples: a row, and the
 *   device and operation whose value it received
 *
 * @typedef {object} PendingOperation of a device's dependency graph
 * @property {number} operation its number on the device
 * @property {string} name
 * @property {number[]} shape
 * @property {'queued' | 'waiting' | 'running'} stage
 * @property {number[]} reads operations of the same device
 * @property {[device: number, operation: number]} [from] whose value it receives
 *
 * @typedef {Float32Array | DeviceTrace | PendingOperation[]} Value of an answer
 *
 * @typedef {object} Reply
 * @property {number[]} done tokens of waits that are over
 * @property {[token: number, value: Value][]} data
 * @property {[token: number, error: Report][]} failed
 * @property {[device: number, token: number, outcome: Float32Array | Report][]} sent for backends of other devices; never leaves the backend's thread
 * @property {[callClass: string, kernel: string, evidence: string][]} chosen kernels, each choice reported once
 * @property {Status} [status]
 * @property {Calibration} [calibrated]
 * @property {Report} [lost] why nothing will be answered any more
 * @property {ArrayBuffer[]} [used] buffers of chunks that were read
 *
 * @typedef {{ready: BackendInfo} | {rejected: Report} | {reply: Reply} | {pong: true} | {closed: number}} Message a message from a backend. The first is `ready` or
 *   `rejected`, the last `closed`, with the bytes that the device still holds
 */

/** A reply whose other parts are empty. @param {Partial<Reply>} [parts] @returns {Reply} */
export const reply = (parts) => ({
  done: [],
  data: [],
  failed: [],
  sent: [],
  chosen: [],
  ...parts,
});

/** Why nothing is answered any more. @param {unknown} error @returns {Report} */
export const failure = (error) => ({
  code: 'DEVICE_LOST',
  message: `the backend failed (${error instanceof Error ? error.message : String(error)}); connect again`,
});

/** Whether the engine threw it. @param {unknown} thrown @returns {thrown is Report} */
const isReport = (thrown) => thrown instanceof Object && 'code' in thrown && 'message' in thrown;

/** The report that the engine threw. A thrown value of another form shows that the engine itself failed. @param {unknown} thrown @returns {Report} */
export const reportOf = (thrown) => (isReport(thrown) ? thrown : failure(thrown));
