### What the charts say.

frontend = frontend
backend = backend
device = device
axis-time = { $unit } since the first enqueue
axis-count = operations
empty = Nothing measured yet. Press Run.
empty-frontend = each operation you ask for, when you ask for it
empty-backend = takes operations from the queue, hands them on
empty-device = when they really run
enqueued-in =
    { $count ->
        [one] { $count } operation enqueued
       *[other] { $count } operations enqueued within { $time }
    }
thinned = 1 in { $step } linked
gap = gap { $time }
wait = { $kind } { $time }
seen = seen done
uncertainty = GPU clock ± { $time }
uncertainty-residual = GPU clock ± { $time }, residual { $residual }
bounds = ran within these bounds
enqueued-curve = enqueued
ended-curve = ended on the device
completed-curve = seen done
depth = { $count } in the queue
view-all = Whole run
view-beginning = Beginning
view = Show

timeline = Timeline. { $summary }
series = Operations enqueued and seen done against time. { $summary }
timeline-empty = Timeline: nothing measured yet
series-empty = Operations against time: nothing measured yet
cursor = Operation
cursor-hint = Point at an operation, or move the slider, to see its life in numbers.
cursor-value = operation { $number } of { $count }, { $name }
life-title = { $name } { $shape }, operation { $number } of { $count }
life-enqueued = enqueued
life-decoded = decoded
life-submitted = submitted
life-started = started
life-ended = ended
life-completed = seen done
life-gap = gap
life-reads = reads
life-clock = device’s times
life-unknown = not measured

plot-cursor = Point
plot-hint = Point at the figure, or move the slider, to read it in numbers.
plot-table = The figure as a table
plot-low = { $name }, 25 %
plot-high = { $name }, 75 %
spread = { $median } ({ $low } to { $high })
plot-way = way
time-since = time since the start

table-open = The operations as a table
table-caption = Times in ms since the first enqueue. “Seen done” is an upper bound of the end.
table-clock = The device’s times may be off together: { $clock }. A residual says by how much the bounds of the fit contradict each other.
table-cut = The first { $shown } of { $count } operations.
column-number = no.
column-name = operation
column-shape = shape

replay = Replay
graph-at = after { $time }
graph-after = after the run, with recorded times
graph-live = now
graph-untimed = not timed
graph-operation = operation
graph-reads = reads
graph-queued = queued
graph-started = started
graph-ended = ended
graph-took = took
graph-chain = on the longest chain
graph-yes = yes
graph-no = no
stage-unknown = not yet called
stage-queued = queued
stage-running = running
stage-waiting = the program waits
stage-done = done

scalar = scalar
