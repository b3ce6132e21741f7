"""Bits of whole numbers and of booleans."""

import torch

x = torch.tensor([5, -3, 0, 12345, -1, 16777214, -16777215, 8388608])
y = torch.tensor([3, 6, -7, 255, 1024, -2, 16777214, -8388609])
for name in ("and", "or", "xor"):
    call = getattr(torch, f"bitwise_{name}")
    print(name, call(x, y), *(call(x, n) for n in (0, 1, -1, 6, 0b1011001, -8, 4095)), sep="\n")
print(x & y, x | 1, x ^ y, 3 & x, 8 | x, 1 ^ x, ~x, ~y == -1 - y, sep="\n")
print(x[:5] << 2, x >> 3, x >> 0, x >> 60, 1 << torch.tensor([1, 2, 23]), x[:4] >> torch.tensor([0, 1, 2, 3]), x[:4] << torch.tensor([0, 1, 2, 3]), sep="\n")
small = torch.tensor([200, 7, 255], dtype=torch.uint8)
print(small << 1, ~small, small & 15, small | torch.tensor([1, 300, 2]), small ^ small, sep="\n")
print(torch.tensor([100, -100], dtype=torch.int8) & torch.tensor([-1, 300]), (torch.tensor([100], dtype=torch.int8) | torch.tensor([3], dtype=torch.int16)).dtype)
mask = torch.tensor([True, False])
print(mask & torch.tensor([3, 3]), mask | 4, mask ^ True, mask & mask, torch.bitwise_not(mask), torch.bitwise_xor(mask, mask), mask << 1, torch.tensor([6, 7]) & mask, 5 ^ mask)
z = torch.tensor([1, 2, 3])
z &= 2
z |= 8
z ^= 1
z <<= 2
z >>= 1
print(z, torch.arange(6).reshape(2, 3) & torch.tensor([1, 2, 3]), torch.arange(8) & 1 == 0, x.bitwise_and(7), x[:3].bitwise_left_shift(2), (torch.arange(10) >> 1) % 2)
for call in (lambda: torch.tensor([1.0]) & 1, lambda: z & 1.5, lambda: z & torch.tensor([1.0]), lambda: torch.tensor([1.0]) << 1, lambda: ~torch.tensor([1.0]), lambda: mask << mask):
    try:
        print(call())
    except (NotImplementedError, TypeError) as error:
        print(type(error).__name__)
print(torch.tensor([], dtype=torch.int64) & 3, torch.tensor(6) & 3)
