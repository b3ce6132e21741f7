### Barriers and blockers

# Shown before the experiment is opened.
title = Barriers and blockers
question = Which calls wait, and do they wait for everything or only for what they need?

introduction = A barrier is a call that waits for everything that was enqueued. The book’s implicit blockers are calls that do not look like a wait, but block the program. Each call below is made right after one product was enqueued, and the lab measures for how long it blocks. Then comes the chapter’s exercise on waiting for an intermediate result: many products are enqueued, and the program waits once for the first of them, and once for all.
prediction = Many products are queued behind the one you wait for. When does the wait for that one return?
prediction-all = only when all of them are done
prediction-late = when about half or more of them are done
prediction-early = while most of the others are still queued
prediction-right = You predicted “{ $predicted }”. Right: the wait for the one took { $first }, the wait for all { $every }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $first } for the one and { $every } for all, that is, { $measured }.
why-low = If you expected every wait to be a barrier, note that a wait for one array returns once that array is complete; the work behind it stays in the queue.
why-high = If you expected the browser to report each completion at once, note that on this machine reports come late or several at a time, and that by then the products behind were complete as well.

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
table-note = The chapter prints times for these calls without the enqueuing. With only one product, it finds that waiting for that product and waiting for everything take about the same time. With more in the queue, a wait for everything also waits for work that is not needed yet: so the chapter advises against `waitall` in MXNet. The same holds for `torch.cuda.synchronize()`.

found = Each of the six calls that wait blocked the program for { $least } to { $most }, while enqueuing alone took { $nothing }. With { $behind } more products queued behind it, the wait for the first product returned after { $first }; the wait for all took { $every } ({ $early }).
found-more = When the wait for the first returned, { $left } of the { $products } had not been reported complete in the recorded round. Waiting for one product alone took { $one }, waiting for all when there was only one { $all }.
found-late = Each of the six calls that wait blocked the program for { $least } to { $most }. The wait for the first product took { $first }, the wait for all { $every }. Completions are reported too late here to see the first wait return early. Choose a larger n.
disagrees = Waiting takes hardly longer than enqueuing here: { $least } against { $nothing }. The product is complete almost as soon as it is enqueued. Choose a larger n.
coarse = Too short to measure reliably here: the calls waited { $least } to { $most }, and this browser takes { $floor } to report even next to no work complete. Choose a larger n.
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
        [one] Waiting for an intermediate result: { $products } products are enqueued; then the program waits for the first, or for all. Medians and quartiles of { $rounds } round. The number not yet reported complete comes from the round recorded below.
       *[other] Waiting for an intermediate result: { $products } products are enqueued; then the program waits for the first, or for all. Medians and quartiles of { $rounds } rounds. The number not yet reported complete comes from the round recorded below.
    }
summary-intermediate = The wait for the first took { $first }, with { $left } of { $products } not yet reported complete; the wait for all { $every }.
caption-trace = One recorded round: all products are enqueued; then the program waits for the first, then for all. The first hatched bar ends early.

measure-early = all products / the first
measure-nothing = enqueuing one product
measure-one = waiting for one product alone
measure-first = waiting for the first of many
measure-every = waiting for all of many

vary-double = Double n
look-double = The product is eight times the work. Look at which bars grow: enqueuing, or the calls that wait.
vary-more = Twice as many behind
look-more = Look at the two waits below: which of them depends on what stands behind the first product?
vary-one = Only one behind
look-one = The two waits differ by one product now. Look at whether this machine can still tell them apart.
