/** The methods of WebGPU that are watched. */
import { bufferOf, meet } from './devices.js';
import { lastSerial, live, Note, noteOf } from './notes.js';
import { dispatched, pass, submit, turned } from './submitting.js';
import { blocking, compiling, waiting } from './waiting.js';
import { replace, wrap } from './wrap.js';

/** @param {any} one a buffer's note, of any recording */
function freed(one) {
  if (!one) return;
  live.run.bytes -= one.bytes;
  live.run.counts.buffersDestroyed += one.bytes > 0 ? 1 : 0;
  one.bytes = 0;
}

/** Notes that the encoder's work is the last to use a buffer. @param {number} at index among the arguments */
const writes = (at) => ({
  after(/** @type {any} */ self, /** @type {any[]} */ given) {
    const target = given[at]?.buffer ?? given[at];
    const [encoder, buffer] = [noteOf(self), bufferOf(target)];
    if (encoder) encoder.used = true;
    if (encoder && buffer) buffer.encoder = encoder;
  },
});

/** @param {number} bytes */
function uploaded(bytes) {
  live.run.counts.uploads += 1;
  live.run.counts.uploadedBytes += bytes || 0;
}

/** The outcome of the program's request. Requests that fail are counted. @param {Promise<any>} promise @param {string} missing @param {(made: any) => void} [made] */
const asked = (promise, missing, made = () => {}) =>
  promise.then(
    (value) => {
      if (live.run && value) made(value);
      else if (live.run) live.run.counts[missing] += 1;
      return value;
    },
    (error) => {
      if (live.run) live.run.counts[missing] += 1;
      throw error;
    },
  );

export function install() {
  watchDevices();
  watchBuffers();
  watchPipelines();
  watchEncoders();
  watchPasses();
  watchQueues();
  watchCanvases();
}

function watchDevices() {
  wrap('GPU', 'requestAdapter', {
    after: (_, __, promise) => asked(promise, 'adaptersMissing'),
  });
  wrap('GPUAdapter', 'requestDevice', {
    before(adapter, given) {
      if (!live.run.timestamps || !adapter.features.has('timestamp-query')) return;
      const requiredFeatures = [
        ...new Set([...(given[0]?.requiredFeatures ?? []), 'timestamp-query']),
      ];
      given[0] = Object.create(given[0] ?? null, {
        requiredFeatures: { value: requiredFeatures, enumerable: true },
      });
    },
    after: (_, __, promise) =>
      asked(promise, 'devicesRefused', (device) => {
        meet(device).late = false;
      }),
  });
}

function watchBuffers() {
  wrap('GPUDevice', 'createBuffer', {
    after(device, [{ mappedAtCreation }], buffer) {
      const { run } = live;
      run.counts.buffersCreated += 1;
      run.bytes += buffer.size;
      run.counts.peakBytes = Math.max(run.counts.peakBytes, run.bytes);
      const [bytes, writes] = [buffer.size, Boolean(mappedAtCreation)];
      Note.set(buffer, { run, one: meet(device), bytes, encoder: null, writes, written: 0 });
    },
  });
  wrap('GPUBuffer', 'destroy', { after: (buffer) => freed(Note.of(buffer)) });
  // The contents of mapped memory are uploaded by `unmap`.
  wrap('GPUBuffer', 'getMappedRange', {
    after(buffer, _, { byteLength }) {
      const note = bufferOf(buffer);
      if (note?.writes) note.written += byteLength;
    },
  });
  wrap('GPUBuffer', 'unmap', {
    after(buffer) {
      const note = bufferOf(buffer);
      if (note?.written) uploaded(note.written);
      if (note) Object.assign(note, { writes: false, written: 0 });
    },
  });
  wrap(
    'GPUBuffer',
    'mapAsync',
    waiting((buffer, [mode]) => {
      live.run.counts.maps += 1;
      const note = bufferOf(buffer);
      const serial = note?.encoder?.serial ?? note?.one.last ?? lastSerial();
      if (note) note.writes = mode === 2;
      return [mode === 2 ? 'mapAsync to write' : 'mapAsync', serial];
    }),
  );
}

function watchPipelines() {
  wrap('GPUDevice', 'createShaderModule', { after: () => void (live.run.counts.modules += 1) });
  for (const kind of [
    'createComputePipeline',
    'createComputePipelineAsync',
    'createRenderPipeline',
    'createRenderPipelineAsync',
  ])
    wrap('GPUDevice', kind, compiling(kind));
}

function watchEncoders() {
  wrap('GPUDevice', 'createCommandEncoder', {
    after: (device, _, encoder) =>
      void Note.set(encoder, {
        run: live.run,
        one: meet(device),
        used: false,
        groups: [],
        chunk: null,
        serial: -1,
      }),
  });
  wrap('GPUCommandEncoder', 'beginComputePass', pass(false));
  wrap('GPUCommandEncoder', 'beginRenderPass', pass(true));
  wrap('GPUCommandEncoder', 'copyBufferToBuffer', {
    // Without offsets, the destination is the second.
    after: (self, given) => writes(typeof given[1] === 'object' ? 1 : 2).after(self, given),
  });
  wrap('GPUCommandEncoder', 'copyTextureToBuffer', writes(1));
  wrap('GPUCommandEncoder', 'resolveQuerySet', writes(3));
  wrap('GPUCommandEncoder', 'finish', {
    before(self) {
      const { chunk } = noteOf(self) ?? {};
      if (!chunk?.used) return;
      live.native['GPUCommandEncoder.resolveQuerySet'].call(
        self,
        chunk.set,
        0,
        2 * chunk.used,
        chunk.resolved,
        0,
      );
      live.native['GPUCommandEncoder.copyBufferToBuffer'].call(
        self,
        chunk.resolved,
        0,
        chunk.read,
        0,
        16 * chunk.used,
      );
    },
    after(self, _, buffer) {
      const encoder = noteOf(self);
      if (encoder) Note.set(buffer, encoder);
    },
  });
}

function watchPasses() {
  // Programs call these two most often. Written out, each is compiled by itself, which halves the time that the script adds.
  replace('GPUComputePassEncoder', 'setPipeline', (method) => ({
    setPipeline(/** @type {any[]} */ ...given) {
      const result = Reflect.apply(method, this, given);
      try {
        if (live.run) turned(this, given[0]);
      } catch {
        live.run.counts.faults += 1;
      }
      return result;
    },
  }));
  replace('GPUComputePassEncoder', 'dispatchWorkgroups', (method) => ({
    dispatchWorkgroups(/** @type {any[]} */ ...given) {
      const result = Reflect.apply(method, this, given);
      try {
        if (live.run) dispatched(this, given[0], given[1], given[2]);
      } catch {
        live.run.counts.faults += 1;
      }
      return result;
    },
  }));
  wrap('GPUComputePassEncoder', 'dispatchWorkgroupsIndirect', {
    after: (self) => dispatched(self, null),
  });
  for (const draw of [
    'draw',
    'drawIndexed',
    'drawIndirect',
    'drawIndexedIndirect',
    'executeBundles',
  ])
    wrap('GPURenderPassEncoder', draw, { after: () => void (live.run.counts.draws += 1) });
}

function watchQueues() {
  wrap('GPUQueue', 'submit', submit);
  wrap('GPUQueue', 'writeBuffer', {
    after(_, [, , data, offset = 0, size]) {
      const unit = data.BYTES_PER_ELEMENT ?? 1;
      uploaded(size === undefined ? data.byteLength - offset * unit : size * unit);
    },
  });
  wrap('GPUQueue', 'writeTexture', { after: (_, [, data]) => uploaded(data.byteLength) });
  wrap('GPUQueue', 'copyExternalImageToTexture', { after: () => uploaded(0) });
  wrap(
    'GPUQueue',
    'onSubmittedWorkDone',
    waiting(() => ['onSubmittedWorkDone', -1], false),
  );
}

/** A canvas that WebGPU draws on blocks the program that reads it. */
function watchCanvases() {
  wrap('GPUCanvasContext', 'configure', {
    after: (context) => void Note.set(context.canvas, { run: live.run }),
  });
  const isShown = (/** @type {any} */ canvas) => noteOf(canvas) !== undefined;
  for (const type of ['CanvasRenderingContext2D', 'OffscreenCanvasRenderingContext2D']) {
    wrap(
      type,
      'drawImage',
      blocking('drawImage', (_, [image]) => isShown(image)),
    );
    wrap(type, 'getImageData', blocking('getImageData', isShown));
  }
  wrap('HTMLCanvasElement', 'toDataURL', blocking('toDataURL', isShown));
}
