// The backend's thread: takes the compiled module and a port from the frontend that started it, and serves that port. It
// owns the device and never blocks.
import { serve } from './lib/serve.js';
import { adoptEngine } from './lib/engine.js';

onmessage = ({ data: { module, port, options } }) => {
  adoptEngine(module);
  serve(port, options);
};
