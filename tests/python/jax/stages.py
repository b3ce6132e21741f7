# make_jaxpr, lower and compile, and what is computed on the device's own decision.
import jax
import jax.numpy as jnp

x, w = jnp.arange(4.0), jnp.ones(4)
m = jnp.ones((2, 3))


def chain(x):
    return 0.5 * x * (1 + jnp.tanh(0.8 * (x + 0.04 * x**3)))


for f, args in [
    (lambda x: jnp.sin(x) + 1, (x,)), (chain, (x,)), (lambda x: x, (x,)), (lambda x: x * w, (x,)), (lambda x, y: x, (x, w)), (lambda: jnp.ones(3), ()),
    (lambda x: jnp.square(x) + x**2, (x,)), (lambda x: x**0.5, (x,)), (lambda x: 1 / x, (x,)), (lambda x: 2 - x, (x,)), (lambda x: x @ x, (x,)),
    (lambda x: x * 2 + 1, (jnp.arange(4),)), (lambda x: -jnp.abs(x), (x,)), (lambda x: x[::2], (x,)), (lambda x: jnp.minimum(x, 1.0), (x,)),
    (lambda x: x.sum(axis=0, keepdims=True), (m,)), (lambda a, b, c: (a * b, a + b + c * 2.0), (x, x, x)), (lambda x: jnp.dot(x, x.T), (m,)),
    (lambda x: jnp.tanh(x).mean(), (x,)), (lambda x: jnp.maximum(x, 0.0) @ jnp.ones(4), (x,)), (lambda p: p["a"] * 2.0 + p["b"].reshape(4), ({"a": x, "b": m[:, :2]},)),
]:
    print(jax.make_jaxpr(f)(*args))


def loss(layers, x):
    for w, b in layers[:-1]:
        x = jnp.maximum(x @ w + b, 0.0)
    w, b = layers[-1]
    return (x @ w + b).sum()


layers = [(jnp.ones((3, 3)), jnp.zeros(3)), (jnp.ones((3, 1)), jnp.zeros(1))]
for f, args in [(jnp.dot, (jnp.ones((64, 32)), jnp.ones((32, 16)))), (chain, (x,)), (loss, (layers, m))]:
    compiled = jax.jit(f).lower(*args).compile()
    cost = compiled.cost_analysis()
    print(cost["flops"], cost.get("transcendentals"), compiled.memory_analysis().argument_size_in_bytes, compiled.memory_analysis().output_size_in_bytes)
    print(bool(jnp.allclose(compiled(*args), f(*args), atol=1e-6)))
compiled = jax.jit(jnp.dot).lower(jax.ShapeDtypeStruct((2, 3), jnp.float32), jnp.ones((3, 4))).compile()
print(compiled(m, jnp.ones((3, 4))))
try:
    compiled(jnp.ones((3, 3)), jnp.ones((3, 3)))
except TypeError as e:
    print("TypeError", str(e)[:78])

# The same array twice, or as a constant, too.
product, scaled = jax.jit(lambda a, b: a * b), jax.jit(lambda a: a * x)
print(product(x, x), product(x, w), product(w, x), scaled(x), scaled(w))

pick = lambda x: jax.lax.cond(x.sum() > 3, lambda x: x * 2, lambda x: -x, x)
print(pick(x), jax.jit(pick)(w), jax.jit(pick)(w - 1), jax.grad(lambda x: pick(x).sum())(x), jax.lax.cond(True, lambda: 1.0, lambda: 2.0))
print(jax.lax.while_loop(lambda v: v < 10, lambda v: v * 2, jnp.array(1.0)), jax.lax.select(x > 1, x, w))
value, pull = jax.vjp(lambda x, y: (x * y, x.sum()), x, w + 1)
print(value, pull((w, jnp.array(3.0))))
print(jax.hessian(lambda x: (x**3).sum())(x), jax.jacrev(lambda x: jnp.outer(x, x[:2]).sum(axis=0))(x), jax.grad(lambda x: jax.vjp(lambda y: y**3, x)[1](w)[0].sum())(x))
