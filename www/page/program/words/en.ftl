### An experiment's program in other libraries, beside the one that runs.

tabs = The same program in several libraries
help = All of these programs run here, and a timeline shows when each operation ran. Click a line, or press the arrow keys in a program, to mark the lines that do the same in the others.
run = Run this program
counterpart = Lines: { $lines }.
no-counterpart = No counterpart: { $frameworks }.
note-dispose = JavaScript’s garbage collector knows nothing of GPU memory, so the program says when it no longer needs an array. Python counts references and frees the array when its last name is bound anew.
note-blocking = The blocking library of the comparison. In PyTorch and TensorFlow, operations on the CPU already block: each is computed within its call. In MXNet’s book it is NumPy.
note-connect = The lab must be opened first. The libraries of Python open the device at the first call that needs it.
note-await = In a browser, a program that waits must yield its thread: `await` says so. In Python the call simply blocks.
note-copy = Here the copy back to the device only enqueues, as JAX’s `device_put` does. PyTorch’s `.to(device)` waits for ordinary, pageable memory such as a NumPy array’s; with `pin_memory()` and `non_blocking=True` it does not wait. MXNet waits for each copy from a host array.
note-profile = Here the lab records every operation. The libraries have profilers of their own: `torch.profiler`, `jax.profiler`, `tf.profiler`, `mxnet.profiler`; Nsight and VTune show the device’s side.
note-wait-one = PyTorch and TensorFlow cannot wait for one array. PyTorch waits for a device, a stream or an event that was recorded behind the array’s operation. TensorFlow waits for its devices; a copy to the host waits for all that was enqueued before. JAX waits for one array with `block_until_ready`, MXNet with `wait_to_read`.
note-wait-last = JAX has no call that waits for everything: `block_until_ready` waits for the arrays that it is given. A GPU runs its queue in order, so all is complete when the last result is.
note-allocator = `on-completion` frees memory as MXNet’s engine does, only when the work that reads it is complete. MXNet allocates later, too: a result gets its memory when its operation runs. The allocators of PyTorch, JAX and TensorFlow reuse memory in stream order, at once.
note-layers = JAX and TensorFlow’s core have no layers and no optimizers; Flax, Optax and Keras have. Here the network is a function of its parameters, and the step is written out.
note-initialize = PyTorch initialises parameters when a layer is made. In JAX and TensorFlow the program draws them.
note-jit = `jax.jit` captures the function once; each further call enqueues it as a whole. `lab.compile`, `torch.compile` and `tf.function` do the same. Where the function needs a value, `jax.jit` raises an error, and `torch.compile` has a graph break: it captures what stands before and behind it.
note-window = There is no such call. By hand: keep the previous loss, and wait for it after the next minibatch was enqueued.
note-value-and-grad = In JAX one call, `value_and_grad`, enqueues the forward and the backward pass. The loss can be read when both are enqueued.
note-zero-grad = PyTorch adds gradients up until `zero_grad` clears them. The others compute them anew in each backward pass. JAX’s arrays never change, so a step makes new parameters.
note-memory = PyTorch, JAX and TensorFlow report the peak of the bytes allocated on a GPU; MXNet reports the GPU’s free and total memory. The book reads the memory of the whole process instead.
note-cpu-called = PyTorch and TensorFlow compute an operation on the CPU within its call. When the call returns, the operation is complete, so there is nothing left to wait for.
note-cpu-queued = MXNet and JAX queue operations for the CPU as for a GPU. With `MXNET_ENGINE_TYPE=NaiveEngine`, each call of MXNet computes before it returns.
note-bound = CUDA bounds the queue of launches: a launch waits once about a thousand are pending. JAX has a bound as well: on a CPU, 32 computations. MXNet’s engine sets no bound. A program keeps a smaller bound by hand: it marks places in the queue and waits for an old mark. TensorFlow has no marks, so its program lets the queue run empty.
note-progress = None of these libraries reports how many operations are in the queue.
note-bulk = MXNet’s engine can execute several operations in bulk. The others launch kernels one by one; compiled functions and CUDA graphs replay many with one launch.
table = The calls of the libraries
columns = Libraries in the table
caption = Calls with the same effect
row-all = wait for everything
row-one = wait for one array
row-host = copy to the host (waits)
row-scalar = read one number (waits)
row-print = print (waits)
row-compile = compile a function
row-blocking = run every operation within its call
which = MXNet is asynchronous on CPU and GPU, and frees memory only when the work that reads it is complete. JAX is asynchronous on CPU and GPU, PyTorch and TensorFlow on the GPU alone; these three reuse memory in stream order. NumPy is never asynchronous. The lab can behave like each of them. The chapter says that PyTorch uses Python’s own scheduler. It does not: Python schedules nothing here. PyTorch launches each operation into a CUDA stream, and the device runs them in that order.
