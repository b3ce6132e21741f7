// The parts that `soak` repeats. Each part runs inside its page: `start` gets the lab's address, `some` does the work some times and returns
// how often, with the bytes held afterwards, and `end` returns the last figures. They cannot use names of this module.

/** A page that holds nothing: any file of the site, as a document without scripts. */
const BLANK = 'licences.txt';

export const PARTS = [
  {
    name: 'connect',
    title: 'connect, close',
    page: BLANK,
    times: 10_000,
    share: 0.3,
    start: async (address) => {
      const { connect } = await import(`${address}www/asynclab.js`);
      globalThis.soak = { connect, count: 0 };
    },
    some: async () => {
      const { soak } = globalThis;
      const begin = performance.now();
      let [held, times] = [0, 0];
      while (performance.now() - begin < 1000) {
        const lab = await soak.connect({ device: soak.count++ % 2 ? 'cpu' : 'webgpu' });
        const one = lab.nd.ones([64, 64]);
        if ((await one.sum().item()) !== 4096) throw new Error('the sum is wrong');
        held += await lab.close();
        times += 1;
      }
      return { held, times };
    },
    end: () => ({}),
  },
  {
    name: 'run',
    title: 'run, stop',
    page: 'index.html?lang=en',
    times: 1000,
    share: 0.3,
    start: async () => {
      for (let tries = 0; !globalThis.asynclab?.ready; tries += 1) {
        if (tries === 600) throw new Error('the page offers no asynclab.ready');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await globalThis.asynclab.ready;
      globalThis.soak = { count: 0 };
    },
    some: async () => {
      const { asynclab, soak } = globalThis;
      const RUNS = 10;
      for (let run = 0; run < RUNS; run += 1) {
        const device = soak.count++ % 2 ? 'cpu' : 'webgpu';
        // The first run ends by itself, which leaves a thread for the next. The last one is stopped, which leaves none, as before the first.
        const whole = run === 0;
        const small = { n: 64, repetitions: 4, rounds: 2 };
        const running = asynclab.run('warmup', { device, parameters: whole ? small : {} });
        const ended = running.then(
          () => undefined,
          ({ code, message }) => `${code}: ${message}`,
        );
        if (!whole) {
          const stop = () =>
            document.querySelector('[data-experiment="warmup"] button.stop:not(:disabled)');
          const begin = performance.now();
          // Stops it in any phase: starting, connecting, calibrating, timing.
          const wait = (soak.count * 37) % 400;
          while (performance.now() - begin < wait || !stop())
            await new Promise((resolve) => setTimeout(resolve, 5));
          stop().click();
        }
        const failure = await ended;
        if (whole ? failure : failure && !failure.startsWith('STOPPED')) throw new Error(failure);
      }
      return { held: 0, times: RUNS };
    },
    end: () => ({}),
  },
  {
    name: 'embed',
    title: 'embed, remove',
    page: BLANK,
    times: 1000,
    share: 0.3,
    start: async (address) => {
      await import(`${address}www/embed.js`);
      globalThis.soak = { count: 0, untold: 0 };
    },
    some: async () => {
      const { soak } = globalThis;
      const element = document.createElement('async-lab');
      const device = soak.count++ % 2 ? 'cpu' : 'webgpu';
      const given = { experiment: 'warmup', lang: 'en', n: 64, repetitions: 4, rounds: 2, device };
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
      // Events report the outcome; this only waits for the time.
      const event = (type) => new Promise((resolve) => element.addEventListener(type, resolve));
      const [begun, failed, found] = ['run', 'error', 'result'].map(event);
      element.setAttribute('autorun', '');
      document.body.append(element);
      const first = await Promise.race([begun, failed]);
      if (first.type === 'error') throw new Error(first.detail.message);
      // Every third element gets its result; the others are removed in the middle of a run.
      if (soak.count % 3 === 0) {
        const last = await Promise.race([found, failed]);
        if (last.type === 'error') throw new Error(last.detail.message);
      } else await new Promise((resolve) => setTimeout(resolve, (soak.count * 37) % 300));
      const held = await element.finalize();
      element.remove();
      // A thread that was too busy to answer is ended.
      if (Number.isNaN(held)) soak.untold += 1;
      return { held: held || 0, times: 1 };
    },
    end: () => ({ untold: globalThis.soak.untold }),
  },
  {
    name: 'train',
    title: 'train at the memory limit',
    page: BLANK,
    // Runs for the time that is left.
    times: 0,
    share: 1,
    start: async (address) => {
      const { connect } = await import(`${address}www/asynclab.js`);
      const memoryLimit = 16 * 2 ** 20;
      // Memory is reused only once the device has finished with it, so a program that never waits reaches the limit.
      const lab = await connect({ device: 'webgpu', allocator: 'on-completion', memoryLimit });
      const { nd, nn } = lab;
      const net = new nn.Sequential([
        new nn.Dense(256, { activation: 'relu', inputs: 256 }),
        new nn.Dense(1, { inputs: 256 }),
      ]);
      net.initialize({ seed: 1 });
      const [x, y] = [nd.random.normal([256, 256]), nd.ones([256])];
      const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.001 });
      globalThis.soak = { lab, memoryLimit, net, x, y, trainer, loss: new nn.L2Loss() };
    },
    some: async () => {
      const { lab, net, x, y, trainer, loss, memoryLimit } = globalThis.soak;
      let times = 0;
      const begin = performance.now();
      while (performance.now() - begin < 1000) {
        // More than fits at once: the backend waits for completions.
        for (let step = 0; step < 20; step += 1) {
          lab.tidy(() => {
            lab.autograd.record(() => loss(net(x), y)).backward();
            trainer.step(256);
          });
          times += 1;
        }
        await lab.waitAll();
        const { used, pending, pooled, allocated } = lab.memory();
        if (used + pending + pooled !== allocated || allocated > memoryLimit)
          throw new Error('the books are wrong');
      }
      return { held: 0, times };
    },
    end: async () => {
      const { lab, memoryLimit } = globalThis.soak;
      const { peak } = lab.memory();
      return { held: await lab.close(), peak, atLimit: peak > 0.9 * memoryLimit };
    },
  },
];
