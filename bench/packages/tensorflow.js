// TensorFlow.js as for bundlers: its core with the WebGPU backend alone, which is less than half of @tensorflow/tfjs.
import '@tensorflow/tfjs-backend-webgpu';
export * from '@tensorflow/tfjs-core';
