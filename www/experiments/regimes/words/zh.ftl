### 屋顶线

# 实验打开之前显示。
title = 屋顶线：操作受什么限制
question = 计算、内存还是开销：你的操作的时间花在三者中的哪一个上？

introduction = 一个操作要计算（FLOP：加法与乘法），要在设备与其内存之间移动字节，还有一份开销，无论计算什么都一样。设备对这三者各有一个速率。在屋顶线模型里，操作用时等于三者中最慢的那个所需的时间；操作就受它限制，这就是操作的受限类型。实验环境用自己的操作测出本设备的三个速率，然后为你的操作计时，再作比较。操作的算术强度是它每移动一个字节所做的 FLOP。`exp` 和 `tanh` 与加法一样，每个元素算一个 FLOP。
prediction = 在这个大小下，你的操作受三者中的哪一个限制？
prediction-compute = 计算（计算受限）
prediction-bytes = 内存（带宽受限）
prediction-overhead = 开销（开销受限）
prediction-right = 你预测“{ $predicted }”。猜对了：它所需的时间是三者中第二位的 { $by }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $measured }。它所需的时间是三者中第二位的 { $by }。
why-low = 如果你以为计算越多用时越长，请注意：内存送来一个数的时间里，设备能计算许多个数；而只有几个数的数组，在下一个操作能够开始之前就已算完。
why-high = 如果你以为内存或开销最要紧，请注意：两者都不如计算增长得快；n×n 矩阵的乘积，字节按 n² 增长，计算按 n³ 增长。

operation = 你的操作
operation-tanh = 对每个元素求 tanh
operation-add = 一次加法
operation-chain = 八个操作的链
operation-fused = 同一条链，编译后
operation-product = 矩阵乘积
operation-layers = 120 个极小的层
operation-replayed = 同样的层，编译后
preset-product = 矩阵乘积
preset-fused = 编译后的链
preset-layers = 许多极小的层
n = 大小 n
n-help = 操作作用于 n×n 的数组。自动：按设备所需的大小；各层为 16。
largest = 尝试的最大边长
largest-help = 较小的数组可能留在缓存里，缓存比内存快。
loop = 循环的长度（ms）
loop-help = 每个操作的用时，都是一个长循环减去一个短循环。循环越长，结果越确切。

calibrating-work = 寻找合适的循环：{ $operation }，n = { $n }
timing-work = 第 { $round } 轮，共 { $rounds } 轮：{ $operation }

way-own = 你的操作
way-tiny = 对一个数做一次加法
way-add = 一次加法
way-exp = exp
way-tanh = tanh
way-chain = 八个操作的链
way-fused = 该链，编译后
way-product = 矩阵乘积
way-layers = 120 层，逐个操作
way-replayed = 120 层，编译后重放

column-operation = 操作
column-n = n
column-intensity = FLOP/B
column-time = 用时
column-rate = 所做计算
column-regime = 受限于
column-by = 是第二位的几倍
regime-compute = 计算
regime-bytes = 内存
regime-overhead = 开销
regime-uncounted = 计算
regime-open = 无法断定
regime-other = 三者都不是

found = 你的操作是{ $regime ->
        [compute] 计算受限
        [bytes] 带宽受限
       *[overhead] 开销受限
    }的。它用时 { $time }：单独来看，计算需要 { $compute }，字节需要 { $bytes }，开销需要 { $overhead }。{ $regime ->
        [compute] 只有减少计算，或更快地计算，才有用。
        [bytes] 把它与相邻的操作融合可以节省字节；减少计算毫无用处。
       *[overhead] 更大的批量，以及把许多操作编译成较少的操作，才有用。
    }
found-more = 本设备在乘积中达到 { $arithmetic }，移动 { $bandwidth }，对一个数的操作需要 { $cost }。算术强度低于 { $ridge } 时受内存限制，高于它时受计算限制。在同一个大数组上，`tanh` 的用时是一次加法的 { $tanh }。编译后，八个操作的链的速度是原来的 { $fusing }，120 个极小的层的速度是原来的 { $replaying }。
found-uncounted = 你的操作是计算受限的。它用时 { $time }，是其字节与开销所能解释的 { $fit }；加法移动的字节与它相同。其余是它的计算，而这里每个元素只算一个 FLOP。
found-uncounted-more = 本设备在乘积中达到 { $arithmetic }，移动 { $bandwidth }，对一个数的操作需要 { $cost }。在同一个大数组上，`tanh` 的用时是一次加法的 { $tanh }。编译后，八个操作的链的速度是原来的 { $fusing }，120 个极小的层的速度是原来的 { $replaying }。
disagrees = 三者都不能解释你的操作。它用时 { $time }，是模型所给时间的 { $fit }：字节需要 { $bytes }，计算需要 { $compute }，开销需要 { $overhead }。缓存会使操作比模型快；线程太少，或内核不适合这个大小，会使它比模型慢。
disagrees-more = 本设备在乘积中达到 { $arithmetic }，移动 { $bandwidth }，对一个数的操作需要 { $cost }。
unsteady = 这些轮次不足以断定你的操作受什么限制。它用时 { $time }：单独来看，计算需要 { $compute }，字节需要 { $bytes }，开销需要 { $overhead }。在屋脊附近有两者相当：选大一些或小一些的 n。否则请增加轮数，或在机器空闲时运行。
coarse = 无法判断：这个浏览器要 { $floor } 才报告几乎没有的工作完成，操作被它掩盖了。换一个浏览器，或选更长的循环。

axis-intensity = 算术强度，每字节的 FLOP
axis-rate = 所做计算，FLOP/s
axis-n = n
axis-elementwise = 在同一个数组上每个操作的用时
axis-layers = 120 层的用时
curve-product = 矩阵乘积
curve-elementwise = 加法；编译后的链
curve-layers = 极小的层
curve-own = 你的操作
curve-roof = 屋顶
curve-model = 屋顶加开销
curve-peak = 手写内核的屋顶
caption-roofline = 本设备的屋顶线，两轴均为对数：中位数与四分位数。在屋顶的斜坡上受内存限制，在平顶上受计算限制。远低于屋顶的，受开销限制，或三者都不是。虚线：两个手写内核所能达到的，一个是复制，一个是寄存器中的乘加。
summary-roofline = 屋顶以 { $bandwidth } 上升，到 { $ridge } 处的屋脊，之后平坦，为 { $arithmetic }。
caption-elementwise = 对同一个 { $side }×{ $side } 数组做计算量不同的操作：中位数与四分位数。链读写数组八次；编译后只读写一次。
summary-elementwise = tanh 的用时是加法的 { $tanh }；链的用时是编译后的 { $fusing }。
caption-layers = 一个 120 层、每层 16 个单元的网络：360 个操作逐个执行，或编译后由一条命令重放。
summary-layers = 逐个操作时，这些层的用时是重放时的 { $replaying }。
caption-throughput = n×n 矩阵的乘积：每秒所做的计算随 n 的变化。小的乘积落在屋顶之下的虚线上，那里受开销限制。
summary-throughput = 最大的乘积（n = { $largest }）达到 { $arithmetic }。

measure-time = 你的操作
measure-by = 限制者 / 第二位
measure-bandwidth = 移动字节
measure-arithmetic = 所做计算
measure-cost = 每个操作的开销
measure-ridge = 屋脊
line-peakArithmetic = 手写内核所做计算
line-peakBandwidth = 手写内核移动字节
vary-add = 换成加法
look-add = 加法在同样的字节上所做的计算比 `tanh` 少得多。看用时：变短了吗？
vary-small = 小数组（n = 16）
look-small = 只剩 256 个数。看用时，看现在受什么限制：字节去哪了？
vary-product = 换成乘积
look-product = 乘积的字节按 n² 增长，计算按 n³ 增长。看它落在屋顶下的什么位置。
