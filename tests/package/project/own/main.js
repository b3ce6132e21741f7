const worker = new Worker(new URL('./work.js', import.meta.url), { type: 'module' });
const answers = [];
worker.onmessage = ({ data }) => answers.shift()(data);

// The tests call it, as in `app.js`.
globalThis.compute = (options) =>
  new Promise((resolve) => {
    answers.push(({ answer, version }) => {
      globalThis.version = version;
      resolve(answer);
    });
    worker.postMessage(options);
  });
await globalThis.compute({ device: 'cpu' });
