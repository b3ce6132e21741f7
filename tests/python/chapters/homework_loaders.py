"""Homework on data loaders."""
import torch
from torch.utils import data
from torch.utils.data import Dataset, DataLoader, TensorDataset, random_split, Subset, ConcatDataset, IterableDataset
class Squares(Dataset):
    def __init__(self, n, transform=None): self.n, self.transform = n, transform
    def __len__(self): return self.n
    def __getitem__(self, i):
        if i >= self.n: raise IndexError(i)
        x = torch.tensor([i, i ** 2], dtype=torch.float32)
        return (self.transform(x) if self.transform else x), i % 2
ds = Squares(7, lambda x: x / 2); print(len(ds), ds[3])
for X, y in DataLoader(ds, batch_size=3): print(X, y, y.dtype)
print(len(DataLoader(ds, 3)), len(DataLoader(ds, 3, drop_last=True)), [len(y) for _, y in DataLoader(ds, 3, drop_last=True)])
got = torch.cat([y for _, y in DataLoader(TensorDataset(torch.zeros(9, 1), torch.arange(9)), 4, shuffle=True)]); print(got.sort().values, got.dtype)
a, b = random_split(range(10), [7, 3], generator=torch.Generator().manual_seed(42)); print(len(a), len(b), sorted(list(a) + list(b)), type(a).__name__)
a, b, c = random_split(ds, [.5, .3, .2]); print(len(a), len(b), len(c), type(a[0]))
try: random_split(ds, [3, 3])
except ValueError as e: print(e)
s = Subset(ds, [1, 5]); print(len(s), s[1]); cc = ConcatDataset([s, Squares(2)]); print(len(cc), cc[3], len(ds + s))
class Count(IterableDataset):
    def __iter__(self): return iter(range(5))
print(list(DataLoader(Count(), batch_size=2)))
try: len(DataLoader(Count(), 2))
except TypeError as e: print(e)
try: DataLoader(Count(), 2, shuffle=True)
except ValueError as e: print(e)
class D(Dataset):
    def __len__(self): return 4
    def __getitem__(self, i): return {'x': torch.full((2,), float(i)), 'name': f'n{i}', 'v': i * .5, 'pair': (i, [i, i + 1])}
print(next(iter(DataLoader(D(), 2))))
def collate(batch): return torch.stack([x for x, _ in batch]).sum(), [y for _, y in batch]
print(list(DataLoader(ds, 4, collate_fn=collate)))
print(list(DataLoader([1, 2, 3], batch_size=2)), list(DataLoader(['a', 'b', 'c'], 2)), list(DataLoader([1., 2.], batch_size=None)))
from torch.utils.data import SequentialSampler, RandomSampler, BatchSampler
print(list(SequentialSampler(ds)), list(BatchSampler(SequentialSampler(range(5)), 2, False)), len(list(RandomSampler(ds))), sorted(RandomSampler(range(4))))
print([y.tolist() for _, y in DataLoader(ds, 2, sampler=[6, 5, 0])], [y.tolist() for _, y in DataLoader(ds, batch_sampler=[[0, 1], [2]])])
for bad in (lambda: DataLoader(ds, 2, shuffle=True, sampler=[0]), lambda: DataLoader(ds, batch_size=0), lambda: TensorDataset(torch.ones(2), torch.ones(3)), lambda: Dataset()[0], lambda: next(iter(DataLoader([object()]))), lambda: next(iter(DataLoader([None]))), lambda: DataLoader(ds, num_workers=-1), lambda: DataLoader(ds, 2, batch_sampler=[[1]])):
    try: print(bad())
    except (RuntimeError, ValueError, TypeError, AssertionError, NotImplementedError) as e: print('Size' in str(e) or str(e)[:60])
dl = DataLoader(ds, 2, num_workers=0, pin_memory=False); print(dl.batch_size, dl.dataset is ds, type(dl.sampler).__name__, dl.drop_last, dl.num_workers, dl.collate_fn.__name__)
it = iter(dl); print(next(it)[1]); print(next(it)[1])
for i, (X, y) in enumerate(DataLoader(ds, 4), 1): print(i, X.shape, y.tolist())
t = TensorDataset(torch.arange(6).reshape(3, 2), torch.tensor([0, 1, 2])); print(t[0], t[1:], len(t), t.tensors[0].shape, t[-1])
print(data.default_collate([(1, 2.), (3, 4.)]), torch.utils.data.default_collate([{'a': 1}, {'a': 2}]))
import numpy as np
print(next(iter(DataLoader([(np.float32(1), i) for i in range(3)], 2))), next(iter(DataLoader([0.5, 1.5], 2))))
print(next(iter(DataLoader(np.arange(6.).astype(np.float32).reshape(3, 2), 2))))
g = torch.Generator(); g.manual_seed(1); l1 = [y.tolist() for y in DataLoader(range(10), 5, shuffle=True, generator=g)]; g.manual_seed(1); print(l1 == [y.tolist() for y in DataLoader(range(10), 5, shuffle=True, generator=g)])
print(list(zip(DataLoader([1, 2]), DataLoader([3, 4]))), next(iter(DataLoader([(1, 'a'), (2, 'b')], 2))))
from collections import namedtuple
P = namedtuple('P', 'x y'); print(next(iter(DataLoader([P(1, 2), P(3, 4)], 2))), next(iter(DataLoader([True, False], 2))))
