"""Random programs of PyTorch's wider surface: types of elements, bits, indices, sorting, `einsum`, `torch.nn.functional`. Unlike those of `grammar.py` they have
whole numbers, and each line is short; `generate.py` runs them in PyTorch."""

import itertools
import math
import random
import warnings

WHOLE = ["int64", "int64", "int32", "int16", "int8", "uint8"]
FLOATS = ["float32", "float32", "float64"]
HALVES = ["float16", "bfloat16"]
#: Larger results are left out, since products of them are not exact.
MOST = 4000


class Unfit(Exception):
    """A line whose result is not compared."""


class Surface:
    library = "torch"
    #: The error of a result relative to its largest element.
    rounding = 2e-5

    def __init__(self, seed):
        import torch

        self.seed = f"surface {seed}"
        self.dice = random.Random(self.seed)
        self.torch = torch
        self.scope = {"torch": torch, "F": torch.nn.functional}
        self.lines, self.errors, self.held, self.count = ["import torch.nn.functional as F"], {}, [], 0

    def fresh(self):
        self.count += 1
        return f"x{self.count}"

    # --- operands

    def shape(self, least=0, most=3):
        return tuple(self.dice.choice([1, 2, 3, 3, 4]) for _ in range(self.dice.randint(least, most)))

    def literal(self, shape, draw):
        if not shape:
            return repr(draw())
        return f"[{', '.join(self.literal(shape[1:], draw) for _ in range(shape[0]))}]"

    def draw(self, kind):
        if kind == "bool":
            return self.dice.random() < 0.5
        if kind in WHOLE:
            return self.dice.randint(0 if kind == "uint8" else -9, 12)
        return self.dice.randint(-8, 8) / 4

    def tensor(self, kind=None, shape=None):
        kind = kind or self.dice.choice(WHOLE + FLOATS + ["bool"])
        shape = self.shape(1) if shape is None else shape
        return f"torch.tensor({self.literal(shape, lambda: self.draw(kind))}, dtype=torch.{kind})"

    def create(self):
        if self.dice.random() < 0.15:
            kind = self.dice.choice(HALVES)
            return f"torch.tensor({self.literal(self.shape(1), lambda: self.draw('float32'))}, dtype=torch.{kind})"
        return self.tensor()

    def of(self, fits):
        found = [name for name in self.held if fits(self.scope[name])]
        return self.dice.choice(found) if found else None

    def whole(self):
        return self.of(lambda x: not x.is_floating_point() and x.dtype is not self.torch.bool) or self.added(self.tensor(self.dice.choice(WHOLE)))

    def float(self, least=1):
        return self.of(lambda x: x.dtype is self.torch.float32 and x.dim() >= least and x.numel()) or self.added(self.tensor("float32", self.shape(least)))

    def sortable(self):
        """A tensor of distinct elements, since the order of equal ones is undefined."""
        shape = self.shape(1, 2)
        values = self.dice.sample(range(-40, 40), math.prod(shape))
        kind = self.dice.choice(["float32", "int64", "int32"])
        return self.added(f"torch.tensor({values}, dtype=torch.{kind}).reshape{shape}")

    def any(self):
        return self.dice.choice(self.held)

    def is_byte(self, x):
        """Whether PyTorch converts negative numbers in operations with this tensor to bytes."""
        return self.scope[x].dtype is self.torch.uint8

    def partner(self, x):
        """A tensor that broadcasts with `x`."""
        shape = tuple(self.scope[x].shape)
        shape = shape[self.dice.randint(0, len(shape)) :]
        return self.tensor(None, tuple(1 if self.dice.random() < 0.2 else length for length in shape))

    def dim(self, x):
        rank = self.scope[x].dim()
        return self.dice.randrange(-rank, rank) if rank and self.dice.random() < 0.95 else rank + 1

    def places(self, shape, below):
        return f"torch.tensor({self.literal(shape, lambda: self.dice.randrange(max(1, below)))})"

    def added(self, source):
        name = self.fresh()
        self.run(name, source)
        return name

    # --- productions

    def bits(self):
        x = self.dice.choice([self.whole(), self.any()])
        sign = self.dice.choice(["&", "|", "^", "&", "|", "^", "<<", ">>"])
        if sign in ("<<", ">>"):
            return f"{x} {sign} {self.dice.randint(0, 5)}"
        other = self.dice.choice([str(self.dice.randint(-20, 300)), self.partner(x), "True", self.partner(x)])
        return self.dice.choice([f"{x} {sign} {other}", f"{other} {sign} {x}", f"~{x}", f"torch.bitwise_and({x}, {other})", f"torch.bitwise_xor({x}, {other})"])

    def arithmetic(self):
        x = self.any()
        sign = self.dice.choice(["+", "-", "*", "//", "%", "/", "+", "*"])
        other = self.dice.choice([repr(self.draw("int64") or 3), repr(self.draw("float32") or 0.5), self.partner(x), "True"])
        if sign in ("//", "%", "/"):
            other = repr(self.dice.choice([1, 2, 3, 2 if self.is_byte(x) else -2, 0.5, 4]))
        return self.dice.choice([f"{x} {sign} {other}", f"{x} {sign} {other}", f"{other} {sign} {x}" if sign in "+-*" else f"{x} {sign} {other}"])

    def compare(self):
        x = self.any()
        return f"{x} {self.dice.choice(['<', '<=', '>', '>=', '==', '!='])} {self.dice.choice([self.partner(x), '1', '0.5'])}"

    def convert(self):
        x = self.any()
        kind = self.dice.choice(WHOLE + FLOATS + HALVES + ["bool"])
        return self.dice.choice([f"{x}.to(torch.{kind})", f"{x}.{self.dice.choice('long int float double bool byte short'.split())}()", f"{x}.type(torch.{kind})", f"{x}.type_as({self.any()})"])

    def kind(self):
        return self.dice.choice([f"str(torch.result_type({self.any()}, {self.any()}))", f"str(({self.any()} + 1.5).dtype)", f"str(({self.any()} * 2).dtype)"])

    def reduce(self):
        x = self.any()
        own = self.dice.choice(["sum", "prod", "mean", "max", "min", "amax", "amin", "any", "all", "cumsum", "count_nonzero", "argmax", "argmin", "median", "std"])
        if own in ("argmax", "argmin", "median"):
            x = self.sortable()
        if own == "cumsum":
            return f"{x}.cumsum({self.dim(x)})"
        if own in ("max", "min", "median") and self.dice.random() < 0.5:
            return f"{self.sortable()}.{own}(-1)[{self.dice.randrange(2)}]"
        given = "" if self.dice.random() < 0.4 else f"{self.dim(x)}{'' if own == 'count_nonzero' or self.dice.random() < 0.6 else ', keepdim=True'}"
        return f"{x}.{own}({given})"

    def sort(self):
        x = self.sortable()
        rank = self.scope[x].dim()
        dim, largest = self.dice.randrange(-rank, rank), self.dice.choice(["", ", descending=True"])
        count = self.dice.randint(1, self.scope[x].shape[dim])
        part = self.dice.randrange(2)
        return self.dice.choice([
            f"torch.sort({x}, {dim}{largest})[{part}]", f"{x}.argsort({dim}{largest})", f"{x}.topk({count}, {dim})[{part}]", f"{x}.topk({count}, {dim}, largest=False).values",
            f"torch.sort({self.whole()}, stable=True)[{part}]", f"torch.msort({x})", f"torch.unique({x})", f"torch.unique({self.whole()}, return_counts=True)[{part}]", f"{x}.sort().indices", f"{x}.flip({dim})", f"{x}.roll({self.dice.randint(-3, 3)}, {dim})",
        ])  # fmt: skip

    def index(self):
        x = self.any()
        shape = tuple(self.scope[x].shape)
        if not shape or 0 in shape:
            return f"{x}[None]"
        rank, dim = len(shape), self.dice.randrange(len(shape))
        length = shape[dim]
        whole = tuple(length if at == dim else self.dice.randint(1, length_) for at, length_ in enumerate(shape))
        some = self.places((self.dice.randint(1, 4),), length)
        value = repr(abs(self.draw("int64")) if self.is_byte(x) else self.draw("int64"))
        rows = [range(length) for length in shape]
        near = ", ".join(repr([self.dice.choice(row) for _ in range(2)]) if self.dice.random() < 0.5 else ":" for row in rows)
        scattered = self.literal(shape, lambda: self.dice.randrange(length))
        return self.dice.choice([
            f"torch.gather({x}, {dim}, {self.places(whole, length)})", f"{x}.index_select({dim}, {some})", f"torch.take_along_dim({x}, {self.places(whole, length)}, {dim})",
            f"{x}[{near}]", f"{x}[{some}]" if dim == 0 else f"{x}[..., {self.places((2,), shape[-1])}]", f"{x}[{x} > 0]", f"{x}.nonzero()", f"torch.where({x} > 1, {x}, {value})",
            f"{x}.masked_fill({x} > 1, {value})", f"torch.zeros{shape}.to({x}.dtype).scatter_add_({dim}, torch.tensor({scattered}), {x})",
            f"torch.zeros{shape}.to({x}.dtype).index_add_({dim}, torch.arange({length}), {x})", f"torch.masked_select({x}, {x} != 0)", f"{x}.narrow({dim}, 0, {self.dice.randint(1, length)})",
            f"torch.stack(torch.where({x} > 0))", f"{x}.unbind({dim})[0]", f"{x}.chunk(2, {dim})[-1]", f"torch.split({x}, 2, {dim})[0]", f"{x}.repeat_interleave(2, {dim})",
            f"{x}.tile((2,) * {rank})", f"torch.diag({x})", f"{x}.tril()", f"{x}.movedim(0, -1)", f"{x}.select({dim}, -1)", f"torch.isin({self.whole()}, torch.tensor([1, 2, 0]))",
        ])  # fmt: skip

    def change(self):
        name = self.fresh()
        x = self.any()
        shape = tuple(self.scope[x].shape)
        if not shape or 0 in shape:
            return f"{x}.clone()"
        self.run(name, f"{x}.clone()")
        place = self.dice.choice(["0", "-1", "...", f"{name} > 1", ":", repr([0, -1])])
        value = self.dice.choice([repr(self.draw("int64")), repr(self.draw("float32")), "True"])
        return f"{name}.__setitem__({place if place not in (':', '...') else 'slice(None)' if place == ':' else 'Ellipsis'}, {value}) or {name}"

    def einsum(self):
        letters = "ijk"
        sizes = {letter: self.dice.randint(1, 3) for letter in letters}
        terms = ["".join(self.dice.sample(letters, self.dice.randint(1, 3))) for _ in range(self.dice.randint(1, 3))]
        used = sorted(set("".join(terms)))
        out = "".join(self.dice.sample(used, self.dice.randint(0, len(used))))
        operands = [self.tensor("float32", tuple(sizes[letter] for letter in term)) for term in terms]
        formula = ",".join(terms) + ("" if self.dice.random() < 0.15 else f"->{out}")
        return f"torch.einsum('{formula}', {', '.join(operands)})"

    def functional(self):
        x = self.float(2)
        shape = tuple(self.scope[x].shape)
        rows, width = shape[0], shape[-1]
        labels = self.places((rows,), width)
        flat = f"{x}.reshape({rows}, -1)" if len(shape) > 2 else x
        labels = self.places((rows,), math.prod(shape[1:]))
        return self.dice.choice([
            *(f"F.{own}({x})" for own in "relu gelu silu elu leaky_relu softplus sigmoid tanh logsigmoid hardtanh relu6 selu mish softsign".split()),
            f"F.softmax({x}, {self.dim(x)})", f"F.log_softmax({x}, -1)", f"F.cross_entropy({flat}, {labels})", f"F.cross_entropy({flat}, {labels}, reduction='none')",
            f"F.nll_loss(F.log_softmax({flat}, 1), {labels})", f"F.mse_loss({x}, {x} * 0.5)", f"F.l1_loss({x}, {x} + 1.0, reduction='sum')", f"F.smooth_l1_loss({x}, {x} * 3.0)",
            f"F.huber_loss({x}, {x} * 3.0)", f"F.binary_cross_entropy_with_logits({x}, ({x} > 0).float())", f"F.binary_cross_entropy(torch.sigmoid({x}), ({x} > 0).float())",
            f"F.one_hot({labels}, {math.prod(shape[1:])})", f"F.linear({x}, {self.tensor('float32', (2, width))}, {self.tensor('float32', (2,))})", f"F.layer_norm({x}, ({width},))",
            f"F.dropout({x}, 0.0)", f"F.dropout({x}, 0.5, training=False)", f"F.normalize({x}, dim=-1)", f"F.pad({x}, (1, 2))", f"F.embedding({labels}, {self.tensor('float32', (math.prod(shape[1:]), 2))})",
            f"F.cosine_similarity({x}, {x} + 1.0, dim=-1)", f"F.cross_entropy({flat}, {labels}, label_smoothing=0.1)", f"F.kl_div(F.log_softmax({x}, -1), F.softmax({x} * 2, -1), reduction='batchmean')",
        ])  # fmt: skip

    def more(self):
        x = self.float()
        return self.dice.choice([
            f"torch.outer({self.tensor('float32', (2,))}, {self.tensor('int64', (3,))})", f"torch.logsumexp({x}, -1)", f"{x}.clamp(0, 1)", f"{x}.round()", f"{x}.frac()", f"{x}.sign()",
            f"torch.bincount({self.places((5,), 4)})", f"torch.cat([{self.whole()}.reshape(-1), {self.any()}.reshape(-1)])", f"torch.stack([{self.any()}.sum(), {self.any()}.sum()])",
            f"torch.meshgrid(torch.arange(2), torch.arange(3), indexing='ij')[0]", f"torch.addmm({self.tensor('float32', (3,))}, {self.tensor('float32', (2, 2))}, {self.tensor('float32', (2, 3))})",
            f"torch.logical_and({self.any()}, True)", f"torch.logical_not({self.any()})", f"{self.whole()} ** 2", f"{self.whole()}.float().mean()", f"torch.arange({self.dice.randint(0, 9)}) * 0.5",
            f"torch.full((2,), {self.dice.choice(['1', '1.5', 'True'])})", f"torch.lerp({x}, {x} * 2, 0.5)", f"torch.dot({self.tensor('int64', (3,))}, {self.tensor('int64', (3,))})",
            f"{self.tensor('int64', (2, 2))} @ {self.tensor('int64', (2, 3))}", f"torch.cdist({self.tensor('float32', (2, 3))}, {self.tensor('float32', (4, 3))})",
            f"{x}.abs().sqrt()", f"torch.maximum({x}, {self.partner(x)})", f"torch.atleast_2d({self.any()})", f"torch.ones_like({self.any()})", f"torch.zeros_like({self.any()}, dtype=torch.int32)", f"torch.numel({x})",
        ])  # fmt: skip

    # --- running

    def run(self, name, source):
        before = dict(self.scope)
        line = f"{name} = {source}"
        try:
            exec(line, self.scope)
        except Exception as error:
            self.errors[len(self.lines)] = error
            self.lines.append(line)
            return
        value = self.scope[name]
        if not isinstance(value, (self.torch.Tensor, str, int)) or isinstance(value, self.torch.Tensor) and not self.fits(value):
            self.scope = before
            return
        self.lines.append(line)
        if isinstance(value, self.torch.Tensor):
            self.held.append(name)

    def fits(self, value):
        flat = value.reshape(-1).tolist()
        return len(flat) <= 64 and all(not isinstance(one, complex) and math.isfinite(one) and abs(one) <= MOST for one in flat)

    def program(self):
        while len(self.held) < 2:
            self.added(self.create())
        steps = [(self.bits, 3), (self.arithmetic, 4), (self.compare, 1), (self.convert, 2), (self.kind, 1), (self.reduce, 3), (self.sort, 3), (self.index, 5), (self.change, 2), (self.einsum, 2),
                 (self.functional, 4), (self.more, 3)]  # fmt: skip
        makers, weights = zip(*steps, strict=True)
        for _ in range(self.dice.randint(4, 8)):
            source = self.dice.choices(makers, weights)[0]()
            self.run(self.fresh(), source)


def program(made, raised):
    """One program with PyTorch's results. ``raised`` returns the built-in types of an exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.program()
    values = {}
    for name in itertools.chain(made.scope):
        value = made.scope[name]
        if not name.startswith("x"):
            continue
        if hasattr(value, "dtype"):
            flat, kind = value.reshape(-1).tolist(), str(value.dtype).rpartition(".")[2]
            off = 0.02 * (1 + max(map(abs, flat), default=0)) if kind in HALVES else made.rounding * (1 + max(map(abs, flat), default=0)) if "float" in kind else 0
            # Later lines compute with the rounded value of a half.
            values[name] = [list(value.shape), f"{made.library}.{kind}", [round(one, 7) if isinstance(one, float) else one for one in flat], off]
        else:
            values[name] = [[], "text" if isinstance(value, str) else "number", [value], 0]
    errors = {str(at): raised(error) for at, error in made.errors.items()}
    return {"library": made.library, "seed": made.seed, "lines": made.lines, "errors": errors, "values": values}
