"""Programs on tensors, parameters and optimizers that PyTorch and the lab must answer alike. `pytorch.txt` has PyTorch's answers:
`python tests/python/pytorch.py > tests/python/pytorch.txt` writes them, in an environment with PyTorch (2.15 wrote those there)."""

import copy
import pickle

import torch
from torch import nn

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def error(call):
    try:
        return call()
    except Exception as raised:
        return f"{type_name(raised)}: {str(raised)[:45]}"


def type_name(raised):
    for kind in (KeyError, IndexError, TypeError, RuntimeError, ValueError, AttributeError):
        if isinstance(raised, kind):
            return kind.__name__
    return type(raised).__name__


def filled(*layers):
    """Layers whose parameters are 1, 2, 3, …"""
    at = 0
    with torch.no_grad():
        for layer in layers:
            for parameter in layer.parameters():
                at += 1
                parameter.fill_(at)
    return layers[0] if len(layers) == 1 else layers


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 1)
        self.b = self.a
        self.w = self.a.weight
        self.wanted = torch.ones(2, requires_grad=True)
        self.p = nn.Parameter(torch.ones(1))
        self.q = self.p


# --- copies


@case
def deepcopy_of_a_net_stays_as_it_was():
    net = filled(nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1)))
    best = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.125)
    x = torch.tensor([[1.0, 2.0]])
    before = best(x).tolist()
    for _ in range(5):
        optimizer.zero_grad()
        net(x).sum().backward()
        optimizer.step()
    return before, best(x).tolist(), [p.tolist() for p in net.parameters()], [p.grad for p in best.parameters()]


@case
def deepcopy_trains_by_itself():
    net = filled(nn.Linear(2, 1))
    twin = copy.deepcopy(net)
    twin(torch.ones(1, 2)).sum().backward()
    return [p.grad for p in net.parameters()], [p.grad.tolist() for p in twin.parameters()], twin.weight.requires_grad


@case
def deepcopy_of_a_leaf_has_its_gradient():
    w = torch.ones(2, requires_grad=True)
    (w * 2).sum().backward()
    c = copy.deepcopy(w)
    c.grad += 1
    return c, c.grad, w.grad, c.is_leaf


@case
def deepcopy_of_a_parameter_has_no_gradient():
    p = nn.Parameter(torch.ones(2))
    p.grad = torch.ones(2)
    c = copy.deepcopy(p)
    return c, c.grad, isinstance(c, nn.Parameter)


@case
def deepcopy_of_what_was_computed():
    w = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        constant = w * 2
    return error(lambda: copy.deepcopy(w * 2)), copy.deepcopy(constant), copy.deepcopy((w * 2).detach()), copy.deepcopy(torch.ones(2) * 3)


@case
def deepcopy_keeps_what_is_shared():
    net = Net()
    c = copy.deepcopy(net)
    return c.a is c.b, c.w is c.a.weight, c.p is c.q, c.a is net.a, c.wanted is net.wanted, len(list(c.parameters()))


@case
def deepcopy_of_views_shares_elements():
    a = torch.zeros(2, 2)
    b, row, again = copy.deepcopy([a, a[0], a])
    row += 5
    b[1] = 1
    view, base = copy.deepcopy((a[1], a))
    view += 7
    return b, row, again is b, base, a


@case
def deepcopy_of_a_view_alone():
    a = torch.zeros(2, 2)
    row = copy.deepcopy(a[0])
    row += 1
    return row, a


@case
def copy_shares_elements():
    a = torch.zeros(3)
    b = copy.copy(a)
    b += 1
    a[0] = 5
    return a, b, a is b


@case
def copy_of_a_leaf_is_a_leaf():
    w = torch.ones(2, requires_grad=True)
    (w * 2).sum().backward()
    c = copy.copy(w)
    (c * 3).sum().backward()
    with torch.no_grad():
        c.mul_(2)
    return c, c.grad, w, w.grad, c.is_leaf


@case
def copy_of_a_parameter():
    p = nn.Parameter(torch.ones(2))
    c = copy.copy(p)
    return c, isinstance(c, nn.Parameter), c is p, c.grad


@case
def pickles():
    w = torch.tensor([[1.5, -2.0]], requires_grad=True)
    (w * 2).sum().backward()
    p = nn.Parameter(torch.ones(2), requires_grad=False)
    first, parameter, number = pickle.loads(pickle.dumps([w, p, torch.tensor(3.5)]))
    return first, first.grad, parameter, isinstance(parameter, nn.Parameter), number, pickle.loads(pickle.dumps(torch.zeros(0, 3))).shape


@case
def pickle_of_a_net_and_its_optimizer():
    net = filled(nn.Sequential(nn.Linear(2, 1)))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.5)
    net(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    again, steps = pickle.loads(pickle.dumps((net, optimizer)))
    same = steps.param_groups[0]["params"][0] is again[0].weight
    again(torch.ones(1, 2)).sum().backward()
    steps.step()
    return same, [p.tolist() for p in again.parameters()], [p.tolist() for p in net.parameters()]


@case
def types_and_devices_are_copied():
    return copy.deepcopy(torch.float32) is torch.float32, pickle.loads(pickle.dumps(torch.float32)) is torch.float32, copy.deepcopy(torch.device("cpu"))


@case
def data_is_assigned():
    w, v = torch.zeros(2, requires_grad=True), torch.ones(2)
    w.data = v
    v += 1
    (w * 3).sum().backward()
    return w, w.grad, v


# --- parameters


@case
def a_layer_twice_is_one():
    layer = filled(nn.Linear(2, 2))
    net = nn.Sequential(layer, layer)
    optimizer = torch.optim.SGD(net.parameters(), lr=1.0)
    net(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    names = [name for name, _ in net.named_parameters()], [name for name, _ in net.named_parameters(remove_duplicate=False)]
    count = sum(p.numel() for p in net.parameters())
    return names, count, len(net), len(list(net.children())), len(list(net.modules())), layer.weight.tolist(), layer.bias.tolist()


@case
def names_of_parameters():
    net = Net()
    net.p.requires_grad = False
    return (
        [name for name, _ in net.named_parameters()], [name for name, _ in net.named_parameters(recurse=False)],
        [name for name, _ in net.named_modules()], [name for name, _ in net.named_children()], [p.requires_grad for p in net.parameters()],
    )


@case
def a_layer_twice_is_printed_twice():
    layer = nn.Linear(2, 2)
    return repr(nn.Sequential(layer, layer))


@case
def freezing():
    net = filled(nn.Sequential(nn.Linear(1, 1), nn.Linear(1, 1)))
    net[0].requires_grad_(False)
    optimizer = torch.optim.SGD(net.parameters(), lr=1.0)
    net(torch.ones(1, 1)).sum().backward()
    optimizer.step()
    after = [p.tolist() for p in net.parameters()], [p.grad is None for p in net.parameters()]
    net[0].weight.requires_grad = True
    net(torch.ones(1, 1)).sum().backward()
    return after, [p.grad is None for p in net.parameters()], net[0].weight


@case
def freezing_a_leaf_keeps_its_gradient():
    w = torch.ones(2, requires_grad=True)
    y = w * 2
    y.sum().backward(retain_graph=True)
    w.requires_grad = False
    constant = w * 3
    state = w.grad.tolist(), w.requires_grad, constant.requires_grad
    w += 1
    w.requires_grad_()
    (w * 5).sum().backward()
    return state, w, w.grad


@case
def requires_grad_of_what_was_computed():
    w = torch.ones(2, requires_grad=True)
    y = w * 2
    with torch.no_grad():
        z = w * 2
    a = torch.zeros(2)
    a += w
    return y.requires_grad, y.is_leaf, z.requires_grad, a.requires_grad, error(lambda: y.requires_grad_(False)), y.detach().requires_grad, torch.ones(1).is_leaf


@case
def kinds_of_parameters():
    layer = nn.Linear(2, 1)
    return isinstance(layer.weight, nn.Parameter), isinstance(torch.ones(2), nn.Parameter), isinstance(layer.weight, torch.Tensor), isinstance(layer.weight.data, nn.Parameter), isinstance(layer.weight * 2, nn.Parameter), isinstance(3, nn.Parameter), isinstance(layer.weight, torch.nn.parameter.Parameter)


@case
def a_parameter_shares_its_elements():
    x = torch.ones(2)
    p = nn.Parameter(x)
    x += 1
    return p, nn.Parameter(x, requires_grad=False), nn.Parameter().shape, error(lambda: nn.Parameter([1.0]))


@case
def assignment_to_a_module():
    net = Net()
    rejected = error(lambda: setattr(net.a, "weight", torch.ones(2, 2))), error(lambda: setattr(net, "a", 3))
    net.a.bias = None
    net.p = nn.Parameter(torch.zeros(1))
    return rejected, repr(net.a), [name for name, _ in net.named_parameters()], net.q is net.p


# --- optimizers


@case
def optimizers_are_printed():
    layer = nn.Linear(2, 1)
    return repr(torch.optim.SGD(layer.parameters())), repr(torch.optim.SGD([{"params": [layer.weight]}, {"params": layer.bias, "lr": 0.5}], lr=0.125, momentum=0.5))


@case
def groups():
    layer = filled(nn.Linear(1, 1))
    optimizer = torch.optim.SGD([{"params": [layer.weight]}, {"params": layer.bias, "lr": 0.5}], lr=0.25)
    layer(torch.ones(1, 1)).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
    return layer.weight.tolist(), layer.bias.tolist(), layer.weight.grad, [sorted(group) for group in optimizer.param_groups]


@case
def rejected_parameters():
    a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
    sgd = torch.optim.SGD
    return [
        error(call)
        for call in (
            lambda: sgd(a, lr=0.1), lambda: sgd([a * 2], lr=0.1), lambda: sgd(["a"], lr=0.1), lambda: sgd([], lr=0.1),
            lambda: sgd([{"params": [a]}, {"params": [a]}], lr=0.1), lambda: sgd([{"lr": 1}], lr=0.1), lambda: sgd([{"params": {a}}], lr=0.1),
            lambda: sgd([{"params": [a]}, b], lr=0.1), lambda: sgd([a, {"params": [b]}], lr=0.1), lambda: sgd([a], lr=-1),
            lambda: sgd([a], momentum=-1), lambda: sgd([a], weight_decay=-1), lambda: sgd([a], nesterov=True), lambda: sgd(nn.Linear(1, 1), lr=0.1),
        )
    ]


@case
def momenta():
    found = []
    for options in ({"momentum": 0.5}, {"momentum": 0.5, "dampening": 0.5}, {"momentum": 0.5, "nesterov": True}, {"maximize": True}, {"weight_decay": 0.5}):
        w = torch.tensor([1.0, -2.0], requires_grad=True)
        optimizer = torch.optim.SGD([w], lr=0.25, **options)
        for _ in range(3):
            optimizer.zero_grad(set_to_none=False)
            (w * w).sum().backward()
            optimizer.step()
        found.append(w)
    return found


@case
def an_optimizer_is_copied():
    layer = filled(nn.Linear(1, 1))
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.5, momentum=0.5)
    layer(torch.ones(1, 1)).sum().backward()
    optimizer.step()
    twin, steps = copy.deepcopy((layer, optimizer))
    own = steps.param_groups[0]["params"][0] is twin.weight
    twin(torch.ones(1, 1)).sum().backward()
    steps.step()
    return own, twin.weight.tolist(), layer.weight.tolist(), len(steps.state)


# --- gradients


@case
def a_constant_has_a_gradient_of_its_deviation():
    x = torch.zeros(2, 3, requires_grad=True)
    (x.std() + x.std(0).sum() + x.std(1, unbiased=False).sum()).backward()
    return x.grad.tolist(), torch.ones(1).std().isnan().item()


@case
def a_generator_without_gradients():
    x = torch.ones(1, requires_grad=True)
    seen = []

    @torch.no_grad()
    def steps():
        try:
            sent = yield x * 2
            seen.append((sent, (x * 1).requires_grad))
            yield x * 3
        except ValueError:
            yield x * 4
        return 5

    def outer():
        seen.append((yield from steps()))

    values = outer()
    first, second, third = next(values), values.send("sent"), values.throw(ValueError())
    needs = [one.requires_grad for one in (first, second, third, x * 1)]
    return needs, list(values), seen, list(steps())[0].item()


@case
def a_gradient_is_a_tensor():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    g = x.grad
    seen = [x.grad is g, g.tolist()]
    x.grad.fill_(0)
    seen.append(x.grad.tolist())
    g += 1
    x.grad[0] = 7
    x.grad.mul_(2)
    seen.append(x.grad.tolist())
    (x * 3).sum().backward()
    seen += [g.tolist(), x.grad is g]
    x.grad = torch.ones(2)
    (x * 3).sum().backward()
    seen += [x.grad.tolist(), g.tolist()]
    x.grad = None
    return seen, x.grad, g


@case
def rejected_gradients():
    x = torch.ones(2, requires_grad=True)
    return error(lambda: setattr(x, "grad", torch.ones(3))), error(lambda: setattr(x, "grad", 3)), error(lambda: setattr(x, "grad", x)), (x * 2).detach().grad


@case
def two_passes():
    w = torch.ones(2, requires_grad=True)

    def twice():
        loss = (w * w).sum()
        loss.backward()
        loss.backward()

    return error(twice), error(lambda: torch.ones(1).sum().backward())


@case
def gradients_print_no_minus_zero():
    found = []
    for function in (
        lambda x: -x.max(), lambda x: -x.min(), lambda x: -x.maximum(torch.tensor([0.0, 5.0, -5.0])), lambda x: -torch.minimum(x, torch.tensor([0.0, 5.0, -5.0])),
        lambda x: -x.relu(), lambda x: -x[:1], lambda x: -x.abs(), lambda x: -(x * x), lambda x: -torch.where(x > 0, x, torch.zeros(3)), lambda x: -x.cumsum(0)[:1],
    ):
        x = torch.tensor([1.0, -1.0, 2.0], requires_grad=True)
        function(x).sum().backward()
        found.append(x.grad)
    return found


# --- names, errors, hosts


@case
def devices():
    cpu, cuda = torch.device("cpu"), torch.device("cuda")
    return cuda == torch.device("cuda:0"), cpu == torch.device("cpu"), cpu == "cpu", cuda == torch.device("cuda"), len({cuda, torch.device("cuda"), torch.device("cuda:0")})


@case
def assignments_that_do_not_fit():
    x = torch.zeros(3, 3)

    def put(key, value):
        x[key] = value

    return error(lambda: put(0, torch.ones(2))), error(lambda: put(slice(0, 2), torch.ones(2))), error(lambda: put(slice(None), torch.ones(4, 4))), error(lambda: torch.zeros(2).add_(torch.ones(3, 2)))


@case
def rejected_layers():
    layer = nn.Linear(4, 3)

    def message(shape):
        try:
            layer(torch.ones(*shape))
        except RuntimeError as raised:
            return str(raised)

    return [message(shape) for shape in ((2, 5), (5,), (2, 2, 5))]


@case
def seeds():
    for seed in (2**63, 2**64 - 1, -1, -(2**63), True):
        torch.manual_seed(seed)
        torch.rand(2)
    return [error(lambda: torch.manual_seed(seed))[:10] for seed in (2**64, -(2**63) - 1)]


@case
def arrays_of_numpy():
    import numpy as np

    return (
        np.asarray(torch.ones(2)).tolist(), np.array(torch.ones(2, 2)).tolist(), np.array([torch.ones(2), torch.zeros(2)]).tolist(),
        error(lambda: np.asarray(torch.ones(2, requires_grad=True))), torch.tensor(np.ones((1, 2))).tolist(), (torch.ones(2) * 3).numpy().sum().item(),
    )  # fmt: skip


@case
def linspace_ends_at_its_end():
    ends = [(torch.linspace(0, 1, n)[-1].item(), torch.linspace(-3, 0.7, n)[-1].item(), torch.linspace(0.1, -7, n)[0].item()) for n in (2, 42, 48, 49, 56)]
    return ends, [len(torch.linspace(0, 1, n)) for n in (0, 1, 2, 56)]


@case
def products_of_batches():
    one, two = torch.ones(2, 3, 4), torch.ones(3, 4)
    found = [error(lambda: torch.bmm(a, b)) for a, b in ((two, two), (one, two), (two, one), (one, one), (one, torch.ones(3, 4, 2)))]
    return found, torch.bmm(one, torch.ones(2, 4, 1)).tolist(), one.bmm(torch.ones(2, 4, 1)).shape, error(lambda: two.bmm(two))


@case
def a_mask_made_floats_is_no_index():
    x, mask = torch.arange(4.0), torch.tensor([True, False, True, False])

    def put():
        x[mask.float()] = 0

    return error(lambda: x[mask.float()]), error(put), error(lambda: x[mask.to(torch.float32)]), x[mask].tolist(), x.tolist()


@case
def elements_in_a_tensor():
    x, mask = torch.tensor([[0.1, 2.0], [float("nan"), -0.0]]), torch.tensor([True, True])
    found = [value in x for value in (0.1, 0.10000001, 2, 2.5, 0, float("nan"), torch.tensor(2.0), torch.tensor(3.0), True)]
    return found, True in mask, False in mask, 1.0 in torch.ones(0), error(lambda: "a" in x), error(lambda: [0.1, 2.0] in x), error(lambda: None in x)


@case
def gradients_of_clamp():
    def of(values, *bounds):
        x = torch.tensor(values, requires_grad=True)
        made = x.clamp(*bounds)
        (made * torch.arange(1.0, len(values) + 1)).sum().backward()
        return made.tolist(), x.grad.tolist()

    values = [-1.0, 0.0, 1.0, 2.0, 3.0]
    bounds = [(0, 2), (0.0, None), (None, 2), (1, 1), (2, 0), (torch.zeros(5), torch.full((5,), 2.0))]
    x = torch.tensor([0.0, 1.0, 2.0], requires_grad=True)
    (x * 1).clamp_(0, 1).sum().backward()
    return [of(values, *each) for each in bounds], of([float("inf"), float("-inf")], 0, 2), str(of([float("nan"), 1.0], 0, 2)), x.grad.tolist()


@case
def a_change_between_the_passes():
    w = torch.tensor([2.0], requires_grad=True)
    y = (w * w).sum()
    with torch.no_grad():
        w *= 3
    return error(y.backward), w.tolist()


SMALL = [1e-8, -1e-8, 3e-7, -1e-5, 1e-3, 0.0, 0.3, -0.5, 0.95, 2.0, 15.0, -15.0, 1e-30]


def digits(x):
    return " ".join(f"{value:.4g}" for value in (x + 0.0).flatten().tolist())


@case
def functions_near_their_zeros():
    from torch.nn import functional as F

    def of(function, values=SMALL):
        x = torch.tensor(values, requires_grad=True)
        made = function(x)
        (first,) = torch.autograd.grad(made.sum(), x, create_graph=True)
        (second,) = torch.autograd.grad(first.sum(), x)
        return digits(made), [round(value, 3) for value in first.tolist()], [round(value, 3) + 0.0 for value in second.tolist()]

    inside = [value for value in SMALL if value > -1]
    near = [value for value in SMALL if abs(value) < 1]
    return [of(torch.log1p, inside), of(torch.expm1, near), of(torch.sinh, near), of(F.softplus, near)], [digits(torch.erf(torch.tensor(near)))], [
        digits(one) for one in (
            torch.expm1(torch.tensor(SMALL)), F.softplus(torch.tensor(SMALL)), F.logsigmoid(torch.tensor(SMALL)), F.elu(torch.tensor(SMALL)), F.selu(torch.tensor(SMALL)),
            F.binary_cross_entropy_with_logits(torch.tensor(SMALL), torch.ones(len(SMALL)), reduction="none"), torch.exp2(torch.tensor([100.0, -100.0, 0.5, 7.0])),
            F.leaky_relu(torch.tensor([float("inf"), float("-inf"), -2.0])), torch.log1p(torch.tensor([-1.0, -2.0, float("inf"), 1e30])), torch.expm1(torch.tensor([100.0, -100.0, float("-inf")])),
        )
    ]  # fmt: skip


@case
def large_arguments_have_gradients():
    from torch.nn import functional as F

    def of(function, *values):
        x = torch.tensor(values, requires_grad=True)
        function(x).sum().backward()
        return digits(x.grad)

    large = (1e5, -1e5, 1e30, 60.0, -60.0)
    return of(torch.erf, *large), of(F.gelu, *large), of(torch.expm1, 60.0), of(torch.log1p, 1e30, 5.0), of(F.softplus, *large), of(F.elu, *large), of(F.mish, *large)


@case
def rounding():
    values = [-0.5, 0.5, 1.5, 2.5, -2.5, -0.4, 0.49999997, 8388609.0, 16777215.0, 1e10, float("inf"), float("-inf")]
    return torch.round(torch.tensor(values)).tolist(), torch.round(torch.tensor([1.25, -0.125]), decimals=2).tolist(), torch.isnan(torch.round(torch.tensor(float("nan")))).item()


@case
def classes_that_are_ignored():
    from torch.nn import functional as F

    scores, found = torch.arange(6.0).reshape(2, 3).requires_grad_(), []
    for reduction in ("mean", "sum", "none"):
        for target, options in (([-100, 1], {}), ([2, 1], {"ignore_index": 2}), ([-1, 1], {"ignore_index": -1}), ([-100, 1], {"label_smoothing": 0.1}), ([1, 0], {"weight": torch.tensor([1.0, 2.0, 3.0]), "ignore_index": 1})):
            loss = F.cross_entropy(scores, torch.tensor(target), reduction=reduction, **options)
            (gradient,) = torch.autograd.grad(loss.sum(), scores)
            found.append((digits(loss), digits(gradient)))
        found.append(digits(F.nll_loss(scores, torch.tensor([-100, 2]), reduction=reduction)))
        found.append(digits(F.cross_entropy(scores, torch.tensor([-100, -100]), reduction=reduction)))
    found.append(digits(F.cross_entropy(torch.arange(12.0).reshape(1, 3, 4), torch.tensor([[0, -100, 2, -100]]))))
    return found, digits(nn.CrossEntropyLoss()(torch.tensor([1.0, 2.0]), torch.tensor(-100))), [error(lambda: F.cross_entropy(scores, torch.tensor(target))) for target in ([3, 1], [-1, 1], [-100, 5])]


def answers():
    return {name: " | ".join(str(CASES[name]()).splitlines()) for name in CASES}


if __name__ == "__main__":
    for name, answer in answers().items():
        print(f"{name}: {answer}")
