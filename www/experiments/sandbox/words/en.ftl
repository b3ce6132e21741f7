### Your own program

# Shown before the experiment is opened.
title = Your own program
question = What does your own program wait for?

introduction = Write your own program, or open the program of any experiment here. The program may use `await` anywhere and prints with `console.log`. The lab records every operation and names the lines that wait. Profilers such as Nsight and VTune do the same for native programs. The program runs apart from this page, without network, and Stop ends it at any time.
prediction = What part of the time, from its first operation on, will the program spend waiting?
prediction-little = less than 10 %
prediction-part = 10 to 50 %
prediction-most = more than half
prediction-right = You predicted “{ $predicted }”. Right: measured { $waiting }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $waiting }, that is, { $measured }.
why-low = If you expected less, look for hidden waits: reading a value, printing an array, or a condition on one.
why-high = If you counted the work of the device as waiting, note that the device already works while the program enqueues.

program = Program
program-help = Completion comes after a dot, or with Ctrl-Space. The device chosen below is taken where connect() names none.
language = Language
language-help = The libraries of Python run over the lab as well, in a Python of about 6 MB that the first run downloads. Memory is reused in stream order, as in PyTorch; with MXNet, on completion.
language-javascript = JavaScript
language-pytorch = Python: PyTorch
language-jax = Python: JAX
language-tensorflow = Python: TensorFlow
language-mxnet = Python: MXNet
progress-fetching = Downloading Python
progress-starting = Starting Python and the lab
progress-ready = Python is ready
progress-running = Running
completions = Completions
selection-deleted = Selection deleted
record = Recording
record-help = Recording gives each operation a pass of its own, which makes the GPU a little slower.
record-operations = every operation
record-nothing = nothing
preset-start = a first program
preset-hidden-wait = a wait in a condition
preset-puzzle = a puzzle: remove the line that waits
preset-pytorch = a first program, PyTorch
preset-jax = a first program, JAX
preset-tensorflow = a first program, TensorFlow
preset-mxnet = a first program, MXNet
output = Output of the program
failed-here = The program stopped here.

column-line = line
column-kind = wait
column-count = times
column-blocked = program waited
column-during = device idle meanwhile
column-after = device idle afterwards
caption = Lines where the program waited, most device idle time first

found =
    { $count ->
        [one] The program enqueued { $operations } operations and waited once, for { $blocked } of { $span } in all: { $waiting } of its time. The device was idle for { $idle } because of that wait, in line { $line }.
       *[other] The program enqueued { $operations } operations and waited { $waits } times, { $blocked } of { $span } in all: { $waiting } of its time. The device was idle for { $idle } because of that. Line { $line } cost most: it waited for { $lineBlocked }.
    }
found-busy =
    { $count ->
        [one] The program enqueued { $operations } operations and waited once, for { $blocked } of { $span } in all: { $waiting } of its time. That wait, in line { $line }, did not leave the device without work.
       *[other] The program enqueued { $operations } operations and waited { $waits } times, { $blocked } of { $span } in all: { $waiting } of its time. None of these waits left the device without work. Line { $line } waited longest: { $lineBlocked }.
    }
found-busy-more = For other reasons, the device was idle for { $idleElse }: for { $idleEmpty } the queue was empty although the program did not wait; for { $idleBackend } operations were queued, but the backend had not handed them over yet. At its first use, an operation’s kernel is compiled, and the operation waits for that.
found-free = The program enqueued { $operations } operations and waited for none of them. They were complete after { $span }.
found-nothing = The program printed { $lines } lines. No operations were recorded.
found-solved = Solved: the program waits once, for the number that it prints, and computes what it did before. It took { $span }.
found-unsolved = Not yet: the program still waits { $waits } times, { $blocked } of { $span } in all. Line { $line } waited longest: { $lineBlocked }. Is its value needed in each turn?
found-changed = The program no longer computes or prints what it did: 20 products, and `largest 21` in the end. Take the puzzle anew, and remove one line alone.
disagrees = The program enqueued no operations.
coarse = The program enqueued { $operations } operations and waited { $waits } times, { $blocked } of { $span } in all. This device does not time its work, so its idle time is unknown. Line { $line } waited longest: { $lineBlocked }.
distortion-labs = The program opened { $count } labs. Each was recorded; number { $shown } is shown, because of the labs that do not block it has the most operations.
distortion-first = The first use of an operation on a GPU compiles its kernel, and the numbers include that time. Run the code once before you time it.
distortion-sandbox = In the sandbox, the GPU’s backend runs on the thread of the sandbox’s frame, because browsers give workers without an origin no GPU. Other work on that thread, such as scrolling, delays the backend.
caption-trace = The program’s operations, from its lab’s connection to its end.

measure-operations = operations
measure-waits = waits
measure-blocked = program waited
measure-span = the run in all
measure-waiting = waiting, share of the time
measure-idle = device idle because of it

vary-unrecorded = Without recording
look-unrecorded = Recording gives each operation a pass of its own. Look at the times that your program prints: are they shorter without it?
vary-cpu = On the CPU device
look-cpu = The program is the same, the device is another. Look at which line waits now, and for how long.
