# Functions near their zeros, and variables after a capture that failed.
import tensorflow as tf


def digits(x):
    return " ".join(f"{float(value) + 0.0:.4g}" for value in x.numpy().ravel())


small = tf.constant([1e-8, -1e-8, 3e-7, -1e-5, 1e-3, 0.0, 0.3, -0.5, 0.95])
for name, function in (("log1p", tf.math.log1p), ("expm1", tf.math.expm1), ("sinh", tf.sinh), ("erf", tf.math.erf), ("softplus", tf.math.softplus), ("log_sigmoid", tf.math.log_sigmoid)):
    with tf.GradientTape() as tape:
        tape.watch(small)
        made = function(small)
    print(name, digits(made), "|", [round(float(value), 3) for value in tape.gradient(made, small)])
logits = tf.constant([0.0, 0.0, 1.0, -3.0, 15.0, -15.0])
with tf.GradientTape() as tape:
    tape.watch(logits)
    loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.constant([1.0, 0.0, 0.0, 1.0, 1.0, 0.0]), logits=logits)
print(digits(loss), "|", [round(float(value), 3) + 0.0 for value in tape.gradient(loss, logits)])
print(tf.round([-0.5, 0.5, 1.5, 2.5, -2.5, 8388609.0]).numpy().tolist())

v, w = tf.Variable(1.0), tf.Variable([1.0, 2.0])


@tf.function
def step(x, fail):
    v.assign(5.0)
    w.assign_add(x)
    before = v + 1
    v.assign(before * 2)
    if fail:
        raise ValueError("after the assignments")
    return v + 1


for fail in (True, False, True, False):
    try:
        print(step(tf.ones(2), fail).numpy(), v.numpy(), w.numpy())
    except ValueError as e:
        print(type(e).__name__, v.numpy(), w.numpy())


@tf.function
def shapes(x):
    v.assign(7.0)
    return x @ tf.ones((3, 1))


try:
    shapes(tf.ones((2, 2)))
except Exception as e:
    print("refused")
print(v.numpy(), shapes(tf.ones((1, 3))).numpy(), v.numpy())
