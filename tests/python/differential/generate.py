"""Random programs with their results in real NumPy or PyTorch: `generate.py FIRST COUNT` prints them as JSON, one a line.

The fixed ones are `generate.py 1 2000 | gzip -9n > programs.json.gz` and `generate.py 1 800 wider | gzip -9n > wider.json.gz`, those of `surface.py`,
`generate.py 1 400 nets | gzip -9n > nets.json.gz`, those of `nets.py`, and `generate.py 1 600 arrays | gzip -9n > arrays.json.gz`, those of `arrays.py`, by the versions of requirements.txt.

A program is {"library", "seed", "lines", "errors", "values"}. `errors`: by line number, the built-in types of the exception. `values`: for each
variable that is left, (shape, kind, elements in row-major order, absolute error allowed), or a text.
"""

import importlib
import json
import math
import random
import re
import sys
import warnings

import arrays
import grammar
import nets
import surface

warnings.simplefilter("ignore")
MOST = 5e3
#: The types of elements.
TYPES = ("float32", "float64", "int64", "bool")


def elements(value):
    """(shape, kind, flat elements) of a value of a program."""
    if isinstance(value, str):
        return (), "text", [value]
    if isinstance(value, (bool, int, float)):
        return (), "bool" if isinstance(value, bool) else "number", [value]
    if isinstance(value, (list, tuple)):
        flat = [part for one in value for part in elements(one)[2]]
        return (len(value),), "list", flat
    kind = str(value.dtype).rpartition(".")[2]
    shape = tuple(value.shape)
    flat = value.reshape(-1).tolist()
    return shape, kind, flat


def raised(error):
    """The built-in types that an exception is of, the nearest first."""
    found = []
    for kind in type(error).__mro__:
        if kind.__module__ == "builtins" and kind not in (Exception, BaseException, object, LookupError, ArithmeticError):
            if not any(issubclass(one, kind) for one in found):
                found.append(kind)
    return "+".join(kind.__name__ for kind in found) or "Exception"


class Unfit(Exception):
    """A program whose results may differ between float32 and float64."""


class Generator:
    def __init__(self, library, seed, attempt):
        self.library, self.torch = library, library == "torch"
        self.short = "torch" if self.torch else "np"
        self.dice = random.Random(f"{library} {seed} {attempt}")
        self.scope = {self.short: importlib.import_module(library)}
        self.held, self.errors, self.off, self.lines, self.count = [], {}, {}, [], 0

    # --- for productions

    def fresh(self):
        self.count += 1
        return f"x{self.count}"

    def shape(self, x):
        return tuple(self.scope[x].shape)

    def rank(self, x):
        return len(self.shape(x))

    def size(self, x):
        return math.prod(self.shape(x))

    def is_mask(self, x):
        return "bool" in str(self.scope[x].dtype)

    def is_number(self, x):
        """Whether a value is one of NumPy's scalars, which have a shape and are no arrays."""
        return not self.torch and type(self.scope[x]).__name__ != "ndarray"

    def whole(self):
        fits = lambda x: self.exactly(x) and not self.is_mask(x) and all(map(math.isfinite, elements(self.scope[x])[2]))  # noqa: E731
        return self._of(fits, self.added)

    def exactly(self, x):
        return self.off[x] == 0 and exact(elements(self.scope[x])[2])

    def _of(self, fits, otherwise):
        found = [x for x in self.held if fits(x)]
        return self.dice.choice(found) if found else otherwise()

    def any(self):
        return self.dice.choice(self.held)

    def numbers(self):
        return self._of(lambda x: not self.is_mask(x), self.added)

    def exact(self):
        return self._of(self.exactly, self.added)

    def mask(self):
        return self._of(self.is_mask, lambda: self.added(f"{self.exact()} > 0.5", f"{grammar.made(self, (3,))} > 0.5"))

    def changeable(self):
        whole = lambda x: not self.is_mask(x) and not self.is_number(x) and self.writable(x)  # noqa: E731
        return self._of(whole, self.added)

    def writable(self, x):
        if not self.torch:
            return self.scope[x].flags.writeable
        value = self.scope[x]
        return all(step or length < 2 for step, length in zip(value.stride(), value.shape, strict=True))

    def ordered(self, value):
        """Whether an array has its elements in row-major order, or is a view of an array in use."""
        if value.is_contiguous() if self.torch else value.flags.c_contiguous:
            return True
        storage = (lambda x: x.untyped_storage().data_ptr()) if self.torch else (lambda x: id(base(x)))
        return storage(value) in [storage(self.scope[x]) for x in self.held]

    def added(self, source=None, otherwise=None):
        name = self.fresh()
        self.run(f"{name} = {source or grammar.made(self, grammar.some_shape(self, 1))}", name, 0.0)
        return name if name in self.held else self.added(otherwise)

    def partner(self, x):
        """An array that mostly broadcasts with `x`."""
        if self.dice.random() < 0.5:
            shape = self.shape(x)
            shape = shape[self.dice.randrange(len(shape) + 1) :] if self.dice.random() < 0.5 else shape
            return grammar.made(self, tuple(1 if self.dice.random() < 0.2 else length for length in shape))
        near = [one for one in self.held if self.shape_of(f"{x} != {one}") is not None]
        return self.dice.choice(near) if near and self.dice.random() < 0.95 else self.any()

    def shape_of(self, source):
        try:
            return tuple(eval(source, self.scope).shape)
        except Exception:
            return None

    # --- running

    def run(self, line, target, error):
        used = [x for x in re.findall(r"\bx\d+\b", line) if x in self.off]
        before = self.scope.copy()
        sizes = [largest(elements(self.scope[x])[2]) for x in used]
        least = min((smallest(elements(self.scope[x])[2]) for x in used), default=1.0) if any(one in line for one in grammar.POLES) else 1.0
        held = [elements(self.scope[x])[2] for x in self.held]
        try:
            exec(line, self.scope)
        except Exception as found:
            if repr(held) != repr([elements(self.scope[x])[2] for x in self.held]):
                raise Unfit from None  # PyTorch assigns the elements before a wrong index.
            self.errors[len(self.lines)] = raised(found)
            self.lines.append(line)
            return
        off = sum(self.off[x] for x in used)
        if target is None:
            if line.startswith("del"):
                self.lines.append(line)
                return
            for x in self.held:  # A change reaches views.
                _, _, flat = elements(self.scope[x])
                if largest(flat) > MOST:
                    raise Unfit
                self.off[x] = max(self.off[x], off and off * (1 + max(sizes)))
            self.lines.append(line)
            return
        value = self.scope[target]
        try:
            shape, kind, flat = elements(value)
            most = largest(flat)
        except Exception:  # The value is neither an array nor numbers.
            self.scope = before
            return
        grown = off * (1 + max([most, *sizes], default=0)) / max(least, 1e-3) + error * max(most, *sizes, 0.0)
        if error == 0 and off == 0 and not exact(flat):
            grown = grammar.ROUNDED * max(most, *sizes, 1.0)
        # An array that NumPy makes of a scalar shares no memory with it. In the lab a scalar is an array.
        copied = used and type(value).__name__ == "ndarray" and all(self.is_number(x) for x in used if x in self.held)
        # Results of a transposed array keep its order in memory in both libraries, and that order decides whether a reshape copies.
        turned = hasattr(value, "shape") and not self.ordered(value)
        # The sign of an infinity may follow from a zero's sign, which sums and products of matrices need not keep.
        signed = re.search(r" / |\*\*|div|pow", line) and any(isinstance(one, float) and math.isinf(one) for one in flat)
        unfit = turned or signed or copied and re.search(r"\[|reshape|ravel|transpose|\.T", line) or kind not in (*TYPES, "number", "list", "text") or most > MOST or len(flat) > 48
        if unfit or off and least < 1e-2 or not grown <= 1e-2 * max(1.0, most):
            self.scope = before
            return
        self.lines.append(line)
        self.off[target] = grown
        if hasattr(value, "dtype"):
            self.held.append(target)

    def gradient(self):
        lines = grammar.gradient(self)
        scope = dict(self.scope)
        for at, line in enumerate(lines):
            try:
                exec(line, scope)
            except Exception as found:
                # A line that fails has no gradient. Only its error is compared.
                self.errors[len(self.lines) + at] = raised(found)
                lines = lines[: at + 1]
                break
        else:
            scale = max(1.0, largest(elements(scope["v"])[2]))
            for x in ("t", "g", "v", "h", "u"):
                if x not in scope:
                    continue
                flat = elements(scope[x])[2]
                if largest(flat) > MOST or not all(isinstance(one, str) or math.isfinite(one) for one in flat):
                    raise Unfit
                self.scope[x], self.off[x] = scope[x], 3e-5 * max(scale, largest(flat))
        self.lines += lines

    def program(self):
        steps, weights = zip(*grammar.COMMON, strict=True)
        if self.torch and self.dice.random() < 0.2:
            self.gradient()
        else:
            self.added()
            for _ in range(self.dice.randrange(5, 12)):
                if not self.held:
                    self.added()
                self.run(*self.dice.choices(steps, weights)[0](self))
        values = {}
        for x, off in self.off.items():
            if x in self.scope:
                shape, kind, flat = elements(self.scope[x])
                kind = f"{self.library}.{kind}" if kind in TYPES and hasattr(self.scope[x], "dtype") else kind
                values[x] = [list(shape), kind, [short(one) for one in flat], float(f"{off:.1e}")]
        return values


def base(array):
    while getattr(array, "base", None) is not None:
        array = array.base
    return array


def exact(flat):
    return all(isinstance(x, (bool, str)) or abs(x) <= 4096 and x * 16 == int(x * 16) for x in flat if not isinstance(x, float) or math.isfinite(x))


def largest(flat):
    return max((abs(x) for x in flat if not isinstance(x, str) and math.isfinite(x)), default=0.0)


def smallest(flat):
    return min((abs(x) for x in flat if not isinstance(x, str)), default=1.0)


def short(value):
    """A number rounded to six digits. Whole numbers have no decimal point."""
    if not isinstance(value, float) or not math.isfinite(value):
        return value if not isinstance(value, float) else str(value)
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded == int(rounded) and (rounded or math.copysign(1, rounded) > 0) else rounded


def program(library, seed):
    attempt = 0
    while True:
        made = Generator(library, seed, attempt)
        try:
            values = made.program()
            return {"library": library, "seed": seed, "lines": made.lines, "errors": made.errors, "values": values}
        except Unfit:
            attempt += 1


#: Further kinds of programs.
KINDS = {"wider": surface.Surface, "nets": nets.Nets, "arrays": arrays.Arrays}


def main(first, count, kind=None):
    libraries = []
    for name in ("torch", "numpy"):
        try:
            importlib.import_module(name)
            libraries.append(name)
        except ImportError:
            print(f"{name} is not there: no program is compared with it", file=sys.stderr)
    if kind:
        for seed in range(first, first + count) if KINDS[kind].library in libraries else ():
            print(json.dumps(surface.program(KINDS[kind](seed), raised), separators=(",", ":")))
        return
    for seed in range(first, first + count):
        print(json.dumps(program(libraries[seed % len(libraries)], seed), separators=(",", ":")))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
