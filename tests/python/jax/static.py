# Static arguments by place and by name, and functions near their zeros.
import jax
import jax.numpy as jnp


def power(x, n, scale=1.0):
    for _ in range(n):
        x = x * x * scale
    return x


def tried(call):
    try:
        print(call().tolist())
    except Exception as e:
        print(type(e).__name__, str(e)[:75])


x = jnp.array([1.5, -1.0])
named = jax.jit(power, static_argnames="n")
placed = jax.jit(power, static_argnums=1)
both = jax.jit(power, static_argnums=1, static_argnames="scale")
for call in (
    lambda: named(x, 2), lambda: named(x, n=3), lambda: named(n=1, x=x), lambda: named(x, 2, 0.5), lambda: placed(x, 2), lambda: placed(x, n=3), lambda: placed(n=1, x=x),
    lambda: both(x, 2, scale=2.0), lambda: jax.jit(power, static_argnums=(-2,))(x, 2), lambda: jax.jit(power, static_argnames=("n", "scale"))(x, 1, 3), lambda: jax.jit(power, static_argnames="m"),
    lambda: jax.jit(power, static_argnums=5), lambda: named(x, [1]), lambda: jax.jit(lambda y, *rest: y + len(rest), static_argnums=(1,))(x, "a"), lambda: jax.jit(lambda y, **more: y + more["k"], static_argnames="k")(x, k=2),
):
    tried(call)


class Model:
    def __init__(self, n):
        self.n = n

    @jax.jit
    def plain(x):
        return x + 1

    def times(self, x, n):
        return x * n * self.n


print(jax.jit(Model(2).times, static_argnames="n")(x, 3), Model.plain(x))
small = jnp.array([1e-8, -1e-8, 3e-7, -1e-5, 1e-3, 0.0, 0.3, -0.5, 0.95])
for function in (jnp.log1p, jnp.expm1, jnp.sinh, jax.nn.softplus):
    print(function.__name__, " ".join(f"{float(function(value)) + 0.0:.4g}" for value in small))
    for derived in (jax.grad(function), jax.grad(jax.grad(function))):
        print([round(float(derived(value)), 3) + 0.0 for value in small])
print(jnp.round(jnp.array([-0.5, 0.5, 1.5, 2.5, -2.5, 8388609.0, float("inf")])).tolist(), [f"{value:.5g}" for value in jnp.exp2(jnp.array([100.0, -100.0, 0.5])).tolist()])
