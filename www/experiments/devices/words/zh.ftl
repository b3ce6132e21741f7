### CPU and GPU together

# Shown before the experiment is opened.
title = CPU 与 GPU 一起工作
question = 两个设备能同时工作吗？是否仍应在每个小批量之后等待？

introduction = 每个设备都有自己的队列。程序让一批批乘积分别在 GPU 和 CPU 上入队。一种循环里两个设备依次工作，另一种里它们可以同时工作。每种循环在每个小批量之后等待，或者只在最后等待。作为比较，每个设备也单独工作一次。
prediction = 两个设备分到的工作，用时大致相等。同时工作的速度会是依次工作的多少倍？
prediction-same = 并不更快
prediction-some = 1.2 到 1.6 倍
prediction-twice = 接近两倍
prediction-unknown = 只用一个设备的运行无法判断
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $gain }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $gain }，即“{ $measured }”。
why-low = 如果你以为程序一个接一个地照顾设备，请注意：程序只负责入队，所以两个队列可以同时都有工作。
why-high = 如果你以为两个设备就快一倍，请注意：时间由较慢的设备决定。两者还共用内存带宽，在这里也许还共用同一组核心。

n = GPU 上的矩阵大小
n-help = 自动：选一个大小，使 GPU 的用时与 CPU 做自己那份的用时大致相等。
m = CPU 上的矩阵大小
products = 一个小批量中的乘积个数
products-help = 每个设备各有这么多。
batches = 小批量个数
calibrating = 正在寻找适合这些设备的大小：n = { $n }

way-gpu-end = 只用 GPU
way-gpu-each = 只用 GPU，每个小批量都等待
way-cpu-end = 只用 CPU
way-cpu-each = 只用 CPU，每个小批量都等待
way-turn-end = 依次
way-turn-each = 依次，每个小批量都等待
way-beside-end = 同时
way-beside-each = 同时，每个小批量都等待
line-gain = 依次 / 同时：{ $gain }；同时工作时每个小批量都等待，用时之比 { $price }
column-used-webgpu = GPU 工作
column-used-cpu = CPU 工作
caption = { $batches } 个小批量，每个设备各 { $products } 个乘积；{ $rounds } 轮的中位数
table-note = 设备上有操作在执行，就算它在工作：表中是这段时间在从首次入队到最后一个操作结束之间所占的比例。这些运行与计时的运行分开，另行记录。不为自身工作计时的 GPU，从提交到确认完成都算在工作。如果必须限制内存，请等待前一个小批量，而不是刚入队的这个：这样两个队列中总还各有一个（见“内存”实验）。

axis-times = 所有小批量的用时
caption-times =
    { $n ->
        [none] { $batches } 个小批量，各 { $products } 个乘积：CPU 上为 { $m }×{ $m }。{ $rounds } 轮的中位数与四分位数；每个小批量都等待的，另用一种颜色。
       *[other] { $batches } 个小批量，各 { $products } 个乘积：GPU 上为 { $n }×{ $n }，CPU 上为 { $m }×{ $m }。{ $rounds } 轮的中位数与四分位数；每个小批量都等待的，另用一种颜色。
    }
summary-times = 只用 GPU 用时 { $gpu }，只用 CPU 用时 { $cpu }。依次用时 { $turn }，同时用时 { $beside }，同时且每个小批量都等待用时 { $besideEach }。
caption-trace =
    { $n ->
        [none] 带记录的运行：先是几个小批量，每个之后都等待；然后是同样多个，只等一次。斜线：程序在等待。
       *[other] 带记录的运行：先是几个小批量，两个设备依次工作，每个之后都等待；然后同时工作，每个之后都等待；最后同时工作，只等一次。斜线：程序在等待。两个设备同时工作之处，它们的长条上下相对。
    }
axis-use = 设备工作时间所占的比例
use-webgpu = GPU，{ $way }
use-cpu = CPU，{ $way }
caption-use = 每个设备有多忙，取自带记录的运行：中位数，以及最小值与最大值。
summary-use = 同时工作时，GPU 有 { $gpuUsed } 的时间在工作，CPU 有 { $cpuUsed }；依次工作时分别为 { $gpuUsedTurn } 和 { $cpuUsedTurn }。

found = 两个设备依次工作用时 { $turn }，同时工作用时 { $beside }：加速比 { $gain }。不应在每个小批量之后等待：那样同时工作用时 { $besideEach }，是不等待时的 { $price }。
found-more = 单独工作时，GPU 用时 { $gpu }，CPU 用时 { $cpu }。同时工作时，GPU 有 { $gpuUsed } 的时间在工作，CPU 有 { $cpuUsed }；在每个小批量之后等待时，分别只有 { $gpuUsedEach } 和 { $cpuUsedEach }。
found-cheap = 两个设备依次工作用时 { $turn }，同时工作用时 { $beside }：加速比 { $gain }。在这里，每个小批量之后都等待的代价很小，总共 { $besideEach }。小批量越短，代价越大。
found-cheap-more = 单独工作时，GPU 用时 { $gpu }，CPU 用时 { $cpu }。同时工作时，GPU 有 { $gpuUsed } 的时间在工作，CPU 有 { $cpuUsed }。
found-unpriced = 两个设备依次工作用时 { $turn }，同时工作用时 { $beside }：加速比 { $gain }。每个小批量之后都等待是否更费时，各轮无法判断：总共 { $besideEach }，是不等待时的 { $price }。
found-unpriced-more = 单独工作时，GPU 用时 { $gpu }，CPU 用时 { $cpu }。同时工作时，GPU 有 { $gpuUsed } 的时间在工作，CPU 有 { $cpuUsed }。
found-shared = 两个设备依次工作用时 { $turn }，同时工作用时 { $beside }：加速比 { $gain }，尽管这个“GPU”是在同样的核心上运行的程序。每个小批量之后都等待，用时 { $besideEach }，是不等待时的 { $price }。
found-shared-more = 这一加速有一部分来自它们单独工作时空着的核心。单独工作时，“GPU”用时 { $gpu }，CPU 用时 { $cpu }。同时工作时，两者工作的时间分别占 { $gpuUsed } 和 { $cpuUsed }。
disagrees-shared = 在这里得益很少：依次工作用时 { $turn }，同时工作用时 { $beside }（加速比 { $gain }）。这个“GPU”是与 CPU 设备共用核心的程序。每个小批量之后都等待，用时 { $besideEach }，是不等待时的 { $price }。
disagrees-shared-more = 同时工作时，两者工作的时间按统计分别占 { $gpuUsed } 和 { $cpuUsed }，但它们其实在轮流使用核心。单独工作时，“GPU”用时 { $gpu }，CPU 用时 { $cpu }。
disagrees = 两个设备在这里几乎没有同时工作：依次用时 { $turn }，同时用时 { $beside }，加速比 { $gain }；工作的时间分别占 { $gpuUsed }（GPU）和 { $cpuUsed }（CPU）。单独工作时，GPU 用时 { $gpu }，CPU 用时 { $cpu }。如果其中一个长得多，请调整大小，使两者相当。
unsteady = 用时起伏太大，无法判断：单独工作时，GPU 用时 { $gpu }，CPU 用时 { $cpu }；依次用时 { $turn }，同时用时 { $beside }。请等机器没有别的负载时再运行一次，或增加轮数。
alone = 这里只有 CPU 参与，所以两个设备能否同时工作无从显示：要看这一点，请选择 GPU。只用 CPU，{ $count } 个小批量用时 { $cpu }，每个之后都等待则用时 { $cpuEach }，是前者的 { $cpuPrice }；CPU 工作的时间分别占 { $cpuUsedAlone } 和 { $cpuUsedAloneEach }。
coarse = 测量精度不足，无法判断：一个小批量用时 { $each }，而报告几乎没有的工作完成就需要 { $floor }。请用更大的矩阵。
distortion-slower = 机器变慢了：同样的内容，开始时用时 { $before }，最后用时 { $after }。

measure-gain = 依次 / 同时
measure-price = 同时，每个小批量等待 / 不等待
measure-beside = 同时工作
measure-gpuUsed = GPU 忙碌，同时
measure-cpuUsed = CPU 忙碌，同时

vary-more = 乘积数加倍
look-more = 现在每个小批量更长。看每个小批量后等待的代价：还像之前那么大吗？
vary-gpu = GPU 上的 n 加倍
look-gpu = GPU 的工作量是原来的八倍。看两者同时工作：哪个设备决定用时？
vary-host = CPU 上的 n 加倍
look-host = CPU 的工作量是原来的八倍。看两者同时工作：哪个设备决定用时？
