/** Devices, and the times of their passes. */
import { live, MOST, Note, noteOf, now, TIMED } from './notes.js';

/**
 * The note of a queue's device: only its queue shows a device that was made before the script. Facts from an earlier recording are kept.
 * @param {any} queue
 */
export function deviceOf(queue) {
  const known = noteOf(queue);
  if (known) return known;
  const { run } = live;
  const { about = null, device = null, lost = null, late = true } = Note.of(queue) ?? {};
  const one = {
    ...{ run, about, device, lost, late },
    // The recording keeps no device of the program's alive.
    queue: new WeakRef(queue),
    index: run.counts.devices++,
    ...{ last: -1, free: [], made: 0 },
  };
  if (one.index < MOST.devices) run.devices.push(one);
  return Note.set(queue, one);
}

/** The note of a device, with the facts that it reports of itself. @param {any} device */
export function meet(device) {
  const known = noteOf(device);
  if (known) return known;
  const one = Note.set(device, deviceOf(device.queue));
  const { vendor = '', architecture = '', description = '' } = device.adapterInfo ?? {};
  const timestamps = device.features.has('timestamp-query');
  one.device = new WeakRef(device);
  one.about = { vendor, architecture, description, timestamps };
  const { lost } = device;
  lost.then((/** @type {any} */ { reason, message }) => {
    one.lost = { at: now(), reason: reason ?? '', message: String(message).slice(0, 300) };
  });
  return one;
}

/** A buffer's note. That of an earlier recording is taken over, so that its bytes are known. @param {any} buffer */
export function bufferOf(buffer) {
  const note = Note.of(buffer);
  if (!note || note.run === live.run) return note;
  const queue = note.one.queue.deref();
  const one = queue ? deviceOf(queue) : note.one;
  return Note.set(buffer, { ...note, run: live.run, one, encoder: null });
}

/** Queries and buffers that time the passes of one encoder. @param {any} one a device */
export function chunkOf(one) {
  const { free } = one;
  const device = one.device?.deref();
  if (!device || !live.run.timestamps || !one.about?.timestamps || one.lost) return null;
  if (free.length) return free.pop();
  if (one.made >= TIMED.chunks) return null;
  one.made += 1;
  const count = 2 * TIMED.passes;
  const buffer = (/** @type {number} */ usage) =>
    live.native['GPUDevice.createBuffer'].call(device, { size: 8 * count, usage });
  const set = device.createQuerySet({ type: 'timestamp', count });
  return { set, resolved: buffer(0x204), read: buffer(0x9), used: 0, groups: [] };
}

/** @param {any} one @param {any} chunk */
export function readTimes(one, chunk) {
  const { run } = live;
  const reading = live.native['GPUBuffer.mapAsync'].call(chunk.read, 1).then(() => {
    const times = new BigUint64Array(chunk.read.getMappedRange());
    chunk.groups.forEach((/** @type {number[]} */ groups, /** @type {number} */ at) => {
      for (const group of groups) {
        const [started, ended] = [times[2 * at], times[2 * at + 1]].map(Number);
        run.times.set(group, { started, ended, last: groups[groups.length - 1] });
      }
    });
    chunk.read.unmap();
    Object.assign(chunk, { used: 0, groups: [] });
    one.free.push(chunk);
  });
  const over = reading.catch(() => {}).then(() => run.reading.delete(over));
  run.reading.add(over);
}
