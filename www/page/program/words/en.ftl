### The chapter's frameworks beside the program that runs.

tabs = The same program in three libraries
help = All three programs run here, and a timeline shows when each operation ran. Click a line, or press the arrow keys in a program, to mark the lines that do the same in the others.
run = Run this program
counterpart = Line { $javascript } of JavaScript, { $pytorch } of PyTorch, { $mxnet } of MXNet.
no-counterpart = No counterpart: { $frameworks }.
note-dispose = JavaScript’s garbage collector knows nothing of GPU memory, so the program says when it no longer needs an array. Python counts references and frees the array when its last name is bound anew.
note-blocking = The blocking library of the comparison. In PyTorch, operations on the CPU already block: each is computed within its call. In MXNet’s book it is NumPy.
note-connect = The lab must be opened first. PyTorch and MXNet open the device at the first call that needs it.
note-await = In a browser, a program that waits must yield its thread: `await` says so. In Python the call simply blocks.
note-copy = Here the copy back to the device only enqueues. PyTorch’s `.to(device)` waits for ordinary, pageable memory such as a NumPy array’s; with `pin_memory()` and `non_blocking=True` it does not wait. MXNet waits for each copy from a host array.
note-profile = Here the lab records every operation. The frameworks have profilers of their own: `torch.profiler`, `mxnet.profiler`; Nsight and VTune show the device’s side.
note-wait-one = PyTorch cannot wait for one array. It waits for a device, a stream or an event that was recorded behind the array’s operation. MXNet waits for one array with `wait_to_read`.
note-allocator = `on-completion` frees memory as MXNet’s engine does, only when the work that reads it is complete. MXNet allocates later, too: a result gets its memory when its operation runs. PyTorch’s allocator reuses memory in stream order, at once.
note-initialize = PyTorch initialises parameters when a layer is made.
note-window = There is no such call. By hand: keep the previous loss, and wait for it after the next minibatch was enqueued.
note-zero-grad = PyTorch adds gradients up until `zero_grad` clears them. The lab and MXNet write them anew in each backward pass.
note-memory = PyTorch reports the peak of the bytes allocated; MXNet reports the free and the total memory. The book reads the memory of the whole process instead.
note-cpu-torch = PyTorch computes an operation on the CPU within its call. When the call returns, the operation is complete, so there is nothing left to wait for.
note-cpu-mxnet = MXNet queues operations for the CPU as for a GPU. With `MXNET_ENGINE_TYPE=NaiveEngine` each call computes before it returns.
note-bound = CUDA bounds the queue of launches: a launch waits once about a thousand are pending. MXNet’s engine sets no bound. A program keeps a smaller bound by hand: it marks places in the queue and waits for an old mark.
note-progress = Neither framework reports how many operations are in the queue.
note-bulk = MXNet’s engine can execute several operations in bulk. PyTorch launches kernels one by one; CUDA graphs replay many with one launch.
table = The calls of three libraries
caption = Calls with the same effect in the three libraries
column-what = effect
row-all = wait for everything
row-one = wait for one array
row-host = copy to the host (waits)
row-scalar = read one number (waits)
row-print = print (waits)
row-blocking = run every operation within its call
which = MXNet is asynchronous on CPU and GPU, and frees memory only when the work that reads it is complete. PyTorch is asynchronous on the GPU alone, and reuses memory in stream order. NumPy is never asynchronous. The lab can behave like each of them. The chapter says that PyTorch uses Python’s own scheduler. It does not: Python schedules nothing here. PyTorch launches each operation into a CUDA stream, and the device runs them in that order.
