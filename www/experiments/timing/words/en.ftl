### Timing correctly

# Shown before the experiment is opened.
title = Timing: five timers around the same work
question = Five ways to time the same ten products: which of them are wrong, and by how much?

introduction = A timer reads a clock before the work and after it. In an asynchronous library that is not enough: the second reading must wait until the work is complete (a barrier at the end), no earlier work may still be in the queue (a barrier before the start), and the first run does things that no other does, such as compiling kernels (a warm-up). Some devices have clocks of their own, which events read before and after the work on the device. The lab times the same products with a naive timer, without any of these, with a synchronised one, which has all three, and with two that lack one. It also runs a loop that reads its loss in each step, and one that reads it once.
prediction = The naive timer stops when the last product is enqueued. How much of the time that the work takes does it show?
prediction-little = less than a hundredth
prediction-tenth = a hundredth to a tenth
prediction-part = a tenth to nine tenths
prediction-all = nearly all of it
prediction-right = You predicted “{ $predicted }”. Right: measured { $naiveShare }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $naiveShare }, that is, { $measured }.
why-low = If you expected next to nothing, note that each call still costs the frontend some microseconds, and that on this device the products do not take that much longer.
why-high = If you expected the timer to include the work, note that each call only writes an operation into the queue; nothing made the program wait for it.

n-help = Automatic: the work takes long beside the report of its end.
repetitions = Products
seed-help = The same seed gives the same matrices.

way-naive = naive: no barrier at the end
way-right = synchronised, warmed up
way-queued = no barrier before the start
way-cold = no warm-up
way-device = by the device’s own clock
way-once = loss read once
way-each = loss read in each step

column-time = time
column-error = beside the right way

found = The naive timer shows { $naive } for work that takes { $right }: { $naiveShare } of it. Without a barrier before its start a timer shows { $queuedTimes } as much as the work takes, and without a warm-up { $coldTimes }.
found-more = By the device’s own clock the work takes { $device }, which is { $deviceShare } of the synchronised time; the rest is enqueuing, and the report of the end. A loop that reads its loss in each step takes { $eachTimes } as long as one that reads it once.
found-untimed = The naive timer shows { $naive } for work that takes { $right }: { $naiveShare } of it. Without a barrier before its start a timer shows { $queuedTimes } as much as the work takes, and without a warm-up { $coldTimes }.
found-untimed-more = This device does not time its own work, so the synchronised time is an upper bound: it contains the report of the end, which takes { $floor } for next to no work. A loop that reads its loss in each step takes { $eachTimes } as long as one that reads it once.
disagrees = The naive timer shows nearly all of the time here: { $naive } of { $right }. Enqueuing takes as long as the work. Choose a larger n.
disagrees-more = Without a barrier before its start a timer shows { $queuedTimes } as much as the work takes, and without a warm-up { $coldTimes }.
coarse = Cannot tell: the work takes { $right }, but this browser takes { $floor } to report even next to no work complete. Choose a larger n, or more products.

axis-timers = time that each timer shows, logarithmic
axis-reads = time of the loop
caption-timers = The same { $repetitions } products of random { $n }×{ $n } matrices by each timer: medians and quartiles. “≤”: as reported complete, so at most.
summary-timers = The naive timer shows { $naive }, the synchronised one { $right }; without a barrier before the start { $queued }, without a warm-up { $cold }.
caption-reads = A loop of { $repetitions } steps that adds up its loss, the mean of a product: read as a number in each step, or once at the end.
summary-reads = Read in each step the loop takes { $each }, read once { $once }.
caption-trace = One recording of the work, with a barrier at its end. The naive timer stops at the end of the frontend’s lane.

measure-naive = naive timer
measure-right = synchronised timer
measure-naiveShare = naive / synchronised
measure-queuedTimes = no barrier before the start / synchronised
measure-coldTimes = no warm-up / synchronised
measure-eachTimes = loss read in each step / once
vary-more = Twice as many products
look-more = Twice the calls, twice the work. Look at both timers: by how much does each grow?
vary-tiny = Tiny matrices (n = 8)
look-tiny = There is next to nothing to compute. Look at the naive timer: is it any less wrong? Look at the loop that reads its loss in each step: what is it waiting for?
vary-cpu = On the CPU
look-cpu = The CPU has a queue here, too. Look at the share that the naive timer shows.
