# The types of MXNet's elements: float32 unless another one is named.
from mxnet import np, npx

npx.set_np()
i, f, m = np.array([1, 2, 3], dtype="int32"), np.array([0.5, 2, -1.5]), np.array([1, 2, 3]) > 1
print(np.arange(3), np.arange(3).dtype, np.arange(3, dtype="int64"), np.array([1, 2]), np.array([True, False]), np.full((2,), 3), np.full((2,), 0.5), m)
print(i + 1, i + 1.5, i * f, i / 2, i // 2, i % 2, i**2, 2**i, -i, ~i, i & 1, i | 4, i == 2)
for x in (i, f, m, i.astype("uint8"), i.astype(np.int64), f.astype("float64"), f.astype("float16")):
    print(x.dtype, (x + 1).dtype, (x + 1.5).dtype, (x / 2).dtype, (x * f).dtype, x.sum().dtype, (x * i.astype("int64")).dtype)
print(i.sum(), i.mean(), m.sum(), m.mean(), f.argmax(), m + m, m & ~m, m * i, m * 2, i[m], f[np.array([0, 2], dtype="int64")], f[np.array([0, 2])])
print(f.astype("int32"), f.astype(int), i.astype(bool), np.zeros(2, dtype="int32"), np.ones((2,), dtype=np.uint8), np.eye(2, dtype="int32"), np.zeros_like(i), np.ones_like(m))
print(f.dtype == np.float32, f.dtype == "float32", np.int32, str(np.bool), i.tolist(), i[0].item(), m[1].item(), i.asnumpy(), i.asnumpy().dtype, i.reshape(3, 1))
print(np.exp(i), np.sqrt(np.array([1, 4], dtype="int64")), np.abs(-i), np.maximum(i, 1.5), np.concatenate([i, i]), np.stack([i, i]), np.cumsum(i), np.square(i), np.clip(i, 1, 2))
print(npx.one_hot(np.array([0, 1], dtype="int32"), 3), npx.pick(np.ones((2, 3)), np.array([0, 1], dtype="int32")), npx.relu(np.array([-1, 2], dtype="int32")))
print(np.random.randint(0, 10, size=(3,)).dtype, np.random.normal(0, 1, size=(3,)).dtype, np.random.choice(5, size=(2,)).dtype, np.array(i).dtype)
i[0] = 7.9
f[:] = i
print(i, f)
