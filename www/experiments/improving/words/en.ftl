### Improving a computation: three costs

# What the page shows before the experiment is opened.
title = Improving a computation: three costs
question = What does a loop of n operations take, waiting for each or once at the end, and can three numbers predict it?

introduction = An operation has three costs: $t1$, the frontend enqueues it; $t2$, the device runs it; $t3$, the backend hands the result back. Two loops add 1 to x, $n$ times: one waits for every result, the other waits once, at the end. Drag the costs in the model and look for what each loop depends on. Then the three costs are measured on your device, apart from the loops that they are to predict.
prediction = How many times as long does the longest loop take when you wait for every y?
prediction-same = less than twice as long
prediction-few = 2 to 10 times as long
prediction-tens = 10 to 100 times as long
prediction-hundreds = more than 100 times as long
prediction-right = You predicted “{ $predicted }”. Measured at n = { $n }: { $ratio }.
prediction-wrong = You predicted “{ $predicted }”. Measured at n = { $n }: { $ratio }, that is, { $measured }.
why-low = A guess this low leaves out that waiting each time pays $t3$ in every round, and that nothing overlaps: the frontend, the device and the hand-back take turns.
why-high = A guess this high expects waiting once to make the device faster. It only hides $t1$ and $t3$; each operation still takes $t2$ on the device.

preset-course = as in the book, n to 1,000
preset-course-large = as in the book, n to 10,000
most = Longest loop that waits each time
calibrating = finding a size that suits this device: { $n }×{ $n }
side = Side of x
side-help = x is a square matrix.
slower = Slower frontend, µs
slower-help = Added to each enqueue by a busy loop: a stand-in for a slower language. Once it is more than t2 − t1, the backend runs out of work.
t1 = t1 of the simulated device, µs
t1-help = Only there: other devices are measured.
t2 = t2 of the simulated device, µs
t2-help = Only there.
t3 = t3 of the simulated device, µs
t3-help = Only there.

timing-cost = round { $round } of { $rounds }: the cost { $cost }
timing-loop = round { $round } of { $rounds }: n = { $n }, { $way }
timing-bend = round { $round } of { $rounds }: a frontend slower by { $slower }

way-each = waiting each time
way-once = waiting once
way-t1 = t1, the frontend enqueues
way-t2 = t2, the backend runs
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
line-error = predicted within { $error } in the median, { $worst } at worst (n = { $worstAt })
line-bend = slower frontends predicted within { $bendError } in the median; bend expected at { $bendAt }

column-n = n
column-each = each time, ms
column-each-model = model, ms
column-each-error = off by
column-once = once, ms
column-once-model = model, ms
column-once-error = off by
caption =
    { $rounds ->
        [one] Medians of { $rounds } round, and what the model says
       *[other] Medians of { $rounds } rounds, and what the model says
    }
table-note = t1: enqueuing { $long } operations, for each of them. t2: what each operation adds between batches of { $short } and of { $long } on the unslowed frontend; where the frontend is the slower one all the same, the mean of what the device timed, or only an upper bound where it times nothing. t3: what is left of an operation that is waited for by itself, averaged over { $lone }. Loops of { $short } and of { $long } are not in the figure. Loops shorter than 20 are run several times in a row, and their mean is one sample.

found = The model predicts both loops within { $error } in the median and { $worst } at worst, with $t1$ = { $t1 }, $t2$ = { $t2 } and $t3$ = { $t3 }. At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }: $t3$ is paid once, and the enqueuing happens during the work.
found-frontend = The frontend is the slower one here: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }, so the backend runs out of work and the loop takes as long as its enqueuing. The model predicts both loops within { $error } in the median and { $worst } at worst.
found-frontend-more = At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
found-backend = The backend is the slower one: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. The model predicts both loops within { $error } in the median and { $worst } at worst.
found-backend-more = At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }. Of what waiting once saves at $n$ = { $n }, { $savedReturn } are results that need not be handed back, and { $savedOverlap } the shorter of enqueuing and running, done beside the longer.
found-even = Enqueuing and running take about the same: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. The model predicts both loops within { $error } in the median and { $worst } at worst.
found-even-more = At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
found-limits = The frontend is the slower one, or both are about equally fast. How fast the backend is can only be bounded: this device does not time its operations. So $t1$ = { $t1 }, $t2$ { $t2 }, and $t3$ { $t3 }; $t2$ and $t3$ together take { $rest }.
found-limits-more = Both loops depend only on what is known: the model predicts them within { $error } in the median and { $worst } at worst. At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
uneven = Too uneven to tell: something else was at work on this machine, and the same loop took from { $low } to { $high } in the middle half of the rounds. Run again when the machine is idle, or with more rounds.
uneven-more = The costs changed while they were measured, so the model is off by { $error } in the median and { $worst } at worst. At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
disagrees = The model misses here: it is off by { $error } in the median and { $worst } at worst, at $n$ = { $worstAt }, with $t1$ = { $t1 }, $t2$ = { $t2 } and $t3$ = { $t3 }.
disagrees-more = It has no room for what operations share: many of them pay for one submission, and one by itself pays alone; and the browser checks for finished work only occasionally. At $n$ = { $n }, waiting each time took { $each } and waiting once { $once }.
distortion-looks = An operation by itself is reported complete within { $soon } in a quarter of the cases and only after { $late } in another quarter: this browser checks for finished work only occasionally. So $t3$ is no single number here, and loops that last no longer than a few milliseconds cannot be predicted by one.
distortion-crowd = The loop on slower frontends is predicted only within { $bendError }: a frontend that keeps a core busy takes time from backend and device where they share the processor, so $t2$ grows with it, and a little of the enqueuing shows.
coarse = Too short to measure reliably here: the shortest loops take only a few steps of this clock. Larger arrays (side) take longer. Measured all the same: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }.
coarse-looks = Too short to measure reliably here: this browser reports even an empty queue only after { $floor }, and next to that the operations of the loops do not show. Use another browser, or larger arrays (side).
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
caption-bend = The same loop on ever slower frontends, which hand each operation over at once. Left of the dotted line the backend is the slower one and hides the enqueuing; right of it the enqueuing is all that counts.
summary-bend = The model expects the time to rise once { $bendAt } are added to each enqueue; it is off by { $bendError } in the median.

measure-error = the model’s error, median
measure-worst = the model’s error, greatest
measure-each = longest loop, waiting each time
measure-once = the same loop, waiting once
measure-ratio = each time / once
