### Improving a computation: three costs

# Shown before the experiment is opened.
title = Improving a computation: three costs
question = Can three numbers predict how long a loop takes, whether it waits for each result or once at the end?

introduction = An operation has three costs in time: $t1$, for the frontend to enqueue it; $t2$, for the device to run it; $t3$, for the backend to hand the result back. Two loops compute y = x + 1, $n$ times. One waits for every y; the other waits once, at the end. The run measures the three costs by themselves. From them, a model predicts the time of both loops, which the run measures, too. After the run, drag the costs in the model that appears below it, and see which of them each loop depends on.
prediction = With the largest n, waiting for every y takes how many times as long as waiting once?
prediction-same = less than twice as long
prediction-few = 2 to 10 times as long
prediction-tens = 10 to 100 times as long
prediction-hundreds = more than 100 times as long
prediction-right = You predicted “{ $predicted }”. Right: measured at n = { $n }, { $ratio }.
prediction-wrong = You predicted “{ $predicted }”. Measured at n = { $n }: { $ratio }, that is, { $measured }.
why-low = If you expected less, note that waiting each time pays $t3$ for every operation, and that nothing overlaps: the frontend, the device and the hand-back take turns.
why-high = If you expected waiting once to make the device faster, note that it pays $t3$ once and hides the shorter of $t1$ and $t2$ behind the longer; each operation still takes $t2$ on the device.

preset-course = as in the book, n to 1,000
preset-course-large = as in the book, n to 10,000 (one round: no interval)
most = Largest n, waiting each time
calibrating = finding a size that suits this device: { $n }×{ $n }
side = Side of x
side-help = x is a square matrix.
slower = Slower frontend, µs
slower-help = Time that a busy loop adds to each enqueue, as a slower language would. From which value on does the loop that waits once take longer?
t1 = t1 of the simulated device, µs
t1-help = Used only by the simulated device. On other devices, t1 is measured.
t2 = t2 of the simulated device, µs
t2-help = Used only by the simulated device.
t3 = t3 of the simulated device, µs
t3-help = Used only by the simulated device.

timing-cost = round { $round } of { $rounds }: the cost { $cost }
timing-loop = round { $round } of { $rounds }: n = { $n }, { $way }
timing-bend = round { $round } of { $rounds }: a frontend slower by { $slower }

way-each = waiting each time
way-once = waiting once
way-t1 = t1, the frontend enqueues
way-t2 = t2, the device runs
way-t3 = t3, the result is handed back
way-single = one operation, waited for
model-each = n·(t1 + t2 + t3)
model-once = t1 + n·t2 + t3
model-dry = n·t1 + t2 + t3
model-chapter = as in the chapter
model-bend = model
line-costs = t1 = { $t1 }, t2 = { $t2 }, t3 = { $t3 }
line-each = synchronous, n = { $n }
line-once = asynchronous, n = { $n }
line-error = loops that wait once, predicted within { $error } in the median, { $worst } at worst (n = { $worstAt })
line-bend = slower frontends predicted within { $bendError } in the median; the time should rise from { $bendAt } more per enqueue on

column-n = n
column-each = each time, ms
column-each-model = model, ms
column-each-error = off by
column-once = once, ms
column-once-model = model, ms
column-once-error = off by
caption =
    { $rounds ->
        [one] Times of { $rounds } round, and the model’s predictions
       *[other] Medians of { $rounds } rounds, and the model’s predictions
    }
table-note = $t3$ is mostly the browser’s here: it contains the notification latency. A native wait, such as `torch.cuda.synchronize()`, usually costs far less, so waiting for every result costs less there, too.

found = The three costs predict the loops that wait once: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. Over all $n$, the model is off by { $error } in the median and { $worst } at worst. At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }: waiting once pays $t3$ once, and enqueuing overlaps with the device’s work.
found-frontend = The frontend is the bottleneck here: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. The device runs out of work, and the loop takes as long as its enqueuing. They are fitted. Predicted from them, the loops that wait once are off by { $error } in the median and { $worst } at worst.
found-frontend-more = At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
found-backend = The backend or the device is the bottleneck here ($t2$ is the work of both): $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. They are fitted. Predicted from them, the loops that wait once are off by { $error } in the median and { $worst } at worst.
found-backend-more = At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }. By the model, waiting once saves { $savedReturn } because results are not handed back each time, and { $savedOverlap } because enqueuing and running overlap.
found-even = The frontend and the device are about equally fast: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. They are fitted. Predicted from them, the loops that wait once are off by { $error } in the median and { $worst } at worst.
found-even-more = At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
found-limits = The frontend is the bottleneck, or both are about equally fast. This device does not time its operations, so $t2$ and $t3$ are only known within bounds: $t1$ = { $t1 }, $t2$ { $t2 }, $t3$ { $t3 }; $t2$ and $t3$ together take { $rest }.
found-limits-more = Neither loop depends on how $t2$ and $t3$ divide that sum: predicted from $t1$ and the sum, the loops that wait once are off by { $error } in the median and { $worst } at worst. At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
uneven = The times vary too much to tell: of the same loop, the middle is only known to lie between { $low } and { $high }. Run again when the machine is idle, or with more rounds.
uneven-more = The costs changed while they were measured, so the model is off by { $error } in the median and { $worst } at worst. At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
uneven-cost = The times vary too much to tell: $t2$ is only known as { $t2 }. Run again when the machine is idle, or with more rounds.
unsteady = The rounds scatter too much to tell whether the frontend is the bottleneck, or what comes after it: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. Run again when the machine is idle, or with more rounds.
unsteady-model = The rounds scatter too much to tell whether the three costs predict the loops that wait once: they are off by { $error } in the median. Run again when the machine is idle, or with more rounds.
disagrees = The model is wrong here: of the loops that wait once, to which it was not fitted, it is off by { $error } in the median and { $worst } at worst, at $n$ = { $worstAt }, with $t1$ = { $t1 }, $t2$ = { $t2 } and $t3$ = { $t3 }.
disagrees-more = The model leaves out two effects, which may be the reason. Many operations share the cost of one submission, while a single operation bears it alone. And the browser checks for finished work only occasionally. At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
disagrees-bend = The model predicts the loops that wait once within { $error } in the median, with $t1$ = { $t1 }, $t2$ = { $t2 } and $t3$ = { $t3 }, but not what slower frontends cost: there it is off by { $bendError } in the median.
distortion-looks = A single operation is reported complete within { $soon } in a quarter of the cases, and only after { $late } in another quarter, because this browser checks for finished work only occasionally. So $t3$ is not one number here, and it cannot predict loops of a few milliseconds or less.
distortion-crowd = With slower frontends, the prediction is off by { $bendError }. Their operations are submitted one by one, which may take longer. And a frontend that keeps a core busy takes time from the backend and the device if they share the processor. In both cases $t2$ would grow.
coarse = Too short to measure reliably here: the shortest loops take only a few steps of this clock. Choose larger arrays (side of x).
coarse-looks = Too short to measure reliably here: this browser reports even an empty queue complete only after { $floor }, and the operations of the loops take less than that. Use another browser, or larger arrays (side of x).
axis-n = n, logarithmic
axis-time = time, logarithmic
caption-loops =
    { $rounds ->
        [one] y = x + 1, n times, x of { $side }×{ $side }: points measured (medians and quartiles of { $rounds } round), lines predicted from t1, t2 and t3.
       *[other] y = x + 1, n times, x of { $side }×{ $side }: points measured (medians and quartiles of { $rounds } rounds), lines predicted from t1, t2 and t3.
    }
summary-loops = At n = { $n }, waiting each time took { $each } and waiting once { $once }. The model is off by { $error } in the median.
axis-slower = added to each enqueue
axis-bend = time of { $bent } operations, waiting once
rule-bend = t1 = t2
caption-bend = The loop that waits once, with slower and slower frontends. Each operation is handed over as soon as it is enqueued. Left of the dotted line the backend or the device is the bottleneck, and the cost of enqueuing is hidden: as long as the queue never runs empty, the frontend’s own speed hardly matters. Right of it the frontend is the bottleneck, and only the cost of enqueuing counts. The chapter’s condition for a full queue is n·t2 > (n − 1)·t1: n runs take longer than n − 1 enqueues. For many operations this is t2 ≥ t1, the dotted line.
summary-bend = According to the model, the time rises once more than { $bendAt } is added to each enqueue. The model is off by { $bendError } in the median.

measure-error = the model’s error, median
measure-worst = the model’s error, greatest
measure-each = longest loop, waiting each time
measure-once = longest loop, waiting once
measure-t1 = t1, enqueuing
measure-t2 = t2, running
measure-t3 = t3, handing back
measure-ratio = each time / once

vary-slower = A slower frontend
look-slower = Look at the loop that waits once. Now $t1$ is greater than $t2$: does the queue still stay full?
vary-tiny = Tiny operations (x of 1×1)
look-tiny = The device has a single number to add. Look at $t2$ beside $t1$ and $t3$: what part of an operation is computing, and what part is scheduling, that is, enqueuing, submitting and handing back?
vary-double = Double the side of x
look-double = Four times as many elements. Look at which of the three costs grows, and at how close the two loops come to each other.
