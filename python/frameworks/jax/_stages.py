"""``jit(f).lower(…).compile()`` and ``make_jaxpr``: a function that is captured before it is used."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

from asynclab import torch
from asynclab.torch._capture import Capture, Program
from asynclab.torch._types import lab

from . import numpy as jnp
from ._array import Array, ConcretizationTypeError, TracerBoolConversionError, watch, wrapped
from ._listing import Counts, Operation, Text, counted, jaxpr, listed, most_temporary
from .tree_util import tree_flatten, tree_unflatten


class ShapeDtypeStruct:
    """The shape and the type of an array, for ``lower``."""

    def __init__(self, shape: Any, dtype: Any, **_: Any) -> None:
        self.shape, self.dtype = tuple(shape), jnp._checked(dtype)

    def __repr__(self) -> str:
        return f"ShapeDtypeStruct(shape={self.shape}, dtype={self.dtype.name})"


class JitCapture(Capture):
    """One call while it is captured. A wait raises an error at its line."""

    def _outside(self, name: str, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if name == "print" or not self._open:
            return call(*given, **named)
        if name == "bool":
            raise TracerBoolConversionError(
                "Attempted boolean conversion of traced array: a function under jit is captured without values. Use jnp.where or jax.lax.cond, or take jit away from what decides"
            )
        raise ConcretizationTypeError(
            f"Abstract tracer value encountered where concrete value is expected ({name}): a function under jit is captured without values. Give what decides as an "
            "argument of static_argnums, or take jit away from it"
        )

    def read(self, held: Any) -> None:
        """Notes an array from outside that the function reads. It is a constant of the program."""
        if all(held is not one for one in self._seen) and lab.js.producer(held._id) < self._first:
            self._seen.append(held)

    def _keep(self, result: Any, number: int, operations: int, inputs: list[int], outputs: list[int]) -> None:
        if number >= 0:
            self.listing = listed(number)
            #: The indices in `_seen` of the arrays that the program reads.
            self.reads = inputs
        super()._keep(result, number, operations, inputs, outputs)


class Stage(NamedTuple):
    """A captured function."""

    #: None where it cannot be replayed; `why` has the reason.
    program: Program | None
    why: str
    built: Callable[[Any], Any]
    listing: list[Operation]
    #: Of the program's inputs: the shapes, the types, and the indices of the arguments that they are.
    shapes: list[tuple[int, ...]]
    dtypes: list[str]
    reads: list[int]
    #: For each result: 1 + 2 × the index of its operation, or -1 - the index of the argument that it is; its type and its shape.
    results: list[tuple[int, str, tuple[int, ...]]]

    @property
    def counts(self) -> Counts:
        return counted(self.listing, self.shapes)


def captured(function: Callable[..., Any], arrays: list[Array], copies: bool = True) -> tuple[Stage, Any]:
    """Captures a call of a function of these arrays, which is run once. Also returns its result. ``copies``: each result is a new array."""
    form: list[Any] = []
    made: list[Array] = []
    with torch.no_grad():
        # New arrays: the same array may be passed twice, or be read as a constant, too.
        arrays = [wrapped(x._held.view(x.shape), x.weak_type) for x in arrays]

    def body() -> tuple[Any, ...]:
        leaves, out = tree_flatten(function(arrays))
        made[:] = [jnp.asarray(leaf) for leaf in leaves]
        form[:] = [out, [one.weak_type for one in made]]
        with torch.no_grad():
            return tuple(one._t.clone() if copies else one._t for one in made)

    def built(tensors: Any) -> Any:
        return tree_unflatten(form[0], [wrapped(one, weak) for one, weak in zip(tensors, form[1], strict=True)])

    capture = JitCapture([x._held for x in arrays], SimpleNamespace(tensors=[], why="", kept=[]))  # type: ignore[arg-type]
    watch.append(capture.read)
    try:
        result = capture.run(body, (), {})
    finally:
        watch.pop()
    reads = getattr(capture, "reads", [])
    seen = [capture._seen[index] for index in reads]
    first = capture._first

    def local(x: Any) -> int:
        at = next((at for at, one in enumerate(arrays) if one._held._id == x._id), -1)
        return -1 - at if at >= 0 else 1 + 2 * (lab.js.producer(x._id) - first)

    results = [(local(one._held), one.dtype.name, one.shape) for one in made]
    stage = Stage(
        capture.program, capture.why, built, getattr(capture, "listing", []), [tuple(one.shape) for one in seen], [wrapped(one).dtype.name for one in seen], reads, results,
    )  # fmt: skip
    return stage, result


# --- jit(f).lower(…).compile()


class Lowered:
    """A function that was captured for the arguments' structure, shapes and types."""

    def __init__(self, jitted: Any, key: Any, stage: Stage) -> None:
        self._jitted, self._key, self._stage = jitted, key, stage

    def compile(self, **_: Any) -> Compiled:
        """The program, which was made by the capture."""
        return Compiled(self._jitted, self._key, self._stage)

    def cost_analysis(self) -> dict[str, float]:
        return _cost(self._stage)

    def as_text(self, **_: Any) -> str:
        raise NotImplementedError("as_text: asynclab has no StableHLO; print(jax.make_jaxpr(f)(x)) shows the operations")


class Compiled:
    """A program for arguments of one kind."""

    def __init__(self, jitted: Any, key: Any, stage: Stage) -> None:
        self._jitted, self._key, self._stage = jitted, key, stage

    def __call__(self, *args: Any, **named: Any) -> Any:
        key, arrays = self._jitted._kind(args, named)
        if key != self._key:
            raise TypeError(
                "Argument types differ from the types for which this computation was compiled. The mismatches are:\n" + "\n".join(_mismatches(self._key, key))
            )
        return self._jitted._run(self._stage, arrays, args, named)

    def cost_analysis(self) -> dict[str, float]:
        """``flops`` and ``transcendentals`` of the operations, by XLA's rules; ``bytes accessed``: arguments and results, a minimum."""
        return _cost(self._stage)

    def memory_analysis(self) -> CompiledMemoryStats:
        stage = self._stage
        results = {local for local, _, _ in stage.results if local > 0}
        return CompiledMemoryStats(
            argument_size_in_bytes=_bytes(stage.shapes), output_size_in_bytes=_bytes([shape for _, _, shape in stage.results]),
            temp_size_in_bytes=most_temporary(stage.listing, results),
        )  # fmt: skip

    def as_text(self) -> str:
        raise NotImplementedError("as_text: asynclab has no HLO; print(jax.make_jaxpr(f)(x)) shows the operations")


class CompiledMemoryStats(NamedTuple):
    """Bytes. The number for temporaries is an upper bound: fused operations store none."""

    generated_code_size_in_bytes: int = 0
    argument_size_in_bytes: int = 0
    output_size_in_bytes: int = 0
    alias_size_in_bytes: int = 0
    temp_size_in_bytes: int = 0


def _bytes(shapes: list[tuple[int, ...]]) -> int:
    total = 0
    for shape in shapes:
        size = 4
        for length in shape:
            size *= length
        total += size
    return total


def _cost(stage: Stage) -> dict[str, float]:
    flops, transcendentals = stage.counts
    moved = float(_bytes(stage.shapes) + _bytes([shape for _, _, shape in stage.results]))
    return {"flops": flops, **({"transcendentals": transcendentals} if transcendentals else {}), "bytes accessed": moved}


def _mismatches(compiled: Any, given: Any) -> list[str]:
    if compiled[0] != given[0]:
        return [f"Arguments compiled with the structure {compiled[0]} and called with {given[0]}"]
    pairs = zip(compiled[1], given[1], strict=True)
    return [f"Argument {at} compiled with {b[1]}[{','.join(map(str, b[0]))}] and called with {a[1]}[{','.join(map(str, a[0]))}]" for at, (b, a) in enumerate(pairs) if a != b]


# --- make_jaxpr


class ClosedJaxpr:
    """The operations of a function, as JAX writes them. They are the engine's: a function of ``jax.nn`` is listed by its operations."""

    def __init__(self, text: str, equations: list[str]) -> None:
        self._text, self.eqns = text, equations

    def __repr__(self) -> str:
        return self._text


def make_jaxpr(fun: Callable[..., Any], static_argnums: Any = ()) -> Callable[..., ClosedJaxpr]:
    """``make_jaxpr(f)(x)``: the operations that ``f(x)`` enqueues. It computes them once."""
    static = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)

    def call(*args: Any, **named: Any) -> ClosedJaxpr:
        fixed = {at % len(args) for at in static} if args else set()
        leaves, tree = tree_flatten(([one for at, one in enumerate(args) if at not in fixed], named))
        arrays = [jnp.asarray(leaf) for leaf in leaves]

        def function(given: list[Array]) -> Any:
            moving, rest = tree_unflatten(tree, given)
            following = iter(moving)
            return fun(*(one if at in fixed else next(following) for at, one in enumerate(args)), **rest)

        stage, _ = captured(function, arrays, copies=False)
        if stage.program is not None:
            stage.program.forget()
        return _written(stage, arrays)

    return call


def _written(stage: Stage, arrays: list[Array]) -> ClosedJaxpr:
    indices = [stage.reads.index(at) if at in stage.reads else -1 for at in range(len(arrays))]
    text = Text(stage.listing, stage.dtypes, stage.shapes, indices)
    arguments = [text.argument(index, x.dtype.name, x.shape) for index, x in zip(indices, arrays, strict=True)]
    text.body({local: dtype for local, dtype, _ in stage.results if local > 0})
    names = [arguments[-1 - local].partition(":")[0] if local < 0 else text.name(local) for local, _, _ in stage.results]
    return ClosedJaxpr(jaxpr(text.constants, arguments, text.equations, names), [str(one) for one in text.equations])


__all__ = ["ClosedJaxpr", "Compiled", "Lowered", "ShapeDtypeStruct", "Stage", "captured", "make_jaxpr"]
