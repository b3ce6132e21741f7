### 另一个 WebGPU 程序的记录说明了什么。

title = 被观察的程序：{ $file }
caption = { $page }：每次派发从调用到完成。形状是工作组的数目；一个操作读取什么，记录中没有。
summary = 派发：{ $dispatches } 次，提交：{ $submissions } 次。
floor = 浏览器报告完成有延迟，空队列的中位数为 { $time }。
floor-unknown = 没有测量浏览器报告完成的延迟。
untimed = GPU 的工作没有计时：每次提交只知道开始和报告结束之间的范围。

verdict-no-webgpu = 这个线程没有 WebGPU，因此什么也看不到。请通过 HTTPS 或在本机上，用支持 WebGPU 的浏览器打开页面。
verdict-unused = 观察期间程序没有向 WebGPU 提交任何工作。如果它在别的线程上计算，请观察那个线程。
verdict-no-adapter = 程序请求了适配器，但没有得到：这个浏览器找不到 WebGPU 可用的 GPU。请查看 chrome://gpu 或 about:support，或以软件适配器启动浏览器。
verdict-refused = 程序请求了设备，但被拒绝：它可能需要适配器没有的特性或限制。错误信息在页面的控制台里。
verdict-busy = 从第一项到最后一项工作，设备空闲 { $time }，占 { $share }：它一直有事可做。要更快，程序必须少算一些。
verdict-unresolved = 设备的空闲时间短于其时钟所能分辨的：{ $time }，误差 { $within }。请记录更长时间，或换用 GPU 时钟步长更细的浏览器。
verdict-wait = 从第一项到最后一项工作，设备有 { $share } 的时间空闲（{ $time }，误差 { $within }），主要因为程序在等待（{ $part }）。首先修改：{ $place } 的等待，其间和其后设备空闲 { $lost }。请减少读取，或在读取之前先排入下一项工作。
verdict-empty = 从第一项到最后一项工作，设备有 { $share } 的时间空闲（{ $time }，误差 { $within }），主要因为程序虽未等待却没有排入工作（{ $part }）。首先修改：程序线程在各次调用之间所做的事。
verdict-backend = 从第一项到最后一项工作，设备有 { $share } 的时间空闲（{ $time }，误差 { $within }），主要因为工作已编码但尚未提交（{ $part }）。首先修改：更早提交。
verdict-device = 从第一项到最后一项工作，设备有 { $share } 的时间空闲（{ $time }，误差 { $within }），其中大部分时间工作已经提交（{ $part }）：复制、浏览器或驱动占用了这段时间。首先修改：一次提交更多工作。
verdict-unknown = 从第一项到最后一项工作，设备有 { $share } 的时间空闲（{ $time }，误差 { $within }）。GPU 与程序的时钟不够一致，无法说明原因。
verdict-untimed = 程序在记录时间的 { $share } 里等待（{ $time }），最多的是 { $place }。其间设备是否空闲不得而知：请带时间戳记录。
verdict-untimed-free = 程序在记录时间的 { $share } 里等待（{ $time }）。设备是否空闲不得而知：请带时间戳记录。

also-lost = 设备丢失（{ $reason }）：{ $message }
also-cut = 记录在其工作完成之前结束。
also-compiling = 编译管线用了 { $time }，共 { $count } 个。
also-small = { $submissions } 次提交只有 { $dispatches } 次派发：每次提交都有自己的开销。几次派发可以共用一次提交。
also-canvas = 通过画布读取并阻塞线程：{ $count } 次。
also-overlapped = 其间程序仍在提交的 Promise：{ $count } 个。它们不能证明有等待，不计为等待。
also-devices = 程序创建了 { $count } 个设备。前 { $most } 个以外的设备只计提交的数目。
also-late = 有设备在记录开始之前就已创建：此前的缓冲区和管线名称可能缺失。
also-unknown = 没有看到编码过程的命令缓冲区：{ $count } 个。
also-left-out = 超出保留上限的操作和等待：{ $count } 个。
also-faults = 观察脚本自身的错误：{ $count } 个。请报告。

reason-wait = 队列为空，程序在等待
reason-empty = 队列为空，程序没有等待
reason-backend = 已编码，尚未提交
reason-device = 已提交，尚未开始
reason-unknown = 不知道

table-counts = 计数
table-waits = 等待，按行
table-idle = 设备空闲时间，按原因
table-compilations = 编译，最长的在前
column-what = 项目
column-value = 数值
column-place = 程序的调用
column-kind = 种类
column-count = 次数
column-blocked = 等待时间
column-idle = 因此设备空闲
column-reason = 原因
column-time = 时间
column-name = 管线
place-unknown = 未记录
count-device = 设备
count-browser = 浏览器
count-time = 记录时间
count-blocked = 等待时间
count-submissions = 提交
count-dispatches = 派发
count-draws = 绘制
count-uploads = 上传
count-compilations = 编译
count-peak = 缓冲区最多字节

beside = 并列的记录
beside-recording = 记录
beside-submissions = 提交次数
beside-dispatches = 派发次数
beside-each = 每次提交的派发数
beside-waits = 等待次数
beside-overlapped = 并非等待的 Promise
beside-canvas = 通过画布的读取
