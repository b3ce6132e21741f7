### The words of the page itself.

# Terms: docs/glossary.md. Beside those, as in 动手学深度学习 where the course has them:
# queued 排队中 · operand/what it reads 输入 · decode 解码 · run 执行 · end 结束 · reported complete 确认完成
# control comes back 控制权返回 · empty queue 空队列 · host array 主机数组 · scalar 标量 · norm 范数
# dependency 依赖 · computational graph 计算图 · longest chain 最长链 · mean loss 平均损失 · feature 特征 · hidden unit 隐藏单元
# finished 完成 · overlap 重叠 · window 窗口 · memory 内存 · intermediate result 中间结果
# used 在用 · pending 待释放 · allocated 已分配 · bound 上限 · yield 让出线程 · lab (what connect() gives) 实验环境 · busy 工作
# blocking library 阻塞式库 · synchronous 同步 · through the queue 经由队列 · in turn 轮流 · side by side 并行
# round 轮 · way 方式 · finding 结论 · prediction 预测 · model 模型 · modelled 按模型计算
# profiled round 带记录的一轮 · recorded in this run 记录下来的 · hatched 斜线
# a run recorded elsewhere 预录的运行 · trace 跟踪记录 · life of an operation 全过程 · read by 读取者 · live 实时
# when the machine is idle 机器没有别的负载时 · half of the rounds 居中的一半轮次
# contents 目录 · presentation 演示 · compare 比较 · result file 结果文件 · adapter 适配器 · came with the link 随链接而来
# notebook Jupyter 笔记本 (笔记本 alone is a laptop)
# A space stands between Chinese and a value, a Latin word or code; none beside 。，：；“”（）.

# These stand in index.html too, in English.
page-title = asynclab：实测异步计算
description = 在你自己的 GPU 上实测异步计算：控制权何时返回，计算何时完成。
heading = 异步计算，在你的机器上实测
lead = 程序调用 PyTorch 或 MXNet 这样的数组库，由 GPU 计算。控制权何时返回程序，工作又何时完成？谁要等待谁？请先猜一猜：本页随后在你的机器上实测。
skip = 跳到正文
skip-experiment = 跳到实验
skip-run = 跳到实验的“运行”按钮
start = 从热身开始：读问题，猜一猜，点“运行”，再对照结果。一次运行需要几秒。
for-courses = 给教师：把实验放进你的课程
to-notebook = 用 Python 运行你自己的 Jupyter 笔记本（.ipynb）

connecting = 正在寻找 GPU…
adapter = { $adapter } · { $browser }
adapter-software = { $adapter }（软件实现）· { $browser }
adapter-cpu = CPU 设备 · { $browser }
seen-every = 空队列确认完成需 { $floor }
floor-spread = { $median }；试测 { $samples } 次，其中一半为 { $range }
about-adapter = 设备
about-floor = 完成通知延迟
about-floor-help = 这个浏览器报告空队列完成所需的时间。比这更短的间隔无法测出。
about-round-trip = 空等待
about-round-trip-help = 没有工作可等时一次等待的用时：从前端到后端线程一个来回。
about-clock = 时钟步长
about-clock-help = 时钟的最小步长。跨源隔离会使它更细。
about-timestamps = 设备时间戳
about-timestamps-help = 设备为自身工作计时所用时钟的步长（若设备会计时）。
about-backend = 后端线程
backend-worker = 独立的 Worker
backend-same = 与前端同一线程
none = 无
contents = 目录
close = 关闭
# Behind the title of an experiment: how far the reader has come with it.
step-opened = （已打开）
step-predicted = （已预测）
step-run = （已运行）
steps-run = 共 { $total } 个，已运行 { $run } 个
present = 演示
present-keys = 演示（Alt+P）；按 Escape 退出
previous = 上一个
next = 下一个
leave = 退出
position = { $at } / { $total }
figure-position = 图 { $at } / { $total }
language = 语言
theme = 主题
theme-auto = 跟随系统
theme-light = 浅色
theme-dark = 深色

prediction = 你的预测
predict-first = 请在运行之前选择：你的猜测会与测量结果对照。不选也可以运行。
program = 程序
open-in-sandbox = 在沙盒中打开
preset = 预设
preset-own = 自定
auto-value = 自动
device = 设备
device-webgpu = GPU（WebGPU）
device-cpu = CPU
device-sim = 模拟设备
device-machine = 按模型计算：{ $machine }
advanced = 更多设置
range = { $min } 到 { $max }
out-of-range = 请填 { $min } 到 { $max } 的整数。
out-of-range-auto = 请填 { $min } 到 { $max } 的整数，留空则自动选取。
out-of-range-text = 请填 1 到 { $most } 个字符的文本。
nothing = 尚无测量结果。点“运行”，图会出现在这里。
beyond = 本章之外
more-figures = 再显示 { $count } 幅图
run = 运行
stop = 停止
silence = { $device } 已超过 { $seconds } 秒没有回应。它可能正忙，也可能已经丢失。
silence-wait = 继续等待
silence-end = 结束运行
reset = 重置
recorded = 预录的运行（软件实现）
link = 复制链接
elapsed = { $step } · { $elapsed }
left = { $step }；大约还需 { $left }
finished = 用时 { $elapsed }，已结束。
printed = 程序的输出
finding = 结论
distortions = 这次运行的误差来源
take-out = 保存结果
provenance = { $adapter } · { $browser } · { $date }
provenance-modelled = 按模型计算，并非实测：{ $date } 为这台机器算出：{ $machine }。
provenance-recorded = 预录于 { $date }，设备 { $adapter }，浏览器 { $browser }；不是在你的机器上测得的。
provenance-recorded-software = 软件实现，并非 GPU：预录于 { $date }，设备 { $adapter }，浏览器 { $browser }；不是在你的机器上测得的。
provenance-link = 来自链接：测于 { $date }，设备 { $adapter }，浏览器 { $browser }；不是此时在你的机器上测得的。
provenance-file = 来自文件：测于 { $date }，设备 { $adapter }，浏览器 { $browser }；不是此时在你的机器上测得的。
marked-recorded = 预录
marked-modelled = 按模型计算
marked-link = 来自链接
marked-file = 来自文件
kept = 以下是上一次成功运行的结果。

compare = 比较结果
compare-help = 把结果文件拖到本页任意位置，或在这里选择。单个文件会显示在所属的实验中；多个文件则相互比较：不同的适配器、不同的浏览器，或者整个班级。另一个 WebGPU 程序的记录会显示在下方。文件只留在你的机器上。
compare-files = 结果文件（JSON）
libraries-title = 别的库中的同一循环
libraries-question = TensorFlow.js、jax-js、ONNX Runtime Web 等库也像这一章所说的那样吗？

offer-recorded = 查看预录的运行（软件实现，无 GPU）
offer-modelled = 改用按模型计算的笔记本电脑 GPU
run-modelled = 在按模型计算的笔记本电脑 GPU 上运行
no-gpu-software = 这个浏览器的“GPU”是 CPU 上的程序。真正的 GPU 会怎样，可以由一台笔记本电脑的模型算出：用时按模型计算，并非实测。
no-gpu-none = 这个浏览器没有本页可用的 GPU。GPU 会怎样，可以由一台笔记本电脑的模型算出：用时按模型计算，并非实测。
new-version = 本页有了新版本，重新加载即可看到；其他打开着的标签页在重新加载之前保持原来的版本。
reload = 重新加载
offer-cpu = 改用 CPU 设备
problem-NO_WEBGPU = 这个浏览器没有 WebGPU
remedy-NO_WEBGPU = 请用较新的 Chrome、Edge、Safari 或 Firefox，并通过 https 或 localhost 打开本页。没有 GPU 时，同样的实验可以在 CPU 设备上运行：队列及其后端都一样，只是更慢。
problem-NO_DEVICE = WebGPU 没有找到可用的 GPU
remedy-NO_DEVICE = 请检查浏览器设置中是否启用了硬件加速、显卡驱动是否最新。在此期间可以使用 CPU 设备。
problem-WASM_BLOCKED = 浏览器拒绝运行 WebAssembly
remedy-WASM_BLOCKED = 内容安全策略（Content-Security-Policy）或浏览器的安全级别禁止了它。提供本页时请加上 `script-src 'self' 'wasm-unsafe-eval'`，或允许本站使用 WebAssembly。
problem-WASM_TYPE = 收到的引擎不是 WebAssembly 类型
remedy-WASM_TYPE = 服务器必须以 `application/wasm` 类型发送 www/pkg/asynclab_bg.wasm。`cargo xtask serve` 会构建它，并以这种类型提供。
problem-FILE_PROTOCOL = 本页是作为本地文件打开的
remedy-FILE_PROTOCOL = 浏览器不让本地文件相互访问。请用服务器提供这个文件夹：`cargo xtask serve` 会打印出可打开的地址。
problem-ENGINE_MISSING = 无法加载引擎
remedy-ENGINE_MISSING = 网站已经更新，或连接中断：请重新加载本页。在源代码目录中，`cargo xtask serve` 会构建引擎。
problem-WORKER_FAILED = 实验的线程停止了
remedy-WORKER_FAILED = 它没能启动，或中途崩溃。再点“运行”会启动一个新线程。
problem-WORKER_BLOCKED = 后端的线程未获准启动
remedy-WORKER_BLOCKED = 内容安全策略（Content-Security-Policy）或嵌入本页的网站不允许 Worker。提供本页时请加上 `worker-src 'self'`；实验来自别的地址时加上 `worker-src blob:` 和那个地址；或直接从本页自己的地址打开，不要嵌在别的页面里。
problem-DEVICE_LOST = 运行途中设备丢失
remedy-DEVICE_LOST = 驱动被重置了，或 GPU 在某一项工作上耗时过长。再点“运行”会重新连接；如果再次发生，请减小 n。
problem-OUT_OF_MEMORY = 设备内存耗尽
remedy-OUT_OF_MEMORY = 请用更小的矩阵或更少的乘积，或关闭其他占用 GPU 的程序，然后重新运行。
problem-TAB_HIDDEN = 计时期间标签页被隐藏
remedy-TAB_HIDDEN = 浏览器会放慢隐藏的标签页，因此没有一轮有效。请让标签页保持可见，再运行一次。
problem-STOPPED = 已停止
remedy-STOPPED = 已经交给 GPU 的工作，它仍会做完，所以下一次运行开始时可能稍慢。
problem-BUSY = 另一个实验正在运行
remedy-BUSY = 两个实验同时运行会互相干扰。请先停止那一个。
problem-INVALID_OPTION = 有一个值超出范围
remedy-INVALID_OPTION = 范围写在控件旁边。
problem-PROGRAM_FAILED = 程序出错，已停止
remedy-PROGRAM_FAILED = 请改正下面指出的那一行，再运行一次。
problem-NO_LAB = 程序没有连接实验环境
remedy-NO_LAB = 没有 `await connect()`，就没有可记录的内容。程序打印的内容见下。
problem-SANDBOX_FAILED = 沙盒未能启动
remedy-SANDBOX_FAILED = 浏览器或嵌入本页的网站不允许使用框架。提供本页时请加上 `frame-src 'self'`。
again = 重试
problem-BAD_RESULT = 无法显示这个结果
remedy-BAD_RESULT = 它不是这个实验的结果，或者来自本页的另一个版本。先前显示的内容仍在。
problem-NOT_LOADED = 无法加载这个实验
remedy-NOT_LOADED = 它的程序没有下载到。如果你处于离线状态，或网站刚刚更新，请重新加载本页。
problem-other = 运行失败
remedy-other = 请再运行一次。如果一直失败，报告问题时请附上下面的内容。
