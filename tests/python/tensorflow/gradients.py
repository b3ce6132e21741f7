# Variables, tapes, and networks trained by loops.
import tensorflow as tf


def near(x):
    """What is computed, to three digits: the last ones are each processor's own."""
    if isinstance(x, (list, tuple)):
        return [near(one) for one in x]
    if isinstance(x, dict):
        return {name: near(one) for name, one in x.items()}
    return None if x is None else [round(float(v), 3) + 0.0 for v in tf.reshape(x, [-1])]


def failing(*calls):
    for call in calls:
        try:
            print("no error:", call())
        except Exception as error:
            print(type(error).__name__, str(error).split("}} ")[-1].split(" [Op:")[0].split(" (Variable")[0][:90])


v, w = tf.Variable([1.0, 2.0]), tf.Variable(3, name="w")
print(repr(v), v, w, v.name, v.shape, v.dtype, v.trainable, w.trainable, v + 1, v[0], v * v, 2 * v, v / 2, float(v[1]), v.numpy(), v.read_value(), v.value(), -v, v > 1, abs(v), len(v.shape))
before = v.read_value()
print(v.assign_add([1.0, 1.0]), repr(v.assign([5.0, 6.0])), v.assign_sub(tf.ones(2)), before, v, w.assign_add(1), v.assign(v * 2), v[1].assign(0.5), v)
m = tf.Variable(tf.reshape(tf.range(6.0), (2, 3)))
m[0, 1].assign(9.0)
m[:, 2].assign([7.0, 8.0])
m[1:].assign(tf.zeros((1, 3)))
print(m, tf.reduce_sum(m), tf.concat([m, m], 0).shape, m[0], tf.convert_to_tensor(m).shape, isinstance(m, tf.Variable), isinstance(m, tf.Tensor), tf.is_tensor(m), tf.Variable(lambda: 2.0), tf.Variable([1, 2], dtype=tf.float32), tf.Variable(1.0, trainable=False).trainable)


def item():
    v[0] = 1


failing(lambda: v.assign([1.0, 2.0, 3.0]), lambda: v.assign_add(1.0), lambda: v.assign([1, 2]).shape, item, lambda: v.nothing, lambda: v + tf.constant([1, 2]), lambda: hash(v), lambda: tf.Variable())

x = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
print(tape.gradient(y, x))
failing(lambda: tape.gradient(y, x))
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x))
a, b = tf.Variable([[0.5, -0.2], [0.1, 0.3]]), tf.Variable([0.1, -0.1])
data = tf.constant([[1.0, 2.0], [-1.0, 0.5]])
with tf.GradientTape(persistent=True) as tape:
    hidden = tf.tanh(data @ a + b)
    loss = tf.reduce_sum(hidden**2)
    more = tf.reduce_mean(hidden)
print(near(tape.gradient(loss, [a, b])), near(tape.gradient(loss, {"a": a, "b": b})), near(tape.gradient(more, (a, b))), near(tape.gradient(loss, hidden)), near(tape.gradient(hidden, b)), near(tape.gradient([loss, more], a)), near(tape.gradient(hidden, a, output_gradients=tf.ones((2, 2)) * 2)))
unused = tf.Variable([1.0, 1.0])
print(tape.gradient(loss, unused), tape.gradient(loss, unused, unconnected_gradients=tf.UnconnectedGradients.ZERO), [one.name for one in tape.watched_variables()], tape.gradient(loss, data))
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        y = x**3
    dy = inner.gradient(y, x)
print(dy, outer.gradient(dy, x))
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        y = x * x * a[0, 0]
    print(inner.gradient(y, x), near(outer.gradient(y, x)))
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(b)
    y = tf.reduce_sum(a * b)
print(near(tape.gradient(y, [a, b])))
with tf.GradientTape() as tape:
    y = b * 2
    with tape.stop_recording():
        z = b * 10
    y = y + z + tf.stop_gradient(b) * 5
print(tape.gradient(y, b))
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.where(b > 0, b * 3, 0.0)) + tf.reduce_max(b) + tf.reduce_sum(tf.gather(b, [0, 0, 1])) + tf.norm(b) + tf.reduce_sum(tf.concat([b, b], 0)[1:3] * [1.0, 2.0])
print(near(tape.gradient(y, b)))
with tf.GradientTape() as tape:
    y = b**2 + 1
    b.assign_add([1.0, 1.0])
    z = tf.reduce_sum(y * b)
print(near(tape.gradient(z, b)), b)
x = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x * [[1.0], [2.0]]
print(tape.jacobian(y, x))
carried = tf.zeros(2)
for _ in range(3):
    with tf.GradientTape() as tape:
        carried = tf.tanh(carried + b)
        loss = tf.reduce_sum(carried)
    print(near(tape.gradient(loss, b)))


@tf.custom_gradient
def twice(t):
    return t * 2, lambda upstream: upstream * 10


with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.reduce_sum(twice(x) * x)
print(y, tape.gradient(y, x))
f = tf.recompute_grad(lambda t: tf.sin(t) * t)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(near(tape.gradient(y, x)))

# Linear regression by hand.
X = tf.reshape(tf.sin(tf.range(60.0)), (30, 2))
Y = X @ [[2.0], [-3.4]] + 4.2
w, b = tf.Variable(tf.zeros((2, 1))), tf.Variable(tf.zeros(1))
for epoch in range(5):
    for at in range(0, 30, 10):
        with tf.GradientTape() as g:
            loss = tf.reduce_mean((X[at : at + 10] @ w + b - Y[at : at + 10]) ** 2 / 2)
        dw, db = g.gradient(loss, [w, b])
        w.assign_sub(0.3 * dw)
        b.assign_sub(0.3 * db)
    print(epoch + 1, f"{float(tf.reduce_mean((X @ w + b - Y) ** 2)):.4f}")
print(near([w, b]))
