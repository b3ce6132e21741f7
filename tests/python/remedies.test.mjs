// The errors for public names of a library that the lab lacks: each names a replacement that exists.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;

before(async () => {
  py = await python();
  py.run('import asynclab.as_books, asynclab._names\nfrom asynclab._kernel import remedies\n');
});

/** Class and message of the exception that code raises. @param {string} code @returns {string} */
const raised = (code) =>
  py.run(`
try:
    exec(${JSON.stringify(code)})
    text = "nothing"
except Exception as error:
    text = f"{type(error).__name__}: {error}"
text`);

const said = {
  'import torch; torch.quantile(torch.ones(3), 0.5)': /^AttributeError: .* torch\.sort\(x\)/,
  'import torch; torch.ones(3).quantile(0.5)': /^AttributeError: torch\.Tensor .* torch\.sort\(x\)/,
  'import torch; torch.nn.DataParallel': /^AttributeError: .*one device/,
  'import torch.distributions': /^ModuleNotFoundError: .*torch\.multinomial/,
  'from torch.distributions import Normal': /^ModuleNotFoundError: .*torch\.multinomial/,
  'from torch.utils.tensorboard import SummaryWriter': /^ModuleNotFoundError: .*matplotlib/,
  'from torch.nn.parallel import DistributedDataParallel': /^ModuleNotFoundError: .*one device/,
  'import torch; torch.linalg.svd': /^AttributeError: .*torch\.linalg\.solve/,
  'import numpy as np; np.linalg.svd':
    /^AttributeError: module 'numpy\.linalg' .*np\.linalg\.solve/,
  'import numpy as np; np.linalg.sovle': /^AttributeError: module 'numpy\.linalg' .*nearest: solve/,
  'import numpy as np; np.random.binomial':
    /^AttributeError: module 'numpy\.random' .*np\.random\.rand/,
  'import numpy as np; np.fft.fft': /^AttributeError: .*Fourier/,
  'import numpy.fft': /^ModuleNotFoundError: .*Fourier/,
  'from d2l import torch as d2l; d2l.load_data_fashion_mnist(256)':
    /^AttributeError: .*there is no network here: make data, such as torch\.randn/,
  'from d2l import torch as d2l; d2l.FashionMNIST': /there is no network here/,
};
for (const [code, text] of Object.entries(said)) test(code, () => assert.match(raised(code), text));

test('no name of a remedy is there, and every name that a remedy writes is', () => {
  const wrong = JSON.parse(
    py.run(`
import importlib, json, re
def resolved(name):
    first, *rest = name.replace("np.", "numpy.", 1).split(".")
    try:
        found = importlib.import_module("matplotlib.pyplot" if first == "plt" else "mxnet.gluon" if first == "gluon" else first)
        for part in rest:
            found = getattr(found, part)
        return True
    except (AttributeError, ImportError):
        return False
wrong = []
for library, pairs in remedies._INSTEAD.items():
    for names, text in pairs:
        if library != "d2l":
            wrong += [f"{library}.{name} is there" for name in names.split() if resolved(f"{library}.{name}")]
        written = re.findall(r"\\b(?:torch|np|plt|gluon|matplotlib)(?:\\.[A-Za-z_]\\w*)+", text)
        wrong += [f"{one} is not there" for one in written if not resolved(one)]
json.dumps(wrong)`),
  );
  assert.deepEqual(wrong, []);
  assert.ok(py.run('sum(len(pairs) for pairs in remedies._INSTEAD.values())') >= 30);
});

test('what the page could not fetch is asked for again, and is not said to be absent', async () => {
  const { pyodide } = await python({ extras: false });
  pyodide.runPython('import asynclab.as_books, asynclab._kernel');
  const kernel = pyodide.pyimport('asynclab._kernel');
  for (const source of [
    'import matplotlib.pyplot as plt',
    'import jax.numpy as jnp',
    'import tensorflow as tf',
    'from tqdm import tqdm',
    'from IPython import display',
    'from safetensors.torch import save_file',
    'from d2l import torch as d2l\nd2l.plot([1], [2])',
  ]) {
    const shown = [];
    assert.equal(
      kernel.run(source, 1, (_, text) => shown.push(text)),
      false,
      source,
    );
    assert.match(
      shown[0],
      /^ModuleNotFoundError\0.*and could not; check the connection, and run the cell again/,
      source,
    );
  }
});
