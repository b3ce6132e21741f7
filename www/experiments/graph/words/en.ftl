### The dependency graph

# Shown before the experiment is opened.
title = The dependency graph
question = Which of your operations must wait for which, and what does printing wait for?

introduction = Each call adds an operation to a dependency graph, whose edges say which results an operation reads. The backend may run an operation once all of these results exist. The chapter’s own example is z = x * y + 2; with 1×2 arrays of ones it prints [[3., 3.]]. Type an expression of your own: names stand for arrays of ones.
prediction = Some operations form the longest chain (the critical path), in which each needs the one before it. What part of all the device’s work lies on that chain?
prediction-half = about half or less
prediction-most = most of it
prediction-all = all of it
prediction-right = You predicted “{ $predicted }”. Right: measured { $part }.
prediction-wrong = You predicted “{ $predicted }”. Measured: { $part }, that is, { $measured }.
why-low = If you expected more work beside the longest chain, note that an operation whose input is missing cannot start, however many devices are free.
why-high = If you expected every operation to wait for the one written before it, note that in the dependency graph an operation waits only for its inputs, as in MXNet’s engine. (PyTorch keeps the order of the lines on a CUDA stream, and the browser that of its one queue, so independent operations may still run one after the other.)

expression = Expression
expression-help = Names, numbers, + − * /, @ or dot(a, b) for the matrix product, and sum, mean, max, norm, exp, log, sqrt, square, abs, relu.
wrong-sign = Character { $at } is “{ $found }”. Only names, numbers, + - * / @ ( ) and commas are allowed.
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
wrong-name = At character { $at }: the name { $found } is already used by the program or by JavaScript. Choose another one.
wrong-constant = The expression contains no array. Use a name, such as x.
wrong-many = At character { $at }: this operation is one too many. An expression may have at most { $most }.
preset-branches = two branches
preset-chain = one chain
preset-diamond = branches that meet
n-help = Columns of every array. Unless told otherwise below, it has as many rows.
rows = Rows
rows-help = Automatic: as many as columns. Expressions with a matrix product always have square arrays.
way-recorded = recording
pacing = measuring how long each operation takes
watching = running, n = { $n }: each operation is repeated so that you can see it
skipping = nothing to see live on a simulated device
live-graph = Live: { $expression }, arrays of { $n }×{ $n }. Each operation is repeated as often as its node says, so that you can see it run; the device gets one call at a time. Thick line: the longest chain, from the recording made before. The program waits in the print until all operations are complete. The recorded times then replace this figure.
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
        [one] Each of the { $operations } operations started only after its inputs were ready. In one pair, neither operation depends on the other, and the two ran at the same time.
       *[other] Each of the { $operations } operations started only after its inputs were ready. In { $pairs } pairs, neither operation depends on the other; { $together } of these pairs ran at the same time.
    }
found-more = The longest chain (critical path) has { $length } operations and took { $chain }, { $part } of the device’s { $all }. Its operations must run one after the other, so more devices of the same speed could not finish sooner. Only the print made the program wait, for { $wait }.
found-apart =
    { $pairs ->
        [one] Each of the { $operations } operations started only after its inputs were ready. In one pair, neither operation depends on the other, but this device ran one operation at a time. All of them took { $all }.
       *[other] Each of the { $operations } operations started only after its inputs were ready. In { $pairs } pairs, neither operation depends on the other, but this device ran one operation at a time. All of them took { $all }.
    }
found-apart-more = The longest chain (critical path) has { $length } operations and took { $chain }, { $part } of that. Its operations must run one after the other, so more devices of the same speed could not finish sooner. Only the print made the program wait, for { $wait }.
found-chain = Each of the { $operations } operations started only after its inputs were ready. Each needs the one before it, so no two could run at the same time: the chain took { $chain }. Only the print made the program wait, for { $wait }.
disagrees = { $early } of the { $needs } dependencies look violated: an operation seems to start before one of its inputs is ready. Either the device’s clock or the lab is wrong. Run again.
coarse = The longest chain cannot be timed here, because this device does not time its operations. The figure shows only the bounds within which each of the { $operations } operations ran. The dependencies are exact.
coarse-clock = The longest chain cannot be determined: all { $operations } operations together took { $all }, and the clock that times them moves in steps of { $step }. Each operation started only after its inputs were ready. Only the print made the program wait, for { $wait }. Choose a larger n.
caption-graph =
    { $rounds ->
        [one] { $expression }, each operation called once; the only round. An operation stands below its inputs; operations that do not depend on each other stand side by side. Thick line: the longest chain. At the six-sided node the program waits. Move the slider or press Replay to see how far each operation had come.
       *[other] { $expression }, each operation called once; the median of { $rounds } rounds. An operation stands below its inputs; operations that do not depend on each other stand side by side. Thick line: the longest chain. At the six-sided node the program waits. Move the slider or press Replay to see how far each operation had come.
    }
summary-graph = { $operations } operations in { $layers } layers; pairs that could run in either order: { $pairs }; the longest chain has { $length } operations and took { $chain } of { $all }.
caption-trace = The same run on the timeline; the hatched bar is the wait within print.

scalar = scalar

measure-chain = longest chain
measure-all = all operations on the device
measure-part = longest chain, share of all
measure-wait = wait within print

vary-branches = Two independent branches
look-branches = Neither branch reads the other. Look at how much of the work lies on the longest chain now.
vary-chain = One chain
look-chain = Each operation reads the one before it. Look at whether anything could run beside anything else.
vary-double = Double n
look-double = The graph stays; the operations take longer. Look at which of them are on the longest chain.
