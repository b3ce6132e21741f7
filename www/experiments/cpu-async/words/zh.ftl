### On the CPU alone

# What the page shows before the experiment is opened.
title = 只用 CPU
question = 在 CPU 上做同样的矩阵乘积，还能观察到异步吗？

introduction = 这里没有 GPU 参与。同样的核函数在 CPU 上以两种方式运行：像阻塞式库那样，在每次调用之内执行；或者经由队列，在独立的线程上执行。这样并不会更快；问题在于谁在等待。
prediction = 经由队列时，只入队的循环何时返回？
prediction-late = 几乎要等所有乘积算完：处理器是同一个
prediction-soon = 远在乘积算完之前
prediction-right = 你预测“{ $predicted }”，结果确实如此：返回用时 { $returned }，全部完成用时 { $done }。
prediction-wrong = 你预测“{ $predicted }”。实测：返回用时 { $returned }，全部完成用时 { $done }，即“{ $measured }”。

repetitions = 乘积个数
way-synchronous = 同步调用
way-returned = 经由队列，到控制权返回
way-done = 经由队列，到全部完成
line-synchronous = 同步
line-returned = 异步，不等待
line-done = 异步，等待
line-price = 经由队列 / 同步：{ $price }

found = 能：经由队列，控制权在 { $returned } 后返回，而乘积到 { $done } 才算完。同步调用用时 { $synchronous }：队列不会让计算变快，但有 { $free } 的时间，前端的线程可以自由支配。
disagrees = 几乎不能：控制权在 { $returned } 后返回，而全部也只用了 { $done }。乘积太小，后端没有落在后面。请增大 n。
coarse = 测得太粗，无法判断：控制权返回后又过了 { $gap }，乘积才确认完成；而报告空队列完成就需要 { $floor }。请增大 n。
axis-bars = 循环用时（对数）
caption-bars = CPU 上 { $repetitions } 个 { $n }×{ $n } 矩阵的乘积：{ $rounds } 轮的中位数与四分位数。
summary-bars = 同步调用用时 { $synchronous }；经由队列，到控制权返回用时 { $returned }，到全部完成用时 { $done }。
caption-trace = 经由队列、带记录的一轮：设备是 CPU 上的一个线程。

measure-gap = 间隔
measure-free = 前端空闲的时间占比
measure-price = 经由队列 / 同步
