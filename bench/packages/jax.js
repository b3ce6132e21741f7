export * from '@jax-js/jax';
