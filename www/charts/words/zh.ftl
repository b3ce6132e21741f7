### What the charts say.

frontend = 前端
backend = 后端
device = 设备
axis-time = 自首次入队起，{ $unit }
axis-count = 操作数
empty = 尚无测量结果。请点“运行”。
empty-frontend = 你下达的每个操作，在下达的时刻
empty-backend = 从队列中取出操作，再交给设备
empty-device = 操作真正执行的时间
enqueued-in =
    { $count ->
        [1] { $count } 个操作入队
       *[other] { $count } 个操作在 { $time } 内入队
    }
thinned = 每 { $step } 个连 1 线
gap = 间隔 { $time }
wait = { $kind } { $time }
seen = 确认完成
uncertainty = GPU 时钟 ± { $time }
uncertainty-residual = GPU 时钟 ± { $time }，残差 { $residual }
bounds = 在此范围内执行
enqueued-curve = 入队
ended-curve = 在设备上结束
completed-curve = 确认完成
depth = 队列中 { $count } 个
view-all = 全程
view-beginning = 开头
view = 显示

timeline = 时间线。{ $summary }
series = 随时间入队与确认完成的操作数。{ $summary }
timeline-empty = 时间线：尚无测量结果
series-empty = 操作数随时间的变化：尚无测量结果
cursor = 操作
cursor-hint = 指向某个操作，或移动滑块，即可读出它各阶段的时刻。
cursor-value = 第 { $number } 个操作，共 { $count } 个，{ $name }
life-title = { $name } { $shape }，第 { $number } 个操作，共 { $count } 个
life-enqueued = 入队
life-decoded = 解码
life-submitted = 提交
life-started = 开始
life-ended = 结束
life-completed = 确认完成
life-gap = 间隔
life-reads = 输入
life-clock = 设备时间
life-unknown = 未测得

plot-cursor = 位置
plot-hint = 指向图中某处，或移动滑块，即可读出数值。
plot-table = 以表格显示此图
plot-low = { $name }，25%
plot-high = { $name }，75%
spread = { $median }（{ $low } 到 { $high }）
plot-way = 方式
time-since = 自开始起的时间

table-open = 以表格显示各操作
table-caption = 时间自首次入队起计，单位 ms。“确认完成”是结束时刻的上界。
table-clock = 设备的各个时间可能整体偏移：{ $clock }。残差表示拟合的上下界相互矛盾多少。
table-cut = 共 { $count } 个操作，此处为前 { $shown } 个。
column-number = 序号
column-name = 操作
column-shape = 形状

replay = 重放
graph-at = { $time } 之后
graph-after = 运行结束后
graph-untimed = 未计时
graph-operation = 操作
graph-reads = 输入
graph-queued = 入队
graph-started = 开始
graph-ended = 结束
graph-took = 用时
graph-chain = 在最长链上
graph-yes = 是
graph-no = 否
stage-unknown = 尚未调用
stage-queued = 排队中
stage-running = 执行中
stage-waiting = 程序在等待
stage-done = 完成

scalar = 标量
