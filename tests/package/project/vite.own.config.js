// The README's configuration for programs with their own worker.
export default { worker: { format: 'es' } };
