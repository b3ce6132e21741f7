### The dependency graph

# Shown before the experiment is opened.
title = 依赖图
question = 你的操作中，哪个必须等哪个？打印又在等什么？

introduction = 每次调用都给依赖图添加一个操作，图中的边说明一个操作读取哪些结果。这些结果都有了之后，后端就可以执行该操作。书中的例子是 z = x * y + 2，对 1×2 的全 1 数组打印出 [[3., 3.]]。你可以输入自己的表达式：名字代表全 1 数组。
prediction = 有一些操作构成最长链，链上每个操作都需要前一个。设备的全部工作中，有多少在这条链上？
prediction-half = 大约一半或更少
prediction-most = 大部分
prediction-all = 全部
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $part }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $part }，即“{ $measured }”。
why-low = 如果你以为最长链之外还有更多工作，请注意：输入还没有的操作无法开始，空闲的设备再多也没用。
why-high = 如果你以为每个操作都要等待写在前面的那个，请注意：在依赖图中，一个操作只等待它的输入，MXNet 的引擎也是如此。（PyTorch 在一个 CUDA 流中保持各行的先后，浏览器在它唯一的队列中也是如此，所以互不依赖的操作仍可能一个接一个地运行。）

expression = 表达式
expression-help = 名称、数字、+ − * /，矩阵乘积写作 @ 或 dot(a, b)，以及 sum、mean、max、norm、exp、log、sqrt、square、abs、relu。
wrong-sign = 第 { $at } 个字符是“{ $found }”。只允许名称、数字、+ - * / @ ( ) 和逗号。
wrong-here = 第 { $at } 个字符是“{ $found }”。此处应为：{ $expected ->
    [operator] +、-、*、/ 或 @
    [value] 名称、数字或“(”
   *[other] “{ $expected }”
 }。
wrong-end = 表达式在第 { $at } 个字符处结束。此处还应有：{ $expected ->
    [operator] +、-、*、/ 或 @
    [value] 名称、数字或“(”
   *[other] “{ $expected }”
 }。
wrong-function = 第 { $at } 个字符处：没有 { $found } 这个函数。可用的有 { $known }。
wrong-args-1 = 第 { $at } 个字符处：{ $found } 只接受一个值。
wrong-args-2 = 第 { $at } 个字符处：{ $found } 接受两个值，以逗号分隔。
wrong-dot = 第 { $at } 个字符处：矩阵乘积需要两个矩阵，而其中一个是单个的数。
wrong-name = 第 { $at } 个字符处：{ $found } 这个名称已被程序或 JavaScript 占用。请换一个。
wrong-constant = 这个表达式里没有数组。请用一个名称，例如 x。
wrong-many = 从第 { $at } 个字符开始的操作超出了限额。一个表达式最多 { $most } 个操作。
preset-branches = 两个分支
preset-chain = 一条链
preset-diamond = 汇合的分支
n-help = 每个数组的列数。除非在下面另外设定，行数与之相同。
rows = 行数
rows-help = 自动：与列数相同。含矩阵乘积的表达式总是用方阵。
way-recorded = 正在记录
pacing = 正在测定每个操作要多久
watching = 正在执行，n = { $n }：每个操作重复多次，让你看得见
skipping = 模拟设备上没有可以实时观看的内容
live-graph = 实时：{ $expression }，数组为 { $n }×{ $n }。每个操作按它的节点上所写的次数重复执行，让你看得见；设备一次只拿到一个调用。粗线：最长链，取自之前的记录。所有操作完成之前，程序在打印处等待。之后，此图换成记录下来的时间。
live-summary-graph = 实时：{ $nodes } 个节点中，{ $done } 个完成，{ $running } 个执行中，{ $queued } 个排队中；打印在等待。

column-operation = 操作
column-shape = 形状
column-reads = 输入
column-took = 用时
column-chain = 在最长链上
yes = 是
no = 否
caption = { $expression } 的各个操作，按调用顺序排列
line-chain = 最长链：{ $way }
line-times = 设备共用时 { $all }，其中最长链 { $chain }；打印阻塞了 { $wait }

found = { $operations } 个操作都在各自的输入就绪之后才开始。有 { $pairs } 对操作互不依赖，其中 { $together } 对是同时执行的。
found-more = 最长链（关键路径）有 { $length } 个操作，用时 { $chain }，占设备总用时 { $all } 的 { $part }。链上的操作必须一个接一个执行，所以同样速度的设备再多，也不会更早完成。只有打印让程序等待，等了 { $wait }。
found-apart = { $operations } 个操作都在各自的输入就绪之后才开始。有 { $pairs } 对操作互不依赖，但这台设备一次只执行一个操作，共用时 { $all }。
found-apart-more = 最长链（关键路径）有 { $length } 个操作，用时 { $chain }，占其中的 { $part }。链上的操作必须一个接一个执行，所以同样速度的设备再多，也不会更早完成。只有打印让程序等待，等了 { $wait }。
found-chain = { $operations } 个操作都在各自的输入就绪之后才开始。每个操作都需要前一个，所以没有两个能同时执行：这条链用时 { $chain }。只有打印让程序等待，等了 { $wait }。
disagrees = 在 { $needs } 个依赖中，有 { $early } 个看起来被违反了：某个操作似乎在它的输入就绪之前就开始了。不是设备的时钟有误，就是 asynclab 有误。请再运行一次。
coarse = 这台设备不为操作计时，所以无法测出最长链的用时。图中只画出 { $operations } 个操作各自执行的时间界限。依赖关系是准确的。
coarse-clock = 无法确定哪条链最长：{ $operations } 个操作总共用时 { $all }，而为它们计时的时钟，步长是 { $step }。每个操作都在输入就绪之后才开始。只有打印让程序等待，等了 { $wait }。请增大 n。
caption-graph = { $expression }，每个操作调用一次；取 { $rounds } 轮中居中的一轮。操作画在它的输入之下，互不依赖的操作并排。粗线：最长链。程序在六边形节点处等待。移动滑块或点“重放”，可以看到每个操作当时进行到了哪一步。
summary-graph = { $operations } 个操作，分 { $layers } 层；{ $pairs } 对可以按任意顺序执行；最长链有 { $length } 个操作，在总用时 { $all } 中占 { $chain }。
caption-trace = 同一次运行的时间线；斜线条是打印之内的等待。

scalar = 标量

measure-chain = 最长链
measure-all = 设备上的全部操作
measure-part = 最长链占全部的比例
measure-wait = 打印之内的等待

vary-branches = 两个独立的分支
look-branches = 两个分支互不读取。看现在有多少工作在关键路径上。
vary-chain = 一条链
look-chain = 每个操作都读取前一个的结果。看有没有什么可以同时运行。
vary-double = n 加倍
look-double = 图不变，操作用时更长。看哪些操作在关键路径上。
