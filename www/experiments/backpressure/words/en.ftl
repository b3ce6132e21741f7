### Back-pressure: when the queue is full

# Shown before the experiment is opened.
title = Back-pressure: when the queue is full
question = What happens when you enqueue faster than the device works, and what does a bound cost?

introduction = A frontend can enqueue faster than the device works. Back-pressure bounds the queue: only a given number of operations, or of bytes of results, may be in it. At the bound, the program waits with `lab.room` until there is room. The same loop is timed with bounds from one operation to many.
prediction = If the queue has room for only one operation, what share of the throughput with the largest bound remains?
prediction-same = more than 70 %
prediction-half = 30 to 70 %
prediction-tenth = 3 to 30 %
prediction-hundredth = less than 3 %
prediction-right = You predicted “{ $predicted }”. Right: measured { $part }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $part }, that is, { $measured }.
why-low = If you expected a device with a short queue to be idle most of the time, note that an operation takes long here, compared with the time until the frontend learns that there is room.
why-high = If you expected the device to find its next operation at once, note that with room for one operation the frontend must first learn that it is complete and enqueue the next one; only then can the device continue.

bound = Bound of the queue, operations
bound-help = Used in the figures over time. The bound in bytes is the size of half as many results.
count = Operations
side = Side of the matrix
timing-bound = round { $round } of { $rounds }: a bound of { $bound }
overfilling = filling the queue until it refuses
recording = recording the depth of the queue
way-loop-free = loop, no bound
way-done-free = all done, no bound
way-loop-bounded = loop, bounded
way-done-bounded = all done, bounded

column-bound = bound, operations
column-each = each, µs
column-low = 25 %, µs
column-high = 75 %, µs
column-rate = throughput
column-share = of the largest bound’s
caption =
    { $rounds ->
        [one] Additions of { $side }×{ $side } matrices under bounds from 1 on: medians of { $rounds } round
       *[other] Additions of { $side }×{ $side } matrices under bounds from 1 on: medians of { $rounds } rounds
    }
table-note = The time of an operation is the time of the whole run, until all operations are reported complete, divided by their number. A run has 8 operations for each place in the queue, but no more than you chose.
line-bound = bound { $bound }: { $rate }
line-depth = most in the queue: { $deepestFree } without a bound, { $deepest } with one of { $bound }; { $bytesMost } with one of { $bytesBound }
line-refused = never yielding: { $taken } operations accepted, then { $refusal }

axis-depth = operations in the queue
axis-bytes = bytes of their results
axis-bound = bound of the queue, operations, logarithmic
axis-rate = operations per second, logarithmic
curve-free = no bound
curve-bounded = bounded
curve-rate = throughput
rule-bound = bound { $bound }
rule-enough = 90 % of the largest bound’s
caption-depth = { $count } additions enqueued as fast as the queue accepts them: operations in the queue (not yet reported complete) over time. One recorded run each. “No bound” is a bound that is never reached.
summary-depth = Without a bound up to { $deepestFree } operations were in the queue; with a bound of { $bound }, at most { $deepest }.
caption-bytes = The same with a bound on bytes: the total size of the results of all operations in the queue, whether or not these results are in memory at the same time.
summary-bytes = Without a bound up to { $bytesFree }; with a bound of { $bytesBound }, at most { $bytesMost }.
caption-price =
    { $rounds ->
        [one] Throughput by the bound of the queue: medians and quartiles of { $rounds } round. From the dotted line on it is at least 90 % of that with the largest bound.
       *[other] Throughput by the bound of the queue: medians and quartiles of { $rounds } rounds. From the dotted line on it is at least 90 % of that with the largest bound.
    }
summary-price = With room for one operation { $one }; with the largest bound { $best }. A bound of { $enough } is enough for 90 % of it.

found = Without a bound, { $deepestFree } operations with { $bytesFree } of results piled up. With a bound of { $bound }, there were never more than { $deepest }, and all were complete after { $done } instead of { $doneFree }. With room for only one operation, the throughput is { $one }, { $part } of that with the largest bound ({ $best }).
found-more = Without a bound, the loop ended after { $loopFree }; with the bound it took { $loop }, because the frontend was held back. A bound costs little as long as the queue stays deep enough: with room for { $enough } operations, the throughput is at least 90 % of that with the largest bound. A program that never yields got an error after { $taken } operations.
found-cheap = With a bound of { $bound }, never more than { $deepest } operations were in the queue; without a bound, { $deepestFree } piled up. Even the smallest bound costs little here: with room for one operation { $one }, with the largest bound { $best }.
found-cheap-more = An operation takes longer than the frontend needs to learn that there is room. A program that never yields got an error after { $taken } operations.
disagrees = The queue never filled up: even without a bound it held at most { $deepestFree } operations, and the bound is { $bound }. The device keeps up with the frontend. Choose larger matrices, more operations, or a smaller bound.
disagrees-more = With room for one operation { $one }, with the largest bound { $best }.
disagrees-bound = The bound was not kept. The queue held { $deepest } operations instead of at most { $bound }, and { $bytesMost } of results instead of at most { $bytesBound }. A program that never yields could enqueue { $taken } operations.
coarse = Too short to measure reliably here: all { $count } operations were done after { $doneFree }, and even next to no work is reported complete only after { $floor }. Choose more operations.

measure-deepestFree = most in the queue, no bound
measure-deepest = most in the queue, bounded
measure-done = until all is done, bounded
measure-one = throughput, room for one operation
measure-best = throughput, largest bound
measure-part = room for one, share of the largest bound’s
measure-enough = bound that is enough for 90 %

vary-tight = A quarter of the bound
look-tight = Look at the depth of the queue, and at the time until all is done: how small may the bound be before the device is idle?
vary-more = Twice as many operations
look-more = Look at both curves: which of the queues grows with the number of operations?
vary-larger = Matrices 4 times as wide
look-larger = Each operation takes longer. Look at the throughput with room for a single one: is it nearer to the best?
