import { connect, VERSION } from 'asynclab';

// The tests call it for a device's result and the place of its backend.
globalThis.compute = async (options) => {
  const lab = await connect(options);
  const x = lab.nd.arange(3);
  const data = Array.from(await x.add(1).data());
  const { device, backendThread } = lab.info();
  lab.close();
  return { data, device, backendThread };
};
globalThis.version = VERSION;
