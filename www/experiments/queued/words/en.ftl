### Queued, then finished

# Shown before the experiment is opened.
title = Queued, then finished
question = How long until your operations are queued, and how long until their result is printed?

introduction = Three calls make a matrix of random numbers, multiply it by itself, and sum all elements of the product. The lab reads a clock when the three calls have returned, and again when the sum has been printed.
prediction = Of the time until the sum is printed, what share do the three calls take?
prediction-most = more than half
prediction-part = 10 to 50 %
prediction-little = 1 to 10 %
prediction-next = less than 1 %
prediction-right = You predicted “{ $predicted }”. Right: measured { $part }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $part }, that is, { $measured }.
why-low = If you expected the calls to cost nothing, note that each call still checks shapes and writes a few words into the queue. For a matrix of this size, that is a large part of the time.
why-high = If you expected the calls to compute, note that they only enqueue. The time passes in `print`: it needs the value and therefore waits for everything that the value depends on.

way-queued = until queued
way-printed = until printed
line-queued = workloads are queued
line-printed = workloads are finished
table-note = The chapter runs this at 2000×2000 and prints no times.

found = The three operations were queued after { $queued }; their sum was printed after { $printed }. Printing had to wait for the sum: this hidden wait took { $free } of the time.
disagrees = Enqueuing itself takes a large part of the time here: { $queued } of the { $printed } until the sum was printed. The matrix is too small for the device to fall behind. Choose a larger n.
coarse = Too short to measure reliably here: the sum was printed { $wait } after the operations were queued, but this browser takes { $floor } to report even next to no work complete. Choose a larger n.
axis-bars = time, logarithmic
caption-bars =
    { $rounds ->
        [one] Until queued and until printed, n = { $n }: medians and quartiles of { $rounds } round.
       *[other] Until queued and until printed, n = { $n }: medians and quartiles of { $rounds } rounds.
    }
summary-bars = Queued after { $queued }, printed after { $printed }.
caption-trace = One recorded round, n = { $n }. The hatched bar is the wait within print.

measure-wait = wait hidden in printing
measure-free = share of that wait
measure-queued = until queued
measure-printed = until printed

vary-double = Double n
look-double = The product is eight times the work. Look at the time until queued: does it change?
vary-tiny = Tiny matrix (n = 16)
look-tiny = There is next to nothing to compute. Look at the time that printing still takes: most of it is the wait for the browser’s report.
vary-cpu = On the CPU device
look-cpu = The queue is the same, the device is another. Look at which of the two times depends on the device.
