### The self-test: what is right, wrong and unknown on this machine.

# These stand in selftest.html too, in English.
selftest-title = asynclab: is it right on your machine?
to-lab = ← The whole lab
selftest-heading = Is the lab right on your machine?
selftest-lead = In about two minutes this page computes everything twice, on your graphics card and on the processor, reads every clock, fills the memory, loses the device on purpose, and runs each experiment once.
selftest-note = Nothing leaves your machine. Leave this tab in front while it works; the graphics card will be busy.
begin = Examine this machine
save = Save the report
sharing = Save the report and attach it to an issue of this project: it names your browser and your adapter, and nothing else about you.

stop = Stop
again = Examine again
end-check = End this check
under-way = Under way: { $check }
so-far = { $count } checks are done.
failed = The examination ended early: { $error }
all-right = Everything that was tried is right: { $right } checks, in { $took }.
all-unknown = Nothing is wrong: { $right } checks are right, { $unknown } could not tell everything. It took { $took }.
all-wrong = Something is wrong on this machine: { $wrong } checks failed, { $right } are right, { $unknown } could not tell everything. It took { $took }.
machine = { $browser }, { $adapter }
no-adapter = no graphics adapter
unnamed = an adapter that the browser does not name

verdict-right = right
verdict-wrong = wrong
verdict-unknown = unknown
verdict-open = not tried
verdict-running = under way

check-limits = Limits
what-limits = Arrays as large as the adapter says it allows, up to half a gigabyte, are written and read from end to end; larger ones are refused.
check-kernels = Every operation
what-kernels = Each operation, with odd shapes, empty and large arrays, against the processor.
check-candidates = Every kernel of the matrix product
what-candidates = Also those that this adapter would not choose, of whole numbers: each must give the same to the last bit.
check-special = Special values
what-special = Not-a-number, infinities, zeros and the largest numbers through each operation, one by one and in fused kernels.
check-sums = Long sums
what-sums = Sums of up to sixteen million ones: an element that is left out or counted twice shows.
check-programs = Programs drawn at random
what-programs = 320 programs of five to thirteen operations, run at once and lazily, against the processor.
check-clocks = Clocks
what-clocks = Clocks never go back, agree with the time of day within half a percent and with each other (an error that all of them share cannot be known here), and each operation lives in order.
check-timestamps = The device’s clock
what-timestamps = No operation ends before it begins or runs outside the time in which the program waited for it, and the clock’s rate is that of this program’s within five percent.
check-memory = Memory at its limit
what-memory = An array that does not fit fails with a named error, and released memory can be used again.
check-loss = A lost device
what-loss = After a loss every wait says so, and a new connection computes as before.
check-experiments = Each experiment
what-experiments = Each once, with its automatic settings. An experiment that cannot tell, or contradicts the chapter, leaves its question open.

cases =
    { $cases ->
        [one] One case
       *[other] { $cases } cases
    }, { $failed } of them wrong.
and-more = And { $count } more.
quartiles = { $median } ({ $low } to { $high } in the middle half)

differs = `{ $case }`: element { $element } is { $got }; the processor gives { $expected }.
length = `{ $case }`: { $got } elements in place of { $expected }.
raised = `{ $case }` failed: { $error }
untried = No case reached the operation `{ $case }`.
no-gpu = This browser has no WebGPU, so there is nothing to examine.
no-device = The browser has WebGPU but gave no device: { $error }
limit-differs = The largest array is { $got } for the lab and { $expected } by what the adapter says.
limit-array = `{ $case }` has the elements { $got }.
limit-passed = An array of { $got } was not refused by name, although it is larger than allowed.
no-room = `{ $case }` found no room: { $error }
kernel-refused = `{ $case }` was refused.
clock-back = The clock went back { $count } times.
clock-rate = Of { $expected }, the clock and the time of day disagree by { $got }.
clock-order = The moments of an operation are out of order: { $case } took { $got }.
floor-odd = The notification latency of an empty queue makes no sense.
no-timestamps = This device does not time its work, so its clock cannot be examined.
timestamps-refused = The device’s times contradict each other so much that the lab uses none of them.
timestamps-turned = { $count } operations ended before they began.
timestamps-early = An operation began { $got } before it was handed over; the clocks agree within { $expected }.
timestamps-late = An operation ended { $got } after it was reported complete; the clocks agree within { $expected }.
timestamps-long = All operations together took { $got } by the device’s clock, but the program waited only { $expected }.
timestamps-short = All operations together took only { $got } by the device’s clock, of { $expected } that the program waited.
timestamps-rate = The device’s clock runs at { $low } to { $high } of the rate of this program’s.
timestamps-busy = The machine was too busy to compare the clocks: the device’s runs at { $low } to { $high } of the rate of this program’s. Try again when nothing else is running.
memory-endless = Twice { $expected } fit into { $expected }.
memory-code = An array that did not fit failed with { $got }.
memory-passed = { $got } were allocated where { $expected } are allowed.
loss-unreported = A wait after a loss ({ $case }) gave { $got }.
experiment-broken = { $experiment }: { $key }. A promise of the lab does not hold here.
experiment-open = { $experiment } cannot tell: { $key }.
experiment-otherwise = { $experiment } contradicts the chapter: { $key }.
measure-outside = `{ $case }` is { $got }, outside of its own quartiles { $expected }.

value-stated = Largest array, as stated
value-tried = Largest array, as tried
value-step = Step of this thread’s clock
value-backendStep = Step of the backend’s clock
value-dayApart = Clock against the time of day
value-emptyWait = Wait for an empty queue
value-floor = Notification latency of an empty queue
value-roundTrip = Empty round trip
value-smallWait = Wait for a small operation
value-quantum = Step of the device’s clock
value-uncertainty = Uncertainty between both clocks
value-residual = Contradiction between both clocks
value-dropped = Operations whose times were left out
value-product = One product by the device’s clock
value-wall = Twelve products by this thread’s clock
value-busy = Share in which the device worked
value-rateLow = Rate of the device’s clock, of this program’s, at least
value-rateHigh = Rate of the device’s clock, of this program’s, at most
value-peak = Most memory allocated
