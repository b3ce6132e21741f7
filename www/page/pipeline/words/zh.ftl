### 本章的模型画成两张时间表：每次都等待，以及只等待一次。

name = 流水线：n 个操作的循环，两种时间表
mode-each = 每次都等待：
mode-once = 只等待一次：
lane-frontend = 前端
lane-backend = 后端
lane-device = 设备
cost-t1 = $t1$ 入队
cost-t2 = $t2$ 执行
cost-t3 = $t3$ 返回结果
cost-n = $n$ 个操作
show = 显示的时间表
show-both = 两种都显示
show-each = 每次都等待
show-once = 只等待一次
idle-each = 设备空闲 { $device }；你的程序等待 { $frontend }
idle-once = 设备空闲 { $device }；你的程序可以做别的事 { $frontend }
path-device = 粗线是关键路径，它决定只等待一次的用时：一次入队、全部执行、一次返回。瓶颈是设备，入队的开销被掩盖了。
length-device = 其长度：$t1 + n·t2 + t3$。
path-frontend = 粗线是关键路径，它决定只等待一次的用时：全部入队、最后一次执行、一次返回。瓶颈是前端，设备在操作之间空闲。
length-frontend = 其长度：$n·t1 + t2 + t3$。
path-each = 粗线是关键路径，它决定用时：每个操作的每一步。没有任何重叠。
length-each = 其长度：$n·(t1 + t2 + t3)$。
caption = 这是模型，不是测量。可以拖动图中的条或滑块。运行“改进计算”会在你的设备上测出真实的开销。
caption-measured = 用本次运行测得的开销画出的模型，不是运行记录。拖动其中一项，看看哪一项最要紧。
thin = 过窄而看不见的条画得较宽。
summary = 每次都等待需要 { $each }，其中设备空闲 { $eachIdle }。只等待一次需要 { $once }，其中设备空闲 { $onceIdle }。{ $path }
