# Layers, losses and optimizers, as loops use them.
import tensorflow as tf


def near(x, digits=3):
    if isinstance(x, (list, tuple)):
        return [near(one, digits) for one in x]
    return None if x is None else [round(float(v), digits) + 0.0 for v in tf.reshape(tf.convert_to_tensor(x), [-1])]


x = tf.reshape(tf.sin(tf.range(12.0)), (4, 3))
net = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="relu", kernel_initializer="ones"), tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.Constant(0.5))])
y = net(x)
print(y.shape, near(y), len(net.layers), [tuple(one.shape) for one in net.trainable_variables], net.layers[0].kernel, net.layers[0].bias, net.layers[1].name, type(net.layers[0].kernel).__name__, net.layers[0].kernel.value.shape, len(net.weights), net.layers[0].units, net.count_params())
net.layers[0].kernel.assign(tf.ones((3, 4)) * 0.1)
print(near(net(x)), net.layers[0].kernel[0], net.layers[0].kernel + 1, near(net.get_weights()[0]))
loss = tf.keras.losses.MeanSquaredError()
target = tf.ones((4, 1))
print(near([loss(target, y), tf.keras.losses.MeanSquaredError(reduction="sum")(target, y), tf.keras.losses.MSE(target, y), tf.keras.losses.mse(x, x + 1), tf.keras.losses.MeanAbsoluteError()(target, y), tf.keras.losses.MeanSquaredError(reduction="none")(target, y)]))
logits, classes = x, tf.constant([0, 1, 2, 1])
print(near([tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)(classes, logits), tf.keras.losses.SparseCategoricalCrossentropy()(classes, tf.nn.softmax(logits)), tf.keras.losses.sparse_categorical_crossentropy(classes, logits, from_logits=True),
            tf.keras.losses.CategoricalCrossentropy(from_logits=True)(tf.one_hot(classes, 3), logits), tf.keras.losses.BinaryCrossentropy(from_logits=True)([[1.0], [0.0]], [[0.5], [0.2]]), tf.keras.losses.BinaryCrossentropy()([[1.0], [0.0]], [[0.5], [0.2]])]))
for make in (lambda: tf.keras.optimizers.SGD(learning_rate=0.1), lambda: tf.keras.optimizers.SGD(0.1, momentum=0.9), lambda: tf.keras.optimizers.SGD(0.1, momentum=0.9, nesterov=True), lambda: tf.keras.optimizers.Adam(learning_rate=0.05)):
    v, w, optimizer = tf.Variable([1.0, -2.0]), tf.Variable(0.5), make()
    for _ in range(4):
        with tf.GradientTape() as tape:
            value = tf.reduce_sum(v**2) * w
        optimizer.apply_gradients(zip(tape.gradient(value, [v, w]), [v, w]))
    optimizer.learning_rate = 0.01
    print(near([v, w]), int(optimizer.iterations), near(optimizer.learning_rate))


class Block(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.body = tf.keras.Sequential([tf.keras.layers.Dense(units, activation="tanh", kernel_initializer="ones"), tf.keras.layers.Dense(units, kernel_initializer="ones")])

    def call(self, inputs):
        return inputs + self.body(inputs)


class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.by = self.add_weight(shape=(input_shape[-1],), initializer="ones", name="by")

    def call(self, inputs):
        return inputs * self.by


blocks = tf.keras.Sequential([tf.keras.layers.Flatten(), Block(3), Scale(), tf.keras.layers.ReLU(), tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(2, use_bias=False, kernel_initializer="zeros")])
with tf.GradientTape() as tape:
    value = tf.reduce_sum(blocks(x)) + tf.reduce_sum(blocks.layers[2].by)
gradients = tape.gradient(value, blocks.trainable_variables)
print(blocks(x).shape, [tuple(one.shape) for one in blocks.trainable_variables], near(gradients[-1]), near(gradients[-2]), blocks.layers[1].body.layers[0].built, near(blocks.layers[3](x - 0.5)))
small = tf.keras.Sequential([tf.keras.Input(shape=(3,)), tf.keras.layers.Dense(2)])
print([tuple(one.shape) for one in small.weights], small.layers[0].kernel.shape)
small.layers[0].set_weights([tf.ones((3, 2)).numpy(), tf.zeros(2).numpy()])
print(near(small(x)), near(tf.keras.layers.Activation("sigmoid")(x)), near(tf.keras.activations.relu(x)), near(tf.keras.activations.get("softmax")(x)))
print(near(tf.keras.layers.LayerNormalization()(x)), tf.keras.layers.Embedding(5, 2)(tf.constant([[1, 2]])).shape, tf.keras.layers.Dense(2)(tf.ones((2, 3, 4))).shape, tf.keras.layers.Reshape((3, 1))(x).shape, near(tf.keras.layers.Softmax()(x)))
tf.keras.utils.set_random_seed(0)
first = tf.keras.layers.Dense(50)
first(tf.ones((1, 30)))
limit = (6 / 80) ** 0.5
print(float(tf.reduce_max(tf.abs(first.kernel))) <= limit, float(tf.reduce_max(first.kernel)) > 0.9 * limit, float(tf.math.reduce_std(tf.keras.initializers.HeNormal()((200, 50)))) < 0.11, tf.keras.initializers.RandomNormal(stddev=0.01)((3,)).shape, near(tf.keras.initializers.Ones()((2,))))

# A network trained in a function.
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="tanh", kernel_initializer=lambda shape, dtype=None: tf.reshape(tf.sin(tf.range(float(shape[0] * shape[1]))), shape)), tf.keras.layers.Dense(1, kernel_initializer=lambda shape, dtype=None: tf.reshape(tf.cos(tf.range(float(shape[0] * shape[1]))), shape))])
optimizer = tf.keras.optimizers.SGD(0.1)
labels = tf.reduce_sum(x, 1, keepdims=True)


@tf.function
def step(inputs, labels):
    print("tracing")
    with tf.GradientTape() as tape:
        value = loss(labels, model(inputs))
    optimizer.apply_gradients(zip(tape.gradient(value, model.trainable_variables), model.trainable_variables))
    return value


model(x), optimizer.build(model.trainable_variables)
print([f"{float(step(x, labels)):.3f}" for _ in range(5)], int(optimizer.iterations))
optimizer.learning_rate = 0.0
print(f"{float(step(x, labels)):.3f}", f"{float(step(x, labels)):.3f}", f"{float(loss(labels, model(x))):.3f}")
