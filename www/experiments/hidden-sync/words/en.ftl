### The hidden wait

# What the page shows before the experiment is opened.
title = The hidden wait
question = Which line of a training loop keeps the device idle, and what does it cost?

introduction = Two loops train the same network. The first adds up the loss on the host, the second on the device, and fetches the sum once. Both look harmless. The lab records when the device worked and when the program waited. Which line costs time, and how much?
prediction = How much longer does the first loop take than the second?
prediction-same = about as long
prediction-half = up to half as long again
prediction-double = about twice as long
prediction-more = three times as long, or more
prediction-right = You predicted “{ $predicted }”. Measured: { $ratio }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $ratio }, that is, { $measured }.
why-low = A guess this low expects reading one number to cost as little as the number is small. The read waits for all the work before it, and while it waits nothing new is enqueued.
why-high = A guess this high expects the device to stand still for as long as the program waits. It works during most of the wait; only the time without anything in its queue is lost.

wait = What is in the loop
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
        [one] The loops, of { $rounds } round; and each read of line { $line }, from the recorded run: { $reads } of them
       *[other] The loops, of { $rounds } rounds; and each read of line { $line }, from the recorded run: { $reads } of them
    }
column-rounds = samples
line-with = loop with the hidden wait
line-without = loop without it
line-site = line { $line }, { $code }: { $reads } waits, { $blocked } blocked, device idle for { $during } of it and { $after } after it

found = Line { $line }, `{ $code }`, waits: each of its { $reads } reads cost { $each }, { $eachIdle } of that with the device idle (medians). Without this line the loop took { $without } instead of { $with }.
found-more = The queue had run empty, and nothing could be added to it while the program waited. In all the program stood still for { $blocked }; the device had nothing to do for { $during } of that, and for another { $after } until new work reached it.
found-no-longer = Line { $line }, `{ $code }`, waits, but here the loop takes hardly longer for it: { $with } with it, { $without } without. The steps are long against the waits; take a smaller n.
found-no-longer-more = Its { $reads } reads blocked the program for { $blocked }, and the device was idle for { $during } of that and { $after } after it.
unsteady = Line { $line }, `{ $code }`, waits. How much longer the loop takes for it the rounds do not tell clearly: { $with } with it and { $without } without in the median, but they differ too much. Run again when the machine is calm, or with more rounds.
unsteady-more = Its { $reads } reads blocked the program for { $blocked }, and the device was idle for { $during } of that and { $after } after it.
disagrees = The recorded run shows no wait within the program. The lab found nothing that blocks; run again.
coarse = How long the device was idle cannot be told, because it does not time its work. Line { $line }, `{ $code }`, blocked the program { $reads } times, { $blocked } in all; without it the loop took { $without } instead of { $with }.
untimed = How long the device was idle cannot be told, because it does not time its work. Line { $line }, `{ $code }`, blocked the program { $reads } times, { $blocked } in all; without it the loop took { $without } instead of { $with }.
axis-cost = one read
caption-cost = What each read of line { $line } cost: medians and quartiles of the { $reads } in the recorded run. Idle time counts where the device had finished all that was queued, and its next work was enqueued only after the wait.
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
