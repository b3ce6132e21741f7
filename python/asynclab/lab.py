"""A lab: this program's frontend, with arrays of its own, over a backend and its devices."""

from __future__ import annotations

import contextlib
import time
import weakref
from array import array as host_array
from collections.abc import Iterator
from typing import Any

from . import _handle, _operations, _sites
from ._calls import take, wrap
from .array import Array
from .creation import Creation
from .errors import LabError, error_for
from .masks import with_masks
from .nn import Networks

#: Added to the id of a new array where the queue has little room.
CROWDED = 2**32


def _promised(promise: Any) -> Any:
    """Waits for a promise by switching stacks (JSPI), where the thread cannot sleep."""
    from pyodide.ffi import can_run_sync, run_sync

    if not can_run_sync():
        raise error_for(
            "CANNOT_BLOCK",
            "wait: Python cannot wait here: the worker is not cross-origin isolated, and this browser has no JSPI or Python was "
            "called by JavaScript; use a current Chrome, Edge or Firefox, or isolate the page",
        )
    return run_sync(promise)


class Lab:
    """A frontend with its arrays, connected to a backend with its devices.

    ``lab.nd`` creates arrays, ``lab.nn`` has layers, ``with lab.record():`` records for gradients, ``with lab.tidy():`` gives back
    what is created inside. ``lab.wait_all()`` waits for everything.
    """

    def __init__(self, js: Any) -> None:
        """``js``: the bridge, an object of ``www/python/bridge.js``. Programs call :func:`asynclab.connect`."""
        self.js = js
        #: The lab itself; also in its views (`Synchronous`).
        self.base = self
        #: A function that returns this lab in another program, too; None for a lab that the program connected.
        self.known_as: Any = None
        #: The id of an array that has no reference any more; the next call releases it.
        self._dropped = 0
        self.blocking: bool = js.blocking
        self._sync: bool = js.canBlock
        self._release = js.release
        #: Views, whose `take` is called when the functions of the hot path have changed.
        self.views: list[Any] = []
        codes = {name: code for code, name in enumerate(str(js.operations).split(","))}
        _operations.bind(codes)
        self.codes = codes
        self._take()
        #: The class of its arrays.
        self.Array: type[Array] = type("Array", (Array,), {"__slots__": (), "_lab": self, "__module__": "asynclab", "__doc__": Array.__doc__})
        with_masks(self.Array)
        self.Array._runs_ahead = not self.blocking
        self.nd = Creation(self, self.Array)
        self.nn = Networks(self)

    def __deepcopy__(self, memo: Any) -> Lab:
        """A connection is not copied with what uses it."""
        return self

    def __copy__(self) -> Lab:
        return self

    def __reduce__(self) -> Any:
        if self.known_as is None:
            raise TypeError("cannot pickle a Lab, nor its arrays, but for asynclab.default(): a connection ends with its program")
        return self.known_as, ()

    def _take(self) -> None:
        """The functions of the hot path."""
        take(self, self.js, len(self.codes))
        if not self._sync:
            wrap(self, self, self._with_room)
        for name in ("_waited", "ask"):
            self.__dict__.pop(name, None)

    def _with_room(self, call: _handle.Call) -> _handle.Call:
        """A call that waits for room where the queue has little. The engine cannot hold back a thread that cannot sleep."""

        def guarded(*given: Any) -> int:
            made = call(*given)
            if made > CROWDED:
                made -= CROWDED
                try:
                    self._waited("room", "room")
                except BaseException:
                    self._release(made)  # No handle gets the id.
                    raise
            return made

        return guarded

    # --- errors

    def failure(self) -> LabError:
        """Why the last call was rejected."""
        code, _, message = str(self.js.takeError()).partition("\n")
        error = error_for(code, message)
        file, line = _sites.lines[self.js.failedLine()]
        if line:
            error.enqueued = (file, line)
            error.add_note(f"The first operation that failed was enqueued by line {line} of {file}.")
        return error

    def ask(self, answer: int) -> int:
        """Returns an id or another sign of success. Raises the last call's error for 0."""
        if not answer:
            raise self.failure()
        return answer

    # --- waiting

    def _waited(self, name: str, *given: Any) -> Any:
        answer = getattr(self.js, name + "Sync")(*given) if self._sync else _promised(getattr(self.js, name)(*given))
        if answer is False:
            raise self.failure()
        return answer

    def wait(self, array: int, kind: str = "wait_to_read") -> None:
        self._waited("wait", kind, array)

    def wait_all(self, kind: str = "wait_all") -> None:
        """Waits until everything enqueued so far is computed."""
        self._waited("waitAll", kind)

    def data(self, array: int, kind: str = "data") -> host_array[float]:
        found = host_array("f")
        found.frombytes(self._waited("data", kind, array).to_bytes())
        return found

    def item(self, array: int, kind: str = "item") -> float:
        # A whole number of JavaScript would arrive as an int.
        return float(self._waited("item", kind, array))

    def bound_operations(self, most: int) -> None:
        """Bounds the operations that may be on their way to each device from here on: a call that would exceed them waits."""
        self.ask(self.js.boundOperations(most))

    # --- what is known without a wait

    def shape_of(self, array: int) -> tuple[int, ...]:
        text = self.js.shape(array)
        if text is None:
            raise self.failure()
        return tuple(map(int, text.split(","))) if text else ()

    def device_of(self, array: int) -> str:
        return self.js.deviceOf(array)

    @property
    def device(self) -> str:
        """Where arrays are unless they are created or brought elsewhere."""
        return self.js.device

    @property
    def devices(self) -> list[str]:
        """The names of its devices, its own first."""
        return str(self.js.devices()).split(",")

    def memory(self, device: str | None = None) -> dict[str, int]:
        """Bytes on a device: ``allocated = used + pending + pooled``, and the ``peak`` of allocated. ``used`` is as of now."""
        self.flush()
        names = ("used", "pending", "pooled", "allocated", "peak")
        return dict(zip(names, map(int, self.js.memory(device or self.device).split(",")), strict=True))

    def peak(self, anew: bool = False) -> int:
        """The most bytes that the program held on the lab's own device at once. ``anew``: the next call counts from here on."""
        self.flush()
        return int(self.js.peak(anew))

    def room(self) -> tuple[int, int]:
        """Bytes that may still be allocated on the lab's own device, and its ``memory_limit``. No browser reports a GPU's memory."""
        limit = int(self.info()["policy"]["memoryLimit"])
        return limit - self.memory()["allocated"], limit

    @property
    def live(self) -> int:
        """How many arrays have a reference."""
        self.flush()
        return int(self.js.live())

    def now(self) -> float:
        """Now, in ms on the lab's clock."""
        return float(self.js.now())

    def info(self) -> dict[str, Any]:
        """The known facts of browser, device and clocks."""
        import json

        return json.loads(self.js.info())

    # --- scopes

    @contextlib.contextmanager
    def record(self, on: bool = True) -> Iterator[None]:
        """Records, for gradients, what the block computes from arrays with ``attach_grad``."""
        before = self.js.record(on)
        try:
            yield
        finally:
            self.js.record(before)

    def pause(self) -> contextlib.AbstractContextManager[None]:
        """Records nothing inside the block: its results count as constants."""
        return self.record(False)

    @contextlib.contextmanager
    def tidy(self) -> Iterator[list[Array]]:
        """Gives back, at the end of the block, every array created inside but those put into the list it gives.

        Arrays are freed by reference counting anyway; this frees those that names still hold.
        """
        keep: list[Array] = []
        made: list[weakref.ref[Array]] = []
        plain = _handle.new

        def kept(kind: type[Array]) -> Array:
            array = plain(kind)
            made.append(weakref.ref(array))
            return array

        _handle.new = kept
        try:
            yield keep
        finally:
            _handle.new = plain
            wanted = {id(array) for array in keep}
            for reference in made:
                array = reference()
                if array is not None and id(array) not in wanted:
                    array.dispose()

    @contextlib.contextmanager
    def benchmark(self, label: str = "Done") -> Iterator[None]:
        """Times the block and prints ``label: 0.0015 sec``. Waits for nothing."""
        begin = time.perf_counter()
        yield
        print(f"{label}: {time.perf_counter() - begin:.4f} sec")

    def seed(self, seed: int) -> None:
        """Begins the random numbers anew."""
        number = int(seed) % 2**64
        self.js.seed(number % 2**32, number >> 32)

    def trim(self) -> None:
        """Gives pooled memory back to the devices."""
        self.js.trim()

    def close(self) -> None:
        """Ends the lab and gives its devices back."""
        self.js.close()

    def device_index(self, device: str | None) -> int:
        """The number of a device; the lab's own is 0."""
        if device is None:
            return 0
        index = self.js.deviceNamed(device)
        if index < 0:
            raise self.failure()
        return index

    def flush(self) -> None:
        """Releases the arrays that the next calls would release."""
        for view in (self, *self.views):
            dropped, view._dropped = view._dropped, 0
            if dropped:
                self._release(dropped)

    # --- tracing

    def trace_sites(self, on: bool) -> None:
        """Reports to the engine, from here on, which line of the program each operation and each wait comes from."""
        self._take()
        if on:
            _sites.begin()
            report = self.js.site
            wrap(self, self, lambda call: _sites.traced(call, report))
            for name in ("_waited", "ask"):
                setattr(self, name, _sites.traced(getattr(self, name), report))
        for view in self.views:
            view.take()
