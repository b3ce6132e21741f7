"""Random programs of NumPy's types: whole numbers, booleans and floats of each size, how they mix, what reduces them, their text. Like those of `surface.py`
each line is short; `generate.py` runs them in NumPy."""

import math

import surface

WHOLE = ["int64", "int64", "int32", "int16", "int8", "uint8"]
KINDS = [*WHOLE, "bool", "bool", "float64", "float64", "float32", "float16"]


class Arrays(surface.Surface):
    library = "numpy"

    def __init__(self, seed):
        import random

        import numpy

        self.seed = f"arrays {seed}"
        self.dice = random.Random(self.seed)
        self.numpy = numpy
        self.scope = {"np": numpy}
        self.lines, self.errors, self.held, self.count = [], {}, [], 0

    # --- operands

    def array(self, kind=None, shape=None):
        kind = kind or self.dice.choice(KINDS)
        shape = self.shape(1) if shape is None else shape
        given = self.literal(shape, lambda: self.draw(kind))
        # Types that NumPy gives to Python's numbers are mostly not named.
        if kind in ("int64", "bool", "float64") and self.dice.random() < 0.7:
            return f"np.array({given})"
        name = self.dice.choice([f"np.{kind}", f"'{kind}'", f"np.dtype('{kind}')"]) if kind != "bool" else self.dice.choice(["bool", "np.bool_"])
        return f"np.array({given}, dtype={name})"

    def create(self):
        n, kind = self.dice.randint(1, 6), self.dice.choice(["int", "float", "bool", *(f"np.{one}" for one in WHOLE)])
        return self.dice.choice([
            self.array(), self.array(), self.array(), f"np.arange({n})", f"np.arange({n}, {n + 4})", f"np.arange({n}, dtype=np.float32)", f"np.arange(0, {n}, {self.dice.choice(['2', '0.5'])})",
            f"np.zeros({self.shape(1)}, dtype={kind})", f"np.ones({self.shape(1)}, {kind})", f"np.full({self.shape(1)}, {self.dice.choice(['2', '2.5', 'True'])})", f"np.eye({n}, dtype={kind})",
            f"np.linspace(0, {n}, {n + 1}, dtype={kind})", f"np.array([{self.array(None, (2,))}, {self.array(None, (2,))}])", f"np.array([1, {self.dice.choice(['2.5', 'True', '3'])}])", "np.array([])", "np.zeros(3)",
        ])  # fmt: skip

    def whole(self):
        return self.of(lambda x: x.dtype.kind in "iu") or self.added(self.array(self.dice.choice(WHOLE)))

    def partner(self, x, kind=None):
        shape = tuple(self.scope[x].shape)
        shape = shape[self.dice.randint(0, len(shape)) :]
        return self.array(kind, tuple(1 if self.dice.random() < 0.2 else length for length in shape) or (1,))

    def number(self):
        return self.dice.choice(["1", "2", "3", "-1", "0.5", "2.5", "True", "np.float32(1.5)", "np.int64(2)", "np.uint8(3)", "np.float64(0.5)"])

    def axis(self, x):
        rank = self.scope[x].ndim
        return self.dice.randrange(-rank, rank) if rank and self.dice.random() < 0.97 else rank + 1

    # --- productions

    def arithmetic(self):
        x, sign = self.any(), self.dice.choice(["+", "-", "*", "+", "-", "*", "/"])
        other = self.dice.choice([self.number(), self.partner(x), self.partner(x)])
        return self.dice.choice([f"{x} {sign} {other}", f"{x} {sign} {other}", f"{other} {sign} {x}"])

    def divided(self):
        x, sign = self.any(), self.dice.choice(["//", "%"])
        # Near a whole number, single and double precision may round to different ones.
        other = self.dice.choice(["1", "2", "3", "-2", "4", "0.5", self.partner(x, self.dice.choice(WHOLE))])
        return self.dice.choice([f"{x} {sign} {other}", f"np.{'floor_divide' if sign == '//' else 'remainder'}({x}, {other})"])

    def powers(self):
        return self.dice.choice([f"{self.any()} ** 2", f"{self.whole()} ** 3", f"{self.whole()} ** -1", f"{self.whole()} ** 0.5", f"np.square({self.any()})", f"np.power({self.whole()}, 2)"])

    def bits(self):
        x = self.dice.choice([self.whole(), self.whole(), self.any()])
        sign = self.dice.choice(["&", "|", "^", "&", "|", "^", "<<", ">>"])
        if sign in ("<<", ">>"):
            return f"{x} {sign} {self.dice.randint(0, 4)}"
        other = self.dice.choice([str(self.dice.randint(0, 100)), self.partner(x, self.dice.choice([*WHOLE, "bool"])), "True"])
        return self.dice.choice([f"{x} {sign} {other}", f"{other} {sign} {x}", f"~{x}", f"np.bitwise_and({x}, {other})", f"np.invert({x})"])

    def compare(self):
        x = self.any()
        return f"{x} {self.dice.choice(['<', '<=', '>', '>=', '==', '!='])} {self.dice.choice([self.partner(x), '1', '0.5', 'True'])}"

    def convert(self):
        kind = self.dice.choice(KINDS)
        return self.dice.choice([f"{self.any()}.astype({self.dice.choice([f'np.{kind}', repr(kind), 'int', 'float', 'bool']) if kind != 'bool' else 'bool'})", f"np.asarray({self.any()}, dtype='{kind}')"])

    def kind(self):
        x, y = self.any(), self.any()
        return self.dice.choice([
            f"str({x}.dtype)", f"repr({x}.dtype)", f"str(np.result_type({x}, {y}))", f"str(np.result_type({x}, {self.dice.choice(['1', '1.5', 'True'])}))", f"str(np.promote_types({x}.dtype, {y}.dtype))",
            f"str({x}.dtype == np.int64)", f"str({x}.dtype == 'float64')", f"{x}.dtype.kind", f"{x}.itemsize", f"{x}.dtype.name", f"{x}.nbytes",
        ])  # fmt: skip

    def reduce(self):
        x = self.any()
        own = self.dice.choice(["sum", "sum", "mean", "prod", "max", "min", "any", "all", "cumsum", "argmax", "argmin", "argsort", "std", "var"])
        if own.startswith("arg"):
            x = self.sortable()
        given = [] if self.dice.random() < 0.4 else [f"axis={self.axis(x)}"]
        if given and own != "cumsum" and not own.startswith("arg") and self.dice.random() < 0.4:
            given.append("keepdims=True")
        if own in ("sum", "prod") and self.dice.random() < 0.2:
            given.append(f"dtype={self.dice.choice(['float', 'np.float32', 'int', 'np.int32'])}")
        return self.dice.choice([f"{x}.{own}({', '.join(given)})", f"np.{own}({', '.join([x, *given])})"])

    def sortable(self):
        shape = self.shape(1, 2)
        values = self.dice.sample(range(-40, 40), math.prod(shape))
        return self.added(f"np.array({values}, dtype='{self.dice.choice(['float32', 'int64', 'int32', 'float64'])}').reshape{shape}")

    def function(self):
        x, y = self.any(), self.any()
        return self.dice.choice([
            *(f"np.{own}({x})" for own in "abs floor ceil sign negative exp sqrt sin tanh isnan isfinite round zeros_like ones_like sort transpose ravel squeeze".split()),
            f"np.maximum({x}, {self.partner(x)})", f"np.minimum({x}, {self.number()})", f"np.clip({x}, 0, {self.dice.choice(['2', '2.5'])})", f"np.where({x} > 1, {x}, {self.number()})", f"np.where({x} > 0, 1, {self.dice.choice(['0', '0.5'])})",
            f"np.concatenate([{x}.reshape(-1), {y}.reshape(-1)])", f"np.stack([{x}, {self.array(None, tuple(self.scope[x].shape))}])", f"np.array_equal({x}, {y})", f"np.allclose({x}, {x})", f"np.full_like({x}, 2)", f"np.outer({x}, {y})",
            f"np.dot({self.array(None, (2, 2))}, {self.array(None, (2, 3))})", f"{self.array(None, (2, 2))} @ {self.array(None, (2,))}", f"np.vstack([{self.array(None, (2,))}, {self.array(None, (2,))}])", f"np.linalg.norm({x})",
            f"np.linspace(0, 1, 3)", f"np.mgrid[0:2, 0:3]", f"-{x}", f"abs({x})", f"+{x}", f"np.logical_and({x}, {self.number()})", f"np.logical_not({x})", f"np.less({x}, 1)", f"np.argsort({self.whole()}, kind='stable')", f"np.sort({x}, axis=None)", f"np.where({x} > 0)[-1]" if self.scope[x].shape else f"np.sort({x}, axis=None)",
        ])  # fmt: skip

    def index(self):
        x = self.any()
        shape = tuple(self.scope[x].shape)
        if not shape or 0 in shape:
            return f"{x}[None]"
        at = [self.dice.randrange(shape[0]) for _ in range(self.dice.randint(1, 4))]
        return self.dice.choice([f"{x}[{at[0]}]", f"{x}[{at}]", f"{x}[np.array({at})]", f"{x}[np.array({at}, dtype=np.uint8)]", f"{x}[{x} > 0]", f"{x}[np.array([0.0])]", f"{x}[..., -1]", f"{x}[::2]", f"{x}[{x} == {x}.max()]"])

    def change(self):
        x, name = self.any(), self.fresh()
        if not self.scope[x].shape or 0 in self.scope[x].shape:
            return f"{x}.copy()"
        self.run(name, f"{x}.copy()")
        if self.dice.random() < 0.5:
            place, value = self.dice.choice(["0", "-1", "...", f"{name} > 1"]), self.dice.choice(["7", "1.75", "True", "-2", "300"])
            return f"{name}.__setitem__({place.replace('...', 'Ellipsis')}, {value}) or {name}"
        own, other = self.dice.choice(["iadd", "isub", "imul", "itruediv", "ifloordiv"]), self.dice.choice(["2", "1.5", "True", self.array(None, (1,))])
        return f"{name}.__{own}__({other})"

    def text(self):
        x = self.any()
        # The text is not compared if it has digits beyond single precision, or the sign of a zero.
        if self.scope[x].dtype.kind == "f" and any(one != round(one * 8) / 8 or str(one) == "-0.0" for one in self.scope[x].reshape(-1).tolist()):
            return f"str({x}.dtype)"
        return self.dice.choice([f"str({x})", f"np.asarray({x}).__repr__()", f"repr({x})", f"str({x}.tolist())", f"str({x}.sum())", f"f'{{{x}.max()}}'", f"repr({x}.sum())", f"str(list({x}.reshape(-1)))"])

    # --- running

    def fits(self, value):
        return super().fits(value) and str(value.dtype) != "object"

    def run(self, name, source):
        before, line = dict(self.scope), f"{name} = {source}"
        try:
            with self.numpy.errstate(all="raise", under="ignore"):  # Overflows and divisions by 0 are left out.
                exec(line, self.scope)
        except FloatingPointError:
            self.left_out(before, source)
            return
        except Exception as error:
            self.errors[len(self.lines)] = error
            self.lines.append(line)
            return
        value = self.scope[name]
        array = hasattr(value, "dtype")
        if not array and not isinstance(value, (str, int, float)) or array and not self.fits(value):
            self.left_out(before, source)
            return
        self.lines.append(line)
        if isinstance(value, self.numpy.ndarray):
            self.held.append(name)

    def left_out(self, before, source):
        """Drops a line that is not compared, and the array that it has changed in place."""
        changed = source.partition(".__")[0]
        if changed in self.held and changed != source:
            self.held.remove(changed)
            del before[changed]
        self.scope = before

    def program(self):
        while len(self.held) < 2:
            self.added(self.create())
        steps = [(self.create, 2), (self.arithmetic, 6), (self.divided, 2), (self.powers, 1), (self.bits, 3), (self.compare, 2), (self.convert, 3), (self.kind, 3), (self.reduce, 5), (self.function, 5), (self.index, 4),
                 (self.change, 3), (self.text, 4)]  # fmt: skip
        makers, weights = zip(*steps, strict=True)
        for _ in range(self.dice.randint(5, 9)):
            source = self.dice.choices(makers, weights)[0]()
            self.run(self.fresh(), source)
