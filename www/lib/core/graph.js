/**
 * @typedef {object} GraphNode An operation that is not complete.
 * @property {string} device where it runs
 * @property {number} operation its number on that device, from 0
 * @property {string} name of the operation; `array` for an upload, `to` for a value that another device sends
 * @property {number[]} shape of its result
 * @property {'queued' | 'waiting' | 'running'} stage `waiting` if it waits for another device
 * @property {{device: string, operation: number}[]} reads the operations whose results it reads; complete ones too
 */

/**
 * @param {import('./protocol.js').PendingOperation[][]} graphs as the backends reported them, by device
 * @param {string[]} devices
 * @returns {GraphNode[]}
 */
export function describeGraph(graphs, devices) {
  return graphs.flatMap((nodes, index) =>
    nodes
      .sort((a, b) => a.operation - b.operation)
      .map(({ reads, from, ...node }) => ({
        device: devices[index],
        ...node,
        reads: [
          ...reads.map((operation) => ({
            device: devices[index],
            operation,
          })),
          ...(from ? [{ device: devices[from[0]], operation: from[1] }] : []),
        ],
      })),
  );
}
