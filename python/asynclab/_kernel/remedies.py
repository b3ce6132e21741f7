"""For public names of a library that the lab lacks: sentences on what to write instead. `_names` appends them to its errors."""

from __future__ import annotations

from .. import _names

#: By a library's module: names with blanks between them, and what to write instead of each.
_INSTEAD: dict[str, tuple[tuple[str, str], ...]] = {
    "torch": (
        ("distributions poisson", "draw by torch.randn, torch.rand, torch.bernoulli or torch.multinomial, and write the logarithm of the density as a formula"),
        ("vmap func", "the operations of tensors take leading dimensions: broadcast by unsqueeze, or use torch.einsum and torch.bmm"),
        ("quantile nanquantile kthvalue", "torch.sort(x).values[k] has the k-th smallest element, and x.median() the middle one"),
        ("mode", "torch.unique(x, return_counts=True) counts each value"),
        ("histc histogram searchsorted bucketize", "torch.bincount counts whole numbers: make bins of them by (x * scale).long()"),
        ("svd svd_lowrank pca_lowrank", "the lab has no decompositions; a largest singular value comes from repeated products x.T @ (x @ v) by torch.mv"),
        ("qr cholesky lu eig symeig", "the lab has no decompositions; torch.linalg.solve solves equations"),
        ("inverse pinverse det logdet slogdet lstsq", "use torch.linalg.inv, torch.linalg.solve or torch.linalg.det"),
        ("matrix_power chain_matmul", "write the products, a @ a @ a: each returns at once"),
        ("complex complex64 complex128 cfloat cdouble polar view_as_real view_as_complex", "the lab computes in float32: keep real and imaginary parts in two tensors"),
        ("fft stft istft", "the lab has no Fourier transforms; a short one is a product with a matrix of torch.cos and torch.sin"),
        ("sparse sparse_coo_tensor sparse_csr_tensor", "the lab's tensors are dense: torch.zeros with scatter_add_ fills one by places and values"),
        ("conv1d conv2d conv3d conv_transpose2d max_pool2d", "the lab has no convolutions; a short one is a sum of slices times weights, x[:, i : i + n] * w[i]"),
        ("amp autocast GradScaler", "the lab computes in float32 only: leave it out, with the scaler of gradients"),
        ("float8_e4m3fn float8_e5m2 quint8 qint8 quantize_per_tensor", "the lab computes in float32: multiply by a scale, round() and clamp() as quantization does"),
        ("distributed multiprocessing", "the lab has one process and one device: write the program for torch.device('cuda')"),
        ("onnx hub export fx", "save a state_dict() by torch.save, and load it by torch.load"),
        ("cumprod logcumsumexp", "torch.exp(torch.cumsum(torch.log(x), 0)) for positive numbers"),
        ("cross", "write the three differences of products, or torch.einsum"),
        ("tensordot kron inner vdot", "torch.einsum writes any sum of products"),
        ("cov corrcoef", "subtract the means, and multiply: x = x - x.mean(1, keepdim=True); x @ x.T / (x.shape[1] - 1)"),
        ("nansum nanmean nanmedian", "sum torch.nan_to_num(x), and divide by the sum of ~torch.isnan(x)"),
        ("dstack column_stack row_stack", "use torch.stack with dim=, torch.cat, torch.vstack or torch.hstack"),
        ("fliplr flipud rot90", "use torch.flip(x, (1,)), torch.flip(x, (0,)) and torch.transpose"),
        ("logspace", "10 ** torch.linspace(start, end, steps)"),
        ("asarray frombuffer from_dlpack", "use torch.tensor or torch.from_numpy, which copy"),
        ("as_strided", "use an index, reshape, or x[:, torch.arange(n)[:, None] + torch.arange(k)] for windows"),
        ("FloatTensor LongTensor BoolTensor IntTensor DoubleTensor Storage UntypedStorage", "use torch.tensor(values, dtype=torch.float32), with another type where needed"),
        ("set_num_interop_threads", "leave it out: the lab's backend has a thread of its own"),
        ("std_mean var_mean aminmax", "call torch.std, torch.var, torch.amin or torch.amax, and torch.mean"),
        ("diff gradient trapz trapezoid", "take differences of slices: x[1:] - x[:-1]"),
        ("atan2 acos asin atan hypot deg2rad", "the lab has torch.sin, torch.cos, torch.tan, torch.tanh and torch.sqrt"),
        ("unfold", "take windows by an index: x[:, torch.arange(n)[:, None] + torch.arange(k)]"),
        ("data_ptr storage untyped_storage storage_offset", "a tensor's memory has no address here; torch.cuda.memory_allocated() counts it"),
        ("pin_memory share_memory_ is_pinned record_stream", "leave it out: copies between devices return at once here"),
        ("apply_ map_", "write operations of whole tensors, or torch.tensor([f(v) for v in x.tolist()])"),
    ),
    "torch.linalg": (
        ("svd svdvals qr cholesky lu eig eigh eigvals eigvalsh pinv lstsq matrix_rank cond", "the lab has no decompositions; torch.linalg.solve(A.T @ A, A.T @ b) solves least squares"),
        ("slogdet", "use torch.linalg.det"),
        ("matrix_power multi_dot", "write the products, a @ a @ a: each returns at once"),
    ),
    "torch.nn": (
        ("DataParallel parallel SyncBatchNorm", "the lab has one device: use the net itself, on torch.device('cuda')"),
        ("KLDivLoss", "use torch.nn.functional.kl_div"),
        ("ReLU6 Hardtanh Mish SELU Softsign", "torch.nn.functional has it: call that in forward()"),
        ("PReLU RReLU CELU Hardswish", "use torch.nn.LeakyReLU, torch.nn.ELU or torch.nn.SiLU"),
        ("CosineSimilarity", "use torch.nn.functional.cosine_similarity"),
        ("Dropout1d Dropout2d AlphaDropout", "use torch.nn.Dropout"),
        ("RMSNorm InstanceNorm1d InstanceNorm2d", "use torch.nn.LayerNorm, or divide by x.square().mean(-1, keepdim=True).sqrt()"),
        ("Bilinear", "use torch.einsum with a torch.nn.Parameter"),
        ("EmbeddingBag", "use torch.nn.Embedding, and sum its rows"),
    ),
    "torch.nn.functional": (
        ("conv1d conv2d conv3d max_pool2d avg_pool2d adaptive_avg_pool2d batch_norm unfold interpolate", "the lab has no convolutions and pools; write it of slices and sums, or use torch.nn.functional.linear"),
        ("scaled_dot_product_attention", "torch.softmax(q @ k.mT / math.sqrt(q.size(-1)), -1) @ v"),
        ("gumbel_softmax", "add -(-torch.rand_like(x).log()).log() to the scores, and take torch.softmax"),
        ("rms_norm group_norm instance_norm", "use torch.nn.functional.layer_norm"),
    ),
    "torch.nn.utils": (("rnn prune parametrize spectral_norm weight_norm", "the lab has clip_grad_norm_ and clip_grad_value_ in torch.nn.utils; write the rest in forward()"),),
    "torch.nn.init": (("orthogonal_ trunc_normal_ sparse_", "use torch.nn.init.xavier_uniform_, torch.nn.init.kaiming_normal_ or torch.nn.init.normal_"),),
    "torch.optim": (
        ("Adadelta Adamax NAdam RAdam Rprop ASGD SparseAdam", "use torch.optim.Adam, AdamW, RMSprop, Adagrad or SGD"),
        ("LBFGS", "use torch.optim.SGD or torch.optim.Adam with more steps"),
        ("swa_utils", "keep a copy.deepcopy of the net, and average the parameters under torch.no_grad()"),
    ),
    "torch.cuda": (
        ("amp", "the lab computes in float32 only: leave autocast and the scaler of gradients out"),
        ("CUDAGraph graph make_graphed_callables", "torch.compile replays what a function enqueues as one command"),
        ("nvtx", "use torch.profiler.record_function"),
        ("FloatTensor LongTensor", "use torch.tensor(values, device='cuda')"),
        ("ipc_collect", "use torch.cuda.empty_cache"),
    ),
    "torch.utils": (
        ("tensorboard", "plot curves by matplotlib.pyplot"),
        ("checkpoint", "leave it out, and give the lab more memory: memoryLimit of the notebook"),
        ("cpp_extension", "write the operation of those of tensors, or as a torch.autograd.Function"),
    ),
    "torch.autograd": (
        ("gradcheck", "compare torch.autograd.grad with (f(x + h) - f(x - h)) / (2 * h)"),
        ("detect_anomaly set_detect_anomaly", "look for torch.isnan in the results of the lines"),
        ("forward_ad", "use torch.autograd.functional.jacobian"),
    ),
    "numpy": (
        ("fft", "the lab's numpy has no Fourier transforms; a short one is a product with a matrix of np.cos and np.sin"),
        ("complex64 complex128", "the lab computes in float32: keep real and imaginary parts in two arrays"),
        ("genfromtxt loadtxt fromfile memmap", "read the file by Python's csv module, and make an array by np.array"),
        ("vectorize apply_along_axis", "write operations of whole arrays, or np.array([f(v) for v in x.tolist()])"),
        ("histogram bincount digitize", "count by collections.Counter(x.tolist()), or plot by plt.hist"),
        ("percentile quantile", "take an element of np.sort"),
        ("polyfit polyval", "solve for the coefficients by np.linalg.solve"),
        ("einsum tensordot", "use np.dot, np.matmul or products with sums: (a[:, None] * b).sum(0)"),
    ),
    "numpy.linalg": (
        ("svd qr cholesky eig eigh eigvals eigvalsh pinv lstsq matrix_rank cond", "the lab's numpy has no decompositions; np.linalg.solve(A.T @ A, A.T @ b) solves least squares"),
        ("matrix_power multi_dot", "write the products, a @ a @ a"),
    ),
    "numpy.random": (
        ("binomial", "(np.random.rand(n) < p).sum() counts successes"),
        ("exponential", "-scale * np.log(1 - np.random.rand(n))"),
        ("poisson gamma beta", "the lab's numpy has np.random.normal, np.random.uniform, np.random.randint, np.random.multinomial and np.random.choice"),
        ("multivariate_normal", "np.random.randn(n, d) @ L.T + mean, with L of the covariance L @ L.T"),
    ),
    "mxnet.gluon": (
        ("rnn contrib model_zoo", "the lab has gluon.nn's Dense layers, gluon.loss and gluon.Trainer"),
        ("SymbolBlock", "use gluon.nn.HybridSequential"),
    ),
    "d2l": (
        (
            "FashionMNIST load_data_fashion_mnist download download_extract DATA_HUB",
            "there is no network here: make data, such as torch.randn(1000, 1, 28, 28) and torch.randint(10, (1000,)), and load it by d2l.load_array",
        ),
    ),
}


def install() -> None:
    """Adds the sentences to `_names`."""
    _names.remedies.update({library: {name: text for names, text in pairs for name in names.split()} for library, pairs in _INSTEAD.items()})
