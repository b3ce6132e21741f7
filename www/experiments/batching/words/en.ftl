### Batching operations

# Shown before the experiment is opened.
title = Batching operations
question = How many operations should the backend hand to the device at once?

introduction = A submission hands a batch of operations to the device. The backend chooses the size of the batch: one operation, or hundreds. The same loop of additions is run with submissions of different sizes. Two things are measured: the throughput, and the age of a result, which is the time from its enqueue until it is reported complete.
prediction = With 256 operations in each submission instead of one, the loop is how many times as fast?
prediction-same = less than 1.5 times
prediction-few = 1.5 to 4 times
prediction-many = 4 to 20 times
prediction-most = more than 20 times
prediction-right = You predicted “{ $predicted }”. Right: measured { $gain }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $gain }, that is, { $measured }.
why-low = If you expected a submission to cost nothing, note that it costs more than a small operation.
why-high = If you expected all of the cost to lie in submissions, note that the device still runs every operation, and that this time is not shared.

count = Operations
side = Side of the matrix
side-help = Small matrices show the cost of a submission.
timing = round { $round } of { $rounds }: { $way } per submission
opening = opening a lab with { $way } per submission
curve-throughput = throughput
axis-throughput = operations each second, logarithmic
caption-throughput =
    { $rounds ->
        [one] Operations completed each second, from the first enqueue until all are reported complete. Medians and quartiles of { $rounds } round.
       *[other] Operations completed each second, from the first enqueue until all are reported complete. Medians and quartiles of { $rounds } rounds.
    }
summary-throughput = From { $rateOne } with one operation per submission to { $rateMany } with { $many }.

curve-enqueue = enqueue
curve-each = until all done
curve-first = first result
curve-age = age, mean
axis-x = operations per submission, logarithmic
axis-cost = time for each operation, logarithmic
axis-age = since it was enqueued, logarithmic
caption-cost =
    { $rounds ->
        [one] { $count } additions of { $side }×{ $side } matrices. Per operation: the time to enqueue it, and the time until all are complete. Medians and quartiles of { $rounds } round.
       *[other] { $count } additions of { $side }×{ $side } matrices. Per operation: the time to enqueue it, and the time until all are complete. Medians and quartiles of { $rounds } rounds.
    }
summary-cost = One operation per submission takes { $one } for each, { $many } per submission takes { $eachMany }: { $gain }.
caption-age = Age of results when they are reported complete: the first one, and the mean of all. Recorded without the device’s timestamps, because those would need a pass of its own for each operation.
summary-age = The first result is reported complete { $firstOne } after its enqueue with one operation per submission, and { $firstMost } after it with the largest submissions.
caption =
    { $rounds ->
        [one] For each operation; medians of { $rounds } round
       *[other] For each operation; medians of { $rounds } rounds
    }
column-x = operations per submission
column-enqueue = enqueue, µs
column-each = until done, µs
column-throughput = throughput
column-first = first result, ms
column-age = mean age, ms
line-point = { $x } per submission: { $rate }

found = With one operation per submission, each operation took { $one }; with { $many } it took { $eachMany }, which is { $gain } the throughput. The first result was reported complete { $firstOne } after its enqueue with one operation per submission, and { $firstMost } after it with the largest submissions.
found-more = Enqueuing costs the frontend { $enqueue } per operation in both cases: the backend makes the submissions. Sizes that the rounds do not show to be slower than { $many }: { $best }.
unsteady = The rounds differ too much to tell. In the median an operation took { $one } with one per submission and { $eachMany } with { $many }, but the interval of their ratio reaches across 1. Run again when the machine is idle, or with more rounds.
disagrees = Submissions cost next to nothing here: each operation took { $one } with one per submission, and { $eachMany } with { $many } per submission. The operations are long enough to hide the cost of a submission. Choose smaller matrices.
coarse = Too short to measure reliably here: the whole loop takes only { $shortest }, and even next to no work is reported complete only after { $floor }. Choose more operations.

measure-rateOne = throughput, one operation per submission
measure-rateMany = throughput, many per submission
measure-many = operations per submission compared with one
measure-gain = many / one operation per submission
measure-eachMany = time for each operation, many per submission
measure-best = sizes not surely slower
measure-enqueue = enqueuing an operation
measure-firstOne = first result, one operation per submission
measure-firstMost = first result, largest submissions

vary-tiny = A single number (1×1)
look-tiny = Hardly any of an operation is arithmetic now. Look at what it still takes: that is the cost of scheduling it.
vary-larger = Matrices 8 times as wide
look-larger = Each operation has 64 times the work. Look at whether the size of a submission still matters.
vary-more = Twice as many operations
look-more = Look at the time for each operation: does a longer loop change it?
