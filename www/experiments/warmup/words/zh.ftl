### Warm-up: ask, and go on

# Shown before the experiment is opened.
title = 热身：发出请求，继续执行
question = 你要做十次矩阵乘法。控制权何时返回，乘法又何时完成？

introduction = 阻塞式库在调用之内算完每个乘积。在异步库中，前端（你的程序）把调用交给后端，后端再让设备执行。同一个乘积循环用三种方式计时：在 CPU 上阻塞执行；异步，不等待；异步，最后等待一次。在书中，第二种方式比第一种快几百倍。GPU 真比 CPU 快那么多吗？
prediction = 异步循环如果在最后等待这些乘积，用时会是不等待时的多少倍？
prediction-same = 差不多一样久
prediction-few = 2 到 10 倍
prediction-tens = 10 到 100 倍
prediction-hundreds = 100 倍以上
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $ratio }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $ratio }，即“{ $measured }”。
why-low = 如果你以为每次调用都要花掉整个乘积的时间，请注意：调用只是把乘积写进队列，设备之后才计算。
why-high = 如果你以为入队没有开销，请注意：每次调用仍需几微秒，而在这个设备上，乘积的计算并没有长那么多。

repetitions = 乘积个数
seed = 随机种子
seed-help = 种子相同，矩阵就相同。

way-blocking = 阻塞，在 CPU 上
way-enqueued = 异步，不等待
way-waited = 异步，等待
line-blocking = 阻塞
line-enqueued = 异步，不等待
line-waited = 异步，等待
line-ratio = 等待 / 不等待：{ $ratio }
line-gap = 间隔：{ $gap }；几乎没有工作时，{ $floor } 后报告完成

table-note = 书指《动手学深度学习》，书中的用时来自“异步计算”一章的两个版本。它们各自在自己的机器上计算十个 1000×1000 的乘积；阻塞式库是 NumPy。这里阻塞的方式在 WebAssembly 的一个线程上运行，向量为 128 位。在一台向量为 512 位的处理器上，同样单线程的 NumPy 计算这个乘积只用了八分之一的时间。

found =
    { $count ->
        [1] 控制权在 { $returned } 后返回；这个乘积在 { $done } 后确认完成。这段时间的 { $free }，前端可以做别的工作。
       *[other] 控制权在 { $returned } 后返回；{ $count } 个乘积在 { $done } 后确认完成。这段时间的 { $free }，前端可以做别的工作。
    }
disagrees = 在这里，大部分时间花在入队上：控制权在 { $returned } 后返回，最后一个乘积在 { $done } 后确认完成。矩阵太小，设备上没有积压。请增大 n。
coarse = 测量精度不足，无法判断：控制权返回后又过了 { $gap }，这些乘积才确认完成；而这个浏览器报告几乎没有的工作完成就需要 { $floor }。请增大 n，或增加乘积个数。
caption-trace = { $repetitions } 个 { $n }×{ $n } 随机矩阵，各自与自身相乘：每个两次操作。取自带记录的一轮。

distortion-floor = 几乎没有的工作也要 { $floor } 才报告完成，所以间隔中有 { $share } 可能是浏览器自身的延迟。
distortion-scaled = 在这个大小下，阻塞方式用时过长，所以它计算的是 { $m }×{ $m } 的矩阵。其用时按 n³ 的比例换算到 { $n }×{ $n }。生成随机数的时间只按 n² 增长，所以换算出的用时略为偏长。

measure-ratio = 等待 / 不等待
measure-enqueued = 控制权返回前的时间
measure-gap = 间隔
measure-free = 前端可做其他工作的时间占比

axis-bars = 循环用时（对数）
caption-bars = 同样的 { $repetitions } 次 { $n }×{ $n } 矩阵乘积，三种方式：中位数与四分位数。“≤”：以确认完成为准，是上界。
summary-bars = 阻塞用时 { $blocking }，只入队 { $enqueued }，入队并等待 { $waited }。
found-more = 从用时看，不等待的循环的速度似乎是阻塞循环的 { $seeming }。这个倍数会误导人：计时在入队之后就停止了，真正的工作还没有做。一直计到这些乘积确认完成，它的速度是阻塞循环的 { $real }。只有这个倍数才把设备与 CPU 相比，而且只是 WebAssembly 的一个线程：在两者都测过的机器上，单线程的 NumPy 的速度是它的 8.5 倍。
vary-double = n 加倍
look-double = 每次乘积的工作量是原来的八倍，调用却一样。看间隔：控制权返回得更晚吗？
vary-more = 乘积数加倍
look-more = 调用加倍，工作也加倍。看等待时循环用时是不等待时的多少倍：这个倍数变了吗？
vary-tiny = 极小的矩阵（n = 8）
look-tiny = 几乎没有要计算的。看间隔中剩下的部分：那是浏览器报告完成所需的时间。
