"""Random programs of views and changes in place: the same in NumPy or PyTorch and in what has their name here.

`outcomes(library, seeds)` runs one program for each seed and gives what all its arrays held after each change, as one text each.
"""

import random


def shape_of(rng, size):
    shape = []
    while size > 1:
        length = rng.choice([one for one in range(2, size + 1) if size % one == 0])
        shape.append(length)
        size //= length
    shape += [1] * rng.randrange(2)
    rng.shuffle(shape)
    return tuple(shape) or (1,)


def key_of(rng, shape, backwards):
    key, left = [], len(shape)
    for length in shape:
        kind = rng.randrange(6)
        if kind == 0 and left > 1:
            key.append(rng.randrange(-length, length))
            left -= 1
        elif kind < 3:
            first = rng.randrange(length)
            step = rng.randrange(1, 3)
            if backwards and rng.random() < 0.4:
                key.append(slice(rng.randrange(length), None, -step))
            else:
                key.append(slice(first, rng.randrange(first + 1, length + 1), step))
        elif kind == 3 and len(shape) < 4 and None not in key:
            key += [None, slice(None)]
        else:
            key.append(slice(None))
    return tuple(key)


def program(library, seed):
    rng = random.Random(seed)
    torch = hasattr(library, "tensor")
    held, told, count = [], [], 0

    def made():
        nonlocal count
        count += 1
        size = rng.choice([6, 8, 12, 24, 30])
        shape = shape_of(rng, size)
        return library.arange(size * 1.0).reshape(shape) + 100.0 * count

    for _ in range(14):
        kind = rng.randrange(10)
        if not held or kind == 0:
            held.append(made())
            continue
        x = rng.choice(held)
        shape = tuple(x.shape)
        size = 1
        for length in shape:
            size *= length
        if kind == 1 and len(held) > 1:
            held.pop(rng.randrange(len(held)))
        elif kind in (2, 3):
            held.append(x[key_of(rng, shape, not torch)])
        elif kind == 4:
            held.append(x.reshape(shape_of(rng, size)))
        elif kind == 5:
            order = list(range(len(shape)))
            rng.shuffle(order)
            held.append(x.permute(*order) if torch else x.transpose(*order))
        elif kind == 6:
            x += float(rng.randrange(9))
        elif kind == 7:
            x[key_of(rng, shape, not torch)] = float(rng.randrange(99))
        elif kind == 8:
            x[key_of(rng, shape, not torch)] *= -1.0
        else:
            part = x[key_of(rng, shape, not torch)]
            part += library.arange(part.shape[-1] * 1.0) if rng.random() < 0.5 else part * 1.0
        x = part = None
        if kind > 5:
            told.append([one.tolist() for one in held])
    return repr(told)


def outcomes(library, seeds):
    return [program(library, seed) for seed in seeds]


if __name__ == "__main__":
    import importlib
    import json
    import sys

    print(json.dumps(outcomes(importlib.import_module(sys.argv[1]), range(int(sys.argv[2])))))
