### Warm-up: ask, and go on

# Shown before the experiment is opened.
title = Warm-up: ask, and go on
question = You ask for ten matrix products. When is control back, and when are the products complete?

introduction = A blocking library computes each product within its call. In an asynchronous library, the frontend (your program) hands the call to a backend, which has the device run it. The same loop of products is timed in three ways: blocking, on the CPU; asynchronous, without a wait; and asynchronous, with one wait at the end. In the book, the second way is hundreds of times as fast as the first. Is a GPU that much faster than a CPU?
prediction = How many times longer is the asynchronous loop if it waits at the end?
prediction-same = about as long
prediction-few = 2 to 10 times as long
prediction-tens = 10 to 100 times as long
prediction-hundreds = more than 100 times as long
prediction-right = You predicted “{ $predicted }”. Right: measured { $ratio }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $ratio }, that is, { $measured }.
why-low = If you expected each call to take as long as its product, note that the call only writes the product into the queue; the device computes it later.
why-high = If you expected enqueuing to cost nothing, note that each call still costs a few microseconds, and that on this device the products do not take that much longer.

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
line-gap = gap: { $gap }; next to no work is reported complete after { $floor }

table-note = The book is “Dive into Deep Learning”. Its times stand in two versions of the chapter “Asynchronous Computation”. Each timed ten 1000×1000 products on a machine of its own; the blocking library is NumPy. Here the blocking way runs on one thread of WebAssembly, with vectors of 128 bits. On a processor with vectors of 512 bits, NumPy took an eighth of its time for this product, on one thread too.

found =
    { $count ->
        [one] Control came back after { $returned }; the product was reported complete after { $done }. For { $free } of that time the frontend was free for other work.
       *[other] Control came back after { $returned }; the { $count } products were reported complete after { $done }. For { $free } of that time the frontend was free for other work.
    }
disagrees = Enqueuing takes most of the time here: control came back after { $returned }, and the last product was reported complete after { $done }. The matrices are too small for the device to fall behind. Choose a larger n.
coarse = Too short to measure reliably here: the products were reported complete { $gap } after control came back, but this browser takes { $floor } to report even next to no work complete. Choose a larger n, or more products.
caption-trace = { $repetitions } random { $n }×{ $n } matrices, each multiplied by itself: two operations each. One recorded round.

distortion-floor = Even next to no work is reported complete only after { $floor }, so { $share } of the gap may be the browser’s own delay.
distortion-scaled = At this size the blocking way would take too long, so it ran with { $m }×{ $m } matrices. Its times are scaled to { $n }×{ $n } in proportion to n³. Making the random numbers grows only as n², so the scaled times are somewhat too long.

measure-ratio = waited for / not waited for
measure-enqueued = time until control is back
measure-gap = gap
measure-free = frontend free, share of the time

axis-bars = time of the loop, logarithmic
caption-bars = The same { $repetitions } products of { $n }×{ $n } matrices in the three ways: medians and quartiles. “≤”: as reported complete, so at most.
summary-bars = Blocking took { $blocking }, enqueuing { $enqueued }, enqueuing and waiting { $waited }.
found-more = The loop that does not wait seems { $seeming } as fast as the blocking one. That factor misleads: the clock stopped when the products were enqueued, and the work itself was still to be done. Timed until the products were reported complete, the loop is { $real } as fast as the blocking one. Only this one compares the device with a CPU, and that is one thread of WebAssembly: where both were measured, one thread of NumPy was 8.5 times as fast.
vary-double = Double n
look-double = Each product is eight times the work; the calls are the same. Look at the gap: does control come back any later?
vary-more = Twice as many products
look-more = Twice as many calls, twice the work. Look at how many times longer the loop takes when it waits: does that change?
vary-tiny = Tiny matrices (n = 8)
look-tiny = There is next to nothing to compute. Look at what is left of the gap: it is the time that the browser needs to report completion.
