# Keys and the numbers that follow from them.
import jax
from jax import random


def near(x):
    """What is computed, to four digits: the last ones are each processor's own."""
    return [round(v, 4) + 0.0 for v in x.ravel().tolist()]


key = random.PRNGKey(42)
print(repr(key), key, key.shape, repr(random.key(7)))
key, sub = random.split(key)
print(key, sub, random.split(sub, 3), random.fold_in(sub, 5))
print(random.uniform(sub, (2, 3)), random.uniform(sub), random.uniform(sub, (4,), minval=-1.0, maxval=3.0))
print(near(random.normal(random.key(0), (3,))), near(random.normal(sub, (20, 5))))
print(random.randint(sub, (6,), 0, 10), random.randint(sub, (3,), -5, 1000000), random.permutation(sub, 8), random.bernoulli(sub, 0.3, (5,)))
print(random.permutation(sub, jax.numpy.arange(6.0).reshape(3, 2)), random.choice(sub, 10, (4,)), random.choice(sub, 10, (4,), replace=False), random.categorical(sub, jax.numpy.array([[0.1, 2.0, 0.3], [1.0, 1.0, 1.0]])))
print(random.PRNGKey(-1), random.PRNGKey(2**40 + 3), near(random.exponential(sub, (3,))))
print(random.normal(random.key(1), (100, 100)).shape, abs(float(random.normal(random.key(1), (100, 100)).mean())) < 0.05)
a, b = random.normal(random.key(1), (100, 100)), random.normal(random.key(1), (100, 100))
print(bool((a == b).all()), bool((a == random.normal(random.key(2), (100, 100))).all()))
