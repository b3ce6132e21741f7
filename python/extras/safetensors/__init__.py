"""Files of named tensors (github.com/huggingface/safetensors): ``safetensors.torch``."""

from __future__ import annotations


class SafetensorError(Exception):
    """A file that is damaged, or is not a file of safetensors."""
