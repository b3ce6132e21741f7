### Memory: never waiting has a price

# Shown before the experiment is opened.
title = Memory: a loop that never waits
question = What does a training loop gain by never waiting, and how much memory does it cost?

introduction = The chapter’s training loop: a network of three layers, L2 loss, SGD. One version waits for the loss of every minibatch; another never waits before the end. Both free memory on completion: only when the work that reads the memory is complete. MXNet’s engine frees memory so, too, but allocates a result only when its operation runs; there, it is mainly the data of each minibatch that piles up. A third run never waits either, but reuses memory in stream order, as PyTorch’s caching allocator does: the next operation in the queue may take it over at once. The setting “all ten variants” adds loops that read the mean loss as a number, or let minibatches overlap.
prediction = Memory is freed on completion. How many times as much memory does never waiting need as waiting for every loss?
prediction-same = about the same
prediction-few = 1.5 to 4 times as much
prediction-tens = 4 to 12 times as much
prediction-most = more than 12 times as much
prediction-right = You predicted “{ $predicted }”. Right: measured { $ratio }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $ratio }, that is, { $measured }.
why-low = If you expected memory to be freed as soon as the program drops it, note that memory that is freed on completion stays until the work that reads it is complete, and that this work stands at the end of the queue.
why-high = If you expected everything to be stored for each minibatch, note that only the results of a minibatch pile up; the weights are stored once, and the loop that waits needs one minibatch’s memory, too.

preset-course = as in the book, 50 minibatches of 1024 × 512 (one round: no interval)
preset-course-100 = as in the book, 100 minibatches, 8 GB (one round: no interval)
preset-course-150 = as in the book, 150 minibatches, 12 GB (one round: no interval)
features = Features
features-help = With f features, the three layers have 4f, f and 1 units.
batch = Rows of a minibatch
batch-help = Automatic: twice the features, as in the chapter.
batches = Minibatches of an epoch
overlap = Minibatches that may overlap
overlap-help = The k of `lab.window(k)`, used when all ten variants are measured.
rate = Learning rate
memory = Memory that may be used, MB
memory-help = How much memory never waiting could need is computed beforehand. If that is more than this limit, the epoch is made shorter.
calibrating = finding a size that suits this device: { $n } features

way-never-on-completion = never waiting, freed on completion
way-loss-on-completion = waiting for the loss, freed on completion
way-mean-on-completion = reading the mean loss, freed on completion
way-one-on-completion = one minibatch of overlap, freed on completion
way-several-on-completion = several minibatches of overlap, freed on completion
way-never-stream-ordered = never waiting, in stream order
way-loss-stream-ordered = waiting for the loss, in stream order
way-mean-stream-ordered = reading the mean loss, in stream order
way-one-stream-ordered = one minibatch of overlap, in stream order
way-several-stream-ordered = several minibatches of overlap, in stream order
line-batches = batch { $count }
line-epoch = time per epoch
line-memory = increased memory: { $megabytes } MB
line-shrunk = never waiting would have needed { $needed }, but only { $limit } may be used: ran { $batches } minibatches of { $batch }×{ $features } instead

column-issued = all enqueued, ms
column-epoch = epoch complete, ms
column-bytes = memory increase
caption =
    { $rounds ->
        [one] { $batches } minibatches of { $batch }×{ $features }; medians of { $rounds } round
       *[other] { $batches } minibatches of { $batch }×{ $features }; medians of { $rounds } rounds
    }
table-note = The memory increase is the most that was allocated at any time, beyond the parameters’ memory at the start. The chapter prints by how much the whole process grew, as reported by `ps`: that includes Python, the library, and memory kept for reuse. Here only the buffers on the device are counted. A compromise between both loops: wait for the minibatch before, so that one more is always in the queue. The memory stays bounded, and the device need not become idle.

axis-batches = minibatches
curve-never-issued = never waiting: enqueued
curve-never-finished = never waiting: complete
curve-loss-issued = waiting: enqueued
curve-loss-finished = waiting: complete
caption-batches = Minibatches enqueued and reported complete over time, { $batches } of { $batch }×{ $features }. Solid: never waiting. Dashed: waiting for the loss of each. One epoch each, memory freed on completion.
summary-batches = Never waiting, all { $count } minibatches were enqueued after { $issued } and complete after { $epoch }; waiting for each loss, they were complete after { $epochLoss }.
axis-bytes = bytes on the device
curve-used = used
curve-pending = pending
curve-allocated = allocated
caption-pile = Never waiting, memory freed on completion. Used: held by arrays of the program. Pending: released by the program, but still needed by queued work. Allocated: both of these, and memory kept for reuse.
summary-pile = Never waiting, freed on completion: the memory rises by { $pile }.
axis-allocated = bytes allocated
curve-never-on-completion = never, on completion
curve-loss-on-completion = waiting, on completion
curve-never-stream-ordered = never, stream order
caption-flat = The same training in three ways. Freed on completion: never waiting, and waiting for each loss. In stream order: never waiting.
summary-flat = Never waiting, freed on completion, the memory rises by { $pile }; waiting for each loss, by { $flat }; never waiting in stream order, by { $stream }.
axis-increase = memory increase
caption-bytes =
    { $rounds ->
        [one] The most that each way allocated beyond the start: medians and quartiles of { $rounds } round, { $batches } minibatches of { $batch }×{ $features }.
       *[other] The most that each way allocated beyond the start: medians and quartiles of { $rounds } rounds, { $batches } minibatches of { $batch }×{ $features }.
    }
summary-bytes = Freed on completion, never waiting takes { $pile } and waiting for each loss { $flat }; in stream order { $stream } and { $streamFlat }.
axis-open = unfinished minibatches
curve-open-one = by hand: one overlaps
curve-open-several = window of { $overlap }
caption-open = The chapter’s exercise on overlapping minibatches: after enqueuing a minibatch, the loop waits for the one before. So exactly one minibatch overlaps the next, and at most 2 are unfinished at a time. With a window of { $overlap }, at most { $overlap } are. Shown are the first minibatches of one epoch each.
summary-open = With one minibatch of overlap at most { $openOne } minibatches were unfinished at a time, the memory rose by { $one } and the epoch took { $epochOne }. With the window at most { $openSeveral } were, and { $openNever } without any wait.

found = Without waiting, the loop had enqueued all { $count } minibatches after { $issued }, { $part } of the epoch’s { $epoch }. With memory freed on completion, { $pile } piled up. Waiting for each loss keeps this at { $flat } and costs little time: { $epochLoss } for the epoch.
found-more = In stream order memory rises by only { $stream }, even without that wait.
found-costly = Without waiting, the loop had enqueued all { $count } minibatches after { $issued }, { $part } of the epoch’s { $epoch }. With memory freed on completion, { $pile } piled up. Waiting for each loss keeps this at { $flat } but costs time here: { $epochLoss } for the epoch, { $price } as long.
found-costly-more = During each wait the device may be idle until the browser has reported completion and the next minibatch arrives. In stream order memory rises by only { $stream }, even without a wait.
found-unpriced = Without waiting, the loop had enqueued all { $count } minibatches after { $issued }, { $part } of the epoch’s { $epoch }. With memory freed on completion, { $pile } piled up. Waiting for each loss keeps this at { $flat }. Whether it costs time, these rounds cannot tell: { $epochLoss } for the epoch, { $price } as long.
found-unpriced-more = In stream order memory rises by only { $stream }, even without that wait.
disagrees = The frontend is not far ahead of the device here: enqueuing { $count } minibatches took { $issued } of the epoch’s { $epoch }. So little can pile up: { $pile } without a wait, { $flat } with a wait for each. Choose more features.
disagrees-memory = Memory does not behave as the chapter says, although the minibatches were enqueued after { $issued } of { $epoch }. Freed on completion, never waiting took { $pile } and waiting { $flat }; in stream order, never waiting took { $stream }.
coarse = Too short to measure reliably here: the whole epoch took { $epoch }, and even next to no work is reported complete only after { $floor }. Choose more features. Memory rose by { $pile } without a wait and by { $flat } with one.
cramped = Too little memory to tell: { $limit } may be used, and never waiting could have needed { $needed }. The few minibatches that fit cannot pile up. Allow more memory, or choose fewer features.
distortion-floor = Even next to no work is reported complete only after { $floor }. With a wait for each loss, a minibatch takes { $seen }, so up to { $share } of that may be the browser’s own delay.
distortion-shrunk = At the size that you chose, never waiting could have needed { $needed }, but only { $limit } may be used. The run therefore used the largest size that fits: { $batches } minibatches of { $batch }×{ $features }.

measure-pile = memory increase, never waiting
measure-flat = memory increase, waiting for the loss
measure-ratio = memory, never waiting / waiting
measure-price = time, waiting / never waiting
measure-part = all enqueued, share of the epoch
measure-issued = all minibatches enqueued, never waiting

ways = Ways to measure
ways-three = three ways
ways-all = all ten variants
vary-double = Twice as many minibatches
look-double = Look at the two curves of memory freed on completion: which of them depends on how many minibatches there are?
vary-rows = Half as many rows
look-rows = Each minibatch is half the work and half the memory. Look at whether never waiting still gets as far ahead of the device.
vary-all = All ten variants, overlapping minibatches among them
look-all = Show the further figures below: when exactly one minibatch overlaps the next, how many are unfinished at a time, and what do time and memory become?
