### Your own program

# What the page shows before the experiment is opened.
title = Your own program
question = What does your own program wait for?

introduction = Write your own program, or open the program of any experiment here. It may use `await` anywhere and prints with `console.log`. Every operation is recorded, and the lines that wait are named, as a profiler would: Nsight and VTune do the same for native programs. The program runs apart from this page, without network. Stop ends it at any time.
prediction = What part of the time, from its first operation on, will the program spend waiting?
prediction-little = less than 10 %
prediction-part = 10 to 50 %
prediction-most = more than half
prediction-right = You predicted “{ $predicted }”. Measured: { $waiting }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $waiting }, that is, { $measured }.
why-low = A guess this low misses the hidden waits: reading a value, printing an array, or a condition on one.
why-high = A guess this high counts the work of the device as waiting. While the program enqueues, the device already works.

program = Program
program-help = Completion comes after a dot, or with Ctrl-Space. The device chosen below is taken where connect() names none.
completions = Completions
selection-deleted = Selection deleted
record = What is recorded
record-help = Recording takes each operation a pass of its own, so the GPU is a little slower.
record-operations = every operation
record-nothing = nothing
preset-start = a first program
preset-hidden-wait = a wait in a condition
output = What the program printed
failed-here = The program stopped here.

column-line = line
column-kind = wait
column-count = times
column-blocked = program waited
column-during = device idle meanwhile
column-after = device idle afterwards
caption = Where the program waited, the most idle device first

found =
    { $count ->
        [one] The program enqueued { $operations } operations and waited once, for { $blocked } of { $span } in all: { $waiting } of its time. The device was idle for { $idle } because of that. It is line { $line } that waits.
       *[other] The program enqueued { $operations } operations and waited { $waits } times, { $blocked } of { $span } in all: { $waiting } of its time. The device was idle for { $idle } because of that. Line { $line } cost most: it waited { $lineBlocked }.
    }
found-busy =
    { $count ->
        [one] The program enqueued { $operations } operations and waited once, for { $blocked } of { $span } in all: { $waiting } of its time. The device never ran out of work because of that. It is line { $line } that waits.
       *[other] The program enqueued { $operations } operations and waited { $waits } times, { $blocked } of { $span } in all: { $waiting } of its time. The device never ran out of work because of that. Line { $line } waited longest: { $lineBlocked }.
    }
found-free = The program enqueued { $operations } operations and waited for none of them. They were done after { $span }.
found-nothing = The program printed { $lines } lines. No operations were recorded.
disagrees = The program enqueued no operations.
coarse = The program enqueued { $operations } operations and waited { $waits } times, { $blocked } of { $span } in all. How long the device was idle cannot be told, because it does not time its work. Line { $line } waited longest: { $lineBlocked }.
distortion-labs = The program opened { $count } labs. Each is recorded, and one is shown, number { $shown }: of those that do not block, the one with most operations.
distortion-first = The first use of an operation on a GPU compiles its program, and that time is in the numbers. What you want to time, run once before.
distortion-sandbox = In the sandbox the GPU’s backend runs on the thread of its frame, because browsers give workers without an origin no GPU. What else happens on that thread, such as scrolling, delays it.
caption-trace = The program’s operations, from its lab’s connection to its end.

measure-operations = operations
measure-waits = waits
measure-blocked = program waited
measure-span = the run in all
measure-waiting = waiting, share of the time
measure-idle = device idle because of it
