### Batching: operations per submit

# Shown before the experiment is opened.
title = 成批提交
question = 后端应当一次把多少操作交给设备？

introduction = 一次提交把一批操作交给设备。一批有多少由后端决定：一个操作，或者几百个。同一个加法循环用不同大小的提交运行，并测量两件事：吞吐量，以及结果的延迟，即从入队到确认完成的时间。
prediction = 每次提交 256 个操作，循环的速度会是每次提交一个操作时的多少倍？
prediction-same = 不到 1.5 倍
prediction-few = 1.5 到 4 倍
prediction-many = 4 到 20 倍
prediction-most = 20 倍以上
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $gain }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $gain }，即“{ $measured }”。
why-low = 如果你以为与操作相比，提交没有开销，请注意：一次提交的开销，比一个小操作还大。
why-high = 如果你以为全部开销都在提交上，请注意：设备仍要执行每个操作，这段时间并不能分摊。

count = 操作数
side = 矩阵边长
side-help = 矩阵小，才看得出提交的代价。
timing = 第 { $round } 轮，共 { $rounds } 轮：每次提交 { $way } 个
opening = 正在打开实验环境：每次提交 { $way } 个
curve-throughput = 吞吐量
axis-throughput = 每秒操作数（对数）
caption-throughput = 每秒完成多少个操作，从首次入队算到全部确认完成。{ $rounds } 轮的中位数与四分位数。
summary-throughput = 每次提交一个操作时为 { $rateOne }，每次提交 { $many } 个时为 { $rateMany }。

curve-enqueue = 入队
curve-each = 到全部完成
curve-first = 第一个结果
curve-age = 平均延迟
axis-x = 每次提交的操作数（对数）
axis-cost = 每个操作的用时（对数）
axis-age = 自入队起的时间（对数）
caption-cost = { $count } 次 { $side }×{ $side } 矩阵的加法，平均到每个操作：入队的用时，以及到全部完成的用时。{ $rounds } 轮的中位数与四分位数。
summary-cost = 每次提交一个操作，每个用时 { $one }；每次提交 { $many } 个，每个用时 { $eachMany }：吞吐量之比 { $gain }。
caption-age = 结果确认完成时的延迟：第一个结果，以及全部结果的平均。记录时不用设备的时间戳，因为那样每个操作都得单独占一个通道（pass）。
summary-age = 从入队到第一个结果确认完成：每次提交一个操作时用时 { $firstOne }，用最大的提交时用时 { $firstMost }。
caption = 每个操作；{ $rounds } 轮的中位数
column-x = 每次提交的操作数
column-enqueue = 入队，µs
column-each = 到完成，µs
column-throughput = 吞吐量
column-first = 第一个结果，ms
column-age = 平均延迟，ms
line-point = 每次提交 { $x } 个：{ $rate }

found = 每次提交一个操作时，每个用时 { $one }；每次提交 { $many } 个时，用时 { $eachMany }，吞吐量是前者的 { $gain }。从入队到第一个结果确认完成：每次提交一个操作时用时 { $firstOne }，用最大的提交时用时 { $firstMost }。
found-more = 两种情况下，每个操作的入队都花去前端 { $enqueue }：提交是由后端进行的。各轮看不出比 { $many } 更慢的大小：{ $best }。
unsteady = 各轮相差太大，无法判断：按中位数，每次提交一个操作时，每个用时 { $one }；每次提交 { $many } 个时，用时 { $eachMany }；但两者之比的区间跨过 1。请等机器没有别的负载时再运行一次，或增加轮数。
disagrees = 在这里，提交几乎没有代价：逐个提交时每个操作 { $one }，每次提交 { $many } 个时 { $eachMany }。操作本身够长，掩盖了提交的代价。请用更小的矩阵。
coarse = 测量精度不足，无法判断：整个循环只用了 { $shortest }，而报告几乎没有的工作完成就需要 { $floor }。请增加操作数。

measure-rateOne = 吞吐量，每次提交一个操作
measure-rateMany = 吞吐量，每次提交多个
measure-many = 与逐个提交相比的每次提交操作数
measure-gain = 每次提交多个 / 每次提交一个操作
measure-eachMany = 每个操作的用时，每次提交多个
measure-best = 不能确定更慢的大小
measure-enqueue = 一个操作的入队
measure-firstOne = 首个结果，每次提交一个操作
measure-firstMost = 首个结果，最大的提交

vary-tiny = 单个数（1×1）
look-tiny = 现在一个操作几乎没有算术。看它还要用多少时间：那就是调度的开销。
vary-larger = 矩阵边长变为 8 倍
look-larger = 每个操作的工作量是原来的 64 倍。看一次提交的大小是否还重要。
vary-more = 操作数加倍
look-more = 看每个操作的用时：更长的循环会改变它吗？
