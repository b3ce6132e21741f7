### Back-pressure: when the queue is full

# Shown before the experiment is opened.
title = 背压：队列满了怎么办
question = 入队比设备执行得快，会怎样？设一个上限，又要付出什么？

introduction = 前端入队的速度可以超过设备执行的速度。背压给队列设上限：队列中的操作数，或结果的字节数，不得超过给定的值。到达上限时，程序用 `lab.room` 等待空位。同一个循环分别用从一个操作到许多操作的上限计时。
prediction = 如果队列只容得下一个操作，吞吐量还剩最大上限时的多少？
prediction-same = 70% 以上
prediction-half = 30% 到 70%
prediction-tenth = 3% 到 30%
prediction-hundredth = 不到 3%
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $part }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $part }，即“{ $measured }”。
why-low = 如果你以为队列短时设备大部分时间都空闲，请注意：在这里，与前端得知有空位的时间相比，一个操作执行得相当久。
why-high = 如果你以为设备立刻就有下一个操作，请注意：只有一个空位时，前端要先得知它已完成，再让下一个入队，设备这才能继续。

bound = 队列上限，操作数
bound-help = 用于随时间变化的图。字节上限按这个数目一半的结果计算。
count = 操作数
side = 矩阵边长
timing-bound = 第 { $round } 轮，共 { $rounds } 轮：上限 { $bound }
overfilling = 正在填满队列，直到它拒绝
recording = 正在记录队列深度
way-loop-free = 循环，无上限
way-done-free = 全部完成，无上限
way-loop-bounded = 循环，有上限
way-done-bounded = 全部完成，有上限

column-bound = 上限，操作数
column-each = 每个，µs
column-low = 25%，µs
column-high = 75%，µs
column-rate = 吞吐量
column-share = 相对最大上限
caption = { $side }×{ $side } 矩阵的加法，上限从 1 开始：{ $rounds } 轮的中位数
table-note = 一个操作的用时，是整个运行到所有操作都确认完成为止的时间除以操作数。队列的每个位置对应 8 个操作，但总数不超过你所选的操作数。
line-bound = 上限 { $bound }：{ $rate }
line-depth = 队列中最多：无上限 { $deepestFree }，上限 { $bound } 时 { $deepest }；字节上限 { $bytesBound } 时 { $bytesMost }
line-refused = 从不让出线程：接受了 { $taken } 个，然后 { $refusal }

axis-depth = 队列中的操作数
axis-bytes = 其结果的字节数
axis-bound = 队列上限，操作数（对数）
axis-rate = 每秒操作数（对数）
curve-free = 无上限
curve-bounded = 有上限
curve-rate = 吞吐量
rule-bound = 上限 { $bound }
rule-enough = 最大上限时的 90%
caption-depth = { $count } 次加法，队列能接受多快就入队多快：队列中（尚未确认完成）的操作数随时间的变化。各为一次带记录的运行。“无上限”是一个从未达到的上限。
summary-depth = 无上限时，队列中最多有 { $deepestFree } 个操作；上限为 { $bound } 时，最多 { $deepest } 个。
caption-bytes = 同上，但上限按字节计：队列中所有操作的结果的总大小，不论它们是否同时在内存中。
summary-bytes = 无上限时最多 { $bytesFree }；上限为 { $bytesBound } 时最多 { $bytesMost }。
caption-price = 不同队列上限下的吞吐量：{ $rounds } 轮的中位数与四分位数。从虚线起，至少达到最大上限时的 90%。
summary-price = 只容得下一个操作时 { $one }；最大上限时 { $best }。上限 { $enough } 就足以达到后者的 90%。

found = 没有上限时，堆积了 { $deepestFree } 个操作，结果共 { $bytesFree }。上限为 { $bound } 时，从未超过 { $deepest } 个，全部完成用了 { $done }，而不是 { $doneFree }。只容得下一个操作时，吞吐量为 { $one }，是最大上限时（{ $best }）的 { $part }。
found-more = 没有上限时，循环在 { $loopFree } 后结束；有上限时用了 { $loop }，因为前端被拦住。只要队列仍足够深，上限的代价就很小：能容下 { $enough } 个操作时，吞吐量至少是最大上限时的 90%。从不让出线程的程序，在 { $taken } 个操作之后得到一个错误。
found-cheap = 上限为 { $bound } 时，队列中从未超过 { $deepest } 个操作；没有上限时则堆积了 { $deepestFree } 个。在这里，最小的上限代价也很小：只容得下一个操作时 { $one }，最大上限时 { $best }。
found-cheap-more = 一个操作的用时，比前端得知有空位所需的时间更长。从不让出线程的程序，在 { $taken } 个操作之后得到一个错误。
disagrees = 队列从未占满：即使没有上限，其中最多也只有 { $deepestFree } 个操作，而上限是 { $bound }。设备跟得上前端。请用更大的矩阵、更多的操作，或更小的上限。
disagrees-more = 只容得下一个操作时 { $one }，最大上限时 { $best }。
disagrees-bound = 上限没有守住。队列中有 { $deepest } 个操作，而上限是 { $bound } 个；结果有 { $bytesMost }，而上限是 { $bytesBound }。从不让出线程的程序能让 { $taken } 个操作入队。
coarse = 测量精度不足，无法判断：{ $count } 个操作在 { $doneFree } 后就全部完成，而报告几乎没有的工作完成就需要 { $floor }。请增加操作数。

measure-deepestFree = 队列中最多，无上限
measure-deepest = 队列中最多的操作数，有上限
measure-done = 全部完成为止，有上限
measure-one = 吞吐量，只容一个操作
measure-best = 吞吐量，最大上限
measure-part = 只容一个，占最大上限时的比例
measure-enough = 足以达到 90 % 的上限

vary-tight = 上限减为四分之一
look-tight = 看队列的深度，以及全部完成的时间：上限可以小到什么程度，设备才会空闲？
vary-more = 操作数加倍
look-more = 看两条曲线：哪个队列随操作数增长？
vary-larger = 矩阵边长变为 4 倍
look-larger = 每个操作用时更长。看只容一个操作时的吞吐量：离最好的更近了吗？
