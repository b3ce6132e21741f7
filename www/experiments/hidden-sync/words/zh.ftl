### The hidden wait

# Shown before the experiment is opened.
title = 隐式等待
question = 两个训练循环在不同的地方累加损失。其中一个更慢吗？为什么？

introduction = 两个循环训练同一个网络。第一个把每个小批量的损失读成一个数，在程序里累加。第二个把损失作为数组在设备上累加，最后只读取一次总和。实验环境为两个循环计时，并记录设备何时工作、程序何时等待。
prediction = 第一个循环的用时会是第二个的多少倍？
prediction-same = 差不多一样久
prediction-half = 至多 1.5 倍
prediction-double = 1.5 到 3 倍
prediction-more = 三倍或更多
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $ratio }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $ratio }，即“{ $measured }”。
why-low = 如果你以为读取一个小小的数开销很小，请注意：读取要等待之前的所有工作，其间没有新的操作入队。
why-high = 如果你以为程序等待多久，设备就空闲多久，请注意：等待时设备还会工作一段时间；浪费的只是队列为空的那段时间。

wait = 循环中的调用
wait-item = 把损失取为数值
wait-print = 打印损失
preset-print = 打印损失
preset-small = 小而多
n = 大小 n
n-help = 小批量的行数、特征数和隐藏单元数。
batches = 小批量个数

way-with = 有隐式等待
way-without = 没有隐式等待
way-read = 一次读取：程序等待
way-idle = 其间设备空闲
way-restart = 其后设备空闲
line-read = 一次读取
line-idle = 其间设备空闲
line-restart = 其后设备空闲
mark-before = 改动前：读取 { $reads } 次，每次 { $each }
mark-after = 改动后：在设备上累加
caption = 两个循环，各 { $rounds } 轮；以及第 { $line } 行的每次读取，取自记录下来的运行，共 { $reads } 次
column-rounds = 样本数
line-with = 有隐式等待的循环
line-without = 没有隐式等待的循环
line-site = 第 { $line } 行，{ $code }：等待 { $reads } 次，阻塞 { $blocked }，其间设备空闲 { $during }，其后又空闲 { $after }
line-site-untimed = 第 { $line } 行，{ $code }：等待 { $reads } 次，阻塞 { $blocked }；空闲时间未知

found = 第 { $line } 行 `{ $code }` 会等待：它共读取 { $reads } 次，每次阻塞程序 { $each }，其中有 { $eachIdle } 设备是空闲的（均为一次记录运行中的中位数）。去掉这一行后，用时由 { $with } 降为 { $without }。
found-more = 程序等待时没有让任何操作入队，所以队列变空了。在这一次运行中，程序总共等待了 { $blocked }。其间设备空闲了 { $during }，之后直到新的工作到达，又空闲了 { $after }。
found-no-longer = 第 { $line } 行 `{ $code }` 会等待，但它几乎没有拖慢这个循环：有它时 { $with }，没有它时 { $without }。与等待相比，每一步都用时很长。请减小 n。
found-no-longer-more = 在记录的一次运行中，{ $reads } 次读取共阻塞程序 { $blocked }，其间设备空闲 { $during }，其后又空闲 { $after }。
unsteady = 第 { $line } 行 `{ $code }` 会等待，但各轮相差太大，看不出代价有多大：中位数为有它时 { $with }，没有它时 { $without }。请等机器没有别的负载时再运行一次，或增加轮数。
unsteady-more = 在记录的一次运行中，{ $reads } 次读取共阻塞程序 { $blocked }，其间设备空闲 { $during }，其后又空闲 { $after }。
disagrees = 记录下来的运行中，程序没有任何等待。asynclab 没有找到阻塞之处；请再运行一次。
coarse = 这台设备不为自身的工作计时，所以不知道它空闲了多久。第 { $line } 行 `{ $code }` 阻塞了程序 { $reads } 次，共 { $blocked }；去掉这一行后，用时由 { $with } 降为 { $without }。
untimed = 这台设备不为自身的工作计时，所以不知道它空闲了多久。第 { $line } 行 `{ $code }` 阻塞了程序 { $reads } 次，共 { $blocked }；去掉这一行后，用时由 { $with } 降为 { $without }。
found-untimed = 第 { $line } 行 `{ $code }` 会等待：在记录的一次运行中，它读取 { $reads } 次，共阻塞程序 { $blocked }。去掉这一行后，用时由 { $with } 降为 { $without }。这台设备不为自身的工作计时，所以不知道它空闲了多久。
found-no-longer-untimed = 第 { $line } 行 `{ $code }` 会等待，但它几乎没有拖慢这个循环：有它时 { $with }，没有它时 { $without }。与等待相比，每一步都用时很长。请减小 n。这台设备不为自身的工作计时，所以不知道它空闲了多久。
unsteady-untimed = 第 { $line } 行 `{ $code }` 会等待，但各轮相差太大，看不出代价有多大：中位数为有它时 { $with }，没有它时 { $without }。请等机器没有别的负载时再运行一次，或增加轮数。这台设备不为自身的工作计时，所以不知道它空闲了多久。
coarse-clocks = 在这里无法得知设备空闲了多久：即使是空队列，这个浏览器也要过 { $floor } 才报告完成，因此设备与程序的时钟只能对齐到 { $apart } 以内。第 { $line } 行 `{ $code }` 阻塞了程序 { $reads } 次。请换用其他浏览器。
coarse-clocks-more = 这些等待共 { $blocked }，其中大部分可能是浏览器的延迟。去掉这一行后，用时由 { $with } 降为 { $without }。
axis-cost = 一次读取
caption-cost = 第 { $line } 行每次读取的代价：记录下来的运行中，{ $reads } 次读取的中位数与四分位数。设备已做完队列中的全部工作，而接下来的工作在等待之后才入队，这段时间才算空闲。
summary-cost = 每次读取费时 { $each }；其间设备空闲 { $eachIdle }，其后又空闲 { $eachAfter }。
axis-ways = 整个循环的用时
caption-ways = 改动前后：{ $batches } 个小批量，n = { $n }；{ $rounds } 轮的中位数与四分位数，计时时未作记录。
summary-ways = 有隐式等待用时 { $with }，没有则用时 { $without }。
caption-trace = 先后执行的两个循环，按记录画出，n = { $n }。斜线：程序在等待。在第一个循环中，每次等待都使设备的工作中断一段。

measure-ratio = 有隐式等待 / 没有
measure-blocked = 程序等待的总时间
measure-idle = 设备因此空闲的总时间
measure-each = 一次读取
measure-eachIdle = 一次读取期间设备空闲

wait-copy = 把损失复制到主机再复制回来
read = 何时读取损失
read-after = 更新之后
read-before = 反向传播之前
task = 循环的任务
task-training = 训练
task-inference = 推理：只有前向传播
way-upload = 一次复制回设备
line-upload = 一次复制回设备
vary-copy = 复制到主机再复制回来
look-copy = 每个小批量复制两次，来回各一次。看条形图：哪一次让这个程序等待，哪一次只是入队？在 PyTorch 和 MXNet 中，这两个调用都会等待。
vary-before = 在反向传播之前读取
look-before = 损失只需要前向传播。看一次读取：程序要等待的工作可能少了。但反向传播之后才入队：设备空闲的时间少了吗？
vary-inference = 推理代替训练
look-inference = 没有梯度，所以每个小批量的工作更少。看设备的空闲时间：读取每个预测的循环，同步的次数更少吗？
