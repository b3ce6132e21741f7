### Barriers: what waits, and for how much

# Shown before the experiment is opened.
title = 障碍器与阻塞器
question = 哪些调用会等待？等的是全部工作，还是只等自己需要的？

introduction = 障碍器是等待所有已入队操作的调用。书中的隐式阻塞器，是看起来不像等待、却让程序阻塞的调用。下面每个调用都紧跟在一个乘积入队之后，实验环境测量它让程序阻塞多久。然后是本章关于等待中间结果的练习：许多乘积入队，程序一次等待其中的第一个，一次等待全部。
prediction = 在你所等的乘积之后，还排着许多乘积。这次等待何时返回？
prediction-all = 要等到全部完成
prediction-late = 大约一半或更多完成的时候
prediction-early = 其他乘积大多还在排队时
prediction-right = 你预测“{ $predicted }”。猜对了：等待一个用时 { $first }，等待全部用时 { $every }。
prediction-wrong = 你预测“{ $predicted }”。实测：等第一个用时 { $first }，等全部用时 { $every }，即“{ $measured }”。
why-low = 如果你以为每次等待都是障碍器，请注意：等待一个数组，只要该数组完成就返回；排在后面的工作留在队列里。
why-high = 如果你以为浏览器会立即报告每次完成，请注意：在这台机器上，报告来得晚，或者几个一起来，那时排在后面的乘积也已完成。

preset-course-large = 与书中相同，较大
behind = 排在后面的乘积
behind-help = 它们不需要被等待的那个乘积。

way-nothing = 不等：只入队
way-waitAll = 等待全部
way-waitToRead = 等待一个
way-data = 转为主机数组
way-sum = 求和，再转为标量
way-norm = 求范数，再转为标量
way-print = 打印
way-two = 两个乘积，等待全部
bar-way-first = 第一个：{ $products } 个中有 { $left } 个尚未确认完成
bar-way-every = 全部 { $products } 个乘积
way-first = 等待第一个乘积
way-every = 等待所有乘积
line-nothing = 乘积，不等待
line-waitAll = 乘积，等待全部
line-waitToRead = 乘积，等待一个
line-data = 乘积，转为主机数组
line-sum = 乘积，求和转为标量
line-norm = 乘积，求范数转为标量
line-print = 乘积，打印
line-two = 两个乘积，等待全部
line-first = 许多乘积，等待第一个
line-every = 许多乘积，等待全部
table-note = 书中给出的是这些调用不含入队的用时。只有一个乘积时，等待这一个与等待全部的用时大致相同。队列中还有更多工作时，等待全部也会等待暂时不需要的工作：所以书中建议在 MXNet 中避免 `waitall`。对 `torch.cuda.synchronize()` 也是如此。

found = 会等待的六种调用，每一种都使程序阻塞了 { $least } 到 { $most }；只入队则用时 { $nothing }。后面再排 { $behind } 个乘积时，等待第一个乘积在 { $first } 后返回；等待全部用时 { $every }（{ $early }）。
found-more = 在带记录的一轮中，等第一个的调用返回时，{ $products } 个里还有 { $left } 个没有确认完成。只有一个乘积时，等待这一个用时 { $one }，等待全部用时 { $all }。
found-late = 会等待的六种调用，每一种都使程序阻塞了 { $least } 到 { $most }。等待第一个乘积用时 { $first }，等待全部用时 { $every }。这里报告完成太迟，看不出第一个等待提早返回。请增大 n。
disagrees = 在这里，等待并不比入队久多少：{ $least } 对 { $nothing }。乘积几乎刚入队就已完成。请增大 n。
coarse = 测量精度不足，无法判断：这些调用等了 { $least } 到 { $most }，而这个浏览器报告几乎没有的工作完成就需要 { $floor }。请增大 n。
axis-bars = 调用使程序阻塞了多久（对数）
caption-blocked = 一个 { $n }×{ $n } 的乘积，随后是该调用：{ $rounds } 轮的中位数与四分位数。除第一条外，乘积的入队不计在内。
summary-blocked = 入队用时 { $nothing }；会等待的调用使程序阻塞了 { $least } 到 { $most }。
axis-intermediate = 等待用时
caption-intermediate = 等待中间结果：先让 { $products } 个乘积入队，然后程序等待第一个，或等待全部。{ $rounds } 轮的中位数与四分位数。尚未确认完成的个数，取自下面带记录的那一轮。
summary-intermediate = 等第一个用时 { $first }，此时 { $products } 个中有 { $left } 个尚未确认完成；等全部用时 { $every }。
caption-trace = 带记录的一轮：所有乘积先入队；然后程序等待第一个，再等待全部。第一个斜线条结束得早。

measure-early = 全部乘积 / 第一个
measure-nothing = 一个乘积入队
measure-one = 单独等待一个乘积
measure-first = 等待众多乘积中的第一个
measure-every = 等待众多乘积的全部

vary-double = n 加倍
look-double = 乘积的工作量是原来的八倍。看哪些条形变长：入队，还是会等待的调用。
vary-more = 排在后面的加倍
look-more = 看下面的两次等待：哪一次取决于排在第一个乘积后面的工作？
vary-one = 后面只排一个
look-one = 现在两次等待只差一个乘积。看这台机器还能不能区分它们。
