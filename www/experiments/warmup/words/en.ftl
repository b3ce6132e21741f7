### Warm-up: ask, and go on

# What the page shows before the experiment is opened.
title = Warm-up: ask, and go on
question = You ask for ten matrix products. When do you have control back, and when are the products done?

introduction = A blocking library computes each product within the call that asks for it. An asynchronous library splits the work: the frontend (your program) writes the call into a queue, the backend takes it from there and lets the device run it. The same loop of products is timed in three ways: blocking on the CPU, asynchronous without waiting, and asynchronous with one wait at the end. In the book, the second way is hundreds of times faster than the first. Is the GPU that much faster?
prediction = How much longer does the loop take when you wait for its products at the end?
prediction-same = about as long
prediction-few = 2 to 10 times as long
prediction-tens = 10 to 100 times as long
prediction-hundreds = more than 100 times as long
prediction-right = You predicted “{ $predicted }”. Measured: { $ratio }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $ratio }, that is, { $measured }.
why-low = A guess this low expects each call to take as long as its product. The call only writes the product into the queue; the product is computed later.
why-high = A guess this high expects enqueuing to cost nothing. It is cheap, but a few microseconds for each call remain, and on this device the products do not take that much longer.

preset-auto = auto, about 3 s
repetitions = Products
seed = Seed
seed-help = The same seed gives the same matrices.

way-blocking = blocking, on the CPU
way-enqueued = asynchronous, not waited for
way-waited = asynchronous, waited for
line-blocking = blocking
line-enqueued = asynchronous, not waited for
line-waited = asynchronous, waited for
line-ratio = waited for / not waited for: { $ratio }
line-gap = gap: { $gap }; without the notification latency of { $floor }: { $corrected }

table-note = The book’s numbers are those of its two sources, for ten 1000×1000 products on their own machines.

found =
    { $count ->
        [one] Control came back after { $returned }; the product was reported complete after { $done }. For { $free } of that time the frontend was free to do something else.
       *[other] Control came back after { $returned }; the { $count } products were reported complete after { $done }. For { $free } of that time the frontend was free to do something else.
    }
disagrees = Here waiting costs next to nothing: control came back after { $returned }, and all was reported complete after { $done }. Enqueuing is what takes the time, so the matrices are too small for the device to fall behind. Take a larger n.
coarse = Too short to measure reliably here: the products were reported complete { $gap } after control came back, but this browser needs { $floor } to report that an empty queue is done. Take a larger n, or more products.
caption-trace = { $repetitions } products of random { $n }×{ $n } matrices, one profiled round.

distortion-floor = An empty queue is reported done only after { $floor }: { $share } of the gap may be the browser’s own delay. The corrected gap leaves it out.
distortion-scaled = The blocking way would have kept you waiting, so it computed { $m }×{ $m } matrices; its times are scaled to { $n }×{ $n } by n³.

measure-ratio = waited for / not waited for
measure-gap = gap
measure-free = frontend free, share of the time
