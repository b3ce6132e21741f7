"""``torch.version``: there is no CUDA; ``cuda:0`` is the lab's own device."""

__version__ = "2.9.0+asynclab"
cuda = hip = git_version = None
debug = False
