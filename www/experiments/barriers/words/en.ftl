### Barriers: what waits, and for how much

# What the page shows before the experiment is opened.
title = Barriers: what waits, and for how much
question = Which calls wait, and do they wait for everything or only for what they need?

introduction = A barrier waits for everything that was enqueued; other calls wait for one array, and some do not say that they wait at all. Each of the calls below is made right after one product was enqueued. Then the fourth exercise of the chapter: many more products are enqueued behind the one that is waited for.
prediction = Many products are queued behind the one you wait for. When does its wait return?
prediction-all = only when all of them are done
prediction-late = when about half or more of them are done
prediction-early = while most of the others are still queued
prediction-right = You predicted “{ $predicted }”, and so it was: { $first }, and { $every } for all.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $first } for the one and { $every } for all, that is, { $measured }.
why-low = A guess this late expects every wait to be a barrier. A wait for one array returns once that array is complete; work behind it stays in the queue.
why-high = A guess this early expects the browser to report each completion at once. On this machine reports come late or several together, and the products behind were complete by then.

preset-course-large = as in the book, large
behind = Products queued behind
behind-help = They do not need the product that is waited for.

way-nothing = nothing: enqueue only
way-waitAll = wait for all
way-waitToRead = wait for one
way-data = to host array
way-sum = sum, then to scalar
way-norm = norm, then to scalar
way-print = print
way-two = two products, wait for all
bar-way-first = the first: { $left } of { $products } not yet reported complete
bar-way-every = all { $products } products
way-first = wait for the first product
way-every = wait for all products
line-nothing = product, not waited for
line-waitAll = product, wait for all
line-waitToRead = product, wait for one
line-data = product, to host array
line-sum = product, sum to scalar
line-norm = product, norm to scalar
line-print = product, print
line-two = two products, wait for all
line-first = many products, wait for the first
line-every = many products, wait for all
table-note = The chapter prints times for these calls without the enqueuing; it finds waiting for one product and waiting for all, when there is only one, about equal.

found = Each of the six calls that wait blocked the program for { $least } to { $most }, while enqueuing alone took { $nothing }. With { $behind } more products queued behind, the wait for the first returned after { $first }, and the wait for all after { $every } ({ $early }).
found-more = When the wait for the first returned, { $left } of the { $products } had not been reported complete in the recorded round. Waiting for one product alone took { $one }, waiting for all when there was only one { $all }.
found-late = Each of the six calls that wait blocked the program for { $least } to { $most }. But the wait for the first product returned only after { $first }, of { $every } for all: here completions are reported too late to see it return early. Take a larger n.
disagrees = Here a wait costs hardly more than enqueuing does: { $least } against { $nothing }. The product is too small to wait for. Take a larger n.
coarse = Too short to measure reliably here: the calls waited { $least } to { $most }, and this browser needs { $floor } to report that an empty queue is done. Take a larger n.
axis-bars = how long the call blocked the program, logarithmic
caption-blocked =
    { $rounds ->
        [one] One { $n }×{ $n } product, then the call: medians and quartiles of { $rounds } round. Enqueuing the product is not counted, except in the first bar.
       *[other] One { $n }×{ $n } product, then the call: medians and quartiles of { $rounds } rounds. Enqueuing the product is not counted, except in the first bar.
    }
summary-blocked = Enqueuing took { $nothing }; the calls that wait blocked the program for { $least } to { $most }.
axis-intermediate = how long the wait took
caption-intermediate =
    { $rounds ->
        [one] Waiting for an intermediate result: { $products } products are enqueued, then the first is waited for, or all. Medians and quartiles of { $rounds } round; how many were not yet reported complete is told by the round recorded below.
       *[other] Waiting for an intermediate result: { $products } products are enqueued, then the first is waited for, or all. Medians and quartiles of { $rounds } rounds; how many were not yet reported complete is told by the round recorded below.
    }
summary-intermediate = The wait for the first took { $first }, with { $left } of { $products } not yet reported complete; the wait for all { $every }.
caption-trace = One profiled round: all products are enqueued, then the first is waited for, then all. The first hatched bar ends early.

measure-early = all products / the first
