### The hidden wait

# Shown before the experiment is opened.
title = The hidden wait
question = Two training loops add up the loss in different places. Is one of them slower, and why?

introduction = Two loops train the same network. The first reads the loss of every minibatch as a number and adds it up in the program. The second adds up the losses as an array, on the device, and reads the sum once, at the end. The lab times both loops, and records when the device worked and when the program waited.
prediction = How long does the first loop take, compared with the second?
prediction-same = about as long
prediction-half = up to 1.5 times as long
prediction-double = 1.5 to 3 times as long
prediction-more = three times as long, or more
prediction-right = You predicted “{ $predicted }”. Right: measured { $ratio }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $ratio }, that is, { $measured }.
why-low = If you expected a small number to be cheap to read, note that the read waits for all the work before it, and that nothing new is enqueued meanwhile.
why-high = If you expected the device to be idle for as long as the program waits, note that it still works during part of the wait; only the time with an empty queue is lost.

wait = Call in the loop
wait-item = the loss as a number
wait-print = printing the loss
preset-print = printing the loss
preset-small = small and many
n = Size n
n-help = Rows of a minibatch, features and hidden units.
batches = Minibatches

way-with = with the hidden wait
way-without = without it
way-read = one read: the program waited
way-idle = device idle meanwhile
way-restart = device idle afterwards
line-read = one read
line-idle = device idle meanwhile
line-restart = device idle afterwards
mark-before = before: { $reads } reads, each { $each }
mark-after = after: adds up on the device
caption =
    { $rounds ->
        [one] Both loops in { $rounds } round, and the { $reads } reads of line { $line } in the recorded run
       *[other] Both loops in { $rounds } rounds, and the { $reads } reads of line { $line } in the recorded run
    }
column-rounds = samples
line-with = loop with the hidden wait
line-without = loop without it
line-site = line { $line }, { $code }: { $reads } waits, { $blocked } blocked, device idle for { $during } of it and { $after } after it
line-site-untimed = line { $line }, { $code }: { $reads } waits, { $blocked } blocked; idle time unknown

found = Line { $line }, `{ $code }`, waits: each of its { $reads } reads blocked the program for { $each }, { $eachIdle } of that with the device idle (medians of one recorded run). Without this line the loop took { $without } instead of { $with }.
found-more = The program enqueued nothing while it waited, so the queue ran empty. In all, in that one run, the program waited for { $blocked }. The device was idle for { $during } of that time, and for another { $after } until new work reached it.
found-no-longer = Line { $line }, `{ $code }`, waits, but it costs this loop hardly any time: { $with } with the line, { $without } without it. Each step takes long compared with the wait. Choose a smaller n.
found-no-longer-more = In the one recorded run, its { $reads } reads blocked the program for { $blocked }, and the device was idle for { $during } of that and { $after } after it.
unsteady = Line { $line }, `{ $code }`, waits, but the rounds differ too much to tell what that costs: the median is { $with } with the line and { $without } without it. Run again when the machine is idle, or with more rounds.
unsteady-more = In the one recorded run, its { $reads } reads blocked the program for { $blocked }, and the device was idle for { $during } of that and { $after } after it.
disagrees = The recorded run shows no wait within the program, so the lab found no line that blocks. Run again.
coarse = This device does not time its work, so its idle time is unknown. Line { $line }, `{ $code }`, blocked the program { $reads } times, { $blocked } in all; without the line the loop took { $without } instead of { $with }.
# Of results of before the comparison was made without the device’s times, too.
untimed = This device does not time its work, so its idle time is unknown. Line { $line }, `{ $code }`, blocked the program { $reads } times, { $blocked } in all; without the line the loop took { $without } instead of { $with }.
found-untimed = Line { $line }, `{ $code }`, waits: its { $reads } reads blocked the program for { $blocked } in all (in one recorded run). Without this line the loop took { $without } instead of { $with }. This device does not time its work, so its idle time is unknown.
found-no-longer-untimed = Line { $line }, `{ $code }`, waits, but it costs this loop hardly any time: { $with } with the line, { $without } without it. Each step takes long compared with the wait. Choose a smaller n. This device does not time its work, so its idle time is unknown.
unsteady-untimed = Line { $line }, `{ $code }`, waits, but the rounds differ too much to tell what that costs: the median is { $with } with the line and { $without } without it. Run again when the machine is idle, or with more rounds. This device does not time its work, so its idle time is unknown.
coarse-clocks = How long the device was idle cannot be told here: this browser reports even an empty queue complete only after { $floor }, so the clocks of device and program agree only within { $apart }. Line { $line }, `{ $code }`, blocked the program { $reads } times. Use another browser.
coarse-clocks-more = Those waits took { $blocked } in all, most of which may be the browser’s delay. Without the line the loop took { $without } instead of { $with }.
axis-cost = one read
caption-cost = Cost of each read of line { $line }: medians and quartiles of the { $reads } reads in the recorded run. The device counts as idle when it had finished everything in the queue and its next work was enqueued only after the wait.
summary-cost = A read cost { $each }; the device was idle for { $eachIdle } meanwhile and for { $eachAfter } afterwards.
axis-ways = time for the whole loop
caption-ways =
    { $rounds ->
        [one] Before and after: { $batches } minibatches, n = { $n }; medians and quartiles of { $rounds } round, not recorded.
       *[other] Before and after: { $batches } minibatches, n = { $n }; medians and quartiles of { $rounds } rounds, not recorded.
    }
summary-ways = With the hidden wait { $with }, without it { $without }.
caption-trace = Both loops, one after the other, as recorded, n = { $n }. Hatched: the program waits. In the first loop each wait leaves a gap in the work of the device.

measure-ratio = with the hidden wait / without it
measure-blocked = program waited in all
measure-idle = device idle because of it, in all
measure-each = one read
measure-eachIdle = device idle during a read

wait-copy = copying the loss to the host and back
read = When the loss is read
read-after = after the step
read-before = before the backward pass
task = Task of the loop
task-training = training
task-inference = inference: the forward pass alone
way-upload = one copy back to the device
line-upload = one copy back to the device
vary-copy = Copy to the host and back
look-copy = Two copies in each minibatch, one in each direction. Look at the bars: which of the two makes this program wait, and which only adds to the queue? In PyTorch and MXNet both of these calls wait.
vary-before = Read before the backward pass
look-before = The loss needs only the forward pass. Look at one read: the program may wait for less work. But the backward pass is enqueued only afterwards: is the device idle for less?
vary-inference = Inference instead of training
look-inference = No gradients, so each minibatch is less work. Look at the device’s idle time: does a loop that reads every prediction synchronise any less often?
