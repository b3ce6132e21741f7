### Memory: never waiting has a price

# Shown before the experiment is opened.
title = 内存：从不等待的循环
question = 训练循环从不等待，能得到什么，又要多占多少内存？

introduction = 本章的训练循环：三层网络、L2 损失、SGD。一种循环等待每个小批量的损失；另一种从不等待，直到最后。两者都在完成后释放内存：读取某块内存的工作完成之后，才释放它。MXNet 的引擎也这样释放，但操作运行时才为结果分配内存；在那里堆积的主要是每个小批量的数据。第三种同样不等待，但像 PyTorch 的缓存分配器那样，按流顺序重用内存：队列中的下一个操作可以立即接着使用它。选择“全部十种方式”，还会测量把平均损失读成一个数，或让小批量重叠的循环。
prediction = 如果内存在完成后才释放，循环从不等待时所需的内存，会是每次都等待损失值算出时的多少倍？
prediction-same = 差不多一样多
prediction-few = 1.5 到 4 倍
prediction-tens = 4 到 12 倍
prediction-most = 12 倍以上
prediction-right = 你预测“{ $predicted }”。猜对了：实测 { $ratio }。
prediction-wrong = 你预测“{ $predicted }”。实测：{ $ratio }，即“{ $measured }”。
why-low = 如果你以为程序不再需要时内存就会释放，请注意：完成后才释放，意味着内存要保留到读取它的工作完成为止，而这项工作之前还排着整个队列。
why-high = 如果你以为每个小批量都要另存一份全部内容，请注意：堆积的只是每个小批量的结果；权重只存一份，而等待的循环也需要一个小批量的内存。

preset-course = 与书中相同，50 个 1024 × 512 的小批量（一轮，没有区间）
preset-course-100 = 与书中相同，100 个小批量，8 GB（一轮，没有区间）
preset-course-150 = 与书中相同，150 个小批量，12 GB（一轮，没有区间）
features = 特征数
features-help = 特征数为 f 时，三层的单元数依次为 4f、f 和 1。
batch = 小批量的行数
batch-help = 自动：特征数的两倍，与书中相同。
batches = 一个迭代周期的小批量数
overlap = 可以重叠的小批量数
overlap-help = 测量全部十种方式时，`lab.window(k)` 的 k。
rate = 学习率
memory = 可用的内存，MB
memory-help = 事先会算出循环不等待时可能需要多少内存。如果超过这个上限，就缩短迭代周期。
calibrating = 正在寻找适合这台设备的大小：{ $n } 个特征

way-never-on-completion = 从不等待，完成后释放
way-loss-on-completion = 等待损失值算出，完成后释放
way-mean-on-completion = 读取平均损失，完成后释放
way-one-on-completion = 重叠一个小批量，完成后释放
way-several-on-completion = 重叠多个小批量，完成后释放
way-never-stream-ordered = 从不等待，按流顺序
way-loss-stream-ordered = 等待损失值算出，按流顺序
way-mean-stream-ordered = 读取平均损失，按流顺序
way-one-stream-ordered = 重叠一个小批量，按流顺序
way-several-stream-ordered = 重叠多个小批量，按流顺序
line-batches = 小批量 { $count }
line-epoch = 每个迭代周期用时
line-memory = 增加的内存：{ $megabytes } MB
line-shrunk = 从不等待本来需要 { $needed }，而可用 { $limit }：改为运行 { $batches } 个 { $batch }×{ $features } 的小批量

column-issued = 全部入队，ms
column-epoch = 迭代周期完成，ms
column-bytes = 内存增量
caption = { $batches } 个 { $batch }×{ $features } 的小批量；{ $rounds } 轮的中位数
table-note = 内存增量是开始时参数所占之外，任一时刻最多又分配了多少。书中打印的是 `ps` 所报告的整个进程的增量，其中包括 Python、库本身和留待再用的内存。这里只计设备上的缓冲区。两种循环之间的折中：等待前一个小批量，这样队列中总还有一个。内存有上限，设备也不必空闲。

axis-batches = 小批量
curve-never-issued = 从不等待：入队
curve-never-finished = 从不等待：完成
curve-loss-issued = 等待：入队
curve-loss-finished = 等待：完成
caption-batches = 随时间入队和确认完成的小批量，共 { $batches } 个 { $batch }×{ $features }。实线：从不等待。虚线：每个都等待损失值算出。各一个迭代周期，内存在完成后释放。
summary-batches = 从不等待时，{ $count } 个小批量全部入队用时 { $issued }，全部完成用时 { $epoch }；每个都等待损失值算出时，全部完成用时 { $epochLoss }。
axis-bytes = 设备上的字节数
curve-used = 在用
curve-pending = 待释放
curve-allocated = 已分配
caption-pile = 从不等待，内存在完成后释放。在用：程序持有的数组所占。待释放：程序已经放弃，但队列中的工作还需要。已分配：前两者，加上留待再用的部分。
summary-pile = 从不等待，完成后释放：内存增加 { $pile }。
axis-allocated = 已分配的字节数
curve-never-on-completion = 从不等待，完成后释放
curve-loss-on-completion = 等待，完成后释放
curve-never-stream-ordered = 从不等待，按流顺序
caption-flat = 同样的训练，三种方式：内存在完成后释放时，从不等待和每次都等待损失值算出；内存按流顺序重用时，从不等待。
summary-flat = 完成后释放，从不等待时内存增加 { $pile }，每个都等待损失值算出时增加 { $flat }；按流顺序，从不等待时增加 { $stream }。
axis-increase = 内存增量
caption-bytes = 每种方式在开始时之外最多又分配了多少：{ $rounds } 轮的中位数与四分位数，{ $batches } 个 { $batch }×{ $features } 的小批量。
summary-bytes = 完成后释放：从不等待占 { $pile }，每个都等待损失值算出占 { $flat }；按流顺序：分别占 { $stream } 和 { $streamFlat }。
axis-open = 未完成的小批量
curve-open-one = 手写：重叠一个
curve-open-several = 窗口为 { $overlap }
caption-open = 本章关于小批量重叠的练习：循环让一个小批量入队后，等待它的前一个，所以恰好有一个小批量与下一个重叠：最多同时有 2 个未完成。窗口为 { $overlap } 时，最多 { $overlap } 个。图中各为一个迭代周期的前几个小批量。
summary-open = 重叠一个小批量时，最多同时有 { $openOne } 个未完成，内存增加 { $one }，迭代周期用时 { $epochOne }。用窗口时最多 { $openSeveral } 个，从不等待时 { $openNever } 个。

found = 不等待时，循环在 { $issued } 内就让全部 { $count } 个小批量入队，是整个迭代周期 { $epoch } 的 { $part }。内存在完成后释放时，堆积了 { $pile }。每次都等待损失值算出只占 { $flat }，时间上的代价也很小：迭代周期用时 { $epochLoss }。
found-more = 按流顺序时，不等待内存也只增加 { $stream }。
found-costly = 不等待时，循环在 { $issued } 内就让全部 { $count } 个小批量入队，是整个迭代周期 { $epoch } 的 { $part }。内存在完成后释放时，堆积了 { $pile }。每次都等待损失值算出只占 { $flat }，但在这里要多花时间：迭代周期用时 { $epochLoss }，是不等待时的 { $price }。
found-costly-more = 每次等待时，在浏览器报告完成、下一个小批量到达之前，设备可能空闲。按流顺序时，不等待内存也只增加 { $stream }。
found-unpriced = 不等待时，循环在 { $issued } 内就让全部 { $count } 个小批量入队，是整个迭代周期 { $epoch } 的 { $part }。内存在完成后释放时，堆积了 { $pile }。每次都等待损失值算出只占 { $flat }。这样是否多花时间，从这些轮次看不出来：迭代周期用时 { $epochLoss }，是不等待时的 { $price }。
found-unpriced-more = 按流顺序时，不等待内存也只增加 { $stream }。
disagrees = 在这里，前端领先设备不多：{ $count } 个小批量入队用了 { $issued }，而整个迭代周期用时 { $epoch }。所以堆积不了多少：不等待占 { $pile }，每个都等待占 { $flat }。请增大特征数。
disagrees-memory = 内存的表现与书中所说不同，虽然小批量在 { $issued } 内就全部入队，而迭代周期用时 { $epoch }。完成后释放时，从不等待占 { $pile }，等待占 { $flat }；按流顺序时，从不等待占 { $stream }。
coarse = 测量精度不足，无法判断：整个迭代周期用时 { $epoch }，而报告几乎没有的工作完成就需要 { $floor }。请增大特征数。内存增量：不等待 { $pile }，等待 { $flat }。
cramped = 内存太少，无法判断：只可使用 { $limit }，而从不等待本可能需要 { $needed }。放得下的小批量太少，堆积不起来。请增大可用内存，或减少特征数。
distortion-floor = 几乎没有的工作也要 { $floor } 才会报告完成。每次都等待损失值算出时，一个小批量用时 { $seen }，所以其中最多有 { $share } 可能是浏览器自身的延迟。
distortion-shrunk = 按所要求的大小，从不等待可能需要 { $needed }，而可用 { $limit }。所以这里取的是放得下的最大规模：{ $batches } 个 { $batch }×{ $features } 的小批量。

measure-pile = 内存增量，从不等待
measure-flat = 内存增量，等待损失值算出
measure-ratio = 内存，从不等待 / 等待
measure-price = 用时，等待 / 从不等待
measure-part = 全部入队的用时占迭代周期的比例
measure-issued = 全部小批量入队，从不等待

ways = 测量的方式
ways-three = 三种方式
ways-all = 全部十种方式
vary-double = 小批量数加倍
look-double = 看完成后释放内存的两条曲线：哪一条取决于小批量的个数？
vary-rows = 行数减半
look-rows = 每个小批量的工作和内存都减半。看从不等待时是否还能领先设备那么多。
vary-all = 全部十种方式，包括小批量重叠
look-all = 展开下面其余的图：恰好有一个小批量与下一个重叠时，同时有几个未完成？时间和内存如何？
