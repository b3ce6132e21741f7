// The README's advice to those whose worker is their own.
export default { worker: { format: 'es' } };
