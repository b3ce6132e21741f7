// TensorFlow.js as for bundlers: its core with gradients and the WebGPU backend alone, which is half of @tensorflow/tfjs.
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import '@tensorflow/tfjs-backend-webgpu';
export * from '@tensorflow/tfjs-core';
