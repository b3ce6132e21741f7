### CPU and GPU together

# What the page shows before the experiment is opened.
title = CPU and GPU together
question = Can both devices work at the same time, and should you still wait after every minibatch?

introduction = Each device has a queue of its own. The program enqueues minibatches of products on the GPU and on the CPU, and waits for both after every minibatch, or only at the end. Then each device works alone, for comparison.
prediction = Each device has work for about the same time. How much faster is it side by side than in turn?
prediction-same = no faster
prediction-some = 1.2 to 1.6 times as fast
prediction-twice = almost twice as fast
prediction-unknown = a run on one device cannot tell
prediction-right = You predicted “{ $predicted }”. Measured: { $gain }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $gain }, that is, { $measured }.
why-low = A guess this low expects the program to serve one device after the other. It only enqueues, so both queues can be full at the same time.
why-high = A guess this high expects two devices to be twice as fast. The slower one sets the time, and both share memory bandwidth and, here perhaps, the same cores.

n = Matrix size on the GPU
n-help = Automatic: as large as takes the GPU about as long as the CPU needs for its own.
m = Matrix size on the CPU
products = Products in a minibatch
products-help = On each device.
batches = Minibatches
calibrating = finding sizes that suit these devices: n = { $n }

way-gpu-end = GPU alone
way-gpu-each = GPU alone, waiting each minibatch
way-cpu-end = CPU alone
way-cpu-each = CPU alone, waiting each minibatch
way-turn-end = in turn
way-turn-each = in turn, waiting each minibatch
way-beside-end = side by side
way-beside-each = side by side, waiting each minibatch
line-gain = in turn / side by side: { $gain }; waiting each minibatch costs { $price } side by side
column-used-webgpu = GPU busy
column-used-cpu = CPU busy
caption =
    { $rounds ->
        [one] { $batches } minibatches of { $products } products for each device; medians of { $rounds } round
       *[other] { $batches } minibatches of { $products } products for each device; medians of { $rounds } rounds
    }
table-note = A device is busy while one of its operations runs: the share of the time from the first enqueue to the last end. These runs are recorded apart from the timed ones. A GPU that does not time its work is counted as busy from submission until the end is seen.

axis-times = time of all minibatches
caption-times =
    { $n ->
        [none] { $batches } minibatches of { $products } products of { $m }×{ $m } on the CPU. Medians and quartiles (rounds: { $rounds }); the waits of every minibatch have their own colour.
       *[other] { $batches } minibatches of { $products } products each: { $n }×{ $n } on the GPU, { $m }×{ $m } on the CPU. Medians and quartiles (rounds: { $rounds }); the waits of every minibatch have their own colour.
    }
summary-times = The GPU alone took { $gpu }, the CPU alone { $cpu }; in turn { $turn }, side by side { $beside }, waiting each minibatch { $besideEach }.
caption-trace =
    { $n ->
        [none] Recorded: a few minibatches, waiting after each; then as many, waiting once. Hatched: the program waits.
       *[other] Recorded: a few minibatches in turn, waiting after each; then side by side, waiting after each; then side by side, waiting once. Hatched: the program waits. Where both devices work at the same time, their bars stand above each other.
    }
axis-use = share of the time in which the device worked
use-webgpu = GPU, { $way }
use-cpu = CPU, { $way }
caption-use =
    { $rounds ->
        [one] How busy each device was, from the recorded runs: medians and quartiles of { $rounds } round.
       *[other] How busy each device was, from the recorded runs: medians and quartiles of { $rounds } rounds.
    }
summary-use = Side by side the GPU was busy for { $gpuUsed } of the time and the CPU for { $cpuUsed }; in turn for { $gpuUsedTurn } and { $cpuUsedTurn }.

found = In turn both took { $turn }, side by side { $beside }: { $gain } as fast. No, do not wait after every minibatch: that takes { $besideEach }, { $price } the time.
found-more = Alone, the GPU took { $gpu } and the CPU { $cpu }. Side by side the GPU was busy for { $gpuUsed } of the time and the CPU for { $cpuUsed }; with a wait after every minibatch, for only { $gpuUsedEach } and { $cpuUsedEach }.
found-cheap = In turn both took { $turn }, side by side { $beside }: { $gain } as fast. Waiting after every minibatch costs little here, { $besideEach } in all: the minibatches are long, and both devices take about as long for theirs.
found-cheap-more = Alone, the GPU took { $gpu } and the CPU { $cpu }. Side by side the GPU was busy for { $gpuUsed } of the time and the CPU for { $cpuUsed }.
found-shared = In turn both took { $turn }, side by side { $beside }: { $gain } as fast, although this “GPU” is a program on the same cores. Waiting after every minibatch takes { $besideEach }, { $price } the time.
found-shared-more = The gain says as much about how many cores each of them leaves idle by itself as about two devices. Alone, the “GPU” took { $gpu } and the CPU { $cpu }. Busy side by side: { $gpuUsed } and { $cpuUsed } of the time.
disagrees-shared = Little is gained here, in turn { $turn } and side by side { $beside } ({ $gain } as fast): this “GPU” is a program on the same cores as the CPU device. Waiting after every minibatch takes { $besideEach }, { $price } the time.
disagrees-shared-more = Side by side both count as busy, for { $gpuUsed } and { $cpuUsed } of the time, but they take turns on the cores. Alone, the “GPU” took { $gpu } and the CPU { $cpu }.
disagrees = They hardly work at the same time here: in turn { $turn }, side by side { $beside }, { $gain } as fast; busy for { $gpuUsed } (GPU) and { $cpuUsed } (CPU) of the time. Alone, the GPU took { $gpu } and the CPU { $cpu }: if one of them is much longer, choose the sizes so that they match.
unsteady = Too unsteady to tell, because something else was at work on this machine: alone, the GPU took { $gpu } and the CPU { $cpu }, in turn { $turn }, side by side { $beside }. Run again when the machine is idle, or with more rounds.
alone = Only the CPU takes part here, so whether two devices can work at the same time cannot be shown: choose the GPU for that. Alone, the CPU took { $cpu } for { $count } minibatches, and { $cpuEach } with a wait after each, { $cpuPrice } the time; it was busy for { $cpuUsedAlone } and { $cpuUsedAloneEach } of it.
coarse = Too short to measure reliably here: a minibatch takes { $each }, and even an empty queue is reported complete only after { $floor }. Choose larger matrices. In turn it took { $turn }, side by side { $beside }.

measure-gain = in turn / side by side
measure-price = side by side, waiting each minibatch / not
measure-gpuUsed = GPU busy, side by side
measure-cpuUsed = CPU busy, side by side
