### The model of the chapter as two schedules: waiting for every result, and waiting once.

name = A pipeline: a loop of n operations, scheduled in two ways
mode-each = Wait each time:
mode-once = Wait once:
lane-frontend = frontend
lane-backend = backend
lane-device = device
cost-t1 = $t1$ enqueue
cost-t2 = $t2$ run
cost-t3 = $t3$ hand back
cost-n = $n$ operations
show = Schedules shown
show-both = both
show-each = wait each time
show-once = wait once
idle-each = device idle { $device }; your program waits { $frontend }
idle-once = device idle { $device }; your program is free for { $frontend }
path-device = Thick line: the critical path, which decides the time of waiting once: one enqueue, all runs, one hand-back. The device is the bottleneck, so the cost of enqueuing is hidden.
length-device = Its length: $t1 + n·t2 + t3$.
path-frontend = Thick line: the critical path, which decides the time of waiting once: all enqueues, the last run, one hand-back. The frontend is the bottleneck, so the device is idle between operations.
length-frontend = Its length: $n·t1 + t2 + t3$.
path-each = Thick line: the critical path, which decides the time: every step of every operation. Nothing overlaps.
length-each = Its length: $n·(t1 + t2 + t3)$.
caption = A model, not a measurement. Drag the bars or the sliders. A run of “Improving a computation” measures the real costs on your device.
caption-measured = A model of one loop with the costs that this run measured, not a recording of it. Drag a cost to see which one matters.
thin = Bars that would be too thin to see are drawn wider.
summary = Waiting each time takes { $each }, and the device is idle for { $eachIdle } of it. Waiting once takes { $once }, and the device is idle for { $onceIdle } of it. { $path }
