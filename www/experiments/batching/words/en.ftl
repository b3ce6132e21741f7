### Batching: operations per submit

# What the page shows before the experiment is opened.
title = Batching: operations per submit
question = How many operations should the backend hand to the device at once?

introduction = A submission hands a batch of operations to the device. The backend chooses how many: one by one, or hundreds at once. The same loop of additions is run with submissions of different sizes, and two things are measured: the throughput, and the age of a result when it is reported complete.
prediction = With submissions of the best size instead of single operations, how much faster is the loop?
prediction-same = less than 1.5 times
prediction-few = 1.5 to 4 times
prediction-many = 4 to 20 times
prediction-most = more than 20 times
prediction-right = You predicted “{ $predicted }”. Measured: { $gain }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $gain }, that is, { $measured }.
why-low = A guess this low expects a submission to cost nothing beside the operations. For small operations it costs more than they do.
why-high = A guess this high expects the submission to be all of the cost. The device runs each operation all the same, and that time is not shared.

count = Operations
side = Side of the matrix
side-help = Small ones show the price of a submission.
timing = round { $round } of { $rounds }: { $way } per submit
opening = opening a lab with { $way } per submit
curve-throughput = throughput
axis-throughput = operations each second, logarithmic
caption-throughput =
    { $rounds ->
        [one] How many operations are done each second, from the first enqueue until all are reported complete. Medians and quartiles of { $rounds } round.
       *[other] How many operations are done each second, from the first enqueue until all are reported complete. Medians and quartiles of { $rounds } rounds.
    }
summary-throughput = From { $rateOne } with one operation per submit to { $rateMost } with { $best }.

curve-enqueue = enqueue
curve-each = until all done
curve-first = first result
curve-age = age, mean
axis-x = operations per submit, logarithmic
axis-cost = time for each operation, logarithmic
axis-age = since it was enqueued, logarithmic
caption-cost =
    { $rounds ->
        [one] { $count } additions of { $side }×{ $side } matrices, for each of them: enqueuing, and the whole until all are done. Medians and quartiles of { $rounds } round.
       *[other] { $count } additions of { $side }×{ $side } matrices, for each of them: enqueuing, and the whole until all are done. Medians and quartiles of { $rounds } rounds.
    }
summary-cost = One operation per submit takes { $one } for each, { $best } per submit takes { $least }: { $gain }.
caption-age = How old results are when they are reported complete: the first one, and the mean of all. Recorded without the device’s timestamps, which would take each operation a pass of its own.
summary-age = The first result is seen { $firstOne } after it was enqueued with one operation per submit, and { $firstMost } with the largest submissions.
caption =
    { $rounds ->
        [one] For each operation; medians of { $rounds } round
       *[other] For each operation; medians of { $rounds } rounds
    }
column-x = operations per submit
column-enqueue = enqueue, µs
column-each = until done, µs
column-throughput = throughput
column-first = first result, ms
column-age = mean age, ms
line-point = { $x } per submit: { $rate }

found = With one operation per submit each took { $one }; with { $best } it took { $least }, which is { $gain } the throughput. The first result was seen { $firstOne } after it was asked for with single submissions and { $firstMost } after with the largest.
found-more = Enqueuing costs the frontend { $enqueue } per operation either way: it does not see submissions.
unsteady = The rounds differ too much to tell: { $one } for each operation with one per submit, { $least } with { $best }, but no clear difference between the rounds. Run again when the machine is idle, or with more rounds.
disagrees = Here submissions cost next to nothing: { $one } for each operation alone, { $least } at best, with { $best } per submit. The operations are long enough to hide the price. Choose smaller matrices.
coarse = Too short to measure reliably here: the whole loop takes only { $shortest }, and even an empty queue is reported complete only after { $floor }. Choose more operations.

measure-rateOne = throughput, one operation per submit
measure-rateMost = throughput, best
measure-best = best operations per submit
measure-gain = best / one operation per submit
measure-enqueue = enqueuing an operation
measure-firstOne = first result, one operation per submit
measure-firstMost = first result, largest submissions
