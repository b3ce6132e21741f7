import torch from 'webgpu-torch/torch.js';
export { torch };
