// The same work enqueued from Python and from JavaScript, in turns, each from a worker over a GPU's backend of its own.

const TIMES = 10_000;

const ENQUEUE = `import asynclab, json, time
lab = asynclab.default()
x = lab.nd.ones((1024,))
def enqueue(times):
    for _ in range(times):
        y = x + 1
enqueue(${TIMES / 10})
lab.wait_all()
begin = time.perf_counter()
enqueue(${TIMES})
enqueued = time.perf_counter()
lab.wait_all()
print(json.dumps({"enqueue": (enqueued - begin) * 1e6 / ${TIMES}, "done": (time.perf_counter() - begin) * 1e3}))`;

const TRAINING = `import json, time
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn
if "net" not in globals():
    net = nn.Sequential()
    net.add(nn.Dense(2048, activation="relu"), nn.Dense(512, activation="relu"), nn.Dense(1))
    net.initialize()
    loss = gluon.loss.L2Loss()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    X, y = np.random.normal(size=(1024, 512)), np.ones((1024, 1))
def step():
    with autograd.record():
        l = loss(net(X), y)
    l.backward()
    trainer.step(1024)
step()
npx.waitall()
begin = time.perf_counter()
step()
enqueued = time.perf_counter()
npx.waitall()
print(json.dumps({"enqueue": (enqueued - begin) * 1e3, "done": (time.perf_counter() - begin) * 1e3}))`;

/** The program of a worker, which does and times the work that a message names. */
const worker = `
import { connect } from 'ASYNCLAB';
const lab = await connect({ seed: 0 });
const { nd, nn, autograd } = lab;
const x = nd.ones([1024]);
const enqueue = (times) => { for (let i = 0; i < times; i += 1) x.add(1).dispose(); };
let step;
function train() {
  const net = new nn.Sequential([
    new nn.Dense(2048, { activation: 'relu' }), new nn.Dense(512, { activation: 'relu' }), new nn.Dense(1),
  ]);
  net.initialize({ seed: 1 });
  const loss = new nn.L2Loss();
  const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.01 });
  const [given, wanted] = [nd.random.normal([1024, 512]), nd.ones([1024, 1])];
  return () => lab.tidy(() => {
    autograd.record(() => loss(net(given), wanted)).backward();
    trainer.step(1024);
  });
}
const work = {
  enqueue: { warm: () => enqueue(${TIMES / 10}), timed: () => enqueue(${TIMES}), unit: 1000 / ${TIMES} },
  training: { warm: () => (step ??= train())(), timed: () => step(), unit: 1 },
};
onmessage = async ({ data }) => {
  const { warm, timed, unit } = work[data];
  warm();
  lab.waitAllSync();
  const begin = performance.now();
  timed();
  const enqueued = performance.now();
  lab.waitAllSync();
  postMessage({ enqueue: (enqueued - begin) * unit, done: performance.now() - begin });
};
postMessage('ready');`;

/**
 * @param {import('puppeteer-core').Page} page an isolated document of a served checkout
 * @param {number} rounds
 * @param {() => Promise<void>} between each round
 * @returns {Promise<{python: any[], javascript: any[]}>} `enqueue` in µs each, `done` in ms
 */
export const measureEnqueue = (page, rounds, between) =>
  measure(page, 'enqueue', ENQUEUE, rounds, between);

/** The same for a step of training, with `enqueue` in ms. @param {import('puppeteer-core').Page} page @param {number} rounds */
export const measureTraining = (page, rounds) =>
  measure(page, 'training', TRAINING, rounds, async () => {});

async function measure(page, what, source, rounds, between) {
  await page.evaluate(
    prepare,
    worker.replace('ASYNCLAB', new URL('/www/asynclab.js', page.url()).href),
  );
  const found = { python: [], javascript: [] };
  for (let round = -1; round < rounds; round += 1) {
    // Both take turns at going first.
    const order = round % 2 ? ['python', 'javascript'] : ['javascript', 'python'];
    for (const language of order) {
      const sample = await page.evaluate(ask, language, what, source);
      if (round >= 0) found[language].push(sample);
    }
    if (round >= 0) await between();
  }
  await page.evaluate(() => globalThis.end());
  return found;
}

/** In the page. */
async function prepare(text) {
  const { Kernel } = await import('/www/python/kernel.js');
  const kernel = new Kernel();
  await kernel.start({ device: 'webgpu', record: false }, () => {});
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const javascript = new Worker(url, { type: 'module' });
  const answered = () =>
    new Promise((resolve, reject) => {
      javascript.onmessage = ({ data }) => resolve(data);
      javascript.onerror = ({ message }) => reject(new Error(message));
    });
  await answered();
  let count = 0;
  globalThis.end = () => (kernel.close(), javascript.terminate());
  globalThis.measured = {
    async python(_, source) {
      let printed = '';
      const listen = ({ detail }) => (printed += detail.text ?? detail.traceback);
      kernel.addEventListener('shown', listen);
      const { ok } = await kernel.run('bench', (count += 1), source, false);
      kernel.removeEventListener('shown', listen);
      if (!ok) throw new Error(printed);
      return JSON.parse(printed);
    },
    javascript(what) {
      const answer = answered();
      javascript.postMessage(what);
      return answer;
    },
  };
}

/** In the page. */
function ask(language, what, source) {
  return globalThis.measured[language](what, source);
}
