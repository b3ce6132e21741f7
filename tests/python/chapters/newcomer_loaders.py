# Data sets and loaders.
import torch
from torch.utils.data import BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler, SequentialSampler, Subset, TensorDataset


class Squares(Dataset):
    def __init__(self, n, transform=None):
        self.n, self.transform = n, transform

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        sample = torch.tensor([i, i * i], dtype=torch.float32)
        return (self.transform(sample) if self.transform else sample), i % 2


data = Squares(10)
print(len(data), data[3])
for features, labels in DataLoader(data, batch_size=4):
    print(features, labels, labels.dtype)
loader = DataLoader(data, batch_size=4, shuffle=True, generator=torch.Generator().manual_seed(0))
seen = torch.cat([labels for _, labels in loader])
print(seen.shape, seen.sum(), len(loader))
print([b.tolist() for b in DataLoader(list(range(7)), batch_size=3, drop_last=True)])
print(next(iter(DataLoader([{"x": 1.5, "name": "a"}, {"x": 2.5, "name": "b"}], batch_size=2))))
collate = lambda batch: (torch.stack([a for a, _ in batch]).sum(0), len(batch))
print(list(DataLoader(data, batch_size=5, collate_fn=collate)))
both = ConcatDataset([data, Squares(3, transform=lambda s: -s)])
print(len(both), both[10], both[-1])
sub = Subset(data, [1, 3, 5])
print(len(sub), sub[2])


class Count(IterableDataset):
    def __iter__(self):
        return iter(range(5))


print([b for b in DataLoader(Count(), batch_size=2)])
print(list(SequentialSampler(data))[:3], sorted(RandomSampler(data)) == list(range(10)), list(BatchSampler(SequentialSampler(data), 4, False)))
ds = TensorDataset(torch.arange(12).view(6, 2), torch.arange(6))
X, y = next(iter(DataLoader(ds, batch_size=len(ds), num_workers=0, pin_memory=False)))
print(X, y)
train, val = torch.utils.data.random_split(ds, [0.5, 0.5], generator=torch.Generator().manual_seed(42))
print(len(train), len(val), sorted(train.indices + val.indices))
for i, batch in enumerate(DataLoader(train, batch_size=2)):
    print(i, [tuple(t.shape) for t in batch])
weights = torch.tensor([0.0, 1.0, 1.0, 0.0, 0.0, 0.0])
sampler = torch.utils.data.WeightedRandomSampler(weights, 8)
print(set(sampler) <= {1, 2}, len(sampler))
