"""Writes a network's parameters with Python's safetensors package: parameters.safetensors for tests/browser/nn.test.mjs."""

from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

weights = {
    "layers.0.weight": np.arange(6, dtype=np.float32).reshape(2, 3) / 4,
    "layers.0.bias": np.array([0.5, -1], dtype=np.float32),
    "layers.1.weight": np.array([[1.5, -2]], dtype=np.float16),
    "layers.1.bias": np.array([3.25], dtype=np.float64),
    "steps": np.array([7], dtype=np.int64),
}
save_file(weights, Path(__file__).parent / "parameters.safetensors", metadata={"format": "np"})
