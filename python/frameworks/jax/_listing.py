"""The operations of a captured function: their list, their costs, and JAX's text for them."""

from __future__ import annotations

import math
import struct
from typing import Any, NamedTuple

from asynclab.torch._types import lab

_NAMES = {code: name for name, code in lab.codes.items()}
_HOST = 2**32 - 1


class Operation(NamedTuple):
    """An input is 2 × the index of an input of the program, or 1 + 2 × the index of the operation whose result it is."""

    name: str
    inputs: list[int]
    attrs: list[int]
    shape: tuple[int, ...]


def listed(program: int) -> list[Operation]:
    words = [int(word) for word in str(lab.js.listing(program)).split(",") if word]
    found, at = [], 0
    while at < len(words):
        code, inputs, attrs, rank = words[at : at + 4]
        at += 4
        parts = []
        for count in (inputs, attrs, rank):
            parts.append(words[at : at + count])
            at += count
        found.append(Operation("host" if code == _HOST else _NAMES[code], parts[0], parts[1], tuple(parts[2])))
    return found


def number(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits))[0]


# --- their costs, by XLA's rules (xla/service/hlo_cost_analysis.cc)

_TRANSCENDENTAL = frozenset("exp log sqrt sin cos tanh sigmoid".split())
_ELEMENTWISE = frozenset("abs add div equal floor greater greaterEqual less lessEqual masked maximum minimum mul neg relu sign square sub".split())
_REDUCTIONS = frozenset("sum mean max min prod norm".split())


def _exponent(one: Operation) -> float | None:
    return number(one.attrs[1]) if one.name == "pow" and one.attrs and one.attrs[0] == 1 else None


class Counts(NamedTuple):
    flops: float
    transcendentals: float


def counted(operations: list[Operation], given: list[tuple[int, ...]]) -> Counts:
    flops = transcendentals = 0.0
    shape = lambda local: operations[local // 2].shape if local % 2 else given[local // 2]  # noqa: E731
    for one in operations:
        elements = math.prod(one.shape)
        power = _exponent(one)
        if one.name == "matmul":
            left = shape(one.inputs[0])
            flops += 2 * elements * (left[-2] if one.attrs[0] and len(left) > 1 else left[-1])
        elif one.name in _REDUCTIONS:
            flops += max(0, math.prod(shape(one.inputs[0])) - elements) + (elements if one.name == "mean" else 0)
        elif power in (2.0, 3.0, 4.0):
            flops += elements * {2.0: 1, 3.0: 2, 4.0: 2}[power]  # type: ignore[index]
        elif one.name in _TRANSCENDENTAL or one.name == "pow":
            transcendentals += elements
        elif one.name in _ELEMENTWISE:
            flops += elements
        elif one.name == "reluGrad":
            flops += 2 * elements
    return Counts(flops, transcendentals)


def most_temporary(operations: list[Operation], kept: set[int]) -> int:
    """The most bytes of intermediate results at once, if each operation were a kernel of its own. Fused operations take less."""
    last = {local: at for at, one in enumerate(operations) for local in one.inputs if local % 2}
    held = most = 0
    for at, one in enumerate(operations):
        if 1 + 2 * at not in kept and one.name != "reshape":
            held += 4 * math.prod(one.shape)
            most = max(most, held)
        for local in {*one.inputs, 1 + 2 * at}:
            if local % 2 and local not in kept and last.get(local, local // 2) == at and operations[local // 2].name != "reshape":
                held -= 4 * math.prod(operations[local // 2].shape)
    return most


# --- JAX's text

_PRIMITIVES = {
    "sigmoid": "logistic", "maximum": "max", "minimum": "min", "equal": "eq", "greater": "gt", "greaterEqual": "ge", "less": "lt", "lessEqual": "le",
    "cumsum": "cumsum", "concat": "concatenate", "take": "gather", "segmentSum": "scatter-add", "arange": "iota", "masked": "select_n",
}  # fmt: skip
_SHORT = {"float32": "f32", "bfloat16": "bf16", "float16": "f16", "int32": "i32", "int16": "i16", "int8": "i8", "uint8": "u8", "uint32": "u32", "bool": "bool"}
_BINARY = frozenset("add sub mul div pow maximum minimum equal greater greaterEqual less lessEqual masked".split())
_COMPARE = frozenset("equal greater greaterEqual less lessEqual".split())
_KEEP = frozenset("abs add broadcastTo concat cumsum floor masked max maximum min minimum mul neg prod reshape sign slice sort square sub sum take transpose".split())


def short(dtype: str, shape: Any) -> str:
    return f"{_SHORT[dtype]}[{','.join(map(str, shape))}]"


def _letters(at: int) -> str:
    """a, b, … z, ba, bb, …"""
    text = ""
    while True:
        at, rest = divmod(at, 26)
        text = chr(97 + rest) + text
        if not at:
            return text


class Equation(NamedTuple):
    results: str
    primitive: str
    params: list[str]
    operands: str

    def _plain(self) -> str:
        params = f"[{' '.join(self.params)}]" if self.params else ""
        return f"{self.results} = {self.primitive}{params} {self.operands}".rstrip()

    def __str__(self) -> str:
        text = self._plain()
        if not self.params or len(text) <= 76:
            return text
        inner = "".join(f"\n      {param}" for param in self.params)
        return f"{self.results} = {self.primitive}[{inner}\n    ] {self.operands}".rstrip()


class Text:
    """The equations of a program, with a letter for each value."""

    def __init__(self, operations: list[Operation], dtypes: list[str], shapes: list[tuple[int, ...]], arguments: list[int]) -> None:
        """``dtypes`` and ``shapes`` are those of what the program reads; ``arguments`` the indices of those that it is called with, or -1 where it does not read one."""
        self._operations, self._next = operations, 0
        self._names: dict[int, str] = {}
        self._kinds = {2 * at: dtype for at, dtype in enumerate(dtypes)}
        self._shapes = {2 * at: shape for at, shape in enumerate(shapes)}
        self.equations: list[Equation] = []
        constants = [2 * at for at in range(len(shapes)) if at not in arguments]
        host = [1 + 2 * at for at, one in enumerate(operations) if one.name == "host"]
        for local in host:
            self._made(local, "float32")
        self.constants = [self._named(local) for local in (*constants, *host)]

    def argument(self, index: int, dtype: str, shape: tuple[int, ...]) -> str:
        """The next argument. ``index`` is its index among the program's inputs, or -1."""
        if index >= 0:
            return self._named(2 * index)
        return f"{self._fresh()}:{short(dtype, shape)}"

    def _fresh(self) -> str:
        self._next += 1
        return _letters(self._next - 1)

    def _made(self, local: int, dtype: str) -> None:
        self._kinds[local], self._shapes[local] = dtype, self._operations[local // 2].shape

    def _named(self, local: int) -> str:
        self._names[local] = self._fresh()
        return f"{self._names[local]}:{short(self._kinds[local], self._shapes[local])}"

    def name(self, local: int) -> str:
        return self._names[local]

    def body(self, dtypes: dict[int, str]) -> None:
        """Writes the equations. ``dtypes`` has the known types of results."""
        for at, one in enumerate(self._operations):
            if one.name == "host":
                continue
            local = 1 + 2 * at
            kinds = {self._kinds[given] for given in one.inputs}
            kind = "bool" if one.name in _COMPARE else kinds.pop() if one.name in _KEEP and len(kinds) == 1 else "float32"
            self._made(local, dtypes.get(local, kind))
            self._write(one, local)

    def _write(self, one: Operation, local: int) -> None:
        name, attrs = one.name, one.attrs
        operands = [self._names[given] for given in one.inputs]
        params: list[str] = []
        power = _exponent(one)
        if name == "mean":
            elements = math.prod(self._shapes[one.inputs[0]]) // max(1, math.prod(one.shape))
            total = f"{self._fresh()}:{short('float32', one.shape)}"
            self.equations.append(Equation(total, "reduce_sum", self._reduction(one), operands[0]))
            self.equations.append(Equation(self._named(local), "div", [], f"{total.partition(':')[0]} {float(elements)}:f32[]"))
            return
        if name == "reshape" and one.shape == self._shapes[one.inputs[0]]:
            self._names[local] = operands[0]
            return
        if name in _REDUCTIONS and one.attrs[1] and name not in ("mean", "norm"):
            self._kept_dims(one, local, operands[0])
            return
        if power is not None and power == int(power):
            primitive, params = "integer_pow", [f"y={int(power)}"]
        elif name == "matmul":
            primitive = "dot_general"
            ranks = [len(self._shapes[given]) for given in one.inputs]
            left = ranks[0] - 1 - bool(attrs[0] and ranks[0] > 1)
            right = (ranks[1] - 2 if not attrs[1] else ranks[1] - 1) if ranks[1] > 1 else 0
            batch = [str(axis) for axis in range(max(ranks) - 2)] if min(ranks) > 2 else []
            params = [f"dimension_numbers=(([{left}], [{right}]), ([{', '.join(batch)}], [{', '.join(batch)}]))", f"preferred_element_type={self._kinds[local]}"]
        elif name in _REDUCTIONS and name != "norm":
            primitive, params = f"reduce_{name}", self._reduction(one)
        elif name == "transpose":
            primitive, params = name, [f"permutation={_tuple(attrs)}"]
        elif name == "reshape":
            primitive, params = name, ["dimensions=None", f"new_sizes={_tuple(one.shape)}", "sharding=None"]
        elif name == "broadcastTo":
            rank = len(self._shapes[one.inputs[0]])
            dims = _tuple(range(len(one.shape) - rank, len(one.shape)))
            primitive, params = "broadcast_in_dim", [f"broadcast_dimensions={dims}"] if rank else []
        elif name in ("full", "zeros", "ones"):
            value = number(attrs[0]) if name == "full" else float(name == "ones")
            primitive, operands = "broadcast_in_dim", [self._literal(value, local)]
        elif name == "slice":
            axis, first, step, count = attrs
            sizes = self._shapes[one.inputs[0]]
            starts = tuple(first if at == axis else 0 for at in range(len(sizes)))
            limits = tuple(min(size, first + step * count) if at == axis else size for at, size in enumerate(sizes))
            strides = "None" if step == 1 else _tuple(step if at == axis else 1 for at in range(len(sizes)))
            primitive, params = name, [f"limit_indices={_tuple(limits)}", f"start_indices={_tuple(starts)}", f"strides={strides}"]
        elif name == "relu":
            primitive, operands = "max", [*operands, "0.0:f32[]"]
        else:
            primitive = _PRIMITIVES.get(name, name)
            if len(one.inputs) == 1 and len(attrs) == 2 and name in _BINARY:
                literal = self._literal(number(attrs[1]), one.inputs[0])
                operands = [*operands, literal] if attrs[0] else [literal, *operands]
        self.equations.append(Equation(self._named(local), primitive, params, " ".join(operands)))

    def _reduction(self, one: Operation) -> list[str]:
        return [self._axes(one)] + ["out_sharding=None"] * (one.name in ("sum", "mean"))

    def _kept_dims(self, one: Operation, local: int, operand: str) -> None:
        """A reduction that keeps its axes: JAX reduces, and then inserts axes of length 1."""
        left = [axis for axis in range(len(one.shape)) if not one.attrs[0] >> axis & 1]
        reduced = self._fresh()
        self.equations.append(Equation(f"{reduced}:{short(self._kinds[local], [one.shape[axis] for axis in left])}", f"reduce_{one.name}", self._reduction(one), operand))
        self.equations.append(Equation(self._named(local), "broadcast_in_dim", [f"broadcast_dimensions={_tuple(left)}"] if left else [], reduced))

    def _literal(self, value: float, like: int) -> str:
        kind = self._kinds[like]
        whole = "int" in kind
        return f"{int(value) if whole else value}:{_SHORT[kind if whole or kind in ('bfloat16', 'float16') else 'float32']}[]"

    def _axes(self, one: Operation) -> str:
        rank = len(self._shapes[one.inputs[0]])
        return f"axes={_tuple(axis for axis in range(rank) if one.attrs[0] >> axis & 1)}"


def _tuple(values: Any) -> str:
    return repr(tuple(values))


def jaxpr(constants: list[str], arguments: list[str], equations: list[Equation], results: list[str]) -> str:
    """JAX's layout: on one line where 80 columns are enough."""
    head = f"{{ lambda {' '.join(constants)}; {' '.join(arguments)}. let".replace("; .", "; .")
    tail = f"in ({', '.join(results)}{',' * (len(results) == 1)}) }}"
    lines = [str(one) for one in equations]
    single = f"{head} {'; '.join(lines)} {tail}" if lines else f"{head}  {tail}"
    if len(single) <= 80 and not any("\n" in line for line in lines):
        return single
    return "\n".join([head, *(f"    {line}" for line in lines), f"  {tail}"])
