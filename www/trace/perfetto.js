/**
 * A trace as Perfetto's TrackEvent protocol buffers, with a flow through each operation's life.
 * Fields: protos/perfetto/trace in Perfetto's sources; perfetto.dev/docs/reference/synthetic-track-event describes them.
 */
import { ProtobufWriter } from './protobuf.js';
import { tracksOf } from './tracks.js';

const TRACE = { packet: 1 };
const PACKET = {
  clockSnapshot: 6,
  timestamp: 8,
  sequence: 10,
  trackEvent: 11,
  trackDescriptor: 60,
  attributes: 126,
};
const EVENT = {
  note: 4,
  type: 9,
  track: 11,
  category: 22,
  name: 23,
  counter: 30,
  flow: 47,
  lastFlow: 48,
};
const TYPE = { begin: 1, end: 2, instant: 3, counter: 4 };
const TRACK = { uuid: 1, name: 2, process: 3, parent: 5, counter: 8, order: 11, rank: 12 };
const EXPLICIT_ORDER = 3;
const PROCESS = { pid: 1, name: 6, label: 8 };
const COUNTER = { unit: 3 };
const UNIT = { count: 2, B: 3 };
const NOTE = { int: 4, double: 5, string: 6, name: 10 };
const CLOCKS = { clock: 1, id: 1, timestamp: 2, realtime: 1, boottime: 6 };
const ATTRIBUTES = { attribute: 1, key: 1, string: 3 };
/** Any number does; there is one writer. */
const SEQUENCE = 1;
const PROCESS_UUID = 1;
/** Viewers keep the order of tracks below a track, not below a process. */
const ROOT_UUID = 2;

/** @param {number} ms */
const nanoseconds = (ms) => Math.round(ms * 1e6);

/**
 * A trace as Perfetto reads it, with a flow through each operation's life. Imported from `asynclab/trace`.
 *
 * @param {import('../lib/core/trace.js').Trace} trace
 * @param {{title?: string, labels?: string[], attributes?: Record<string, string>}} [from] where it comes from
 * @returns {Uint8Array<ArrayBuffer>} a `.pftrace`
 */
export function perfettoTrace(trace, { title = 'asynclab', labels = [], attributes = {} } = {}) {
  const about = { title, labels, attributes };
  const { tracks, counters } = tracksOf(trace);
  const out = new ProtobufWriter();
  const packet = (/** @type {() => void} */ write) =>
    out.message(TRACE.packet, () => {
      out.uint(PACKET.sequence, SEQUENCE);
      write();
    });
  writeAbout(out, packet, trace, about);
  const groups = [...new Set([...tracks, ...counters].map(({ group }) => group))];
  const groupUuid = (/** @type {string} */ group) => 100 + groups.indexOf(group);
  const describe = (/** @type {() => void} */ write) =>
    packet(() => out.message(PACKET.trackDescriptor, write));
  describe(() => {
    out.uint(TRACK.uuid, ROOT_UUID);
    out.uint(TRACK.parent, PROCESS_UUID);
    out.string(TRACK.name, 'operations');
    out.uint(TRACK.order, EXPLICIT_ORDER);
  });
  groups.forEach((group, rank) =>
    describe(() => {
      out.uint(TRACK.uuid, groupUuid(group));
      out.uint(TRACK.parent, ROOT_UUID);
      out.string(TRACK.name, group);
      out.uint(TRACK.order, EXPLICIT_ORDER);
      out.uint(TRACK.rank, rank);
    }),
  );
  [...tracks, ...counters].forEach((track, rank) =>
    describe(() => {
      out.uint(TRACK.uuid, 1000 + rank);
      out.uint(TRACK.parent, groupUuid(track.group));
      out.string(TRACK.name, track.name);
      out.uint(TRACK.rank, rank);
      if ('unit' in track)
        out.message(TRACK.counter, () => out.uint(COUNTER.unit, UNIT[track.unit]));
    }),
  );
  const events = eventsOf(out, tracks, counters);
  // The format has no time before zero; a trace from elsewhere may.
  const zero = Math.min(0, events[0]?.at ?? 0);
  for (const { at, write } of events)
    packet(() => {
      out.uint(PACKET.timestamp, at - zero);
      out.message(PACKET.trackEvent, write);
    });
  return out.bytes;
}

/** @param {ProtobufWriter} out @param {(write: () => void) => void} packet @param {import('../lib/core/trace.js').Trace} trace @param {{title: string, labels: string[], attributes: Record<string, string>}} about */
function writeAbout(out, packet, trace, { title, labels, attributes }) {
  if (trace.clock === 'performance')
    packet(() =>
      out.message(PACKET.clockSnapshot, () => {
        const clock = (/** @type {number} */ id, /** @type {number|bigint} */ time) =>
          out.message(CLOCKS.clock, () => {
            out.uint(CLOCKS.id, id);
            out.uint(CLOCKS.timestamp, time);
          });
        // The lab's clock stands for the time since boot; its zero is at `origin`.
        clock(CLOCKS.boottime, 0);
        clock(CLOCKS.realtime, BigInt(Math.round(trace.origin * 1e3)) * 1000n);
      }),
    );
  packet(() =>
    out.message(PACKET.attributes, () => {
      for (const [key, value] of Object.entries(attributes))
        out.message(ATTRIBUTES.attribute, () => {
          out.string(ATTRIBUTES.key, key);
          out.string(ATTRIBUTES.string, value);
        });
    }),
  );
  packet(() =>
    out.message(PACKET.trackDescriptor, () => {
      out.uint(TRACK.uuid, PROCESS_UUID);
      out.message(TRACK.process, () => {
        out.uint(PROCESS.pid, 1);
        out.string(PROCESS.name, title);
        for (const label of labels) out.string(PROCESS.label, label);
      });
    }),
  );
}

/**
 * All events by time. Events of equal times are in the order of an operation's life, since a flow follows the order of the events.
 * @param {ProtobufWriter} out
 * @param {import('./tracks.js').Track[]} tracks
 * @param {import('./tracks.js').Counter[]} counters
 * @returns {{at: number, write: () => void}[]} ns
 */
function eventsOf(out, tracks, counters) {
  const events = /** @type {{at: number, write: () => void}[]} */ ([]);
  const add = (/** @type {number} */ ms, /** @type {() => void} */ write) =>
    events.push({ at: nanoseconds(ms), write });
  tracks.forEach(({ marks, slices, stage }, index) => {
    const uuid = 1000 + index;
    for (const mark of marks) {
      add(mark.from, () => {
        out.uint(EVENT.type, slices ? TYPE.begin : TYPE.instant);
        out.uint(EVENT.track, uuid);
        out.string(EVENT.name, mark.name);
        out.string(EVENT.category, stage);
        for (const i of mark.operations)
          out.fixed64(stage === 'done' ? EVENT.lastFlow : EVENT.flow, i + 1);
        for (const [name, value] of Object.entries(mark.notes))
          if (value !== undefined) writeNote(out, name, value);
      });
      if (slices)
        add(Number(mark.to), () => {
          out.uint(EVENT.type, TYPE.end);
          out.uint(EVENT.track, uuid);
        });
    }
  });
  counters.forEach(({ at, values }, index) => {
    const uuid = 1000 + tracks.length + index;
    for (let i = 0; i < at.length; i += 1)
      add(at[i], () => {
        out.uint(EVENT.type, TYPE.counter);
        out.uint(EVENT.track, uuid);
        out.uint(EVENT.counter, values[i]);
      });
  });
  return events.sort((a, b) => a.at - b.at);
}

/** @param {ProtobufWriter} out @param {string} name @param {string|number} value */
function writeNote(out, name, value) {
  out.message(EVENT.note, () => {
    out.string(NOTE.name, name);
    if (typeof value === 'string') out.string(NOTE.string, value);
    else if (Number.isInteger(value) && value >= 0) out.uint(NOTE.int, value);
    else out.double(NOTE.double, value);
  });
}
