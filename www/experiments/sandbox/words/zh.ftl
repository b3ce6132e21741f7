### Your own program

# Shown before the experiment is opened.
title = 你自己的程序
question = 你自己的程序在等什么？

introduction = 写你自己的程序，或者在这里打开任何一个实验的程序。程序中任何地方都可以用 `await`，用 `console.log` 打印。实验环境记录每个操作，并指出等待的行。Nsight、VTune 等性能分析器对本地程序做同样的事。程序与本页隔离运行，没有网络，随时可以停止。
prediction = 从第一个操作算起，程序会有多少时间花在等待上？
prediction-little = 不到 10%
prediction-part = 10% 到 50%
prediction-most = 一半以上
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $waiting }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $waiting }，即“{ $measured }”。
why-low = 如果你预计更少，请找一找隐式等待：读取一个值、打印一个数组，或以某个值为条件。
why-high = 如果你把设备的工作算成了等待，请注意：程序入队的同时，设备已经在工作。

program = 程序
program-help = 输入句点后会出现补全，也可以按 Ctrl-Space。connect() 没有指明设备时，使用下面选择的设备。
language = 语言
language-help = Python 的各个库也在实验环境之上运行，所用的 Python 约 6 MB，首次运行时下载。内存像 PyTorch 那样按流顺序重用；选 MXNet 时，在完成之后才重用。
language-javascript = JavaScript
language-pytorch = Python：PyTorch
language-jax = Python：JAX
language-tensorflow = Python：TensorFlow
language-mxnet = Python：MXNet
progress-fetching = 正在下载 Python
progress-starting = 正在启动 Python 和实验室
progress-ready = Python 已就绪
progress-running = 正在运行
completions = 补全建议
selection-deleted = 已删除选中内容
record = 记录什么
record-help = 记录时，每个操作都要单独占一个通道（pass），所以 GPU 会稍慢。
record-operations = 每个操作
record-nothing = 不记录
preset-start = 第一个程序
preset-hidden-wait = 条件判断中的等待
preset-puzzle = 谜题：删去那行等待的代码
preset-pytorch = 第一个程序，PyTorch
preset-jax = 第一个程序，JAX
preset-tensorflow = 第一个程序，TensorFlow
preset-mxnet = 第一个程序，MXNet
output = 程序打印的内容
failed-here = 程序停在了这里。

column-line = 行
column-kind = 等待
column-count = 次数
column-blocked = 程序等待
column-during = 其间设备空闲
column-after = 其后设备空闲
caption = 程序等待的行，设备空闲最久的排在最前

found =
    { $count ->
        [1] 程序让 { $operations } 个操作入队，等待了一次，在总共 { $span } 中等了 { $blocked }：占其时间的 { $waiting }。设备因此空闲了 { $idle }。等待的是第 { $line } 行。
       *[other] 程序让 { $operations } 个操作入队，等待了 { $waits } 次，在总共 { $span } 中等了 { $blocked }：占其时间的 { $waiting }。设备因此空闲了 { $idle }。代价最大的是第 { $line } 行：它等待了 { $lineBlocked }。
    }
found-busy =
    { $count ->
        [1] 程序让 { $operations } 个操作入队，等待了一次，在总共 { $span } 中等了 { $blocked }：占其时间的 { $waiting }。第 { $line } 行的这次等待没有让设备空闲。
       *[other] 程序让 { $operations } 个操作入队，等待了 { $waits } 次，在总共 { $span } 中等了 { $blocked }：占其时间的 { $waiting }。这些等待都没有让设备空闲。第 { $line } 行等待最久：{ $lineBlocked }。
    }
found-busy-more = 由于其他原因，设备空闲了 { $idleElse }：其中 { $idleEmpty } 队列为空，而程序并没有在等待；{ $idleBackend } 队列中有操作，但后端还没有交给设备。一个操作第一次使用时要先编译内核，操作要等它编译完。
found-free = 程序让 { $operations } 个操作入队，一个也没有等待。它们在 { $span } 后完成。
found-nothing = 程序打印了 { $lines } 行。没有记录操作。
found-solved = 解开了：程序只等待一次，为的是要打印的数，计算的内容与之前相同。用时 { $span }。
found-unsolved = 还没有：程序仍等待 { $waits } 次，在 { $span } 中共等待 { $blocked }。第 { $line } 行等待最久：{ $lineBlocked }。每一轮都需要它的值吗？
found-changed = 程序计算或打印的内容与之前不同了：应有 20 次乘积，最后打印 `largest 21`。请重新选择谜题，只删去一行。
disagrees = 程序没有让任何操作入队。
coarse = 程序让 { $operations } 个操作入队，等待了 { $waits } 次，在总共 { $span } 中等了 { $blocked }。这台设备不为自身的工作计时，所以不知道它空闲了多久。第 { $line } 行等待最久：{ $lineBlocked }。
distortion-labs = 程序打开了 { $count } 个实验环境。每个都有记录，显示的是其中一个，即第 { $shown } 个：在不阻塞的实验环境中，它的操作最多。
distortion-first = 一个操作在 GPU 上第一次使用时要先编译内核，这段时间也计在内。计时之前，请先把代码运行一遍。
distortion-sandbox = 在沙盒中，GPU 的后端运行在框架的线程上，因为浏览器不让没有来源的 Worker 使用 GPU。这个线程上的其他事情，例如滚动，会拖慢它。
caption-trace = 程序的各个操作，从它的实验环境连接到程序结束。

measure-operations = 操作数
measure-waits = 等待次数
measure-blocked = 程序等待
measure-span = 整个运行
measure-waiting = 等待的时间占比
measure-idle = 设备因此空闲

vary-unrecorded = 不作记录
look-unrecorded = 记录时，每个操作都要单独占一个通道（pass）。看程序打印的时间：不记录时更短吗？
vary-cpu = 改用 CPU 设备
look-cpu = 程序相同，设备不同。看现在哪一行等待，等多久。
