### Improving a computation: three costs

# Shown before the experiment is opened.
title = 改进计算：三种开销
question = 每次都等待结果，或只在最后等待一次：三个数能预测循环的用时吗？

introduction = 一个操作有三项时间开销：$t1$，前端让它入队；$t2$，设备执行它；$t3$，后端返回结果。两个循环都计算 y = x + 1，共 $n$ 次：一个每次都等待 y，另一个只在最后等待一次。运行时，会在你的设备上单独测量这三项开销。模型由它们预测两个循环的用时，再与实测的用时对照。运行之后，在下方出现的模型中拖动各项开销，看看每个循环取决于哪几项。
prediction = n 最大时，每个 y 都等待的用时会是只等待一次的多少倍？
prediction-same = 不到 2 倍
prediction-few = 2 到 10 倍
prediction-tens = 10 到 100 倍
prediction-hundreds = 100 倍以上
prediction-right = 你预测“{ $predicted }”。猜对了：n = { $n } 时实测 { $ratio }。
prediction-wrong = 你预测“{ $predicted }”。n = { $n } 时实测：{ $ratio }，即“{ $measured }”。
why-low = 如果你预计更少，请注意：每次都等待时，每个操作都要付出 $t3$，而且没有任何重叠：前端、设备、返回结果轮流进行。
why-high = 如果你以为只等待一次会让设备变快，请注意：它只付一次 $t3$，并把 $t1$ 与 $t2$ 中较短的掩盖在较长的之后；每个操作在设备上仍需 $t2$。

preset-course = 与书中相同，n 到 1,000
preset-course-large = 与书中相同，n 到 10,000（一轮，没有区间）
most = 每次等待的循环，n 最大到
calibrating = 正在寻找适合这台设备的大小：{ $n }×{ $n }
side = x 的边长
side-help = x 是方阵。
slower = 前端放慢，µs
slower-help = 用空转循环给每次入队增加的时间，模拟更慢的语言。从哪个值开始，只等待一次的循环用时会变长？
t1 = 模拟设备的 t1，µs
t1-help = 只用于模拟设备：其他设备由测量得出。
t2 = 模拟设备的 t2，µs
t2-help = 只用于模拟设备。
t3 = 模拟设备的 t3，µs
t3-help = 只用于模拟设备。

timing-cost = 第 { $round } 轮，共 { $rounds } 轮：开销 { $cost }
timing-loop = 第 { $round } 轮，共 { $rounds } 轮：n = { $n }，{ $way }
timing-bend = 第 { $round } 轮，共 { $rounds } 轮：前端放慢 { $slower }

way-each = 每次等待
way-once = 只等一次
way-t1 = t1，前端入队
way-t2 = t2，设备执行
way-t3 = t3，返回结果
way-single = 一个操作，等待它
model-each = n·(t1 + t2 + t3)
model-once = t1 + n·t2 + t3
model-dry = n·t1 + t2 + t3
model-chapter = 书中的公式
model-bend = 模型
line-costs = t1 = { $t1 }，t2 = { $t2 }，t3 = { $t3 }
line-each = 同步，n = { $n }
line-once = 异步，n = { $n }
line-error = 只等待一次的循环，预测误差：中位数 { $error }，最大 { $worst }（n = { $worstAt }）
line-bend = 前端放慢时的预测误差：中位数 { $bendError }；预计每次入队多花 { $bendAt } 起用时变长

column-n = n
column-each = 每次等待，ms
column-each-model = 模型，ms
column-each-error = 误差
column-once = 只等一次，ms
column-once-model = 模型，ms
column-once-error = 误差
caption = { $rounds } 轮的中位数，以及模型的预测
table-note = 这里的 $t3$ 大部分来自浏览器：其中包含完成通知延迟。原生程序的等待，例如 `torch.cuda.synchronize()`，开销通常小得多，所以在那里每次都等待的代价也较小。

found = 三项开销可以预测只等待一次的循环：$t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。在所有 $n$ 上，模型的误差中位数为 { $error }，最大为 { $worst }。$n$ = { $n } 时，每次等待用时 { $each }，只等待一次用时 { $once }：只等一次，$t3$ 只付一次，入队也与设备的工作重叠。
found-frontend = 瓶颈在前端：$t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。设备会空闲下来，循环用时取决于入队。三者是拟合得来的；由它们预测只等待一次的循环，误差中位数为 { $error }，最大为 { $worst }。
found-frontend-more = $n$ = { $n } 时，每次等待用时 { $each }，只等待一次用时 { $once }。
found-backend = 瓶颈在后端或设备（$t2$ 是两者的工作）：$t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。三者是拟合得来的；由它们预测只等待一次的循环，误差中位数为 { $error }，最大为 { $worst }。
found-backend-more = $n$ = { $n } 时，每次等待用时 { $each }，只等待一次用时 { $once }。按模型计算，只等待一次，因为不必每次返回结果而省下 { $savedReturn }，因为入队与执行重叠而省下 { $savedOverlap }。
found-even = 前端与设备差不多快：$t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。三者是拟合得来的；由它们预测只等待一次的循环，误差中位数为 { $error }，最大为 { $worst }。
found-even-more = $n$ = { $n } 时，每次等待用时 { $each }，只等待一次用时 { $once }。
found-limits = 瓶颈在前端，或者两者差不多快。这台设备不为操作计时，所以 $t2$ 和 $t3$ 只知道界限：$t1$ = { $t1 }，$t2$ { $t2 }，$t3$ { $t3 }；$t2$ 与 $t3$ 合计 { $rest }。
found-limits-more = 两种循环的用时都与这个合计如何分给 $t2$ 和 $t3$ 无关：由 $t1$ 与这一合计预测只等待一次的循环，误差中位数为 { $error }，最大为 { $worst }。$n$ = { $n } 时，每次等待用时 { $each }，只等待一次用时 { $once }。
uneven = 用时起伏太大，无法判断：同一个循环的中间值只知道在 { $low } 与 { $high } 之间。请等机器没有别的负载时再运行一次，或增加轮数。
uneven-more = 各项开销在测量期间变了，所以模型的误差中位数为 { $error }，最大为 { $worst }。$n$ = { $n } 时，每次等待用时 { $each }，只等待一次用时 { $once }。
uneven-cost = 用时起伏太大，无法判断：$t2$ 只知道为 { $t2 }。请等机器没有别的负载时再运行一次，或增加轮数。
unsteady = 各轮起伏太大，无法判断瓶颈在前端还是在其后：$t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。请等机器没有别的负载时再运行一次，或增加轮数。
unsteady-model = 各轮起伏太大，无法判断三项开销能否预测只等待一次的循环：误差中位数为 { $error }。请等机器没有别的负载时再运行一次，或增加轮数。
disagrees = 模型在这里不准：对未用于拟合的、只等待一次的循环，误差中位数为 { $error }，最大为 { $worst }（$n$ = { $worstAt }），其中 $t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。
disagrees-more = 模型没有考虑两点，原因可能在此。许多操作共同分担一次提交的开销，单独一个操作则要独自承担。而且浏览器只是隔一段时间才查看哪些工作已完成。$n$ = { $n } 时，每次等待用时 { $each }，只等待一次用时 { $once }。
disagrees-bend = 对只等待一次的循环，模型的预测误差中位数为 { $error }，其中 $t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }；但更慢的前端要多花多少时间，模型没有预测准，误差中位数为 { $bendError }。
distortion-looks = 逐个等待单个操作时，四分之一的情况在 { $soon } 内确认完成，另有四分之一要到 { $late } 之后，因为这个浏览器只是隔一段时间才查看哪些工作已完成。所以 $t3$ 在这里不是一个固定的数，不能用来预测只有几毫秒或更短的循环。
distortion-crowd = 前端放慢后，预测误差达到 { $bendError }。这时操作逐个提交，可能用时更长。而且，如果后端和设备与前端共用处理器，占着一个核心的前端就会抢走它们的时间。两种情况都可能使 $t2$ 变大。
coarse = 测量精度不足，无法判断：最短的循环只相当于这个时钟的几步。请用更大的数组（x 的边长）。
coarse-looks = 测量精度不足，无法判断：这个浏览器连空队列也要 { $floor } 后才报告完成，而循环中的操作用时比这还短。请换一个浏览器，或用更大的数组（x 的边长）。
axis-n = n（对数）
axis-time = 时间（对数）
caption-loops = y = x + 1，n 次，x 为 { $side }×{ $side }：点为实测（{ $rounds } 轮的中位数与四分位数），线为由 t1、t2 和 t3 得出的预测。
summary-loops = n = { $n } 时，每次等待用时 { $each }，只等待一次用时 { $once }。模型误差的中位数为 { $error }。
axis-slower = 每次入队增加的时间
axis-bend = { $bent } 个操作只等一次的用时
rule-bend = t1 = t2
caption-bend = 只等待一次的循环，前端越来越慢。每个操作一入队就交给后端。虚线左侧，瓶颈是后端或设备，入队的开销被掩盖：只要队列中还有操作，前端自身的速度就几乎无关紧要。虚线右侧，瓶颈是前端，用时只取决于入队的开销。书中队列保持不空的条件是 n·t2 > (n − 1)·t1：n 次执行比 n − 1 次入队更久。操作很多时，这就是 t2 ≥ t1，即虚线处。
summary-bend = 按模型，每次入队增加的时间超过 { $bendAt } 后，用时开始上升；误差的中位数为 { $bendError }。

measure-error = 模型误差，中位数
measure-worst = 模型误差，最大
measure-each = 最长的循环，每次等待
measure-once = 最长的循环，只等一次
measure-t1 = t1，入队
measure-t2 = t2，执行
measure-t3 = t3，返回结果
measure-ratio = 每次 / 一次

vary-slower = 更慢的前端
look-slower = 看只等待一次的循环。现在 $t1$ 大于 $t2$：队列还是满的吗？
vary-tiny = 极小的操作（x 为 1×1）
look-tiny = 设备只有一个数要加。把 $t2$ 与 $t1$、$t3$ 放在一起看：一个操作中有多少是计算，多少是调度，即入队、提交和返回？
vary-double = x 的边长加倍
look-double = 元素是原来的四倍。看三项开销中哪一项增大，以及两个循环有多接近。
