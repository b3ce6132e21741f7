import '../app.js';

// A worker that awaits before it listens. A bundler must keep it a module, since only modules can await at the top level.
await Promise.resolve();
onmessage = async ({ data }) => {
  const answer = await globalThis.compute(data);
  postMessage({ answer, version: globalThis.version });
};
