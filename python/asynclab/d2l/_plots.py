"""The book's plots, over matplotlib: the real one, or the lab's."""

from __future__ import annotations

from typing import Any

from matplotlib import pyplot as plt

FORMATS = ("-", "m--", "g-.", "r:")


def use_svg_display() -> None:
    """Figures are SVG."""
    from matplotlib_inline import backend_inline

    backend_inline.set_matplotlib_formats("svg")


def set_figsize(figsize: Any = (3.5, 2.5)) -> None:
    """The size of the next figures, in inches."""
    use_svg_display()
    plt.rcParams["figure.figsize"] = figsize


def set_axes(axes: Any, xlabel: Any, ylabel: Any, xlim: Any, ylim: Any, xscale: str, yscale: str, legend: Any) -> None:
    axes.set_xlabel(xlabel), axes.set_ylabel(ylabel)
    axes.set_xscale(xscale), axes.set_yscale(yscale)
    axes.set_xlim(xlim), axes.set_ylim(ylim)
    if legend:
        axes.legend(legend)
    axes.grid()


def plot(
    X: Any, Y: Any = None, xlabel: Any = None, ylabel: Any = None, legend: Any = (), xlim: Any = None, ylim: Any = None, xscale: str = "linear",  # noqa: N803
    yscale: str = "linear", fmts: Any = FORMATS, figsize: Any = (3.5, 2.5), axes: Any = None,
) -> None:
    """Draws lines of Y over X, or of X over its indices. Each is a vector or a list of vectors."""
    xs, ys = (_lines(one) for one in (X, [] if Y is None else Y))
    if Y is None:
        xs, ys = [[]] * len(xs), xs
    elif len(xs) != len(ys):
        xs = xs * len(ys)
    set_figsize(figsize)
    axes = axes if axes else plt.gca()
    axes.cla()
    for x, y, fmt in zip(xs, ys, [*fmts] * len(ys), strict=False):
        axes.plot(x, y, fmt) if len(x) else axes.plot(y, fmt)
    set_axes(axes, xlabel, ylabel, xlim, ylim, xscale, yscale, legend)


def _lines(given: Any) -> list[Any]:
    """A list of lines; a single line as a list of one."""
    single = getattr(given, "ndim", None) == 1 or isinstance(given, (list, range)) and len(given) > 0 and not hasattr(given[0], "__len__")
    return [given] if single else [*given]


def show_images(imgs: Any, num_rows: int, num_cols: int, titles: Any = None, scale: float = 1.5) -> Any:
    """Pictures in rows and columns."""
    _, axes = plt.subplots(num_rows, num_cols, figsize=(num_cols * scale, num_rows * scale))
    axes = axes.flatten()
    for at, (axis, img) in enumerate(zip(axes, imgs, strict=False)):
        axis.imshow(img)
        axis.get_xaxis().set_visible(False), axis.get_yaxis().set_visible(False)
        if titles:
            axis.set_title(titles[at])
    return axes


class Animator:
    """Lines that grow while a program runs."""

    def __init__(
        self, xlabel: Any = None, ylabel: Any = None, legend: Any = None, xlim: Any = None, ylim: Any = None, xscale: str = "linear",
        yscale: str = "linear", fmts: Any = FORMATS, nrows: int = 1, ncols: int = 1, figsize: Any = (3.5, 2.5),
    ) -> None:
        use_svg_display()
        self.fig, axes = plt.subplots(nrows, ncols, figsize=figsize)
        self.axes = [axes] if nrows * ncols == 1 else axes
        self.config_axes = lambda: set_axes(self.axes[0], xlabel, ylabel, xlim, ylim, xscale, yscale, legend or [])
        self.X, self.Y, self.fmts = None, None, fmts

    def add(self, x: Any, y: Any) -> None:
        """Adds a point to each line; None adds none."""
        from IPython import display

        y = y if hasattr(y, "__len__") else [y]
        x = x if hasattr(x, "__len__") else [x] * len(y)
        if self.X is None:
            self.X, self.Y = [[] for _ in y], [[] for _ in y]
        for at, (a, b) in enumerate(zip(x, y, strict=False)):
            if a is not None and b is not None:
                self.X[at].append(a)
                self.Y[at].append(b)
        self.axes[0].cla()
        for a, b, fmt in zip(self.X, self.Y, [*self.fmts] * len(y), strict=False):
            self.axes[0].plot(a, b, fmt)
        self.config_axes()
        display.display(self.fig)
        display.clear_output(wait=True)
