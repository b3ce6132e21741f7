### The common words of experiments; each adds its own messages and may replace these.

preset-auto = automatic
preset-course = as in the book
n = Matrix size n
rounds = Rounds
rounds-help = How often each way is timed, in turns.
seed = Seed
seed-help = The same seed gives the same numbers.

# Machines that are modelled, each with a browser.
machine = { $machine }, { $browser }
machine-phone = phone
machine-laptop-integrated = laptop with an integrated GPU
machine-laptop-apple = Apple laptop
machine-gaming-card = gaming GPU
machine-data-centre-card = data-centre GPU
machine-software-adapter = software adapter (no GPU)
browser-chrome = Chrome
browser-firefox = Firefox
browser-firefox-unnudged = Firefox, checking only every 100 ms
browser-safari = Safari
not-printed = (Not known: a simulated or modelled device computes no values, and an older recording does not say what was printed.)
line-ended = by the device’s own clock, in the recorded round, the work ended { $ended } after the last enqueue

connecting = connecting
calibrating = finding a size that suits this device: n = { $n }
warming = warming up
timing = round { $round } of { $rounds }: { $way }
recording = recording one round for the figure

column-way = way
column-median = median, ms
column-low = 25 %, ms
column-high = 75 %, ms
column-rounds = rounds
column-printed = the book printed
caption =
    { $rounds ->
        [one] The times of { $rounds } round
       *[other] The times of { $rounds } rounds. “±” and “(a–b)” show the interval at 95 % for the middle.
    }

few = Nothing is concluded: fewer than six rounds have no interval (here { $rounds }). The figures show what was measured, below five rounds from the least to the greatest. Choose six or more.
unsteady = The { $rounds } rounds do not decide this: an interval at 95 % reaches across a margin of one tenth. More rounds narrow it, and so does an idle machine.
way-latency = next to no work, waited for
timing-latency = round { $round } of { $rounds }: next to no work, waited for
distortion-few =
    { $rounds ->
        [one] The times of { $rounds } round have no interval. Six rounds or more have one.
       *[other] The times of { $rounds } rounds have no interval. Six rounds or more have one.
    }
distortion-older = An earlier version of the lab judged this result, by its own rules: quartiles that do not overlap. Its “±” and “(a–b)” show the middle half of the rounds, and are no intervals for the middle. Run again for today’s.

prediction-undecided = You predicted “{ $predicted }”. This run cannot tell.
distortion-modelled = Modelled, not measured: these times were computed from a description of a machine ({ $machine }) and its browser.
summary-trace =
    { $count ->
        [one] { $count } operation enqueued within { $enqueueing }; reported complete after { $done }; gap { $gap }.
       *[other] { $count } operations enqueued within { $enqueueing }; the last of them reported complete after { $done }; gap { $gap }.
    }

distortion-floor = Even next to no work is reported complete only after { $floor }. The shortest time here that ends with such a report is { $seen }, so up to { $share } of it may be the browser’s own delay.
distortion-clock = The clock moves in steps of { $step }; a time of { $shortest } is only a few of them.
distortion-no-timestamps = This device does not time its own work, so its lane shows bounds: each submission ran between being submitted and reported complete.
distortion-quantum = The GPU’s timestamps come in steps of { $quantum }; the shortest operation took { $shortest }.
distortion-software = The “GPU” here ({ $adapter }) is a program on the CPU. It shares the cores with the frontend and the backend, so all three are slower than with a GPU.
distortion-software-unnamed = The “GPU” here, which this browser does not name, is a program on the CPU. It shares the cores with the frontend and the backend, so all three are slower than with a GPU.
distortion-nudged = By itself, this browser checks for finished work only every 100 ms. An empty submission every few milliseconds makes it check sooner (an empty queue is then reported complete after { $floor }), but takes some of the device’s time.
distortion-same-thread = Workers have no WebGPU here, so the backend takes time from the frontend’s thread.
distortion-hidden =
    { $count ->
        [one] { $count } round was left out because the tab was hidden.
       *[other] { $count } rounds were left out because the tab was hidden.
    }
distortion-late =
    { $count ->
        [one] { $count } round was left out: this browser reports even an empty queue complete only after { $floor }, so the run would have taken long.
       *[other] { $count } rounds were left out: this browser reports even an empty queue complete only after { $floor }, so the run would have taken long.
    }
distortion-unseen = The tab was hidden while the figure was recorded, and browsers slow hidden tabs down. Run again with the tab in view.
distortion-uneven = The same work took from { $low } to { $high } in the middle half of the rounds. An idle machine scatters less; more rounds narrow the intervals, and not this scatter.

# Quantities that results are compared by.
measure-floor = notification latency
