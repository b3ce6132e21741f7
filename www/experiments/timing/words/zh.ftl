### 正确计时

# 实验打开之前显示。
title = 计时：同一份工作，五个计时器
question = 用五种方式为同样的十次乘积计时：哪些是错的，错多少？

introduction = 计时器在工作之前和之后各读一次时钟。在异步库中这还不够：第二次读数必须等到工作完成（结束处的障碍器）；队列中不能还有更早的工作（开始前的障碍器）；而第一次运行会做以后不再做的事，例如编译内核（预热）。有些设备有自己的时钟，事件在设备上于工作前后读取它。实验环境为同样的乘积计时：用一个三者皆无的朴素计时器，一个三者皆有的同步计时器，以及两个各缺一样的计时器。它还运行一个每步都读取损失的循环，和一个只读取一次的循环。
prediction = 朴素计时器在最后一次乘积入队时停止。它显示的时间占工作用时的多少？
prediction-little = 不到百分之一
prediction-tenth = 百分之一到十分之一
prediction-part = 十分之一到十分之九
prediction-all = 几乎全部
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $naiveShare }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $naiveShare }，即{ $measured }。
why-low = 如果你以为几乎为零，请注意：每次调用仍要花前端几微秒，而在这个设备上乘积并没有长那么多。
why-high = 如果你以为计时器包含了工作，请注意：每次调用只是把操作写入队列，没有什么让程序等待它。

n-help = 自动：与报告完成的时间相比，工作足够长。
repetitions = 乘积数
seed-help = 种子相同，矩阵就相同。

way-naive = 朴素：结束处没有障碍器
way-right = 同步，已预热
way-queued = 开始前没有障碍器
way-cold = 没有预热
way-device = 按设备自己的时钟
way-once = 损失读取一次
way-each = 每步读取损失

column-time = 用时
column-error = 与正确方式之比

found = 工作用时 { $right }，朴素计时器显示 { $naive }，是它的 { $naiveShare }。开始前没有障碍器时，计时器显示工作用时的 { $queuedTimes }，没有预热时是 { $coldTimes }。
found-more = 按设备自己的时钟，工作用时 { $device }，是同步用时的 { $deviceShare }；其余是入队和报告完成的时间。每步都读取损失的循环，用时是只读取一次的 { $eachTimes }。
found-untimed = 工作用时 { $right }，朴素计时器显示 { $naive }，是它的 { $naiveShare }。开始前没有障碍器时，计时器显示工作用时的 { $queuedTimes }，没有预热时是 { $coldTimes }。
found-untimed-more = 这个设备不为自己的工作计时，所以同步用时是上界：其中有报告完成的时间，几乎没有的工作也要 { $floor }。每步都读取损失的循环，用时是只读取一次的 { $eachTimes }。
disagrees = 朴素计时器在这里几乎显示了全部时间：{ $right } 中的 { $naive }。入队与工作用时相当。请选更大的 n。
disagrees-more = 开始前没有障碍器时，计时器显示工作用时的 { $queuedTimes }，没有预热时是 { $coldTimes }。
coarse = 无法判断：工作用时 { $right }，但这个浏览器要 { $floor } 才报告几乎没有的工作完成。请选更大的 n，或更多的乘积。

axis-timers = 各计时器显示的时间（对数）
axis-reads = 循环用时
caption-timers = 同样的 { $repetitions } 次 { $n }×{ $n } 随机矩阵乘积，由各计时器计时：中位数与四分位数。“≤”：以确认完成为准，是上界。
summary-timers = 朴素计时器显示 { $naive }，同步计时器显示 { $right }；开始前没有障碍器时 { $queued }，没有预热时 { $cold }。
caption-reads = 一个 { $repetitions } 步的循环，累加它的损失，即乘积的平均值：每步读成一个数，或在最后读一次。
summary-reads = 每步读取时循环用时 { $each }，只读取一次时 { $once }。
caption-trace = 记录下来的一次工作，结束处有障碍器。朴素计时器在前端泳道的末尾停止。

measure-naive = 朴素计时器
measure-right = 同步计时器
measure-naiveShare = 朴素 / 同步
measure-queuedTimes = 开始前没有障碍器 / 同步
measure-coldTimes = 没有预热 / 同步
measure-eachTimes = 每步读取损失 / 读取一次
vary-more = 乘积数加倍
look-more = 调用加倍，工作也加倍。看两个计时器：各增加多少？
vary-tiny = 极小的矩阵（n = 8）
look-tiny = 几乎没有要计算的。看朴素计时器：它错得少些了吗？看每步读取损失的循环：它在等什么？
vary-cpu = 在 CPU 上
look-cpu = 这里 CPU 也有队列。看朴素计时器显示的占比。
