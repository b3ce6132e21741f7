### 实验的程序在其他库中的写法，与真正运行的程序并排。

tabs = 同一个程序在几个库中的写法
help = 这些程序都可以在这里运行，时间线显示每个操作何时执行。点一行，或在程序中按方向键，就会在其他程序中标出作用相同的各行。
run = 运行这个程序
counterpart = 对应的行：{ $lines }。
no-counterpart = 没有对应写法：{ $frameworks }。
note-dispose = JavaScript 的垃圾回收器不了解 GPU 内存，所以程序要说明何时不再需要某个数组。Python 使用引用计数，最后一个名字改指别处时，数组就被释放。
note-blocking = 用作对照的阻塞式库。PyTorch 和 TensorFlow 在 CPU 上的操作本来就阻塞：在调用之内完成计算。书中与 MXNet 对照的是 NumPy。
note-connect = 先要打开实验环境。Python 的各个库在第一次需要设备的调用时打开它。
note-await = 在浏览器中，等待的程序必须让出线程，`await` 就是这个意思。在 Python 中，这个调用直接阻塞。
note-copy = 在这里，复制回设备只是入队，JAX 的 `device_put` 也是如此。PyTorch 的 `.to(device)` 对普通的可分页内存（例如 NumPy 数组的内存）会等待；用 `pin_memory()` 和 `non_blocking=True` 则不等待。MXNet 从主机数组复制时每次都等待。
note-profile = 这里由实验环境记录每个操作。各个库有自己的性能分析器：`torch.profiler`、`jax.profiler`、`tf.profiler`、`mxnet.profiler`；Nsight 和 VTune 显示设备一侧。
note-wait-one = PyTorch 和 TensorFlow 不能只等待一个数组。PyTorch 等待设备、流，或记录在该操作之后的事件。TensorFlow 等待设备；复制到主机会等待此前入队的全部操作。JAX 用 `block_until_ready` 等待一个数组，MXNet 用 `wait_to_read`。
note-wait-last = JAX 没有等待全部的调用：`block_until_ready` 等待交给它的数组。GPU 按顺序执行队列，所以最后一个结果完成时，全部都已完成。
note-allocator = `on-completion` 像 MXNet 的引擎那样释放内存：读取它的计算完成之后才释放。MXNet 分配内存也更晚：操作运行时才为结果分配。PyTorch、JAX 和 TensorFlow 的分配器按流顺序立即重用内存。
note-layers = JAX 和 TensorFlow 的核心没有层，也没有优化器；Flax、Optax 和 Keras 才有。这里的网络是参数的函数，更新步骤直接写出。
note-initialize = PyTorch 在创建层时就初始化参数。在 JAX 和 TensorFlow 中，由程序自己抽取参数。
note-jit = `jax.jit` 只捕获函数一次，此后每次调用都把它作为整体入队。`lab.compile`、`torch.compile` 和 `tf.function` 也是这样。函数需要某个值时，`jax.jit` 报错；`torch.compile` 则有一次图中断：分别捕获其前后的部分。
note-window = 没有这样的调用。手工写法：保留上一个小批量的损失，在下一个小批量入队之后等待它。
note-value-and-grad = 在 JAX 中，一次调用 `value_and_grad` 就让前向和反向传播都入队。两者都入队之后才能读取损失。
note-zero-grad = PyTorch 会累加梯度，直到 `zero_grad` 清零。其他库在每次反向传播时重新计算梯度。JAX 的数组从不改变，所以每一步都得到新的参数。
note-memory = PyTorch、JAX 和 TensorFlow 报告在 GPU 上分配的字节的峰值；MXNet 报告 GPU 的空闲内存和总内存。书中读取的是整个进程的内存。
note-cpu-called = PyTorch 和 TensorFlow 在调用之内完成 CPU 上的操作：返回时已经算完，没有什么可等待的。
note-cpu-queued = MXNet 和 JAX 对 CPU 上的操作同样使用队列。设置 `MXNET_ENGINE_TYPE=NaiveEngine` 后，MXNet 的每个调用都先算完再返回。
note-bound = CUDA 限制启动队列的长度：约有一千个内核尚未执行时，再启动就要等待。JAX 也有上限：在 CPU 上为 32 个计算。MXNet 的引擎不设上限。程序可以手工设更小的上限：在队列中做标记，并等待较早的标记。TensorFlow 没有标记，所以它的程序让队列排空。
note-progress = 这些库都不报告队列中有多少操作。
note-bulk = MXNet 的引擎可以成批执行多个操作。其他库逐个启动内核；编译后的函数和 CUDA graphs 可以一次启动重放许多内核。
table = 各个库的调用
columns = 表中的库
caption = 作用相同的调用
row-all = 等待全部
row-one = 等待一个数组
row-host = 复制到主机（会等待）
row-scalar = 读取一个数（会等待）
row-print = 打印（会等待）
row-compile = 编译一个函数
row-blocking = 每个操作都在调用之内执行
which = MXNet 在 CPU 和 GPU 上都是异步的，读取内存的计算完成之后才释放内存。JAX 在 CPU 和 GPU 上都是异步的，PyTorch 和 TensorFlow 只在 GPU 上是异步的；这三者按流顺序重用内存。NumPy 从不异步。实验环境可以像其中任何一个那样工作。书中说 PyTorch 使用 Python 自己的调度器。并非如此：Python 在这里不调度任何东西。PyTorch 把每个操作放入 CUDA 流，设备按流中的顺序执行。
