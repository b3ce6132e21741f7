// The backend's description of its queue: the dependency graph of unfinished operations, and the state of an array.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, blank, inWorker, onPage } from './lab.mjs';

test('the graph of z = x·y + 2 is the one that is drawn', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'sim', maxInFlight: 1 });
    const { nd } = lab;
    const x = nd.ones([1, 2]);
    const y = nd.ones([1, 2]);
    const z = x.mul(y).add(2);
    const graphs = [await lab.graph()];
    await y.waitToRead();
    graphs.push(await lab.graph());
    const text = await z.print();
    graphs.push(await lab.graph());
    return { graphs, text };
  });
  const [whole, later, none] = seen.graphs;
  const node = (operation, name, stage, reads) => ({
    device: 'sim',
    operation,
    name,
    shape: [1, 2],
    stage,
    reads: reads.map((read) => ({ device: 'sim', operation: read })),
  });
  assert.deepEqual(whole, [
    node(0, 'ones', 'running', []),
    node(1, 'ones', 'queued', []),
    node(2, 'mul', 'queued', [0, 1]),
    node(3, 'add', 'queued', [2]),
  ]);
  // Complete operations are no longer listed, but their readers still name them.
  assert.deepEqual(later, [node(2, 'mul', 'running', [0, 1]), node(3, 'add', 'queued', [2])]);
  assert.deepEqual(none, []);
  assert.equal(seen.text, '[[3., 3.]]');
});

test('what needs another device waits for it, and the graph says for what', async (t) => {
  const { begun, graph, end, trace, value } = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ devices: ['webgpu', 'cpu'], maxInFlight: 2 });
    const { nd } = lab;
    const slow = nd.random.normal([512, 512], { seed: 1 });
    const upload = nd.array([1, 2, 3], [3], { device: 'cpu' });
    await lab.waitAll();
    const begun = lab.devices.map((device) => lab.progress(device).enqueued);
    let graph;
    const { names, op, shapes, shape, device, devices, inputs, inputOffsets, value } =
      await lab.profile(async () => {
        let product = slow;
        for (let i = 0; i < 6; i += 1) product = product.dot(slow).mul(0.04);
        const there = product.sum().to('cpu');
        const needs = there.mul(upload).add(nd.zeros([3], { device: 'cpu' }));
        const back = needs.to('webgpu').abs();
        graph = await lab.graph();
        return (await back.data()).length;
      });
    const rows = [...op].map((index, row) => ({
      device: devices[device[row]],
      name: names[index],
      shape: shapes[shape[row]],
      reads: [...inputs.slice(inputOffsets[row], inputOffsets[row + 1])],
    }));
    return { begun, graph, end: await lab.graph(), trace: rows, value };
  });
  assert.deepEqual(end, []);
  assert.equal(value, 3);
  const stage = (device, name) =>
    graph.find((node) => node.device === device && node.name === name)?.stage;
  assert.equal(stage('cpu', 'to'), 'waiting');
  assert.equal(stage('cpu', 'mul'), 'waiting');
  assert.equal(stage('cpu', 'add'), 'waiting');
  assert.ok(['queued', 'waiting'].includes(stage('webgpu', 'to')));
  const [running, ...more] = graph.filter(
    (node) => node.device === 'webgpu' && node.stage === 'running',
  );
  assert.ok(running && more.length <= 1, 'two may be with the device');

  // Operations are numbered as in the trace: a device's rows in order, behind the operations enqueued before the trace.
  const devices = ['webgpu', 'cpu'];
  const rowsOf = devices.map((name) =>
    [...trace.keys()].filter((row) => trace[row].device === name),
  );
  const rowOf = ({ device, operation }) => {
    const index = devices.indexOf(device);
    return rowsOf[index][operation - begun[index]];
  };
  assert.ok(graph.length >= 8, `${graph.length} operations`);
  for (const node of graph) {
    const row = trace[rowOf(node)];
    assert.deepEqual([node.name, node.shape], [row.name, row.shape]);
    // Operations enqueued before the trace have no rows.
    const reads = node.reads.map(rowOf).filter((read) => read !== undefined);
    assert.deepEqual(reads.sort(), row.reads.sort(), `what ${node.name} reads`);
  }
});

for (const device of DEVICES) {
  test(`on ${device}: the graph empties from its beginning, and is empty when all is done`, async (t) => {
    const graphs = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, maxInFlight: 4, opsPerSubmit: 2 });
        const a = lab.nd.random.normal([300, 300], { seed: 4 });
        let x = a;
        for (let i = 0; i < 12; i += 1) x = x.dot(a);
        const middle = x;
        for (let i = 0; i < 12; i += 1) x = x.mul(1);
        const graphs = [await lab.graph()];
        await middle.waitToRead();
        graphs.push(await lab.graph());
        await lab.waitAll();
        graphs.push(await lab.graph());
        return graphs;
      },
      device,
    );
    const [first, second, last] = graphs;
    assert.deepEqual(last, []);
    assert.ok(first.length > 12, `${first.length} of 25 operations`);
    for (const graph of [first, second]) {
      const operations = graph.map(({ operation }) => operation);
      assert.deepEqual(
        operations,
        [...Array(graph.length).keys()].map((i) => 25 - graph.length + i),
      );
      const stages = graph.map(({ stage }) => stage);
      const running = stages.lastIndexOf('running') + 1;
      assert.ok(running <= 4, stages.join());
      assert.ok(
        stages.slice(running).every((stage) => stage === 'queued'),
        stages.join(),
      );
      assert.ok(
        stages.slice(0, running).every((stage) => stage === 'running'),
        stages.join(),
      );
    }
    assert.ok(
      second.every(({ operation }) => operation > 12),
      'what was waited for is complete',
    );
  });
}

test('an array is queued, running and done, as the backend reported', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'sim', maxInFlight: 1 });
    let x = lab.nd.ones([2]);
    const arrays = [x];
    for (let i = 0; i < 3; i += 1) arrays.push((x = x.add(1)));
    const states = () => arrays.map((array) => String(array).split(', ').at(-1)).join(' ');
    const seen = [states()];
    for (const array of arrays) {
      await array.waitToRead();
      seen.push(states());
    }
    return seen;
  });
  assert.deepEqual(seen, [
    'queued queued queued queued',
    'done running queued queued',
    'done done running queued',
    'done done done running',
    'done done done done',
  ]);
});

for (const device of ['webgpu', 'cpu']) {
  test(`on ${device}: after a wait that blocks for all, all arrays are done`, async (t) => {
    const seen = await inWorker(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const a = lab.nd.random.normal([200, 200], { seed: 4 });
        const b = a.dot(a);
        const states = () => [lab.stateOf(a), String(b).split(', ').at(-1)];
        const before = states();
        lab.waitAllSync();
        const after = states();
        const c = b.add(1);
        return [before, after, lab.stateOf(c), (lab.roomSync(1e9), lab.stateOf(c))];
      },
      device,
    );
    assert.deepEqual(seen, [['queued', 'queued'], ['done', 'done'], 'queued', 'done']);
  });
}
