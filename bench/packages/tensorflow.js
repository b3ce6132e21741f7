// TensorFlow.js in the form for bundlers: only its core with gradients and the WebGPU backend, which are half of @tensorflow/tfjs.
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import '@tensorflow/tfjs-backend-webgpu';
export * from '@tensorflow/tfjs-core';
