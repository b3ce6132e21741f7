"""The grammar of random programs: each production returns a line of Python on existing arrays.

A production gets the generator, which has the library, the variables and the dice. It returns (source, target, error): a line's source, the
name that it defines, or None, and the relative error that its operation may add: 0 where exact operands have exact results.
"""

import math
from itertools import pairwise

#: Relative errors of float32.
EXACT, ROUNDED, CURVED = 0.0, 4e-7, 4e-6

UNARY = {
    "torch": {
        "abs": EXACT, "neg": EXACT, "square": EXACT, "relu": EXACT, "exp": CURVED, "log": CURVED, "sqrt": ROUNDED, "sin": CURVED,
        "cos": CURVED, "tanh": CURVED, "sigmoid": CURVED,
    },
    "numpy": {"abs": EXACT, "square": EXACT, "exp": CURVED, "log": CURVED, "sqrt": ROUNDED, "sin": CURVED, "cos": CURVED, "tanh": CURVED},
}
#: Functions with steps, which are applied to exact arrays only.
STEPS = ["floor", "sign"]
#: Operations that divide by their operand or have a pole at 0.
POLES = ("log", "sqrt", "/", "**", "std", "norm")


def literal(it, shape):
    """Nested numbers, small multiples of 0.5."""
    if not shape:
        return repr(it.dice.randrange(-8, 9) / 2)
    return f"[{', '.join(literal(it, shape[1:]) for _ in range(shape[0]))}]"


def some_shape(it, least=0):
    rank = it.dice.choice([1, 1, 2, 2, 2, 3, 3, least])
    return tuple(it.dice.choice([1, 2, 2, 3, 3, 4]) for _ in range(max(rank, least)))


def number(it):
    return repr(it.dice.choice([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0]))


def made(it, shape):
    return f"{it.short}.{'tensor' if it.torch else 'array'}({literal(it, shape)})"


# --- creation


def create(it):
    n, shape, name = it.dice.randrange(1, 9), some_shape(it), it.fresh()
    lib = it.short
    size = "steps=" if it.torch and it.dice.random() < 0.3 else ""
    source, error = it.dice.choice(
        [
            (f"{lib}.arange({n}.0)", EXACT),
            (f"{lib}.arange({n}.0, {n + it.dice.randrange(-2, 8)}.0)", EXACT),
            (f"{lib}.arange({it.dice.randrange(-3, 3)}.0, {n}.5, {it.dice.choice(['0.5', '1.5', '-0.5', '2.0'])})", EXACT),
            (f"{lib}.linspace({number(it)}, {number(it)}, {size}{it.dice.randrange(12)})", ROUNDED),
            (f"{lib}.eye({it.dice.randrange(1, 5)})", EXACT),
            (f"{lib}.eye({it.dice.randrange(4)}, {it.dice.randrange(1, 4)})", EXACT),
            (f"{lib}.full({shape}, {number(it)})", EXACT),
            (f"{lib}.zeros({shape})", EXACT),
            (f"{lib}.ones({shape})", EXACT),
            (f"{lib}.arange({n * 6}.0).reshape({it.dice.choice([2, 3, 6])}, -1)", EXACT),
            (made(it, some_shape(it)), EXACT),
            (made(it, some_shape(it, 2)), EXACT),
            (made(it, some_shape(it, 3)), EXACT),
            (made(it, (it.dice.randrange(2, 6),)), EXACT),
            (f"{lib}.{'tensor' if it.torch else 'array'}({[it.dice.random() < 0.5 for _ in range(n)]})", EXACT),
        ]
    )
    return f"{name} = {source}", name, error


def like(it):
    x, name = it.any(), it.fresh()
    return f"{name} = {it.short}.{it.dice.choice(['zeros_like', 'ones_like'])}({x})", name, EXACT


# --- elementwise


def unary(it):
    x, name = it.numbers(), it.fresh()
    own, error = it.dice.choice([*UNARY[it.library].items()])
    if it.torch and it.dice.random() < 0.6:
        source = f"{x}.{own}()"
    else:
        source = f"{it.short}.{own}({x})" if it.torch or own != "neg" else f"-{x}"
    return f"{name} = {source}", name, error


def step(it):
    x, name = it.whole(), it.fresh()
    return f"{name} = {it.short}.{it.dice.choice(STEPS)}({x})", name, EXACT


def clamp(it):
    x, name = it.numbers(), it.fresh()
    if it.torch:
        given = it.dice.choice(["-1.0, 1.5", "min=0.0", "max=1.0", ""])
        return f"{name} = {x}.clamp({given})", name, EXACT
    return f"{name} = np.maximum({x}, {number(it)})", name, EXACT


def arithmetic(it):
    x, name = it.any(), it.fresh()
    sign = it.dice.choice(["+", "-", "*", "+", "-", "*", "/", "**"])
    if sign == "**":
        other = it.dice.choice(["2.0", "2", "3.0", "0.5", "-1.0"])
        ways = [f"{x} {sign} {other}", f"2.0 ** {x}", f"{it.short}.{'pow' if it.torch else 'power'}({x}, {other})"]
        return f"{name} = {it.dice.choice(ways)}", name, CURVED
    error = ROUNDED if sign == "/" else EXACT
    kind = it.dice.randrange(4)
    if kind == 0:
        return f"{name} = {x} {sign} {number(it)}", name, error
    if kind == 1:
        return f"{name} = {number(it)} {sign} {x}", name, error
    return f"{name} = {x} {sign} {it.partner(x)}", name, error


def named(it):
    x, name = it.numbers(), it.fresh()
    own = it.dice.choice(["maximum", "minimum", "add", *(["mul", "sub", "div", "multiply", "subtract", "divide"] if it.torch else ["multiply", "subtract", "divide"])])
    other = it.partner(x) if own.endswith("imum") or it.dice.random() < 0.7 else number(it)
    source = f"{x}.{own}({other})" if it.torch and it.dice.random() < 0.5 else f"{it.short}.{own}({x}, {other})"
    if not it.torch and it.dice.random() < 0.1:
        source = f"np.{own}({literal(it, it.shape(x)[-1:])}, {x})"
    return f"{name} = {source}", name, ROUNDED if own.startswith("div") else EXACT


def compare(it):
    x, name = it.exact(), it.fresh()
    other = it.dice.choice([number(it), it.exact(), it.exact()])
    if it.torch and it.dice.random() < 0.25:
        own = it.dice.choice(["eq", "ne", "gt", "ge", "lt", "le"])
        return f"{name} = torch.{own}({x}, {other})", name, EXACT
    if it.torch and it.dice.random() < 0.05:
        return f"{name} = {it.dice.choice([f'torch.isnan({x})', f'{x}.isnan()', f'{x}.bool()', f'{x}.type(torch.bool)'])}", name, EXACT
    return f"{name} = {x} {it.dice.choice(['<', '<=', '>', '>=', '==', '!='])} {other}", name, EXACT


def combine(it):
    x, name = it.mask(), it.fresh()
    if it.dice.random() < 0.3:
        return f"{name} = ~{x}", name, EXACT
    return f"{name} = {x} {it.dice.choice(['&', '|', '^', '*', '+', '==', '!='])} {it.mask()}", name, EXACT


def where(it):
    mask, name = it.mask(), it.fresh()
    yes, no = (it.dice.choice([number(it), it.partner(mask), it.numbers()]) for _ in range(2))
    return f"{name} = {it.short}.where({mask}, {yes}, {no})", name, EXACT


# --- reductions


def axis(it, x, several=True):
    """An axis, mostly a valid one."""
    rank = it.rank(x)
    one = lambda: it.dice.randrange(-rank, rank) if rank and it.dice.random() < 0.93 else it.dice.choice([-rank - 1, rank, rank + 2])  # noqa: E731
    if several and it.dice.random() < 0.3:
        return repr(tuple(one() for _ in range(it.dice.randrange(1, max(2, rank)))))
    return repr(one())


def reduce(it):
    own = it.dice.choice(["sum", "mean", "max", "min", "prod", "var", "std", "all", "any", "norm", "sum", "mean"])
    x, name = (it.any() if own in ("all", "any", "max", "min") else it.numbers()), it.fresh()
    if own in ("max", "min") and not it.size(x):
        own = "sum"  # The lab returns an array without elements where NumPy has no identity.
    error = EXACT if own in ("sum", "max", "min", "prod", "all", "any") else CURVED
    keep = "keepdim" if it.torch else "keepdims"
    given = []
    if it.torch and own in ("sum", "mean") and it.dice.random() < 0.1:
        return f"{name} = {x}.{own}(axis={axis(it, x)}, {keep}=True)", name, error
    several = own not in ("prod", "all", "any") if it.torch else True
    # On NumPy's scalars, only some reductions accept axis 0.
    if it.dice.random() < 0.7 and not (it.torch and own in ("max", "min")) and not (not it.torch and not it.rank(x)):
        along = axis(it, x, several and own != "norm")
        given.append(it.dice.choice([along, f"{'dim' if it.torch else 'axis'}={along}"]) if own != "norm" else f"{'dim' if it.torch else 'axis'}={along}")
        if it.dice.random() < 0.4:
            given.append(f"{keep}=True")
    if not it.torch and own in ("var", "std") and it.dice.random() < 0.3:
        given.append("ddof=1")
    if own == "norm":
        source = f"{x}.norm({', '.join(given)})" if it.torch else f"np.linalg.norm({', '.join([x, *given])})"
    elif it.dice.random() < 0.5:
        source = f"{x}.{own}({', '.join(given)})"
    else:
        source = f"{it.short}.{own}({', '.join([x, *given])})"
    return f"{name} = {source}", name, error


def running(it):
    x, name = it.numbers(), it.fresh()
    if not it.torch and it.dice.random() < 0.4:
        return f"{name} = {it.dice.choice([f'np.cumsum({x})', f'{x}.cumsum()'])}", name, EXACT
    along = axis(it, x, False)
    return f"{name} = {it.dice.choice([f'{it.short}.cumsum({x}, {along})', f'{x}.cumsum({along})'])}", name, EXACT


# --- shapes


def split(it, size):
    shape = []
    while size > 1:
        length = it.dice.choice([one for one in range(2, size + 1) if size % one == 0])
        shape.append(length)
        size //= length
    shape += [1] * it.dice.randrange(2)
    it.dice.shuffle(shape)
    return shape or [1]


def reshape(it):
    x, name = it.any(), it.fresh()
    size = it.size(x)
    shape = split(it, size) if size else [0, 2]
    if it.dice.random() < 0.3:
        shape[it.dice.randrange(len(shape))] = -1
    if it.dice.random() < 0.05:
        shape.append(it.dice.choice([7, -1, 0]))
    given = repr(tuple(shape)) if it.dice.random() < 0.5 else ", ".join(map(str, shape))
    ways = [f"{x}.reshape({given})"] * 2 + ([f"{x}.view({given})"] if it.torch else []) + [f"{it.short}.reshape({x}, {tuple(shape)})"]
    return f"{name} = {it.dice.choice(ways)}", name, EXACT


def turn(it):
    x, name = it.any(), it.fresh()
    rank = it.rank(x)
    order = list(range(rank))
    it.dice.shuffle(order)
    order = [one - rank if it.dice.random() < 0.3 else one for one in order]
    if it.dice.random() < 0.08:
        order = [*order, it.dice.randrange(4)] if it.dice.random() < 0.5 else [one + 1 for one in order]
    given = ", ".join(map(str, order))
    if it.torch:
        two = f"{axis(it, x, False)}, {axis(it, x, False)}"
        ways = [f"{x}.permute({given})", f"{x}.permute({tuple(order)})", f"torch.permute({x}, {tuple(order)})", f"{x}.transpose({two})",
                f"torch.transpose({x}, {two})", f"{x}.t()", f"{x}.mT" if rank > 1 else f"{x}.t()", f"torch.t({x})"]  # fmt: skip
    else:
        ways = [f"{x}.transpose({given})", f"{x}.transpose({tuple(order)})", f"np.transpose({x}, {tuple(order)})", f"{x}.T", f"np.transpose({x})"]
    return f"{name} = {it.dice.choice(ways)}", name, EXACT


def fold(it):
    x, name = it.any(), it.fresh()
    if it.torch:
        size = [length if it.dice.random() < 0.7 else it.dice.choice([-1, 2, length]) for length in it.shape(x)]
        ways = [f"{x}.squeeze()", f"{x}.squeeze({axis(it, x)})", f"torch.squeeze({x}, {axis(it, x, False)})",
                f"{x}.unsqueeze({it.dice.randrange(-it.rank(x) - 1, it.rank(x) + 1) if it.dice.random() < 0.9 else 9})",
                f"torch.unsqueeze({x}, {axis(it, x, False)})", f"{x}.flatten()", f"{x}.flatten({axis(it, x, False)})",
                f"torch.flatten({x}, 1)", f"{x}.expand({(2, *size)}).clone()", f"{x}.expand({tuple(size)}).clone()", f"{x}.clone()", f"{x}.detach()",
                f"{x}.contiguous()", f"torch.clone({x})", f"{x}.float()", f"{x}.data", f"torch.tensor({x}.tolist())", f"torch.as_tensor({x})",
                f"{x}.to('cpu')", f"{x}.cpu()", f"{x}.broadcast_to({(2, *it.shape(x))}).clone()"]  # fmt: skip
    else:
        ways = [f"np.asarray({x})[...]", f"np.array({x})", f"np.array({x}.tolist())", f"{x}.ravel()", f"{x}.flatten()", f"{x}.copy()", f"np.broadcast_to({x}, {(2, *it.shape(x))}) * 1.0", f"{x}[None]"]
    return f"{name} = {it.dice.choice(ways)}", name, EXACT


def join(it):
    x, name = it.any(), it.fresh()
    same = [one for one in it.held if it.rank(one) == it.rank(x)]
    parts = [x, *(it.dice.choice(same) for _ in range(it.dice.randrange(3)))]
    if it.dice.random() < 0.85:  # Mostly arrays of one shape, since others seldom fit.
        parts = [one for one in parts if it.shape(one) == it.shape(x)]
    stack = it.dice.random() < 0.5
    own = "stack" if stack else it.dice.choice(["cat", "cat", "concat", "concatenate"]) if it.torch else "concatenate"
    rank = it.rank(x) + stack
    at = it.dice.randrange(-rank, rank) if rank and it.dice.random() < 0.94 else rank + 1
    key = "dim" if it.torch else "axis"
    given = it.dice.choice(["", f", {at}", f", {key}={at}"])
    return f"{name} = {it.short}.{own}([{', '.join(parts)}]{given})", name, EXACT


# --- products


def product(it):
    x, name = it.changeable(), it.fresh()
    shape = it.shape(x)
    fitting = [one for one in it.held if it.shape(one)[-2:][:1] == shape[-1:] and not it.is_mask(one) and not it.is_number(one)] or [x]
    other = it.dice.choice(fitting)
    if it.dice.random() < 0.5 and shape:
        k = shape[-1] if it.dice.random() < 0.95 else shape[-1] + 1
        other = made(it, it.dice.choice([(k,), (k, 2), (k, 3), (2, k, 2)]))
    ways = [f"{x} @ {other}", f"{it.short}.matmul({x}, {other})", f"{it.short}.dot({x}, {other})"]
    ways += [f"{x}.mm({other})", f"{x}.dot({other})", f"torch.mm({x}, {other})"] if it.torch else [f"{x}.dot({other})", f"np.dot({x}, {other})"]
    return f"{name} = {it.dice.choice(ways)}", name, EXACT


# --- elements


def span(it, length):
    first = it.dice.randrange(-length - 1, length + 1) if it.dice.random() < 0.2 else it.dice.randrange(max(1, length))
    if it.dice.random() < (0.02 if it.torch else 0.25):
        return f"{first}::-{it.dice.randrange(1, 3)}"
    last = it.dice.choice(["", str(it.dice.randrange(first, length + 2)) if first >= 0 else "-1"])
    by = f":{it.dice.randrange(1, 4)}" if it.dice.random() < 0.3 else ""
    return f"{it.dice.choice(['', str(first)])}:{last}{by}"


def chooser(it, length):
    """An index array for an axis."""
    least = -length if it.dice.random() < 0.96 else -length - 2
    shape = it.dice.choice([(2,), (3,), (1,), (2, 2)])
    ints = lambda rest: [ints(rest[1:]) for _ in range(rest[0])] if rest else it.dice.randrange(least, max(1, length))  # noqa: E731
    if it.dice.random() < 0.25:
        return repr([it.dice.random() < 0.5 for _ in range(length if it.dice.random() < 0.95 else length + 1)])
    listed = repr(ints(shape))
    # PyTorch reads nested lists as tuples, and warns that it will stop doing so.
    return listed if it.dice.random() < 0.5 and not (it.torch and len(shape) > 1) else f"{it.short}.{'tensor' if it.torch else 'array'}({listed})"


def key(it, x, arrays=0.25):
    shape = it.shape(x)
    fitting = [one for one in it.held if it.is_mask(one) and it.shape(one) and it.shape(one) == shape[: it.rank(one)]]
    if fitting and it.dice.random() < 0.3:
        return it.dice.choice(fitting)
    if it.dice.random() < 0.06 and shape and it.exactly(x) and not it.is_mask(x):
        return f"{x} {it.dice.choice(['>', '<=', '=='])} {number(it)}"
    if it.dice.random() < 0.02:
        return it.dice.choice(["1.5", "'a'", "0, 0, 0, 0, 0", *([] if it.torch else ["..., ...", "[0.5]", "[[0], [0, 1]]"])])
    parts, choosers = [], it.dice.random() < arrays
    for at, length in enumerate(shape):
        kind = it.dice.randrange(8)
        if kind < 2:
            parts.append(str(it.dice.randrange(-length, length) if length and it.dice.random() < 0.97 else length))
        elif kind < 4 and choosers and length:
            parts.append(chooser(it, length))
        elif kind < 6:
            parts.append(span(it, length))
        elif kind == 6 and len(shape) < 4 and "None" not in parts:
            parts += ["None", ":"]
        elif kind == 7 and "..." not in parts and it.dice.random() < 0.4:
            parts.append("...")
            break
        else:
            parts.append(":")
    if it.dice.random() < 0.02:
        parts.append("0")
    while len(parts) > 1 and parts[-1] == ":" and it.dice.random() < 0.7:
        parts.pop()
    return ", ".join(parts) or "..."


def pick(it):
    x, name = it.any(), it.fresh()
    return f"{name} = {x}[{key(it, x)}]", name, EXACT


def pick_plain(it):
    x, name = it.any(), it.fresh()
    return f"{name} = {x}[{key(it, x, 0)}]", name, EXACT


def value_for(it, x, where):
    """A value to assign to a part, mostly one that fits."""
    shape = it.shape_of(f"{x}[{where}]")
    if shape is None or it.dice.random() < 0.4:
        return number(it)
    if it.dice.random() < 0.93:
        shape = shape[it.dice.randrange(len(shape) + 1) :] if it.dice.random() < 0.3 else shape
        shape = tuple(1 if it.dice.random() < 0.15 else length for length in shape)
    else:
        shape = (*shape, 2)
    return made(it, shape)


def assign(it):
    x = it.changeable()
    where = key(it, x, 0.4)
    return f"{x}[{where}] = {value_for(it, x, where)}", None, EXACT


def change_part(it):
    x = it.changeable()
    where = key(it, x)
    return f"{x}[{where}] {it.dice.choice(['+=', '-=', '*='])} {it.dice.choice(['1.0', '2.0', '-1.0', '0.5', value_for(it, x, where)])}", None, EXACT


def change(it):
    x = it.changeable()
    other = it.dice.choice([number(it), number(it), it.partner(x)])
    ways = [f"{x} {sign} {other}" for sign in ("+=", "-=", "*=")]
    if it.torch:
        ways += [f"{x}.{own}_({other})" for own in ("add", "sub", "mul", "add")] + [f"{x}.pow_(2.0)", f"{x}.add_({other}, alpha=2.0)"] + [f"{x}.zero_()", f"{x}.fill_({number(it)})", f"{x}.clamp_(-1.0, 1.0)"]
        ways += [f"{x}.copy_({it.partner(x)}.clone())"]
    return it.dice.choice(ways), None, EXACT


def forget(it):
    x = it.any()
    it.held.remove(x)
    return f"del {x}", None, EXACT


# --- values that leave the library


def leave(it):
    x, name = it.any(), it.fresh()
    ways = [f"{x}.tolist()", f"len({x})", f"{x}.shape[{it.dice.randrange(-2, 3)}]", f"{x}.ndim", f"{x}.sum().item()", f"{x}.item()"]
    if it.exactly(x):
        ways += [f"bool({x})", f"float({x})", f"int({x})", f"[float(one.sum()) for one in {x}]", f"1.0 in {x}", f"[one.tolist() for one in {x}][-1]", f"float(sum({x}).sum())", f"bool(({x} == {x}).all())"]
    ways += [f"{it.short}.allclose({x}, {x})", f"{it.short}.allclose({x}, {x} + 1.0)"] if not it.is_mask(x) else []
    ways += [f"{x}.numel()", f"{x}.dim()", f"tuple({x}.size())", f"torch.equal({x}, {x})", f"torch.numel({x})", f"{x}.nelement()",
             f"torch.is_tensor({x})", f"{x}.numpy().tolist()", f"{x}.size({it.dice.randrange(-2, 3)})", f"{x}.is_cuda",
             f"str({x}.shape)", f"str({x}.dtype)", f"str({x}.device)", f"{x}.type()", f"{x}.requires_grad"] if it.torch else [f"{x}.size"]
    return f"{name} = {it.dice.choice(ways)}", name, ROUNDED


def text(it):
    x, name = it.exact(), it.fresh()
    way = it.dice.choice(["str({})", "repr({})", "f'{{{}}}'"]) if it.torch else it.dice.choice(["str({})", "np.asarray({}).__repr__()"])
    return f"{name} = {way.format(x)}", name, EXACT


def wide(it):
    """Text of many elements."""
    name = it.fresh()
    shape = it.dice.choice([(1500,), (30, 50), (2, 1100), (1100, 1), (4, 20, 20), (7, 9), (3, 24), (40,), (2, 0)])
    size = math.prod(shape)
    scale = it.dice.choice(["", " - 5.0", " / 4.0", " > 3.0", *([" * 1000.0", " / 1024.0"] if it.torch else [])])
    return f"{name} = {it.dice.choice(['str', 'repr'])}({it.short}.arange({size}.0).reshape{shape}{scale})", name, EXACT


def wrong(it):
    """A line that raises in most cases."""
    x, name, lib = it.numbers(), it.fresh(), it.short
    make = f"{lib}.{'tensor' if it.torch else 'array'}"
    source = it.dice.choice(
        [
            f"{lib}.zeros((2, -1))", f"{lib}.ones((2, 1.5))", f"{lib}.arange(0.0, 3.0, 0.0)", f"{lib}.linspace(0.0, 1.0, -2)", f"{lib}.eye(-1)",
            f"{make}([[1.0], [1.0, 2.0]])", f"{x} + 'a'", f"{x} + None", f"{x}.reshape(7, 11)", f"{x}.reshape('a')", f"{x}.reshape(-1, -1)",
            f"{x}.sum('a')", f"{x}.sum(0.5)", f"{x}.sum({it.rank(x)})", f"{lib}.stack([])", f"{lib}.{'cat' if it.torch else 'concatenate'}([])", f"{x}.nothing()", f"{lib}.nothing({x})",
            f"{x}({x})", f"{x}.shape[9]", f"{lib}.stack([{x}, 1.0])", f"{x}.tolist(1)", f"len({x}.sum())",
            f"int({x}.nothing)", f"{lib}.matmul({x}, {make}([[[1.0, 2.0]]]))", f"{make}('a')", f"{lib}.ones(2, 3, 4, 5.5)", f"{x} < 'a'", f"{x}.transpose(0, 9)",
            f"{x}.var(9)", f"iter({make}(1.0))", f"{make}(1.0)[0]", f"{x}[{it.rank(x) * '0, '}0]",
            *([f"{x}.view(7)", f"{x}.squeeze(8)", f"{x}.unsqueeze(-9)", f"{x}.expand(7)", f"{x}.permute(0, 0)", f"{x}.transpose(0)", f"{x}.flatten(2, 0)", f"{x}.backward()", "torch.exp(2.0)",
               f"torch.cat({x}, 9)", f"{x}.to('nowhere')", f"{x}.item().nothing", f"torch.clamp({x})", f"{x}.copy_(torch.ones(9, 9))", f"{x}.add_(torch.ones(9, 9))",
               f"torch.ones(2).requires_grad_().numpy()", f"torch.ones(2).requires_grad_().add_(1.0)", f"torch.dot({x}, torch.ones(3, 3))", f"torch.mm({x}, torch.ones(9))"]
              if it.torch else [f"np.transpose({x}, (9,))", f"{x}.transpose(0, 0, 0)", f"np.broadcast_to({x}, (7, 9))", "np.exp('a')", f"np.linalg.norm({x}, axis=9)", f"np.dot({x}, np.ones((9, 9)))"]),
        ]
    )  # fmt: skip
    return f"{name} = {source}", name, CURVED


# --- gradients


def gradient(it):
    """A composition with its gradient, on several lines."""
    shape = some_shape(it, 1)
    rank, dice = len(shape), it.dice
    steps = [
        f"* {number(it)}", f"+ {made(it, shape[-1:])}", f"* {made(it, shape)}", f"- {made(it, (1,) * rank)}", "/ 2.0", "** 2", ".exp()", ".tanh()",
        ".sigmoid()", ".sin()", ".cos()", ".square()", ".relu()", ".abs()", ".neg()", "[1:]", "[..., :2]", "[[0, 0, -1]]", ".reshape(-1)", ".t()" if rank == 2 else ".clone()",
        ".sum(0)", ".sum(-1, keepdim=True)", ".mean(0, keepdim=True)", ".unsqueeze(0)", ".flatten()", ".cumsum(0)", f"@ {made(it, (shape[-1], 2))}",
        ".prod(0, keepdim=True)", f".maximum({made(it, (1,))} + 0.123)", ".clamp(min=-1.234)", ".var(0, keepdim=True)", ".expand(2, *{}.shape).clone()", ".contiguous()",
        "* {}", "+ {}.detach()", "/ ({}.square() + 1.0)", ".add(1.0).mul({})", "[None][{}[None] > 0.3]", ".where({} > 0.3, {} * 2.0)", "[torch.tensor([0, -1])]", "[-1]", "[None]",
        ".permute(*range({}.dim() - 1, -1, -1))", ".squeeze()", ".norm()", ".view(-1)", ".exp().log()", "* 0.5 + 3.0 * {}", "[::2]", ".transpose(0, -1)",
        f"+ torch.where({{}} > 0.3, {{}}, {number(it)})", "@ {}.t()" if rank == 2 else ".clone()", "- {}.mean()", "** 3.0", "/ {}.exp()",
    ]  # fmt: skip
    source = "w"
    for one, following in pairwise([*dice.choices(steps, k=dice.randrange(1, 5)), ""]):
        one = one.replace("{}", source)
        source = f"({source} {one})" if one[0] not in ".[" else f"{source}{one}"
        if len(source) > 400:
            break
        if following == "" and dice.random() < 0.2:
            source = dice.choice([f"torch.cat([{source}, {source}])", f"torch.stack([{source}, {source}])"])
    way = dice.choice([".sum()", ".mean()", ".square().sum()", ".sum()", ".prod()", ".norm()", ""])
    lines = [f"w = torch.tensor({literal(it, shape)}, requires_grad=True)", "t = str(w)", f"y = ({source}){way}"]
    back = "y.backward()" if way or dice.random() < 0.1 else "y.backward(torch.ones_like(y))"
    lines += dice.choice([[back], [back], [back], [back.replace(")", ", retain_graph=True)").replace("(,", "("), back], [f"with torch.no_grad(): z = ({source}) * 2.0", back]])
    lines += ["g = w.grad.clone()", "v = y.detach()"]
    if dice.random() < 0.3:
        lines += ["with torch.no_grad(): w -= 0.5 * w.grad", "w.grad.zero_()", "(w * w).sum().backward()", "h = w.grad.clone()", "u = w.detach().clone()"]
    return lines


# --- NumPy's functions that have other names in PyTorch


def more(it):
    """Functions of NumPy. For PyTorch, functions of linear algebra."""
    name, n = it.fresh(), it.dice.randrange(1, 4)
    columns = it.dice.choice([(n,), (n, 2)])
    # A matrix whose inverse is small.
    square = f"({made(it, (n, n))} / 4.0 + {it.short}.eye({n}) * 4.0)"
    equations = [f"{it.short}.linalg.solve({square}, {made(it, columns)})", f"{it.short}.linalg.inv({square})", f"{it.short}.linalg.det({square})", f"{it.short}.linalg.det({made(it, (2, n, n))})"]
    if it.torch:
        return f"{name} = {it.dice.choice(equations)}", name, CURVED
    x = it.numbers()
    shape = it.shape(x)
    if it.dice.random() < 0.25 or not shape or not it.size(x) or it.is_number(x):
        return f"{name} = {it.dice.choice(equations)}", name, CURVED
    y, along = it.exact(), it.dice.randrange(-len(shape), len(shape))
    ways = [
        f"int(np.argmax({x}))", f"{x}.argmax({along}) * 1.0", f"np.argmin({x}, axis={along}) * 1.0", f"np.clip({x}, -1.0, {number(it)})", f"{x}.clip(0.0, 2.0)", f"np.round({x})", f"np.isnan({x})", f"np.isfinite({x})",
        f"np.sort({x}, {along})", f"np.sort({x}, axis=None)", f"np.vstack([{x}, {x}])", f"np.hstack([{x}, {x}])", f"np.ogrid[0:{n}, 0:1:3j][{it.dice.randrange(2)}] * 1.0", f"np.mgrid[0:{n}, 1:3] * 1.0", f"np.ceil({x})", f"{x}.squeeze()",
        f"np.expand_dims({x}, {it.dice.randrange(-len(shape) - 1, len(shape) + 1)})", f"np.outer({x}, {x})", f"np.array_equal({x}, {y})", f"np.swapaxes({x}, 0, {along})", f"np.full_like({x}, 2.5)", f"np.clip({x}, None, 1.0)", f"np.sort({x}, {len(shape)})", f"{x}.argmax({len(shape)})",
        f"np.linalg.solve({x}, {y})", f"np.linalg.inv({x})",
    ]  # fmt: skip
    source = it.dice.choice(ways)
    return f"{name} = {source}", name, CURVED if "linalg" in source else EXACT


COMMON = [
    (create, 5), (like, 1), (unary, 4), (step, 1), (clamp, 1), (arithmetic, 8), (named, 2), (compare, 5), (combine, 2), (where, 2), (reduce, 7),
    (running, 1), (reshape, 3), (turn, 4), (fold, 4), (join, 2), (product, 3), (pick, 5), (pick_plain, 5), (assign, 6), (change_part, 3), (change, 5),
    (more, 2), (forget, 1), (leave, 3), (text, 2), (wide, 0.3), (wrong, 1.5),
]  # fmt: skip
