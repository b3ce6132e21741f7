"""The same names as `tqdm`: the page has one kind of output."""

from . import tqdm, trange  # noqa: F401
