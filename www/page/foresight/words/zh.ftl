### The warning before a run whose size is too small for the device.

problem = 这个大小对这台设备来说太小
problem-untimed = 在这里运行得不出答案
short = 在这个大小下，要计时的工作约需 { $takes }，而这个浏览器报告空队列完成最多就需要 { $least }。运行无法把两者区分开。
clock = 这么小的一个操作最多需要 { $takes }，而为它计时的时钟步长是 { $least }。运行无法得知它用了多久。
untimed = 这台设备不为自身的工作计时，所以无论大小，运行都无法得知一个操作用了多久。
anyway = 你仍然可以点“运行”。
larger = 用看得出结果的大小运行
