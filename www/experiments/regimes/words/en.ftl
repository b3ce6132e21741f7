### The roofline

# Shown before the experiment is opened.
title = The roofline: what binds an operation
question = Arithmetic, memory or overhead: which of the three takes the time of your operation?

introduction = An operation computes (FLOP: additions and multiplications), moves bytes between the device and its memory, and has an overhead, which is the same whatever it computes. A device has a rate for each of the three. In the roofline model, an operation takes as long as the slowest of them needs; that one binds it, and is its regime. The lab measures the three rates of this device with its own operations. Then it times yours, and compares. The arithmetic intensity of an operation is its FLOP for each byte. `exp` and `tanh` count as one FLOP for each element, as an addition does.
prediction = Which of the three binds your operation at this size?
prediction-compute = arithmetic (it is compute-bound)
prediction-bytes = memory (it is bandwidth-bound)
prediction-overhead = overhead (it is overhead-bound)
prediction-right = You predicted “{ $predicted }”. Right: that takes { $by } as long as the next of the three.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $measured }. That takes { $by } as long as the next of the three.
why-low = If you expected more arithmetic to take more time, note that a device computes many numbers while its memory delivers one, and that an array of a few numbers is done before the next operation can begin.
why-high = If you expected memory or overhead to matter most, note that neither grows as fast as the arithmetic: in a product of n×n matrices the bytes grow as n², and the arithmetic as n³.

operation = Your operation
operation-tanh = tanh of each element
operation-add = one addition
operation-chain = a chain of eight operations
operation-fused = the same chain, compiled
operation-product = a matrix product
operation-layers = 120 tiny layers
operation-replayed = the same layers, compiled
preset-product = a matrix product
preset-fused = a compiled chain
preset-layers = many tiny layers
n = Size n
n-help = The operation works on n×n arrays. Automatic: as large as the device needs, and 16 for the layers.
largest = Largest side that is tried
largest-help = Smaller arrays may stay in a cache, which is faster than the memory.
loop = Length of a loop in ms
loop-help = Each time is a long loop less a short one, for each operation. Longer loops are known better.

calibrating-work = finding a suitable loop: { $operation }, n = { $n }
timing-work = round { $round } of { $rounds }: { $operation }

way-own = your operation
way-tiny = one addition of one number
way-add = one addition
way-exp = exp
way-tanh = tanh
way-chain = a chain of eight
way-fused = the chain, compiled
way-product = matrix product
way-layers = 120 layers, operation by operation
way-replayed = 120 layers, compiled and replayed

column-operation = operation
column-n = n
column-intensity = FLOP/B
column-time = time
column-rate = arithmetic done
column-regime = bound by
column-by = times the next
regime-compute = arithmetic
regime-bytes = memory
regime-overhead = overhead
regime-uncounted = arithmetic
regime-open = not decided
regime-other = none of the three

found = Your operation is { $regime ->
        [compute] compute-bound
        [bytes] bandwidth-bound
       *[overhead] overhead-bound
    }. It takes { $time }: alone, its arithmetic needs { $compute }, its bytes { $bytes } and its overhead { $overhead }. { $regime ->
        [compute] Only less arithmetic, or a faster way to do it, helps.
        [bytes] Fusing it with its neighbours saves bytes; less arithmetic saves nothing.
       *[overhead] Larger batches help, and compiling many operations into fewer.
    }
found-more = This device does { $arithmetic } in a product, moves { $bandwidth } and needs { $cost } for an operation of one number. Below { $ridge } memory binds, above it arithmetic does. On the same large array `tanh` takes { $tanh } as long as an addition. Compiled, the chain of eight is { $fusing } as fast, and the 120 tiny layers are { $replaying } as fast.
found-uncounted = Your operation is compute-bound. It takes { $time }, { $fit } as long as its bytes and its overhead explain; an addition has the same bytes. The rest is its arithmetic, of which the lab counts one FLOP for each element.
found-uncounted-more = This device does { $arithmetic } in a product, moves { $bandwidth } and needs { $cost } for an operation of one number. On the same large array `tanh` takes { $tanh } as long as an addition. Compiled, the chain of eight is { $fusing } as fast, and the 120 tiny layers are { $replaying } as fast.
disagrees = None of the three explains your operation. It takes { $time }, which is { $fit } the time of the model: its bytes need { $bytes }, its arithmetic { $compute } and its overhead { $overhead }. A cache makes an operation faster than the model; too few threads, or a kernel that is not suited to the size, make it slower.
disagrees-more = This device does { $arithmetic } in a product, moves { $bandwidth } and needs { $cost } for an operation of one number.
unsteady = The rounds do not decide what binds your operation. It takes { $time }: alone, its arithmetic needs { $compute }, its bytes { $bytes } and its overhead { $overhead }. Near the ridge two are alike: choose a larger or a smaller n. Else more rounds help, and an idle machine.
coarse = Cannot tell: this browser takes { $floor } to report even next to no work complete, which hides the operations. Use another browser, or choose longer loops.

axis-intensity = arithmetic intensity, FLOP for each byte
axis-rate = arithmetic done, FLOP/s
axis-n = n
axis-elementwise = time of each operation on the same array
axis-layers = time of 120 layers
curve-product = matrix products
curve-elementwise = addition; compiled chain
curve-layers = tiny layers
curve-own = your operation
curve-roof = roof
curve-model = roof and overhead
curve-peak = roof by hand
caption-roofline = The roofline of this device, both axes logarithmic: medians and quartiles. On the slope of the roof memory binds, on its flat part arithmetic does. What lies far below the roof is bound by overhead, or by none of the three. Dashed: what two hand-written kernels reach, a copy and multiply-adds in registers.
summary-roofline = The roof rises with { $bandwidth } to the ridge at { $ridge }, and is flat at { $arithmetic }.
caption-elementwise = Operations of different arithmetic on the same { $side }×{ $side } array: medians and quartiles. The chain reads and writes the array eight times; compiled, it does so once.
summary-elementwise = tanh takes { $tanh } as long as an addition; the chain takes { $fusing } as long as when it is compiled.
caption-layers = A network of 120 layers of 16 units: 360 operations one by one, or compiled and replayed by one command.
summary-layers = Operation by operation the layers take { $replaying } as long as replayed.
caption-throughput = Products of n×n matrices: arithmetic done each second over n. Small products lie on the dashed line below the roof, where overhead binds.
summary-throughput = The largest product, n = { $largest }, does { $arithmetic }.

measure-time = your operation
measure-by = the binding resource / the next
measure-bandwidth = bytes moved
measure-arithmetic = arithmetic done
measure-cost = overhead of an operation
measure-ridge = ridge of the roof
line-peakArithmetic = arithmetic done by a hand-written kernel
line-peakBandwidth = bytes moved by a hand-written kernel
vary-add = An addition instead
look-add = An addition has far less arithmetic than `tanh`, on the same bytes. Look at the time: is it any shorter?
vary-small = Small arrays (n = 16)
look-small = There are 256 numbers left. Look at the time, and at what binds now: where did the bytes go?
vary-product = A product instead
look-product = The bytes of a product grow as n², its arithmetic as n³. Look at where it lies under the roof.
