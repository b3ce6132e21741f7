### The chapter's loop in several libraries.

introduction = The chapter says of its framework that the frontend only enqueues and that a read waits. Is that so of others? The same two loops were written for hand-written WebGPU and five libraries, and recorded by a script that watches WebGPU’s calls and changes none. One loop adds up the sums of ten matrix products, the other makes ten steps of training. Each is run twice: the last number is read, or the number of every step. A library may submit work to the GPU with each operation, collect several first, or put everything off until somebody reads.
prediction = Ten steps are done, and the program calls for the first number. Of how many libraries does the GPU have work before that call?
prediction-none = of none: all wait until somebody reads
prediction-some = of some
prediction-all = of all
prediction-right = You predicted “{ $predicted }”. So it is.
prediction-wrong = You predicted “{ $predicted }”. The recordings show “{ $measured }”.
prediction-undecided = You predicted “{ $predicted }”. The recordings do not decide.
why-low = To return at once is no putting off: most libraries submit in the loop, and the GPU computes while the program goes on.
why-high = An operation that returns need not be on its way: a library may keep it until its value is wanted.
loop = Loop
loop-sums = ten products and their sums
loop-train = ten steps of training
run = Open the recordings
run-live = Run the libraries here
live-help = The libraries of this site are loaded from it and run on this machine, one after the other, about 7 MB in all.
opening = { $name } …
ribbon = Recorded on { $date } with { $adapter } in { $browser }; not on your machine. The structure is what to compare: the milliseconds are those of no GPU.
ribbon-live = Run here with { $adapter } in { $browser }.
found-deferred =
    { $count ->
        [one] Of { $total } libraries, one had submitted nothing when the program called for a number: { $names }.
       *[other] Of { $total } libraries, { $count } had submitted nothing when the program called for a number: { $names }.
    }
found-batched = { $name } puts the most dispatches into a submission: { $most }. Where every step is read, it has { $less }: a read ends the collecting.
found-awaits = With { $name } the program awaits each step, { $awaits } times, but the recording has { $waits } wait: those promises waited for no work of the GPU.
found-idle = Because every step was read, the device of { $name } was idle for { $idle } of the time, the most of all. Where the program read once, waits took { $once }.
found-unread = { $name } computes no number that nobody reads: { $once } dispatches where only the last is read, { $each } where every one is.
table = The same loop in each library
column-library = library
column-read = read
column-submissions = submissions
column-dispatches = dispatches
column-each = dispatches a submission
column-early = dispatches submitted before the first read
column-awaits = steps awaited
column-waits = waits
column-idle = device idle because of waits
read-once = the last
read-each = every
library-by-hand = hand-written WebGPU
library-lab = this lab
note = The backend of this lab stands on the program’s thread here, where the script can watch it. It works when that thread is free, which this loop is not before its first read. On this page it has a thread of its own.
timelines = Timelines: { $name }
