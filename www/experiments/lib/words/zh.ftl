### The common words of experiments; each adds its own messages and may replace these.

preset-auto = 自动
preset-course = 与书中相同
n = 矩阵大小 n
rounds = 轮数
rounds-help = 每种方式计时多少次。各种方式轮流进行。
seed = 随机种子
seed-help = 种子相同，随机数就相同。

# Machines that are modelled, each with a browser.
machine = { $machine }，{ $browser }
machine-phone = 手机
machine-laptop-integrated = 集成显卡的笔记本电脑
machine-laptop-apple = 苹果笔记本电脑
machine-gaming-card = 游戏显卡
machine-data-centre-card = 数据中心显卡
machine-software-adapter = 软件适配器（无 GPU）
browser-chrome = Chrome
browser-firefox = Firefox
browser-firefox-unnudged = Firefox，每 100 ms 才查看一次
browser-safari = Safari
not-printed = （未知：模拟或按模型计算的设备不计算数值，较早的记录没有保存打印的内容。）
line-ended = 按设备自己的时钟，在记录的一轮中，最后一次入队之后经过 { $ended }，工作结束

connecting = 正在连接
calibrating = 正在寻找适合这台设备的大小：n = { $n }
warming = 正在预热
timing = 第 { $round } 轮，共 { $rounds } 轮：{ $way }
recording = 正在为图记录一轮

column-way = 方式
column-median = 中位数，ms
column-low = 25%，ms
column-high = 75%，ms
column-rounds = 轮数
column-printed = 书中打印的结果
caption = { $rounds } 轮的用时。“±”和“(a–b)”表示中间值的 95% 区间。

few = 不作结论：只测了 { $rounds } 轮，少于六轮没有区间可言。图中显示的是测得的值，少于五轮时从最小值到最大值。请选择六轮或更多。
unsteady = 这 { $rounds } 轮无法作出判断：95% 区间跨过了十分之一的界限。增加轮数会缩小区间，机器空闲时也会。
way-latency = 几乎没有工作，等待完成
timing-latency = 第 { $round } 轮，共 { $rounds } 轮：几乎没有工作，等待完成
distortion-few = { $rounds } 轮的用时没有区间。六轮或更多才有。
distortion-older = 这一结果由较早版本按当时的规则判断：四分位数互不重叠。其中“±”和“(a–b)”表示居中的一半轮次，不是中间值的区间。要按现在的规则判断，请重新运行。

prediction-undecided = 你预测“{ $predicted }”。这次运行无法判断是否正确。
distortion-modelled = 这是模拟，不是实测：这些时间由一台机器（{ $machine }）及其浏览器的描述计算得出。
summary-trace =
    { $count ->
        [1] { $count } 个操作入队，用时 { $enqueueing }；到确认完成用时 { $done }；间隔 { $gap }。
       *[other] { $count } 个操作入队，用时 { $enqueueing }；到最后一个确认完成用时 { $done }；间隔 { $gap }。
    }

distortion-floor = 几乎没有的工作也要 { $floor } 才会报告完成。此处以这种报告为终点的最短用时是 { $seen }，所以其中最多有 { $share } 可能是浏览器自身的延迟。
distortion-clock = 时钟每步 { $step }；{ $shortest } 的用时只相当于几步。
distortion-no-timestamps = 这个设备不为自身的工作计时，所以它那一行画的是界限：每次提交都在从提交到确认完成之间的某段时间执行。
distortion-quantum = GPU 时间戳的步长为 { $quantum }；最短的操作用时 { $shortest }。
distortion-software = 这里的“GPU”（{ $adapter }）是 CPU 上的程序，与前端、后端共用同样的核心，所以三者都比有 GPU 时慢。
distortion-software-unnamed = 这里的“GPU”（浏览器没有给出它的名称）是 CPU 上的程序，与前端、后端共用同样的核心，所以三者都比有 GPU 时慢。
distortion-nudged = 这个浏览器自己每 100 ms 才查看一次哪些工作已完成。每隔几毫秒提交一次空任务，可以让它早些查看（空队列在 { $floor } 后确认完成），但会占用设备的一点时间。
distortion-same-thread = 此处的 Worker 不能使用 WebGPU，所以后端与前端共用一个线程，会占去前端的时间。
distortion-hidden = 有 { $count } 轮因标签页被隐藏而未计入。
distortion-late = 有 { $count } 轮未做：即使是空队列，这个浏览器也要过 { $floor } 才报告完成，全部做完会花很久。
distortion-unseen = 为图作记录时，标签页被隐藏了，而浏览器会放慢隐藏的标签页。请让标签页保持可见，再运行一次。
distortion-uneven = 用时起伏较大：同样的内容，居中的一半轮次用时从 { $low } 到 { $high } 不等。机器空闲时起伏较小；增加轮数会缩小区间，但不会减小这种起伏。

measure-floor = 完成通知延迟
