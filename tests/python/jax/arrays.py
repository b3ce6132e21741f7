# Arrays, and what they print.
import jax
import jax.numpy as jnp


def near(x):
    """What is computed, to three digits: the last ones are each processor's own."""
    return jax.tree.map(lambda one: [round(v, 3) + 0.0 for v in one.ravel().tolist()], x)


for x in (jnp.arange(5), jnp.array([1.0, 2.5, -3.0]), jnp.ones((2, 3)), jnp.array(3.0), jnp.array(3), jnp.zeros((2, 2), dtype=jnp.int32), jnp.array([True, False]),
          jnp.float32(2.5), jnp.linspace(0, 1, 5), jnp.eye(2), jnp.full((2,), 7), jnp.full((2,), 0.5), jnp.array([[1, 20], [300, -4]]), jnp.arange(0, 1, 0.25), jnp.zeros(0),
          jnp.arange(12.0).reshape(3, 4) / 8, jnp.array([1e-7, 1.0]), jnp.arange(2000), jnp.array([1, 2.5])):
    print(repr(x), x, x.shape, x.dtype, x.ndim, x.size)
x = jnp.arange(6.0).reshape(2, 3)
print(x + 1, x * x, x @ x.T, 2 ** x, x / 2, -x, abs(x - 3), x > 2, (x > 2) & (x < 5), x % 2, x // 2, 1 - x, 1 / (x + 1))
print(repr(x.sum()), x.sum(axis=0), x.mean(1, keepdims=True), x.max(), x.min(axis=1), near(x.std()), x.var(axis=0), x.argmax(), x.argmax(axis=1), x.prod(), x.cumsum(axis=1))
print(repr(jnp.arange(5).sum()), repr(jnp.arange(5).mean()), repr(jnp.array(2) + 1), repr(jnp.array(2) + 1.5), repr(jnp.arange(3) / 2), repr(jnp.array(2.0) * 3), repr(jnp.ones(2) * 2))
print(x[0], x[:, 1], x[-1, -1], x[..., None].shape, x[x > 2], x[jnp.array([1, 0, 1])], x.T.shape, x.reshape(-1), x.ravel()[::2], x.flatten().shape)
try:
    x[0] = 1
except TypeError as e:
    print(e)
y = x.at[0, 1].set(9).at[1].add(1)
print(x, y, x.at[:, 0].multiply(5), x.at[jnp.array([0, 0])].add(1.0), x.at[1, 2].get(), x.at[0].max(1.5), x.at[x > 3].set(0.0))
print(jnp.concatenate([x, x]), jnp.stack([x, x]).shape, jnp.where(x > 2, x, 0), jnp.clip(x, 1, 3), jnp.maximum(x, 2.5), jnp.dot(x, x.T), jnp.outer(jnp.arange(2), jnp.arange(3)))
print(near([jnp.exp(x), jnp.log(x + 1), jnp.sqrt(x), jnp.sin(x), jnp.tanh(x)]), jnp.square(x), jnp.sign(x - 2), jnp.floor(x / 2), jnp.power(x, 2), jnp.round(x / 4))
print(near(jnp.linalg.norm(x)), jnp.einsum("ij,kj->ik", x, x), jnp.expand_dims(x, 0).shape, jnp.squeeze(x[None]).shape, jnp.transpose(x).shape, jnp.split(jnp.arange(6), 3), jnp.tile(jnp.arange(2), 2), jnp.repeat(jnp.arange(2), 2))
print(jnp.allclose(x, x + 1e-9), jnp.isnan(x).any(), jnp.all(x >= 0), jnp.array_equal(x, y), jnp.sort(jnp.array([3, 1, 2])), jnp.argsort(jnp.array([3, 1, 2])), jnp.take(x, jnp.array([0, 2]), axis=1), jnp.tril(jnp.ones((3, 3))))
print(float(x[1, 1]), int(jnp.array(3)), bool(jnp.array(True)), x.tolist(), x.item() if x.size == 1 else "", len(x), [float(v) for v in x[0]])
print(x.astype(jnp.int32), x.astype(bool), jnp.asarray(x, dtype="int32").dtype, x.dtype == jnp.float32, jnp.float32, x.dtype.name, f"{x.sum():.2f}")
print(jax.nn.relu(x - 2), jax.nn.one_hot(jnp.array([0, 2]), 3), near([jax.nn.softmax(x), jax.nn.sigmoid(x), jax.nn.gelu(x - 2), jax.nn.silu(x), jax.nn.log_softmax(x), jax.nn.logsumexp(x, axis=1), jax.nn.leaky_relu(x - 2)]))
print(jax.block_until_ready({"a": x})["a"].shape, x.block_until_ready() is x, len(jax.devices()) >= 1, isinstance(x, jax.Array), isinstance(x, jnp.ndarray))
for wrong in (lambda: jnp.ones((2, 3)) @ jnp.ones((2, 3)), lambda: bool(x), lambda: float(x), lambda: x.nothing):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, str(e)[:60])
tree = {"b": [jnp.ones(2), jnp.zeros(1)], "a": (1, None)}
print(jax.tree.map(lambda v: v * 2, tree), jax.tree.leaves(tree), jax.tree.structure(tree))
