### Improving a computation: three costs

# What the page shows before the experiment is opened.
title = 改进计算：三种开销
question = n 个操作的循环，每次都等待与最后只等一次，各要多久？三个数能预测吗？

introduction = 一个操作有三项开销：$t1$，前端让它入队；$t2$，设备执行它；$t3$，后端返回结果。两个循环都对 x 加 1，共 $n$ 次：一个每次都等待结果，另一个只在最后等待一次。拖动模型中的开销，看看每个循环取决于什么。然后在你的设备上测量这三项开销；测量与它们要预测的循环分开进行。
prediction = 在最长的循环中，如果每个 y 都等待，用时会是只等一次的多少倍？
prediction-same = 不到 2 倍
prediction-few = 2 到 10 倍
prediction-tens = 10 到 100 倍
prediction-hundreds = 100 倍以上
prediction-right = 你预测“{ $predicted }”。n = { $n } 时实测：{ $ratio }。
prediction-wrong = 你预测“{ $predicted }”。n = { $n } 时实测：{ $ratio }，即“{ $measured }”。
why-low = 猜得偏低，是忽略了每次都等待时，每一轮都要付出 $t3$，而且没有任何重叠：前端、设备、返回结果轮流进行。
why-high = 猜得偏高，说明你以为只等待一次会让设备变快。它只是掩盖了 $t1$ 和 $t3$；每个操作在设备上仍需 $t2$。

preset-course = 与书中相同，n 到 1,000
preset-course-large = 与书中相同，n 到 10,000
most = 每次等待的循环，n 最大到
calibrating = 正在寻找适合这台设备的大小：{ $n }×{ $n }
side = x 的边长
side-help = x 是方阵。
slower = 前端放慢，µs
slower-help = 以空转循环加在每次入队上，模拟更慢的语言。一旦超过 t2 − t1，后端就会闲下来。
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
way-t2 = t2，后端执行
way-t3 = t3，交还结果
way-single = 一个操作，等待它
model-each = n·(t1 + t2 + t3)
model-once = t1 + n·t2 + t3
model-dry = n·t1 + t2 + t3
model-chapter = 书中的公式
model-bend = 模型
line-costs = t1 = { $t1 }，t2 = { $t2 }，t3 = { $t3 }
line-each = 同步，n = { $n }
line-once = 异步，n = { $n }
line-error = 预测误差：中位数 { $error }，最大 { $worst }（n = { $worstAt }）
line-bend = 前端放慢时的预测误差：中位数 { $bendError }；预计拐点在 { $bendAt }

column-n = n
column-each = 每次等待，ms
column-each-model = 模型，ms
column-each-error = 误差
column-once = 只等一次，ms
column-once-model = 模型，ms
column-once-error = 误差
caption = { $rounds } 轮的中位数，以及模型的预测
table-note = t1：{ $long } 个操作入队，平均到每个操作。t2：在未放慢的前端上，一批操作从 { $short } 个增加到 { $long } 个时，平均每个操作多花的时间；如果前端仍是较慢的一方，则取设备自己计时的平均值；设备不计时的话，它只是上界。t3：单独等待的一个操作减去前两项后剩下的时间，取 { $lone } 次的平均。图中没有 { $short } 个和 { $long } 个操作的循环。不足 20 个操作的循环会连续运行数次，以平均值作为一个样本。

found = 对两种循环，模型的预测误差中位数为 { $error }，最大为 { $worst }，其中 $t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。$n$ = { $n } 时，每次等待用时 { $each }，只等一次用时 { $once }：$t3$ 只付一次，入队则与后端的工作同时进行。
found-frontend = 在这里，前端是较慢的一方：$t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }，所以后端会闲下来，循环用时取决于入队。对两种循环，模型的预测误差中位数为 { $error }，最大为 { $worst }。
found-frontend-more = $n$ = { $n } 时，每次等待用时 { $each }，只等一次用时 { $once }。
found-backend = 后端是较慢的一方：$t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。对两种循环，模型的预测误差中位数为 { $error }，最大为 { $worst }。
found-backend-more = $n$ = { $n } 时，每次等待用时 { $each }，只等一次用时 { $once }。$n$ = { $n } 时，只等一次所省下的时间中，{ $savedReturn } 是不必交还的结果，{ $savedOverlap } 是入队与执行中较短的一项，它与较长的一项同时进行。
found-even = 入队与执行用时差不多：$t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。对两种循环，模型的预测误差中位数为 { $error }，最大为 { $worst }。
found-even-more = $n$ = { $n } 时，每次等待用时 { $each }，只等一次用时 { $once }。
found-limits = 前端是较慢的一方，或者两者差不多。后端有多快只能给出界限：这台设备不为操作计时。所以 $t1$ = { $t1 }，$t2$ { $t2 }，$t3$ { $t3 }；$t2$ 与 $t3$ 合计 { $rest }。
found-limits-more = 两种循环只取决于已知的部分：模型的预测误差中位数为 { $error }，最大为 { $worst }。$n$ = { $n } 时，每次等待用时 { $each }，只等一次用时 { $once }。
uneven = 起伏太大，无法判断：这台机器上还有别的工作在进行，同一个循环，居中的一半轮次用时从 { $low } 到 { $high } 不等。请等机器没有别的负载时再运行一次，或增加轮数。
uneven-more = 各项开销在测量期间变了，所以模型的误差中位数为 { $error }，最大为 { $worst }。$n$ = { $n } 时，每次等待用时 { $each }，只等一次用时 { $once }。
disagrees = 模型在这里不准：误差中位数为 { $error }，最大为 { $worst }（$n$ = { $worstAt }），其中 $t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。
disagrees-more = 它没有考虑操作之间分摊的部分：许多操作共同负担一次提交，单独一个则要独自负担；而且只有浏览器去查看时，才知道操作已经结束。$n$ = { $n } 时，每次等待用时 { $each }，只等一次用时 { $once }。
distortion-looks = 单独一个操作，有四分之一在 { $soon } 之内确认完成，也有四分之一要到 { $late } 之后：这个浏览器只是隔一段时间才查看哪些工作已完成。所以 $t3$ 在这里不是一个固定的数，用时不超过几毫秒的循环也就无法用一个数来预测。
distortion-crowd = 前端放慢后的循环，预测误差达到 { $bendError }：前端占着一个核心空转，如果后端和设备与它共用处理器，就会被它占去时间，所以 $t2$ 随之变大，入队的时间也会露出一点。
coarse = 测量精度不足，无法判断：最短的循环只相当于这个时钟的几步。更大的数组（边长）用时更长。尽管如此，仍测得 $t1$ = { $t1 }，$t2$ = { $t2 }，$t3$ = { $t3 }。
coarse-looks = 测量精度不足，无法判断：这个浏览器连空队列也要 { $floor } 后才报告完成，与此相比，循环中的操作显不出来。请换一个浏览器，或用更大的数组（边长）。
axis-n = n（对数）
axis-time = 时间（对数）
caption-loops = y = x + 1，n 次，x 为 { $side }×{ $side }：点为实测（{ $rounds } 轮的中位数与四分位数），线为由 t1、t2 和 t3 得出的预测。
summary-loops = n = { $n } 时，每次等待用时 { $each }，只等一次用时 { $once }。模型误差的中位数为 { $error }。
axis-slower = 每次入队增加的时间
axis-bend = { $bent } 个操作只等一次的用时
rule-bend = t1 = t2
caption-bend = 同一个循环，前端越来越慢，且每个操作都立即交给后端。虚线左侧，后端较慢，入队被掩盖；虚线右侧，用时只取决于入队。
summary-bend = 按模型，每次入队增加的时间超过 { $bendAt } 后，用时开始上升；误差的中位数为 { $bendError }。

measure-error = 模型误差，中位数
measure-worst = 模型误差，最大
measure-each = 最长的循环，每次等待
measure-once = 同一循环，只等一次
measure-ratio = 每次 / 一次
