### Memory: never waiting has a price

# What the page shows before the experiment is opened.
title = Memory: never waiting has a price
question = What does a training loop gain by never waiting, and how much memory does it cost?

introduction = The chapter’s training loop: a network with three layers, L2 loss, SGD. The loop enqueues each minibatch; it may wait for the loss, read the mean loss as a number, or not wait at all until the end. The chapter leaves out that the allocator decides with it: MXNet’s engine frees the memory of a result on completion, PyTorch’s caching allocator reuses it in stream order, at once. Both are run here.
prediction = With memory freed on completion, how many times as much does never waiting take as waiting for the loss of every minibatch?
prediction-same = about the same
prediction-few = 1.5 to 5 times as much
prediction-tens = 5 to 25 times as much
prediction-most = more than 25 times as much
prediction-right = You predicted “{ $predicted }”. Measured: { $ratio }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $ratio }, that is, { $measured }.
why-low = A guess this low expects memory to be freed when your program no longer needs it. Freed on completion, it is kept until the work that reads it is complete, and the whole queue lies before that.
why-high = A guess this high expects every minibatch to stay in memory. Minibatches that are complete while others are enqueued are freed meanwhile, and the weights are there only once.

preset-course = as in the book, 50 minibatches of 1024 × 512
preset-course-100 = as in the book, 100 minibatches, 8 GB
preset-course-150 = as in the book, 150 minibatches, 12 GB
features = Features
features-help = The layers have 4 times as many units, as many, and one.
batch = Rows of a minibatch
batch-help = Automatic: twice the features, as in the chapter.
batches = Minibatches of an epoch
overlap = Minibatches that may overlap
overlap-help = The k of `lab.window(k)` in the fifth way. The fourth way has 2: one overlaps the next.
rate = Learning rate
memory = Memory that may be used, MB
memory-help = What never waiting could need is computed beforehand; where it is more, the epoch is made shorter.
calibrating = finding a size that suits this device: { $n } features

way-never-on-completion = never waiting, freed on completion
way-loss-on-completion = waiting for the loss, freed on completion
way-mean-on-completion = reading the mean loss, freed on completion
way-one-on-completion = one minibatch of overlap, freed on completion
way-several-on-completion = several of overlap, freed on completion
way-never-stream-ordered = never waiting, in stream order
way-loss-stream-ordered = waiting for the loss, in stream order
way-mean-stream-ordered = reading the mean loss, in stream order
way-one-stream-ordered = one minibatch of overlap, in stream order
way-several-stream-ordered = several of overlap, in stream order
line-batches = batch { $count }
line-epoch = time per epoch
line-memory = increased memory: { $megabytes } MB
line-shrunk = never waiting would have needed { $needed }, and { $limit } may be used: ran { $batches } minibatches of { $batch }×{ $features } instead

column-issued = loop left, ms
column-epoch = epoch done, ms
column-bytes = memory increase
caption =
    { $rounds ->
        [one] { $batches } minibatches of { $batch }×{ $features }; medians of { $rounds } round
       *[other] { $batches } minibatches of { $batch }×{ $features }; medians of { $rounds } rounds
    }
table-note = The memory increase is the most that was allocated, beyond what the parameters held at the start. The epoch is done when all of its operations are seen to be complete. The chapter prints how much the whole process grew, as `ps` tells it: that includes Python, the library and memory that is kept for reuse. Here only the device’s buffers are counted.

axis-batches = minibatches
curve-never-issued = never waiting: issued
curve-never-finished = never waiting: finished
curve-loss-issued = waiting: issued
curve-loss-finished = waiting: finished
caption-batches = Minibatches issued and finished over time, { $batches } of { $batch }×{ $features }. Solid: never waiting. Dashed: waiting for the loss of each. One epoch each, memory freed on completion.
summary-batches = Never waiting, all { $count } minibatches were issued after { $issued } and finished after { $epoch }; waiting for each loss, they were finished after { $epochLoss }.
axis-bytes = bytes on the device
curve-used = used
curve-pending = pending
curve-allocated = allocated
caption-pile = Never waiting, memory freed on completion. Used: by arrays that the program holds. Pending: given up by the program, but still needed by work on its way. Allocated: these and what is kept for reuse.
summary-pile = Never waiting, freed on completion: the memory rises by { $pile }.
axis-allocated = bytes allocated
curve-never-on-completion = never, on completion
curve-loss-on-completion = waiting, on completion
curve-never-stream-ordered = never, stream order
caption-flat = The same training: never waiting and waiting for each loss, memory freed on completion; and never waiting, memory used again in stream order.
summary-flat = Never waiting, freed on completion, the memory rises by { $pile }; waiting for each loss, by { $flat }; never waiting in stream order, by { $stream }.
axis-increase = memory increase
caption-bytes =
    { $rounds ->
        [one] The most that each way allocated beyond the start: medians and quartiles of { $rounds } round, { $batches } minibatches of { $batch }×{ $features }.
       *[other] The most that each way allocated beyond the start: medians and quartiles of { $rounds } rounds, { $batches } minibatches of { $batch }×{ $features }.
    }
summary-bytes = Freed on completion, never waiting takes { $pile } and waiting for each loss { $flat }; in stream order { $stream } and { $streamFlat }.
axis-open = minibatches begun and not finished
curve-open-one = window of 2
curve-open-several = window of { $overlap }
caption-open = With a window of 2, a minibatch begins only when the one two before it has finished: at most 2 are open. With a window of { $overlap } at most { $overlap } are. The first minibatches of an epoch each.
summary-open = At most { $openOne } minibatches were open with a window of 2, { $openSeveral } with the wider one, { $openNever } without any.

found = Never waiting, all { $count } minibatches were issued after { $issued }, { $part } of the { $epoch } of the epoch, and { $pile } piled up with memory freed on completion. Waiting for each loss keeps it at { $flat } and costs little: { $epochLoss } for the epoch.
found-more = In stream order nothing piles up even without that wait: { $stream }. With one minibatch of overlap at most { $openOne } are open; it takes { $one } and { $epochOne }.
found-costly = Never waiting, all { $count } minibatches were issued after { $issued }, { $part } of the { $epoch } of the epoch, and { $pile } piled up with memory freed on completion. Waiting for each loss keeps it at { $flat }, but has its price here: { $epochLoss } for the epoch, { $price } the time.
found-costly-more = With each wait the device has nothing to do until the browser has reported the end and the next minibatch is there. One minibatch of overlap takes { $epochOne } and { $one }. In stream order nothing piles up even without a wait: { $stream }.
disagrees = Here the frontend is not far ahead: issuing { $count } minibatches took { $issued } of the { $epoch } of the epoch. So little can pile up: { $pile } without a wait, { $flat } with one each. Choose more features.
disagrees-memory = The minibatches were issued after { $issued } of { $epoch }, but memory does not behave as the chapter says: freed on completion, never waiting took { $pile } and waiting { $flat }; in stream order { $stream } and { $streamFlat }.
coarse = Too short to measure reliably here: the whole epoch took { $epoch }, and even an empty queue is reported complete only after { $floor }. Choose more features. Memory rose by { $pile } without a wait and by { $flat } with one.
cramped = Too little memory to tell: { $limit } may be used, and never waiting could have needed { $needed }. So few minibatches as fit cannot pile up. Allow more memory, or choose fewer features.
distortion-shrunk = Never waiting could have needed { $needed } at the size asked for, and { $limit } may be used. So this is the largest that fits: { $batches } minibatches of { $batch }×{ $features }.

measure-pile = memory increase, never waiting
measure-flat = memory increase, waiting for the loss
measure-ratio = memory, never waiting / waiting
measure-price = time, waiting / never waiting
measure-issued = all minibatches issued, never waiting
