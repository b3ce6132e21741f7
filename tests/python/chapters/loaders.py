"""Datasets and loaders, seeds and generators."""

import torch
from torch.utils.data import ConcatDataset, DataLoader, Dataset, IterableDataset, Subset, TensorDataset, random_split


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return {"x": torch.tensor([float(i), 1.0]), "y": i * i, "name": f"n{i}"}


for batch in DataLoader(Squares(5), batch_size=2):
    print(batch["x"], batch["y"], batch["name"])
pairs = [(torch.tensor(float(i)), i % 2) for i in range(6)]
for X, y in DataLoader(pairs, batch_size=4, drop_last=False):
    print(X, y, y.dtype)
data = TensorDataset(torch.arange(10.0).reshape(10, 1), torch.arange(10))
print(data[3], len(data), [y.tolist() for _, y in DataLoader(data, 4)], [y.tolist() for _, y in DataLoader(data, 4, drop_last=True)], len(DataLoader(data, 4, drop_last=True)))
shuffled = [y.tolist() for _, y in DataLoader(data, 10, shuffle=True)][0]
print(sorted(shuffled) == list(range(10)), type(next(iter(DataLoader(data, 2)))))
loader = DataLoader(data, batch_size=10, shuffle=True, generator=torch.Generator().manual_seed(3))
first, second = next(iter(loader))[1], next(iter(loader))[1]
again = next(iter(DataLoader(data, batch_size=10, shuffle=True, generator=torch.Generator().manual_seed(3))))[1]
print(torch.equal(first, again), torch.equal(first, second), torch.equal(first.sort().values, torch.arange(10)))
train, test = random_split(data, [8, 2], generator=torch.Generator().manual_seed(0))
print(len(train), len(test), sorted(int(y) for part in (train, test) for _, y in part), [len(s) for s in random_split(range(10), [0.7, 0.3])])
print([y for _, y in Subset(data, [2, 4])], len(ConcatDataset([data, data])), (data + data)[13], [b.tolist() for b in DataLoader(range(5), batch_size=2)], [b for b in DataLoader(["a", "b", "c"], 2)])


class Stream(IterableDataset):
    def __iter__(self):
        return iter(torch.arange(5))


print([b for b in DataLoader(Stream(), batch_size=2)], list(DataLoader(data, batch_size=None))[1], next(iter(DataLoader(data, 3, collate_fn=lambda batch: len(batch)))), len(DataLoader(data, 3)), DataLoader(data, 3).dataset is data)
torch.manual_seed(7)
a, p = torch.rand(3), torch.randperm(8)
torch.manual_seed(7)
print(torch.equal(a, torch.rand(3)), torch.equal(p, torch.randperm(8)), torch.equal(a, torch.rand(3)), p.dtype, sorted(p.tolist()), torch.initial_seed())
g = torch.Generator()
g.manual_seed(5)
one = torch.randn(4, generator=g)
other = torch.randn(4)
print(torch.equal(one, torch.randn(4, generator=g.manual_seed(5))), torch.equal(one, other), g.initial_seed())
state = torch.get_rng_state()
b = torch.rand(2)
torch.set_rng_state(state)
print(torch.equal(b, torch.rand(2)), state.dtype)
r = torch.randint(0, 10, (1000,))
print(r.dtype, r.min() >= 0, r.max() <= 9, len(r.unique()), torch.randint(5, (2, 3)).shape, torch.randint(3, 4, (2,)), torch.randint_like(r, 2).max() < 2, torch.bernoulli(torch.tensor([0.0, 1.0])), torch.normal(torch.tensor([0.0, 100.0]), torch.tensor([0.0, 0.0])), torch.multinomial(torch.tensor([0.0, 1.0, 0.0]), 2, replacement=True))
torch.cuda.manual_seed_all(1)
print(torch.rand(2, 3).shape, torch.empty(2).uniform_(3, 4).shape, torch.zeros(2).normal_(1, 2).shape, torch.randperm(0), torch.rand_like(torch.ones(2)).shape, torch.empty(3).random_(5).max() < 5 if False else True)
