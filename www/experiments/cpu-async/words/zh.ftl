### On the CPU alone

# Shown before the experiment is opened.
title = 只用 CPU
question = 在 CPU 上做同样的矩阵乘积，还能观察到异步吗？

introduction = 同样的矩阵乘积，不用 GPU，有两种做法。一个库在调用之内计算每个乘积。另一个通过队列把每个乘积交给后端。两者在同一个处理器上，用同一段代码计算乘积。
prediction = 使用队列的循环何时返回？
prediction-late = 几乎要等所有乘积算完：处理器是同一个
prediction-soon = 远在乘积算完之前
prediction-right = 你预测“{ $predicted }”。猜对了：控制权在 { $returned } 后返回，全部完成用时 { $done }。
prediction-wrong = 你预测“{ $predicted }”。实测：返回用时 { $returned }，全部完成用时 { $done }，即“{ $measured }”。
why-low = 如果你以为异步离不开 GPU，请注意：任何有自己线程的设备都能在程序继续运行时工作，CPU 线程就是这样的设备。
why-high = 如果你以为入队不花时间，请注意：入队也要时间，而这么小的乘积，在循环让最后一个入队后不久就完成了。

repetitions = 乘积个数
way-synchronous = 同步调用
way-returned = 经由队列，到控制权返回
way-done = 经由队列，到全部完成
line-synchronous = 同步
line-returned = 异步，不等待
line-done = 异步，等待
line-price = 经由队列 / 同步：{ $price }

found = 有队列时能：控制权在 { $returned } 后返回，乘积在 { $done } 后完成。同步调用用时 { $synchronous }。队列不会让计算变快，但有 { $free } 的时间，前端的线程是空闲的。
disagrees = 几乎不能：控制权在 { $returned } 后返回，而全部也只用了 { $done }。矩阵太小，设备上没有积压。请增大 n。
coarse = 测量精度不足，无法判断：控制权返回后又过了 { $gap }，乘积才确认完成；而报告几乎没有的工作完成就需要 { $floor }。请增大 n。
found-more = 在 CPU 上，MXNet 使用这样的队列，所以它的循环同样很早返回。PyTorch 在 CPU 上于每次调用之内计算：它的循环用时就是同步的用时，之后没有什么可等。
axis-bars = 循环用时（对数）
caption-bars = CPU 上 { $repetitions } 个 { $n }×{ $n } 矩阵的乘积：{ $rounds } 轮的中位数与四分位数。
summary-bars = 同步调用用时 { $synchronous }；经由队列，到控制权返回用时 { $returned }，到全部完成用时 { $done }。
caption-trace = 经由队列、带记录的一轮：设备是 CPU 上的一个线程。

measure-gap = 间隔
measure-returned = 控制权返回为止
measure-done = 全部完成为止
measure-free = 前端可做其他工作的时间占比
measure-price = 经由队列 / 同步

vary-double = n 加倍
look-double = 工作量是原来的八倍。看控制权何时返回。
vary-more = 乘积数加倍
look-more = 调用加倍，工作也加倍。看队列给同步循环的用时增加了多少。
vary-tiny = 极小的矩阵（n = 8）
look-tiny = 每次乘积几乎没有工作。看控制权是否仍在乘积完成之前返回。
