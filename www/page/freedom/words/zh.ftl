### 空出来的时间有什么用：工作进行时，圆点移动或不动。

title = 阻塞还是空闲：看这个圆点
text = 运行本页程序的线程，也负责绘制页面。在 CPU 上把一些矩阵乘积计算两次，看看圆点：第一次，每个调用算完才返回；第二次，调用只负责入队。
do-blocking = 让本页阻塞约一秒
do-queued = 让同样的工作入队
under-way = 正在进行…
report-blocking = { $count } 个乘积，每个都在调用之内计算：控制权在 { $returned } 之后返回。这期间页面什么也画不了；共 { $frames } 帧，两帧之间最长停顿 { $longest }。
report-queued = { $count } 个乘积，只入队：控制权在 { $returned } 之后返回，{ $took } 之后全部完成。这期间页面画了 { $frames } 帧，两帧之间最长停顿 { $longest }。
failed = 这里无法运行。
