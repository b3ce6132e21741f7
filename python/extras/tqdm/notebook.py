"""The same: there is one page."""

from . import tqdm, trange  # noqa: F401
