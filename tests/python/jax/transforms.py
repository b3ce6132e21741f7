# grad, jit and vmap, and a network trained by hand.
import jax
import jax.numpy as jnp
from jax import grad, jit, value_and_grad, vmap


def near(x):
    """What is computed, to three digits: the last ones are each processor's own."""
    return jax.tree.map(lambda one: [round(v, 3) + 0.0 for v in one.ravel().tolist()], x)


print(repr(grad(lambda x: x**2)(3.0)), near([grad(jnp.sin)(0.5), grad(grad(jnp.tanh))(0.3)]), grad(grad(grad(lambda x: x**4)))(2.0))
f = lambda w, b, x: jnp.sum(jnp.tanh(x @ w + b) ** 2)
w, b, x = jnp.array([[0.5, -0.2], [0.1, 0.3]]), jnp.array([0.1, -0.1]), jnp.array([[1.0, 2.0], [-1.0, 0.5]])
print(near(grad(f)(w, b, x)), near(grad(f, argnums=(0, 1))(w, b, x)), near(value_and_grad(f, 1)(w, b, x)))
params = {"w": w, "b": b}
loss = lambda p, x: (jnp.mean((x @ p["w"] + p["b"]) ** 2), {"n": x.shape[0]})
(value, aux), g = value_and_grad(loss, has_aux=True)(params, x)
print(near(value), aux, near(g))
for wrong in (lambda: grad(lambda x: x * 2)(jnp.ones(2)), lambda: grad(lambda x: x * 2.0)(3)):
    try:
        wrong()
    except TypeError as e:
        print("TypeError", str(e)[:70])
print(grad(lambda x: jnp.where(x > 0, x, 0.0).sum())(jnp.array([-1.0, 2.0])), grad(lambda x: jax.lax.stop_gradient(x) * x)(3.0), grad(lambda x: x[0] * x[1] + x.at[0].set(5.0).sum())(jnp.array([2.0, 3.0])))


@jit
def selu(x, alpha=1.67, lam=1.05):
    print("tracing", x.shape)
    return lam * jnp.where(x > 0, x, alpha * jnp.exp(x) - alpha)


print(near([selu(jnp.arange(3.0)), selu(jnp.arange(3.0) - 1), selu(jnp.ones((2, 2)))]))
scale = jnp.array(3.0)
g = jit(lambda x, y: {"sum": x + y, "scaled": (x * scale, x)})
print(g(1.0, 2.0), g(jnp.ones(2), jnp.zeros(2)), g(jnp.ones(2) * 5, jnp.ones(2)))


@jit
def branch(x):
    if x > 0:
        return x
    return -x


try:
    branch(1.0)
except jax.errors.TracerBoolConversionError as e:
    print(type(e).__name__)
power = jit(lambda x, n: x**n, static_argnums=1)
print(power(jnp.arange(3.0), 2), power(jnp.arange(3.0), 3))
print(near(jit(grad(f))(w, b, x)), near(grad(jit(f))(w, b, x)))
print(vmap(lambda v: jnp.dot(v, v))(x), vmap(lambda v, s: v * s, in_axes=(0, None))(x, 2.0), vmap(lambda v: v.sum(), in_axes=1)(x))


def init(sizes):
    return [(jnp.sin(jnp.arange(i * o, dtype=jnp.float32)).reshape(i, o) * 0.5, jnp.zeros(o)) for i, o in zip(sizes[:-1], sizes[1:])]


def forward(params, x):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    return x @ w + b


def mse(params, x, y):
    return jnp.mean((forward(params, x) - y) ** 2)


@jit
def step(params, x, y):
    value, grads = value_and_grad(mse)(params, x, y)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), value


params, x = init([2, 8, 1]), jnp.linspace(-1, 1, 32).reshape(16, 2)
y = jnp.sin(x.sum(axis=1, keepdims=True))
for i in range(30):
    params, value = step(params, x, y)
    if i % 10 == 0:
        print(i, f"{value:.4f}")
print([w.shape for w, _ in params], near(mse(params, x, y)), step._cache_size())
print(jax.lax.fori_loop(0, 3, lambda i, v: v * 2, jnp.array(1.0)), jax.lax.scan(lambda c, x: (c + x, c), jnp.float32(0), jnp.arange(3.0)))
