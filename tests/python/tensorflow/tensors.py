# Tensors, and what they print.
import tensorflow as tf


def near(x):
    """What is computed, to three digits: the last ones are each processor's own."""
    if isinstance(x, (list, tuple)):
        return [near(one) for one in x]
    return [round(float(v), 3) + 0.0 for v in tf.reshape(x, [-1]).numpy().tolist()]


def failing(*calls):
    """The errors of some calls: their kinds, and the first words."""
    for call in calls:
        try:
            print("no error:", call())
        except Exception as error:
            print(type(error).__name__, str(error).split("}} ")[-1].split(" [Op:")[0].split(";")[0].split(", complex")[0].split(" asynclab has")[0][:110])


for x in (tf.range(5), tf.constant([1.0, 2.5, -3.0]), tf.ones((2, 3)), tf.constant(3.0), tf.constant(3), tf.zeros((2, 2), dtype=tf.int32), tf.constant([True, False]), tf.constant(True),
          tf.cast([1, 2], tf.int64), tf.constant(2, tf.int64), tf.constant([[1.5] * 20]), tf.linspace(0.0, 1.0, 5), tf.eye(2), tf.fill((2,), 7), tf.fill([2], 0.5), tf.constant([[1, 20], [300, -4]]),
          tf.range(0.0, 1, 0.25), tf.zeros(0), tf.zeros((2, 0)), tf.reshape(tf.range(24.0), (2, 3, 4)) / 8, tf.constant([1e-7, 1.0]), tf.range(2000), tf.range(1001.0), tf.constant([1, 2.5]), tf.range(10, 0, -3),
          tf.constant([float("inf"), -1.0]), tf.constant(1e10), tf.constant(1e-5), tf.constant(7, shape=(2, 2)), tf.constant([1, 2, 3, 4], shape=(2, 2)), tf.cast(2.7, tf.int32), tf.cast([0.0, 2.0], tf.bool),
          tf.zeros_like([1, 2]), tf.ones_like([1.5]), tf.cast([1, 255], tf.uint8), tf.constant([[True], [False]]), tf.constant([1.5], tf.float16), tf.constant([100000.0, 1e6])):
    print(repr(x), x, x.shape, repr(x.shape), x.dtype, repr(x.dtype), x.ndim)
x = tf.reshape(tf.range(6.0), (2, 3))
print(x + 1, x * x, 2**x, x / 2, -x, abs(x - 3), x > 2, (x > 2) & (x < 5), ~(x > 2), (x > 4) | (x < 1), x % 2, x // 2, 1 - x, 1 / (x + 1), x**2, x == 3, x != x, x == 3.0, x == [0.0, 9.0, 2.0])
print(tf.constant(7) // 2, tf.constant(-7) // 2, tf.constant(-7) % 3, tf.constant(7) / 2, tf.constant(2) ** 3, -tf.constant(2), tf.constant(1) < 2, tf.pow(2, 3), tf.constant([7, -7]) % -3, tf.constant(6) & 3, tf.constant(True) ^ True)
print(tf.add(1, 2), tf.subtract(x, 1), tf.multiply(x, x), tf.divide(x, 4), tf.maximum(x, 2.5), tf.minimum(2.5, x), tf.math.floordiv(x, 2), tf.math.squared_difference(x, 1), tf.add_n([x, x]), tf.math.divide_no_nan(x, 0.0))
print(tf.equal(x, x), tf.not_equal(x, 1), tf.less(x, 2), tf.less_equal(x, 2), tf.greater(x, 2), tf.greater_equal(x, 2), tf.logical_and(True, [True, False]), tf.logical_or([True, False], False), tf.logical_not([True]), tf.math.logical_xor(True, True))
print(near([tf.exp(x), tf.math.log(x + 1), tf.sqrt(x), tf.sin(x), tf.cos(x), tf.tan(x), tf.tanh(x), tf.sigmoid(x), tf.math.log1p(x), tf.math.expm1(x), tf.math.rsqrt(x + 1), tf.math.erf(x), tf.math.reciprocal(x + 1), tf.sinh(x), tf.cosh(x), tf.math.softplus(x), tf.math.log_sigmoid(x)]))
print(tf.square(x), tf.sign(x - 2), tf.floor(x / 2), tf.math.ceil(x / 2), tf.round([0.5, 1.5, 2.5, -1.5]), tf.abs([-1, 2]), tf.negative(x), tf.clip_by_value(x, 1, 3), tf.math.is_nan([1.0, float("nan")]), tf.math.is_inf([float("inf")]), tf.math.is_finite(x))
print(tf.reduce_sum(x), tf.reduce_sum(x, axis=0), tf.reduce_sum(x, 1, keepdims=True), tf.reduce_mean(x, axis=[0, 1]), tf.reduce_mean(x, -1), tf.reduce_max(x), tf.reduce_min(x, axis=1), tf.reduce_prod(x + 1, 0), tf.reduce_sum(x, keepdims=True), tf.reduce_sum(x, []))
print(repr(tf.reduce_sum([1, 2, 4])), tf.reduce_mean([1, 2, 4]), tf.reduce_mean([-1, -2]), tf.reduce_max([1, 5, 2]), tf.reduce_prod([2, 3]), tf.reduce_all(x >= 0), tf.reduce_any(x > 9, axis=1), tf.argmax(x), tf.argmax(x, axis=1), tf.argmin(x, 1, output_type=tf.int32), tf.cumsum(x, axis=1), tf.cumsum([1, 2, 3]), tf.cumsum([1, 2, 3], exclusive=True), tf.cumsum([1, 2, 3], reverse=True), tf.math.count_nonzero(x))
print(near([tf.math.reduce_std(x), tf.math.reduce_variance(x, 0), tf.reduce_logsumexp(x, 1), tf.reduce_logsumexp(x), tf.norm(x), tf.norm(x, ord=1), tf.norm(x, axis=1), tf.norm(x, ord=float("inf")), tf.linalg.norm(x, axis=0, keepdims=True)]))
print(x[0], x[:, 1], x[-1, -1], x[..., tf.newaxis].shape, x[tf.newaxis, :, 1:].shape, x[::-1], x[:, ::2], x[1:, ::-1], x[x > 2], x[tf.constant(1)], x[0][1], tf.range(6)[2:5], tf.shape(x)[0], tf.range(5)[::-2])
print(tf.reshape(x, (3, -1)), tf.reshape(x, [-1]), tf.reshape(x, tf.shape(x)[::-1]), tf.transpose(x), tf.transpose(tf.ones((2, 3, 4)), perm=[0, 2, 1]).shape, tf.expand_dims(x, 0).shape, tf.expand_dims(x, -1).shape, tf.squeeze(x[tf.newaxis]).shape, tf.squeeze(tf.ones((1, 2, 1)), axis=-1).shape, tf.broadcast_to([1, 2], (2, 2)), tf.reverse(x, [1]), tf.roll([1, 2, 3], 1, 0))
print(tf.concat([x, x], 0), tf.concat([x, x], axis=-1).shape, tf.stack([x, x]).shape, tf.stack([1, 2]), tf.stack([x, x], axis=-1).shape, tf.unstack(x), tf.split(tf.range(6), 3), tf.split(tf.range(6), [1, 5]), tf.split(x, 3, axis=1), tf.tile([1, 2], [2]), tf.tile(x, (1, 2)), tf.repeat([1, 2], 2), tf.pad([[1, 2]], [[0, 1], [1, 0]]))
print(tf.gather([10, 20, 30], [2, 0]), tf.gather(x, [2, 0], axis=1), tf.gather(x, 1), tf.gather(x, [[0, 1], [1, 0]]).shape, tf.boolean_mask([1, 2, 3], [True, False, True]), tf.one_hot([0, 2], 3), tf.one_hot(1, 3, dtype=tf.int32), tf.one_hot([0], 2, on_value=5.0, off_value=-1.0), tf.where(x > 2, x, 0.0), tf.where([True, False], [1, 2], [3, 4]), tf.where(x > 3), tf.sort([3, 1, 2]), tf.argsort([3, 1, 2]), tf.sort([3, 1, 2], direction="DESCENDING"), tf.math.top_k([1, 3, 2], 2))
m = tf.constant([[1.0, 2.0], [3.0, 4.0]])
print(x @ tf.transpose(x), tf.matmul(x, x, transpose_b=True), tf.matmul(x, x, transpose_a=True).shape, tf.matmul(tf.ones((2, 3, 4)), tf.ones((2, 4, 5))).shape, tf.linalg.matvec(m, [1.0, 1.0]), tf.tensordot(x, x, [[1], [1]]), tf.tensordot([1.0, 2.0], [3.0, 4.0], axes=1), tf.tensordot(m, [1.0, 1.0], 1), tf.einsum("ij,kj->ik", x, x), tf.constant([[1, 2]]) @ [[3], [4]], tf.linalg.trace(m), tf.linalg.diag([1.0, 2.0]), tf.linalg.diag_part(m), tf.linalg.band_part(tf.ones((3, 3)), 0, -1), tf.eye(2, 3))
print(tf.nn.relu(x - 2), tf.nn.relu6(x * 3), tf.nn.relu([-1, 2]), near([tf.nn.softmax(x), tf.nn.softmax(x, axis=0), tf.nn.log_softmax(x), tf.nn.sigmoid(x), tf.nn.gelu(x - 2), tf.nn.gelu(x - 2, approximate=True), tf.nn.silu(x), tf.nn.elu(x - 2), tf.nn.selu(x - 2), tf.nn.leaky_relu(x - 2), tf.nn.softplus(x), tf.nn.l2_loss(x), tf.math.l2_normalize(x), *tf.nn.moments(x, axes=[0])]))
print(near([tf.nn.softmax_cross_entropy_with_logits([[0.0, 1.0, 0.0]] * 2, x), tf.nn.sparse_softmax_cross_entropy_with_logits([1, 2], x), tf.nn.sigmoid_cross_entropy_with_logits(labels=[0.0, 1.0], logits=[1.0, 2.0])]))
print(float(x[1, 1]), int(tf.constant(3.7)), bool(tf.constant(1)), x.numpy().tolist(), len(x), [float(v) for v in x[0]], f"{x[1, 1]:.2f}", f"{tf.constant(1.25)}", x[0, 1].numpy(), 3.0 in x[1], tf.constant(2) == 2, tf.constant(1) is None, list(range(tf.constant(3))), [1, 2, 3][tf.constant(1)], round(float(tf.constant(2.5)), 1))
print(tf.cast(x, tf.int32), tf.cast(x, bool), tf.cast([1.9, -1.9], "int32"), x.dtype == tf.float32, x.dtype == "float32", tf.float32, tf.as_dtype("float16"), x.dtype.name, tf.int32.is_integer, tf.float32.size, tf.convert_to_tensor([1, 2], tf.float32), tf.identity(x) is x, tf.is_tensor(x), tf.is_tensor(1), isinstance(x, tf.Tensor), tf.stop_gradient(x).shape, tf.convert_to_tensor([tf.constant(1), 2]))
print(tf.shape(x), tf.size(x), tf.rank(x), x.shape.as_list(), x.shape[0], x.shape[:1], x.shape == (2, 3), x.shape.rank, x.get_shape(), len(x.shape), x.shape.num_elements(), x.shape + (1,), tf.TensorShape([2, 3]) == [2, 3], tf.math.confusion_matrix([0, 1, 1], [0, 1, 0]))
y = tf.constant([3.0, 1.0])


def assign():
    y[0] = 1


failing(assign, lambda: x + tf.constant([1, 2, 3]), lambda: x @ x, lambda: x + tf.ones((2, 4)), lambda: tf.constant([1, 2]) * 2.5, lambda: bool(x), lambda: float(x), lambda: tf.reshape(x, (4, 4)), lambda: tf.reshape(x, (-1, 4)), lambda: len(tf.constant(1.0)), lambda: hash(x),
        lambda: x[5], lambda: x[0, 7], lambda: x[0, 0, 0], lambda: tf.concat([x, tf.ones((2, 2))], 0), lambda: tf.constant([[1, 2], [3]]), lambda: tf.exp(3), lambda: tf.range(0, 5, 0), lambda: tf.matmul([1.0, 2.0], [1.0, 2.0]), lambda: tf.gather([1, 2, 3], 5), lambda: tf.split(tf.range(5), 2),
        lambda: iter(tf.constant(1.0)), lambda: tf.squeeze(x, 0), lambda: tf.stack([x, tf.ones(2)]), lambda: tf.cast([1.0], "nope")[0], lambda: x + None, lambda: tf.constant(1) == 1.5, lambda: x[[0, 1]], lambda: tf.constant(1.5, tf.int32), lambda: tf.random.uniform((2,), dtype=tf.int32),
        lambda: tf.convert_to_tensor(x, tf.int32).shape, lambda: tf.constant(2) ** -1, lambda: tf.nn.sparse_softmax_cross_entropy_with_logits([[1]], x), lambda: tf.transpose(x, [0]), lambda: f"{x:.1f}", lambda: tf.constant([1.0])[1.5], lambda: tf.reduce_sum(x, axis=5))
tf.random.set_seed(1)
a = tf.random.normal((1000,), 2.0, 3.0)
tf.random.set_seed(1)
print(tf.reduce_all(a == tf.random.normal((1000,), 2.0, 3.0)), 1.5 < float(tf.reduce_mean(a)) < 2.5, 2.7 < float(tf.math.reduce_std(a)) < 3.3, tf.random.uniform((2, 3)).shape, tf.random.normal([2]).dtype)
b = tf.random.uniform((1000,), 3, 7, dtype=tf.int32)
print(b.dtype, int(tf.reduce_min(b)), int(tf.reduce_max(b)), tf.sort(tf.random.shuffle(tf.range(5))), tf.reduce_max(tf.abs(tf.random.truncated_normal((500,)))) <= 2, tf.random.uniform((100,), -1, 1).numpy().min() >= -1, tf.random.categorical([[0.0, 0.0]], 4).shape)
g = tf.random.Generator.from_seed(3)
print(g.normal((2,)).shape, g.uniform((2,), 0, 5, dtype=tf.int32).dtype, bool(tf.reduce_all(tf.random.stateless_normal((3,), [1, 2]) == tf.random.stateless_normal((3,), [1, 2]))), bool(tf.reduce_all(tf.random.uniform((3,), seed=1) == tf.random.uniform((3,), seed=1))))
print([(int(a), int(b)) for a, b in tf.data.Dataset.from_tensor_slices(([1, 2, 3], [4, 5, 6]))], list(tf.data.Dataset.range(5).batch(2)), len(tf.data.Dataset.range(5).batch(2)), [v.shape for v in tf.data.Dataset.from_tensor_slices(x).repeat(3).batch(4)], [v for v in tf.data.Dataset.from_tensor_slices(tf.range(4)).map(lambda v: v * 2).batch(3, drop_remainder=True)])
print(sorted(int(v) for v in tf.data.Dataset.from_tensor_slices(tf.range(6)).shuffle(6)), [v.shape for v, _ in tf.data.Dataset.from_tensor_slices((tf.ones((5, 2)), tf.ones(5))).shuffle(5).batch(2)], [int(v) for v in tf.data.Dataset.range(3).as_numpy_iterator()], [int(v) for v in tf.data.Dataset.range(6).filter(lambda v: v % 2 == 0).take(2)], [{k: int(v) for k, v in d.items()} for d in tf.data.Dataset.from_tensor_slices({"a": [1, 2]})], tf.data.Dataset.range(3).cardinality())
