"""Writes NumPy's results for special values: special-values.txt for tests/special.rs, and the table of docs/special-values.md.

A line of the fixture is an operation, its inputs (`each` value, each `pair` of values, or each value among ones, `long`), and the bits of
the results.
"""

from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
VALUES = {
    "NaN": 0x7FC00000,
    "∞": 0x7F800000,
    "−∞": 0xFF800000,
    "0": 0x00000000,
    "−0": 0x80000000,
    "smallest": 0x00000001,
    "−smallest": 0x80000001,
    "largest subnormal": 0x007FFFFF,
    "smallest normal": 0x00800000,
    "largest": 0x7F7FFFFF,
    "−largest": 0xFF7FFFFF,
    "1e30": int(np.float32(1e30).view(np.uint32)),
    "−1e−30": int(np.float32(-1e-30).view(np.uint32)),
    "1": 0x3F800000,
    "−1": 0xBF800000,
    "2.5": 0x40200000,
    "−3": 0xC0400000,
}
x = np.array(list(VALUES.values()), dtype=np.uint32).view(np.float32)
zero = np.float32(0)
one = np.float32(1)

EACH = {
    "neg": np.negative,
    "exp": np.exp,
    "log": np.log,
    "sqrt": np.sqrt,
    "square": np.square,
    "abs": np.abs,
    "sign": np.sign,
    "relu": lambda x: np.maximum(x, zero),
    "tanh": np.tanh,
    "sigmoid": lambda x: (1 / (1 + np.exp(-x.astype(np.float64)))).astype(np.float32),
    "floor": np.floor,
    "sin": lambda x: np.sin(x.astype(np.float64)).astype(np.float32),
    "cos": lambda x: np.cos(x.astype(np.float64)).astype(np.float32),
}
PAIR = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "equal": lambda a, b: (a == b).astype(np.float32),
    "greater": lambda a, b: (a > b).astype(np.float32),
    "greaterEqual": lambda a, b: (a >= b).astype(np.float32),
    "less": lambda a, b: (a < b).astype(np.float32),
    "lessEqual": lambda a, b: (a <= b).astype(np.float32),
    "maximum": np.maximum,
    "minimum": np.minimum,
    "pow": np.power,
    "reluGrad": lambda a, b: np.where(b <= 0, zero, a),
    "masked": lambda a, b: np.where(b != 0, a, -zero),
    "matmul": lambda a, b: np.matmul(a[:, None, None], b[:, None, None]).ravel(),
}
REDUCE = {
    "sum": np.sum,
    "mean": np.mean,
    "max": np.max,
    "min": np.min,
    "prod": np.prod,
    "norm": lambda x, axis: np.linalg.norm(x, axis=axis),
    "cumsum": lambda x, axis: np.cumsum(x, axis=axis)[..., -1],
    "sort": lambda x, axis: np.argsort(x, axis=axis, stable=True)[..., -1].astype(np.float32),
}
LONG, AT = 2000, 777


def line(op, given, result):
    assert result.dtype == np.float32, (op, result.dtype)
    return f"{op} {given} " + " ".join(f"{bits:08x}" for bits in result.view(np.uint32).ravel())


def table():
    def text(value):
        if np.isnan(value):
            return "NaN"
        sign = "−" if np.signbit(value) else ""
        value = abs(value)
        if np.isinf(value):
            return sign + "∞"
        return sign + f"{value:.4g}".replace("e+", "e").replace("e-", "e−")

    rows = ["| | " + " | ".join(VALUES) + " |", "|---|" + "---|" * len(VALUES)]
    for op, function in EACH.items():
        rows.append(f"| `{op}` | " + " | ".join(map(text, function(x))) + " |")
    return "\n".join(rows)


with np.errstate(all="ignore"):
    a, b = (side.ravel() for side in np.meshgrid(x, x, indexing="ij"))
    pairs = np.stack([a, b], axis=-1)
    long = np.ones((len(x), LONG), dtype=np.float32)
    long[:, AT] = x
    lines = [f"numpy {np.__version__}", "values " + " ".join(f"{bits:08x}" for bits in VALUES.values())]
    lines += [line(op, "each", function(x)) for op, function in EACH.items()]
    lines += [line(op, "pair", function(a, b)) for op, function in PAIR.items()]
    for op, function in REDUCE.items():
        lines.append(line(op, "pair", function(pairs, axis=-1)))
        lines.append(line(op, "long", function(long, axis=-1)))
    (HERE / "special-values.txt").write_text("\n".join(lines) + "\n")
    page = HERE.parent.parent / "docs" / "special-values.md"
    head, _, rest = page.read_text().partition("<!-- table -->\n")
    _, _, tail = rest.partition("<!-- end -->\n")
    page.write_text(f"{head}<!-- table -->\n{table()}\n<!-- end -->\n{tail}")
