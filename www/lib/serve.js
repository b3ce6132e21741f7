// The entry of a worker: serves the frontend whose port it is given.
export { serve } from './core/serve.js';
