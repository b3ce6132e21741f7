### CPU and GPU together

# Shown before the experiment is opened.
title = CPU and GPU together
question = Can both devices work at the same time, and should you still wait after every minibatch?

introduction = Each device has a queue of its own. The program enqueues minibatches of products on the GPU and on the CPU. In one loop the devices work one after the other, in another both may work at once. Each loop waits after every minibatch, or only at the end. For comparison, each device also works alone.
prediction = Each device gets work for about the same time. Both work at once instead of one after the other: how many times as fast is that?
prediction-same = no faster
prediction-some = 1.2 to 1.6 times as fast
prediction-twice = almost twice as fast
prediction-unknown = a run on one device cannot tell
prediction-right = You predicted “{ $predicted }”. Right: measured { $gain }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $gain }, that is, { $measured }.
why-low = If you expected the program to serve one device after the other, note that it only enqueues, so both queues can hold work at the same time.
why-high = If you expected two devices to be twice as fast, note that the slower one decides the time. Both also share memory bandwidth and, perhaps here, the same cores.

n = Matrix size on the GPU
n-help = Automatic: the size at which the GPU takes about as long as the CPU does for its own matrices.
m = Matrix size on the CPU
products = Products in a minibatch
products-help = On each device.
batches = Minibatches
calibrating = finding sizes that suit these devices: n = { $n }

way-gpu-end = GPU alone
way-gpu-each = GPU alone, waiting each minibatch
way-cpu-end = CPU alone
way-cpu-each = CPU alone, waiting each minibatch
way-turn-end = one after the other
way-turn-each = one after the other, waiting each minibatch
way-beside-end = both at once
way-beside-each = both at once, waiting each minibatch
line-gain = one after the other / both at once: { $gain }; both at once, waiting each minibatch takes { $price } the time
column-used-webgpu = GPU busy
column-used-cpu = CPU busy
caption =
    { $rounds ->
        [one] { $batches } minibatches of { $products } products for each device; medians of { $rounds } round
       *[other] { $batches } minibatches of { $products } products for each device; medians of { $rounds } rounds
    }
table-note = A device is busy while one of its operations runs. The table shows the busy share of the time from the first enqueue to the end of the last operation. These runs are recorded apart from the timed ones. A GPU that does not time its work counts as busy from submission until completion is reported. Where memory must stay bounded, wait for the minibatch before, not for the one just enqueued: then both queues always hold one more (“Memory” measures it).

axis-times = time of all minibatches
caption-times =
    { $n ->
        [none] { $batches } minibatches of { $products } products of { $m }×{ $m } on the CPU. Medians and quartiles (rounds: { $rounds }). The loops that wait after every minibatch have their own colour.
       *[other] { $batches } minibatches of { $products } products each: { $n }×{ $n } on the GPU, { $m }×{ $m } on the CPU. Medians and quartiles (rounds: { $rounds }). The loops that wait after every minibatch have their own colour.
    }
summary-times = The GPU alone took { $gpu }, the CPU alone { $cpu }. One after the other took { $turn }, both at once { $beside }, both at once with a wait after each minibatch { $besideEach }.
caption-trace =
    { $n ->
        [none] Recorded: a few minibatches with a wait after each; then as many with one wait. Hatched: the program waits.
       *[other] Recorded: a few minibatches one after the other, with a wait after each; then both devices at once, with a wait after each; then both at once, with one wait. Hatched: the program waits. Where both devices work at the same time, their bars stand above each other.
    }
axis-use = share of the time in which the device was busy
use-webgpu = GPU, { $way }
use-cpu = CPU, { $way }
caption-use = Busy share of each device, from the recorded runs: medians, and the least and the greatest.
summary-use = Both at once, the GPU was busy for { $gpuUsed } of the time and the CPU for { $cpuUsed }; one after the other, for { $gpuUsedTurn } and { $cpuUsedTurn }.

found = One after the other, the devices took { $turn }; both at once, { $beside }: { $gain } as fast. Do not wait after every minibatch: with those waits, both at once take { $besideEach }, { $price } the time.
found-more = Alone, the GPU took { $gpu } and the CPU { $cpu }. With both at once, the GPU was busy for { $gpuUsed } of the time and the CPU for { $cpuUsed }; with a wait after every minibatch, for only { $gpuUsedEach } and { $cpuUsedEach }.
found-cheap = One after the other, the devices took { $turn }; both at once, { $beside }: { $gain } as fast. Waiting after every minibatch costs little here, { $besideEach } in all. The shorter the minibatches, the more it costs.
found-cheap-more = Alone, the GPU took { $gpu } and the CPU { $cpu }. With both at once, the GPU was busy for { $gpuUsed } of the time and the CPU for { $cpuUsed }.
found-unpriced = One after the other, the devices took { $turn }; both at once, { $beside }: { $gain } as fast. The rounds do not tell whether waiting after every minibatch costs time: { $besideEach } in all, { $price } the time.
found-unpriced-more = Alone, the GPU took { $gpu } and the CPU { $cpu }. With both at once, the GPU was busy for { $gpuUsed } of the time and the CPU for { $cpuUsed }.
found-shared = One after the other, the devices took { $turn }; both at once, { $beside }: { $gain } as fast, although this “GPU” is a program on the same cores. Waiting after every minibatch takes { $besideEach }, { $price } the time.
found-shared-more = Part of this gain comes from cores that each of them leaves idle when it works alone. Alone, the “GPU” took { $gpu } and the CPU { $cpu }. With both at once they were busy for { $gpuUsed } and { $cpuUsed } of the time.
disagrees-shared = Little is gained here: one after the other { $turn }, both at once { $beside } ({ $gain } as fast). This “GPU” is a program on the same cores as the CPU device. Waiting after every minibatch takes { $besideEach }, { $price } the time.
disagrees-shared-more = With both at once, they count as busy for { $gpuUsed } and { $cpuUsed } of the time, but they take turns on the cores. Alone, the “GPU” took { $gpu } and the CPU { $cpu }.
disagrees = The devices hardly work at the same time here: one after the other { $turn }, both at once { $beside }, { $gain } as fast; busy for { $gpuUsed } (GPU) and { $cpuUsed } (CPU) of the time. Alone, the GPU took { $gpu } and the CPU { $cpu }. If one of them takes much longer, choose the sizes so that they match.
unsteady = The times vary too much to tell: alone, the GPU took { $gpu } and the CPU { $cpu }; one after the other { $turn }, both at once { $beside }. Run again when the machine is idle, or with more rounds.
alone = This run used only the CPU, so it cannot show whether two devices work at the same time. Choose the GPU for that. Alone, the CPU took { $cpu } for { $count } minibatches, and { $cpuEach } with a wait after each, { $cpuPrice } the time; it was busy for { $cpuUsedAlone } and { $cpuUsedAloneEach } of it.
coarse = Too short to measure reliably here: a minibatch takes { $each }, and even next to no work is reported complete only after { $floor }. Choose larger matrices.
distortion-slower = The machine became slower: the same work took { $before } at first, { $after } in the end.

measure-gain = one after the other / both at once
measure-price = both at once, waiting each minibatch / not
measure-beside = both at once
measure-gpuUsed = GPU busy, both at once
measure-cpuUsed = CPU busy, both at once

vary-more = Twice as many products
look-more = Each minibatch is longer now. Look at what waiting after every minibatch costs: does it weigh as much as before?
vary-gpu = Double n on the GPU
look-gpu = The GPU has eight times the work. Look at both at once: which device sets the time?
vary-host = Double n on the CPU
look-host = The CPU has eight times the work. Look at both at once: which device sets the time?
