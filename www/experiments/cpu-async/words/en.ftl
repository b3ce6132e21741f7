### On the CPU alone

# Shown before the experiment is opened.
title = On the CPU alone
question = The same matrix products on the CPU: is the asynchrony still visible?

introduction = The same matrix products without a GPU, in two ways. One library computes each product within its call. The other passes each product to a backend through a queue. Both use the same code for the product, on the same processor.
prediction = When does the loop that uses the queue return?
prediction-late = when about all of the products are complete: it is the same processor
prediction-soon = long before the products are complete
prediction-right = You predicted “{ $predicted }”. Right: control came back after { $returned } of { $done }.
prediction-wrong = You predicted “{ $predicted }”. Measured: control came back after { $returned } of { $done }, that is, { $measured }.
why-low = If you expected asynchrony to need a GPU, note that any device with a thread of its own can work while your program continues, and that a CPU thread is such a device.
why-high = If you expected enqueuing to take no time, note that it takes a little, and that products as small as these are complete soon after the loop has enqueued the last one.

repetitions = Products
way-synchronous = called synchronously
way-returned = through the queue, until control is back
way-done = through the queue, until all is done
line-synchronous = synchronous
line-returned = asynchronous, not waited for
line-done = asynchronous, waited for
line-price = through the queue / synchronous: { $price }

found = Yes, with a queue: control came back after { $returned }, and the products were complete after { $done }. Called synchronously, they took { $synchronous }. The queue does not make the work faster, but for { $free } of the time the frontend’s thread was free.
disagrees = Hardly: control came back after { $returned }, and all products were complete after { $done }. The matrices are too small for the device to fall behind. Choose a larger n.
coarse = Too short to measure reliably here: the products were reported complete { $gap } after control was back, and even next to no work is reported complete only after { $floor }. Choose a larger n.
found-more = On the CPU, MXNet uses such a queue, so its loop returns early, too. PyTorch computes within each call on the CPU: its loop takes the synchronous time, and nothing is left to wait for.
axis-bars = time of the loop, logarithmic
caption-bars =
    { $rounds ->
        [one] { $repetitions } products of { $n }×{ $n } matrices on the CPU: medians and quartiles of { $rounds } round.
       *[other] { $repetitions } products of { $n }×{ $n } matrices on the CPU: medians and quartiles of { $rounds } rounds.
    }
summary-bars = Synchronously { $synchronous }; through the queue, control back after { $returned } and all done after { $done }.
caption-trace = One recorded round through the queue: the device is a thread on the CPU.

measure-gap = gap
measure-returned = until control is back
measure-done = until all is done
measure-free = frontend free, share of the time
measure-price = through the queue / synchronously

vary-double = Double n
look-double = The work is eight times as much. Look at when control is back.
vary-more = Twice as many products
look-more = Twice as many calls, twice the work. Look at what the queue adds to the time of the synchronous loop.
vary-tiny = Tiny matrices (n = 8)
look-tiny = Each product is next to nothing. Look at whether control still comes back before the products are done.
