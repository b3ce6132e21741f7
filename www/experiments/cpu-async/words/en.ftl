### On the CPU alone

# What the page shows before the experiment is opened.
title = On the CPU alone
question = The same matrix products on the CPU: is the asynchrony still visible?

introduction = The same products, without a GPU: once in a library that computes within each call, once through a queue whose backend computes on another CPU thread. Both use the same code for the product. MXNet works like the second on a CPU; PyTorch works like the first.
prediction = Through the queue, when does the loop that only enqueues return?
prediction-late = when about all of the products are done: it is the same processor
prediction-soon = long before the products are done
prediction-right = You predicted “{ $predicted }”, and so it was: { $returned } of { $done }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $returned } of { $done }, that is, { $measured }.
why-low = A guess this late expects asynchrony to belong to GPUs. Any device with a thread of its own can work while your program goes on; a CPU thread is one.
why-high = A guess this early expects enqueuing to take no time. It takes some, and products this small are complete soon after the loop has enqueued the last one.

repetitions = Products
way-synchronous = called synchronously
way-returned = through the queue, until control is back
way-done = through the queue, until all is done
line-synchronous = synchronous
line-returned = asynchronous, not waited for
line-done = asynchronous, waited for
line-price = through the queue / synchronous: { $price }

found = With a queue, yes: control was back after { $returned }, while the products took until { $done }. Called synchronously they took { $synchronous }: the queue does not make the work faster, but for { $free } of the time the frontend had its thread for itself.
disagrees = Hardly: control came back after { $returned }, of { $done } in all. The matrices are too small for the device to fall behind. Choose a larger n.
coarse = Too short to measure reliably here: the products were reported complete { $gap } after control was back, and even an empty queue is reported complete only after { $floor }. Choose a larger n.
found-more = MXNet put operations on the CPU into such a queue, so its loop came back early, too. PyTorch computes on the CPU inside each call: there you would see the synchronous time, and nothing left to wait for.
axis-bars = time of the loop, logarithmic
caption-bars =
    { $rounds ->
        [one] { $repetitions } products of { $n }×{ $n } matrices on the CPU: medians and quartiles of { $rounds } round.
       *[other] { $repetitions } products of { $n }×{ $n } matrices on the CPU: medians and quartiles of { $rounds } rounds.
    }
summary-bars = Synchronously { $synchronous }; through the queue, control back after { $returned } and all done after { $done }.
caption-trace = One profiled round through the queue: the device is a thread on the CPU.

measure-gap = gap
measure-free = frontend free, share of the time
measure-price = through the queue / synchronously
