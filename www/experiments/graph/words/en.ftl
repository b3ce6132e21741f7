### The dependency graph

# What the page shows before the experiment is opened.
title = The dependency graph
question = Which of your operations must wait for which, and what does printing wait for?

introduction = Each call adds an operation to a dependency graph, whose edges say which results an operation reads. The backend may run an operation once all of these results exist. The chapter’s own example is z = x * y + 2, which prints [[3, 3]] for vectors of ones. Type an expression of your own: names stand for matrices of ones.
prediction = Some operations form the longest chain (the critical path), in which each needs the one before it. What part of all the device’s work lies on that chain?
prediction-half = about half or less
prediction-most = most of it
prediction-all = all of it
prediction-right = You predicted “{ $predicted }”. Measured: { $part }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $part }, that is, { $measured }.
why-low = A guess this low expects more work beside the longest chain than there is. An operation whose input is missing cannot start, however many devices are free.
why-high = A guess this high expects every operation to wait for the one written before it. Only what an operation reads matters, not the order of the lines.

expression = Expression
expression-help = Names, numbers, + − * /, @ or dot(a, b) for the matrix product, and sum, mean, max, norm, exp, log, sqrt, square, abs, relu.
wrong-sign = At character { $at } stands “{ $found }”. Only names, numbers, + - * / @ ( ) and commas are allowed.
wrong-here = At character { $at } stands “{ $found }”. Expected there: { $expected ->
    [operator] +, -, *, / or @
    [value] a name, a number or “(”
   *[other] “{ $expected }”
 }.
wrong-end = The expression ends at character { $at }. Expected there: { $expected ->
    [operator] +, -, *, / or @
    [value] a name, a number or “(”
   *[other] “{ $expected }”
 }.
wrong-function = At character { $at }: there is no function { $found }. There are { $known }.
wrong-args-1 = At character { $at }: { $found } takes one value.
wrong-args-2 = At character { $at }: { $found } takes two values, separated by a comma.
wrong-dot = At character { $at }: a matrix product needs two matrices, and one of these is a single number.
wrong-name = At character { $at }: the name { $found } is taken, by the program or by JavaScript. Give another one.
wrong-constant = There is no array in it. Use a name, such as x.
wrong-many = At character { $at } begins one operation too many. At most { $most } are allowed in one expression.
preset-branches = two branches
preset-chain = one chain
preset-diamond = branches that meet
n-help = Rows and columns of every array.
way-recorded = recording
pacing = finding out how long each operation takes
watching = working it off, n = { $n }: each operation often enough that you can see it
skipping = nothing to see live on a simulated device
live-graph = Live: { $expression }, arrays of { $n }×{ $n }. Each operation is called as often as its node says, so that you can see it run; the device has one call at a time. Thick: the longest chain, as recorded before. The program stands in the print until all is done. What was recorded follows.
live-summary-graph = Live: of { $nodes } nodes { $done } are done, { $running } running and { $queued } queued; the print waits.

column-operation = operation
column-shape = shape
column-reads = reads
column-took = took
column-chain = on the longest chain
yes = yes
no = no
caption = The operations of { $expression }, in the order in which they were called
line-chain = longest chain: { $way }
line-times = chain { $chain } of { $all } on the device; the print blocked for { $wait }

found =
    { $pairs ->
        [one] None of the { $operations } operations started before what it reads had ended. One pair of them has no order forced upon it, and ran at the same time.
       *[other] None of the { $operations } operations started before what it reads had ended. Of all pairs of them, { $pairs } have no order forced upon them, and { $together } of these ran at the same time.
    }
found-more = The longest chain has { $length } operations and took { $chain }, { $part } of the device’s { $all }: as long as each operation stays whole and no device is faster, no number of devices gets it done sooner. Only the print made the program wait, for { $wait }.
found-apart =
    { $pairs ->
        [one] None of the { $operations } operations started before what it reads had ended. One pair of them has no order forced upon it; this device ran both one after the other all the same, and all in { $all }.
       *[other] None of the { $operations } operations started before what it reads had ended. Of all pairs of them, { $pairs } have no order forced upon them; this device ran them one after the other all the same, in { $all }.
    }
found-apart-more = The longest chain has { $length } operations and took { $chain }, { $part } of that: as long as each operation stays whole and no device is faster, no number of devices gets it done sooner. Only the print made the program wait, for { $wait }.
found-chain = None of the { $operations } operations started before what it reads had ended, and since each needs the one before it, nothing could run side by side: the chain took { $chain }. Only the print made the program wait, for { $wait }.
disagrees = Here { $early } of the { $needs } dependencies look violated: an operation seems to start before what it reads has ended. The device’s clock or the lab is wrong; run again.
coarse = Too short to measure reliably here: this device does not time its operations, so the figure shows only bounds within which each of the { $operations } operations ran. Their dependencies are exact.
coarse-clock = Which chain is the longest cannot be told: all { $operations } operations together took { $all }, and the clock by which the device times them moves in steps of { $step }. None started before what it reads had ended. Only the print made the program wait, for { $wait }. Take a larger n.
caption-graph =
    { $rounds ->
        [one] { $expression }, arrays of { $n }×{ $n }, each operation called once; of { $rounds } round the median one. Each operation stands below what it reads, those that do not need each other side by side. Thick: the longest chain. The six-sided node is where the program waits. Move the slider or press Replay to see how far each was.
       *[other] { $expression }, arrays of { $n }×{ $n }, each operation called once; of { $rounds } rounds the median one. Each operation stands below what it reads, those that do not need each other side by side. Thick: the longest chain. The six-sided node is where the program waits. Move the slider or press Replay to see how far each was.
    }
summary-graph = { $operations } operations in { $layers } layers; { $pairs } pairs could run in any order; the longest chain has { $length } operations and took { $chain } of { $all }.
caption-trace = The same run on the timeline; the hatched bar is the wait within print.

scalar = scalar

measure-chain = longest chain
measure-all = all operations on the device
measure-part = longest chain, share of all
measure-wait = wait within print
