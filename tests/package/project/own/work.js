import '../app.js';

// A worker that waits before it listens: a bundler must keep it a module.
await Promise.resolve();
onmessage = async ({ data }) => {
  const answer = await globalThis.compute(data);
  postMessage({ answer, version: globalThis.version });
};
