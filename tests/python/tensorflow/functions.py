# tf.function: traced once for each kind of arguments.
import tensorflow as tf


def near(x):
    if isinstance(x, (list, tuple)):
        return [near(one) for one in x]
    return None if x is None else [round(float(v), 3) + 0.0 for v in tf.reshape(x, [-1])]


@tf.function
def selu(x, alpha=1.67, scale=1.05):
    print("tracing", x.shape)
    return scale * tf.where(x > 0, x, alpha * tf.exp(x) - alpha)


print(near([selu(tf.range(3.0)), selu(tf.range(3.0) - 1), selu(tf.ones((2, 2))), selu(tf.range(3.0), 2.0), selu(tf.range(3.0) + 1, 2.0)]), selu.experimental_get_tracing_count())
factor = tf.constant(3.0)
g = tf.function(lambda x, y: {"sum": x + y, "both": (x * factor, x), "n": 3})
print(g(tf.ones(2), tf.zeros(2)), g(tf.ones(2) * 5, tf.ones(2))["both"][1])


@tf.function
def shown(x):
    print(x)
    return tf.reduce_sum(x), x[0]


print(shown(tf.constant([1.0, 2.0])), shown(tf.constant([3.0, 4.0])))
count, total = tf.Variable(0), tf.Variable([0.0, 0.0])


@tf.function
def step(x):
    print("tracing step")
    count.assign_add(1)
    total.assign(total * 0.5 + x)
    total.assign_add(x)
    return total * 2, count + 1


for at in range(4):
    print(*step(tf.constant([1.0, at])), total.numpy().tolist(), int(count))
total.assign([100.0, 100.0])
print(step(tf.zeros(2))[0], total)
w = tf.Variable([[1.0], [2.0]])


@tf.function
def train(x, y):
    print("tracing train")
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((x @ w - y) ** 2)
    w.assign_sub(0.1 * tape.gradient(loss, w))
    return loss


x = tf.reshape(tf.sin(tf.range(20.0)), (10, 2))
y = x @ [[3.0], [-1.0]]
print([f"{float(train(x, y)):.4f}" for _ in range(6)], near(w), train.experimental_get_tracing_count())
w.assign([[0.0], [0.0]])
print(f"{float(train(x, y)):.4f}", near(w))


@tf.function
def branch(x):
    if tf.reduce_sum(x) > 0:
        return x * 2
    else:
        return -x


print(branch(tf.constant([1.0])), branch(tf.constant([-1.0])), branch(tf.constant([4.0])))


@tf.function
def loop(x):
    for _ in range(3):
        x = x * 2
    return x


print(loop(tf.constant(1.0)), loop(tf.constant(2.0)), loop(tf.constant(1)))
power = tf.function(lambda x, n: x**n)
print(power(tf.range(3.0), 2), power(tf.range(3.0), 3), power.experimental_get_tracing_count())


class Scaler:
    def __init__(self, by):
        self.by = tf.Variable(by)

    @tf.function
    def __call__(self, x):
        print("tracing scaler")
        return x * self.by


s, t = Scaler(2.0), Scaler(3.0)
print(s(tf.ones(1)), s(tf.ones(1) * 2), t(tf.ones(1)))
s.by.assign(10.0)
print(s(tf.ones(1)))


@tf.function
def wrong(x):
    return x.numpy()


try:
    wrong(tf.constant(1.0))
except AttributeError as error:
    print(type(error).__name__, "SymbolicTensor" in str(error))


@tf.function
def other(x):
    return float(x) + 1


print(other(tf.constant(1.0)))


@tf.function
def making(x):
    return x + tf.Variable(1.0)


class Lazy:
    v = None

    @tf.function
    def __call__(self, x):
        if self.v is None:
            self.v = tf.Variable(5.0)
        return x * self.v


lazy = Lazy()
print(lazy(tf.constant(2.0)), lazy(tf.constant(3.0)), lazy.v.assign(7.0), lazy(tf.constant(3.0)))
try:
    making(tf.constant(1.0)), making(tf.constant([1.0]))
except ValueError as error:
    print("ValueError", "singleton" in str(error) or "first call" in str(error))


@tf.function
def drawn():
    return tf.random.normal((2,))


print(bool(tf.reduce_any(drawn() != drawn())), tf.executing_eagerly(), tf.function(lambda: tf.executing_eagerly())(), tf.function(lambda x: x)(tf.constant(2)), tf.function(lambda: None)())
sin = tf.function(tf.sin)
v = tf.constant(0.5)
with tf.GradientTape() as tape:
    tape.watch(v)
    z = sin(v) * v
print(near(tape.gradient(z, v)))


@tf.function
def gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x**3
    return tape.gradient(y, x)


print(gradient(tf.constant(2.0)), gradient(tf.constant(3.0)))
tf.config.run_functions_eagerly(True)
print(selu(tf.range(3.0)).shape)
tf.config.run_functions_eagerly(False)
difference = tf.function(lambda x, y: x - y)
one, two = tf.constant([1.0]), tf.constant([2.0])
print(difference(one, one), difference(one, two), difference(two, one), difference(tf.constant(20000000.0), tf.constant(1.0)))
more = tf.function(lambda n: n + 1)
print(more(tf.constant(1)), more(tf.constant(1000000)), more(tf.constant(16777214)))
earlier = w.read_value()
moved = tf.function(lambda: w - earlier)
print(near(moved()), near(w.assign_add([[1.0], [2.0]])), near(moved()))
@tf.custom_gradient
def twice(x):
    return x * 2, lambda up: up * 10
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    kept = tf.reduce_sum(twice(x) * x)
print(tape.gradient(kept, x))
@tf.function
def step(y):
    print("tracing")
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(x * x * y)
    x.assign_sub(0.1 * tape.gradient(loss, x))
    return loss
print(step(tf.ones(2)), step(tf.ones(2)), kept)
