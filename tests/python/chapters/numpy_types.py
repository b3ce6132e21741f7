# The types of NumPy's elements: what is printed, what they are, and how they mix.
import io

import numpy as np

a, b, f = np.array([1, 2, 3]), np.array([True, False, True]), np.array([0.5, 2.0, -1.5])
print(np.arange(3), np.arange(3).dtype, a / 2, a // 2, a % 2, a > 1, -a, a.sum(), a.mean(), a.max())
print(repr(a), repr(b), repr(f), repr(a.astype(np.int32)), repr(f.astype("float32")), repr(np.zeros(2, dtype=np.uint8)))
for x in (a, b, f, a.astype(np.int8), f.astype(np.float32), np.array([1], dtype=np.uint8)):
    print(x.dtype, (x + 1).dtype, (x + 1.5).dtype, (x / 2).dtype, (x * a[:1]).dtype, x.sum().dtype, x.mean().dtype, np.exp(x).dtype, (x * f[:1]).dtype, repr(x.sum()))
print(a[[0, 2]], a[a > 1], a[np.array([0, 1])], a[b], a[-1], f[a - 1], np.where(a > 2, 1, 0), np.where(b, f, 0))
print(f.astype(int), a.astype(float), a.astype(bool), np.array([1.9, -1.9]).astype(np.int32), b.astype(int), b.sum(), b[:2].mean(), b.any())
print(a.dtype == np.int64, a.dtype == "int64", a.dtype.name, a.dtype.kind, a.itemsize, repr(a.dtype), np.dtype(float), np.float32(2), repr(np.int64(3)))
print(a @ a, a**2, 2**a, a & 1, a | 4, a ^ 1, ~a, a << 2, a >> 1, a * b, b + b, b & ~b)
print(np.array([200, 100], dtype=np.uint8) + np.array([100, 100], dtype=np.uint8), np.array([100], dtype=np.int8) * 2, np.array([5, 6]) // np.array([2, -4]), np.array([5, -6]) % 4)
print(np.concatenate([a, f]), np.stack([a, a]).dtype, np.vstack([a, b]).dtype, np.cumsum(a), np.argsort(f), f.argmax(), np.sort(a)[::-1], np.clip(a, 2, None), np.round(f), np.abs(-a))
print(np.full((2, 2), 7), np.full(2, 0.5), np.ones((1, 2), dtype=int), np.eye(2), np.zeros_like(a), np.linspace(0, 1, 3), np.arange(0, 1, 0.25), np.arange(6).reshape(2, 3))
x = np.arange(6)
x[1] = 7.9
x[2:4] *= 3
x[x > 8] = 0
print(x, x.tolist(), [int(i) for i in x[:2]], "abc"[np.argmax(x) - 4], f"{x.sum()} {x.mean():.2f}")
for change in ("a += 0.5", "f[0.5]", "np.array([300], dtype=np.uint8)", "b - b", "f & 1", "a ** -1", "np.zeros(2)[np.array([0.0])]"):
    try:
        exec(change)
    except Exception as error:
        print(change, next(kind.__name__ for kind in (IndexError, OverflowError, TypeError, ValueError) if isinstance(error, kind)))
for x in (a, b, f, a.astype(np.uint8), f.astype(np.float16)):
    file = io.BytesIO()
    np.save(file, x)
    file.seek(0)
    print(repr(np.load(file)))
