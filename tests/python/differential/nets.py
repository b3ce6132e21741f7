"""Random programs of networks: modules, losses, optimizers with some steps, schedules, `autograd.grad`, copies.

`generate.py` runs them in PyTorch. A line sets the weights, since random weights differ between the libraries. The `eps` of Adam and of
`LayerNorm` is large, since otherwise they may divide rounding errors by rounding errors.
"""

from surface import Surface

FILL = "for i, p in enumerate({}.parameters()): p.data.copy_(((torch.arange(p.numel()) * (i + 3) + i) % 11).reshape(p.shape) / 8 - 0.5)"
ACTIVATIONS = ["nn.Tanh()", "nn.ReLU()", "nn.Sigmoid()", "nn.GELU()", "nn.SiLU()", "nn.ELU()", "nn.LeakyReLU(0.1)", "nn.Softplus()", "nn.Identity()", "nn.LogSigmoid()", "nn.Dropout(0.0)"]
REDUCTIONS = ["", "", "reduction='sum'", "reduction='mean'"]


class Nets(Surface):
    #: The relative error after several steps in float32.
    rounding = 1e-4

    def __init__(self, seed):
        super().__init__(f"nets {seed}")
        self.lines = []
        for line in ("import copy", "from torch import nn", "import torch.nn.functional as F"):
            self.do(line)

    # --- lines

    def do(self, line):
        """Runs a statement and keeps it with its exception. Returns whether it succeeded."""
        try:
            exec(line, self.scope)
        except Exception as error:
            self.errors[len(self.lines)] = error
            self.lines.append(line)
            return False
        self.lines.append(line)
        return True

    def see(self, *sources):
        for source in sources:
            self.run(self.fresh(), source)

    def choice(self, *ways):
        return self.dice.choice(ways)

    # --- parts of programs

    def net(self, width, out):
        """Layers from `width` to `out` features."""
        layers, now = [], width
        for _ in range(self.dice.randint(0, 2)):
            following = self.dice.randint(2, 4)
            layers += [f"nn.Linear({now}, {following}{self.choice('', '', ', bias=False')})", self.dice.choice(ACTIVATIONS)]
            if self.dice.random() < 0.3:
                layers.append(f"nn.LayerNorm({following}{self.choice(', eps=0.5', ', elementwise_affine=False, eps=0.1')})")
            now = following
        first = f"nn.LazyLinear({out})" if not layers and self.dice.random() < 0.3 else f"nn.Linear({now}, {out})"
        return f"nn.Sequential({', '.join([*layers, first])})"

    def loss(self, rows, out):
        """A loss and a target for it."""
        labels = self.places((rows,), out)
        near = self.tensor("float32", (rows, out))
        shares = f"torch.softmax({near}, 1)"
        reduction = self.dice.choice(REDUCTIONS)
        smooth = ", ".join(filter(None, [reduction, self.choice("", "", "label_smoothing=0.2")]))
        return self.choice(
            (f"nn.MSELoss({reduction})", near), (f"nn.L1Loss({reduction})", f"{near} + 0.03"), (f"nn.SmoothL1Loss({reduction})", near), (f"nn.HuberLoss({reduction})", near),
            (f"nn.CrossEntropyLoss({smooth})", labels), (f"nn.CrossEntropyLoss({smooth})", labels), (f"nn.CrossEntropyLoss({reduction})", shares), (f"nn.BCEWithLogitsLoss({reduction})", f"({near} > 0).float()"),
            (f"nn.CrossEntropyLoss(weight=torch.arange(1., {out + 1}.))", labels), (f"nn.CrossEntropyLoss(ignore_index=0{', ' + reduction if reduction else ''})", f"torch.cat([{labels}[1:], torch.tensor([{out - 1}])])"),
        )  # fmt: skip

    def optimizer(self, net):
        rate = self.choice("0.1", "0.05", "0.5")
        decay = self.choice("", "", ", weight_decay=0.1")
        eps = self.choice("1e-2", "1e-3")
        return self.choice(
            f"torch.optim.SGD({net}.parameters(), lr={rate}{decay})", f"torch.optim.SGD({net}.parameters(), {rate}, momentum=0.9{decay})", f"torch.optim.SGD({net}.parameters(), {rate}, momentum=0.5, nesterov=True)",
            f"torch.optim.SGD({net}.parameters(), {rate}, momentum=0.9, dampening=0.5{decay})", f"torch.optim.SGD([{{'params': list({net}.parameters())[:1], 'lr': 0.2}}, {{'params': list({net}.parameters())[1:]}}], lr={rate}, maximize={self.choice('True', 'False')})",
            f"torch.optim.Adam({net}.parameters(), lr={rate}, eps={eps}{decay})", f"torch.optim.Adam({net}.parameters(), lr={rate}, betas=(0.5, 0.9), eps={eps})", f"torch.optim.AdamW({net}.parameters(), lr={rate}, eps={eps}{decay})",
            f"torch.optim.RMSprop({net}.parameters(), lr=0.02, eps={eps}{decay}{self.choice('', ', momentum=0.5', ', centered=True')})", f"torch.optim.Adagrad({net}.parameters(), lr={rate}, eps={eps}{decay}, initial_accumulator_value={self.choice('0', '0.1')})",
        )  # fmt: skip

    def schedule(self, optimizer):
        return self.choice(
            f"StepLR({optimizer}, {self.dice.randint(1, 3)}, gamma={self.choice('0.1', '0.5')})", f"MultiStepLR({optimizer}, [1, {self.dice.randint(2, 5)}], gamma=0.5)", f"ExponentialLR({optimizer}, 0.9)",
            f"CosineAnnealingLR({optimizer}, {self.dice.randint(2, 8)}, eta_min={self.choice('0', '0.01')})", f"LinearLR({optimizer}, start_factor=0.25, total_iters={self.dice.randint(1, 5)})", f"LambdaLR({optimizer}, lambda step: 1 / (1 + step))",
            f"ReduceLROnPlateau({optimizer}, patience={self.dice.randint(0, 2)}, factor=0.5{self.choice('', ', mode=' + repr('max'), ', cooldown=1', ', threshold=0.5')})",
            f"ConstantLR({optimizer}, factor=0.5, total_iters={self.dice.randint(1, 4)})", f"CosineAnnealingWarmRestarts({optimizer}, T_0={self.dice.randint(1, 3)}, T_mult={self.dice.randint(1, 2)})",
            f"OneCycleLR({optimizer}, max_lr=0.5, total_steps={self.dice.randint(8, 12)}{self.choice('', ', anneal_strategy=' + repr('linear'))})",
            f"SequentialLR({optimizer}, [torch.optim.lr_scheduler.LinearLR({optimizer}, 0.5, total_iters=2), torch.optim.lr_scheduler.ExponentialLR({optimizer}, 0.5)], milestones=[{self.dice.randint(1, 3)}])",
        )  # fmt: skip

    def trained(self):
        rows, width, out = self.dice.randint(1, 4), self.dice.randint(1, 4), self.dice.randint(2, 3)
        self.do(f"net = {self.net(width, out)}")
        self.do(f"data = {self.tensor('float32', (rows, width))}")
        loss, wanted = self.loss(rows, out)
        self.do(f"loss, wanted = {loss}, {wanted}")
        early = self.dice.random() < 0.3
        if not early:
            self.do("net(data)")
        optimizer = self.optimizer("net")
        if early and not self.do(f"optimizer = {optimizer}"):
            return
        self.do("net(data)")
        self.do(FILL.format("net"))
        if not early and not self.do(f"optimizer = {optimizer}"):
            return
        scheduled = self.dice.random() < 0.4
        if scheduled and not self.do(f"schedule = torch.optim.lr_scheduler.{self.schedule('optimizer')}"):
            return
        clip = self.choice("", "", "", "nn.utils.clip_grad_norm_(net.parameters(), 0.5); ", "nn.utils.clip_grad_value_(net.parameters(), 0.05); ")
        after = "; schedule.step(value.item())" if scheduled and "Plateau" in self.lines[-1] else "; schedule.step()" if scheduled else ""
        zero = self.choice("optimizer.zero_grad()", "optimizer.zero_grad()", "optimizer.zero_grad(set_to_none=False)", "net.zero_grad()")
        steps = self.dice.randint(1, 5 if scheduled else 3)
        if not self.do(f"for step in range({steps}): {zero}; value = loss(net(data), wanted); value.backward(); {clip}optimizer.step(){after}"):
            return
        self.see("value.detach()", "torch.cat([p.detach().reshape(-1) for p in net.parameters()])", "torch.tensor([group['lr'] for group in optimizer.param_groups])")
        for further in self.dice.sample([self.copied, self.saved, self.differentiated, self.frozen, self.described], 2):
            further()

    def copied(self):
        self.do("other = copy.deepcopy(net)")
        self.do("optimizer.zero_grad(); loss(net(data), wanted).backward(); optimizer.step()")
        self.see("torch.cat([p.detach().reshape(-1) for p in other.parameters()])", "torch.cat([p.detach().reshape(-1) for p in net.parameters()])", "other(data).detach()")
        self.see("int(all(p.grad is None for p in other.parameters()))", "int(any(p is q for p, q in zip(net.parameters(), other.parameters())))")

    def saved(self):
        self.do("state = copy.deepcopy(net.state_dict()); kept = copy.deepcopy(optimizer.state_dict())")
        self.do("optimizer.zero_grad(); loss(net(data), wanted).backward(); optimizer.step()")
        self.see("str(net.load_state_dict(state))", "torch.cat([p.detach().reshape(-1) for p in net.parameters()])", "len(kept['state'])")
        self.do("optimizer.load_state_dict(kept); optimizer.zero_grad(); loss(net(data), wanted).backward(); optimizer.step()")
        self.see("torch.cat([p.detach().reshape(-1) for p in net.parameters()])", "str(sorted(kept['param_groups'][0]['params']))")

    def differentiated(self):
        self.do("found = torch.autograd.grad(loss(net(data), wanted), list(net.parameters()))")
        self.see("torch.cat([g.reshape(-1) for g in found])", "len(found)")
        self.do("inputs = data.clone().requires_grad_()")
        self.see("torch.autograd.grad(loss(net(inputs), wanted), inputs)[0]", "torch.autograd.grad(net(inputs).sum(), inputs, allow_unused=True)[0]")
        if self.dice.random() < 0.4:
            self.do("(first,) = torch.autograd.grad(net(inputs).square().sum(), inputs, create_graph=True)")
            self.see("torch.autograd.grad(first.sum(), inputs)[0]")

    def frozen(self):
        self.do(f"for p in list(net.parameters())[:1]: p.{self.choice('requires_grad_(False)', 'requires_grad = False')}")
        self.do("optimizer.zero_grad(); loss(net(data), wanted).backward()")
        self.see("int(sum(p.grad is not None for p in net.parameters()))", "int(sum(p.numel() for p in net.parameters() if p.requires_grad))", "len(list(net.parameters()))")

    def described(self):
        self.see("str(net)", "str([name for name, _ in net.named_parameters()])", "str(list(net.state_dict()))", *([] if "schedule" in self.scope else ["str(optimizer)"]), "len(net)", "str(net[-1])", "str([type(m).__name__ for m in net.modules()])", "str(net.training)")
        self.do("net.eval()")
        self.see("str(net[0].training)", "net[:1](data).detach().sum()")

    def wrong(self):
        self.do("net = nn.Linear(3, 2)")
        line = self.choice(
            "net(torch.ones(2, 4))", "torch.optim.SGD([], lr=0.1)", "torch.optim.SGD(net.parameters(), lr=-1.0)", "net.load_state_dict({})", "net.load_state_dict({'weight': torch.ones(2, 2), 'bias': torch.ones(2)})",
            "nn.CrossEntropyLoss()(torch.ones(2, 3), torch.ones(2))", "nn.CrossEntropyLoss()(torch.ones(2, 3), torch.tensor([0, 5]))", "nn.MSELoss(reduction='x')(torch.ones(2), torch.ones(2))", "torch.optim.Adam(net.parameters(), betas=(2.0, 0.9))",
            "torch.optim.SGD(torch.ones(2), lr=0.1)", "torch.optim.SGD([torch.ones(2).requires_grad_() * 2], lr=0.1)", "net.weight = torch.ones(2, 3)", "net.nothing", "nn.Sequential(net)[3]", "nn.BCELoss()(torch.tensor([2.0]), torch.tensor([1.0]))",
            "net(torch.ones(2, 3)).backward()", "torch.autograd.grad(net(torch.ones(1, 3)).sum(), torch.ones(2).requires_grad_())", "nn.Module()(1)", "net.register_buffer('weight', torch.ones(2))", "nn.LayerNorm(3)(torch.ones(2, 4))",
            "nn.Embedding(3, 2)(torch.tensor([5]))", "nn.Unflatten(1, (2, 2))(torch.ones(2, 3))", "nn.ModuleList([3])", "nn.Flatten(3)(torch.ones(2, 2))", "torch.optim.SGD(net.parameters(), lr=0.1, nesterov=True)", "net.get_submodule('x')", "net.add_module('a.b', net)",
        )  # fmt: skip
        self.see(line)

    def layer(self):
        """One layer on data."""
        rank = self.dice.randint(2, 3)
        shape = tuple(self.dice.randint(1, 4) for _ in range(rank))
        self.do(f"data = {self.tensor('float32', shape)}")
        self.do(f"layer = {self.choice(*ACTIVATIONS, f'nn.Linear({shape[-1]}, 2)', f'nn.LayerNorm({shape[-1]}, eps=0.1)', f'nn.LayerNorm({shape[1:]}, eps=0.1)', 'nn.Flatten()', 'nn.Flatten(0)', f'nn.Softmax({self.dice.randrange(-1, rank)})', 'nn.LogSoftmax(-1)', f'nn.Unflatten(-1, (1, {shape[-1]}))', 'nn.Dropout(0.5).eval()')}")
        self.do(FILL.format("layer"))
        self.see("layer(data).detach()", "str(layer)", "str(layer.state_dict().keys())")
        self.do("data.requires_grad_(); (layer(data) * 2).square().sum().backward()")
        self.see("data.grad")

    def program(self):
        self.dice.choices([self.trained, self.layer, self.wrong], [8, 2, 1])[0]()
