### Queued, then finished

# Shown before the experiment is opened.
title = 先入队，后完成
question = 操作全部入队要多久？打印出结果又要多久？

introduction = 三次调用依次生成一个随机矩阵、计算它与自身的乘积、对乘积的所有元素求和。三次调用都返回时，实验环境读一次时钟；打印出总和之后，再读一次。
prediction = 到打印出总和为止的时间里，这三次调用占多少？
prediction-most = 一半以上
prediction-part = 10% 到 50%
prediction-little = 1% 到 10%
prediction-next = 不到 1%
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $part }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $part }，即“{ $measured }”。
why-low = 如果你以为这些调用没有开销，请注意：每次调用仍要检查形状，并向队列写入几个字。对这么大的矩阵来说，这占了不少时间。
why-high = 如果你以为这些调用会计算，请注意：它们只负责入队。时间花在 `print` 上：它需要这个值，所以要等待该值所依赖的一切。

way-queued = 到入队为止
way-printed = 到打印为止
line-queued = 任务已入队
line-printed = 任务已完成
table-note = 书中以 2000×2000 运行这个例子，没有给出用时。

found = 三个操作在 { $queued } 后全部入队，总和在 { $printed } 后打印出来。打印必须等待总和：这个隐式等待占了全部时间的 { $free }。
disagrees = 在这里，入队本身就占了不少时间：到打印出总和为止的 { $printed } 里，入队用了 { $queued }。矩阵太小，设备上没有积压。请增大 n。
coarse = 测量精度不足，无法判断：操作入队后又过了 { $wait }，总和才打印出来；而这个浏览器报告几乎没有的工作完成就需要 { $floor }。请增大 n。
axis-bars = 时间（对数）
caption-bars = 到入队为止与到打印为止的用时，n = { $n }：{ $rounds } 轮的中位数与四分位数。
summary-bars = 到入队为止用时 { $queued }，到打印为止用时 { $printed }。
caption-trace = 带记录的一轮，n = { $n }；斜线条是打印之内的等待。

measure-wait = 打印中隐藏的等待
measure-free = 该等待的占比
measure-queued = 入队为止
measure-printed = 打印为止

vary-double = n 加倍
look-double = 乘积的工作量是原来的八倍。看入队所用的时间：它变了吗？
vary-tiny = 极小的矩阵（n = 16）
look-tiny = 几乎没有要计算的。看打印仍要用的时间：大部分是在等待浏览器的报告。
vary-cpu = 改用 CPU 设备
look-cpu = 队列相同，设备不同。看两个时间中哪一个取决于设备。
