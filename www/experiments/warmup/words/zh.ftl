### Warm-up: ask, and go on

# What the page shows before the experiment is opened.
title = 热身：下达操作，随即继续
question = 你要计算十个矩阵乘积。控制权何时返回，这些乘积又何时算完？

introduction = 阻塞式库在调用之内完成每个乘积。异步库把工作分开：前端（你的程序）把调用写进队列，后端从队列中取出，让设备执行。同一个乘积循环用三种方式计时：在 CPU 上阻塞执行、异步且不等待、异步并在最后等待一次。在书中，第二种方式比第一种快几百倍。GPU 真有那么快吗？
prediction = 如果在最后等待这些乘积，循环的用时会是不等待时的多少倍？
prediction-same = 差不多一样久
prediction-few = 2 到 10 倍
prediction-tens = 10 到 100 倍
prediction-hundreds = 100 倍以上
prediction-right = 你预测“{ $predicted }”。实测：{ $ratio }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $ratio }，即“{ $measured }”。
why-low = 猜得偏低，说明你以为每次调用要花掉整个乘积的时间。调用只是把乘积写进队列，计算在之后进行。
why-high = 猜得偏高，说明你以为入队没有开销。入队很便宜，但每次调用仍需几微秒，而在这个设备上乘积的计算并没有长那么多。

preset-auto = 自动，约 3 s
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
line-gap = 间隔：{ $gap }；减去完成通知延迟 { $floor } 后：{ $corrected }

table-note = 课程的数字来自它的两个出处，是在各自的机器上计算十个 1000×1000 乘积的用时。

found =
    { $count ->
        [1] 控制权在 { $returned } 后返回；这个乘积在 { $done } 后确认完成。其间有 { $free } 的时间，前端可以自由地做别的事。
       *[other] 控制权在 { $returned } 后返回；{ $count } 个乘积在 { $done } 后确认完成。其间有 { $free } 的时间，前端可以自由地做别的事。
    }
disagrees = 在这里，等待几乎没有代价：控制权在 { $returned } 后返回，全部在 { $done } 后确认完成。时间都花在入队上，也就是说，矩阵太小，设备上没有积压。请增大 n。
coarse = 测量精度不足，无法判断：控制权返回后又过了 { $gap }，这些乘积才确认完成；而这个浏览器报告空队列完成就需要 { $floor }。请增大 n，或增加乘积个数。
caption-trace = { $repetitions } 个 { $n }×{ $n } 随机矩阵的乘积，带记录的一轮。

distortion-floor = 空队列也要 { $floor } 才会报告完成：间隔中有 { $share } 可能是浏览器自身的延迟。校正后的间隔已减去它。
distortion-scaled = 阻塞方式会让你久等，所以它计算的是 { $m }×{ $m } 的矩阵；其用时按 n³ 换算到 { $n }×{ $n }。

measure-ratio = 等待 / 不等待
measure-gap = 间隔
measure-free = 前端空闲的时间占比
