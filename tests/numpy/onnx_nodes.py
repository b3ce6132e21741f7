"""Writes ONNX's node tests of the supported operations to onnx.json for tests/browser/onnx.test.mjs: attributes, inputs and outputs of
each, all numbers as float32. Tests that are left out are listed with the reason.
"""

import base64
import json
import warnings
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test.loader import load_model_tests

warnings.simplefilter("ignore")
OPERATIONS = """Abs Add ArgMax ArgMin Clip Concat ConstantOfShape Cos CumSum Div Equal Exp Expand EyeLike Floor Gather Greater
GreaterOrEqual Identity Less LessOrEqual Log LogSoftmax MatMul Max Mean Min Mul Neg Pad Pow Range ReduceL2 ReduceMax ReduceMean ReduceMin
ReduceProd ReduceSum Relu Reshape Sigmoid Sign Sin Slice Softmax SoftmaxCrossEntropyLoss Split Sqrt Sub Sum Tanh Transpose Where""".split()
# Types of inputs that are no data: shapes, axes, bounds. Indices and labels are numbers like others.
WHOLE = {"int64", "int32"}
OTHERS = {
    "select_last_index": "the last of equal elements",
    "exclusive": "sums without the element itself",
    "ignore_index": "labels to be ignored",
    "mode": "a way of padding other than with a number",
    "k": "a diagonal beside the main one",
    "allowzero": "a zero in a shape that stands for itself beside elements",
}


def tensor(array):
    array = np.asarray(array)
    data = base64.b64encode(array.astype("<f4").tobytes()).decode()
    return {"shape": list(array.shape), "data": data}


def why_not(node, inputs, outputs):
    for array in inputs + outputs:
        if array is None:
            continue
        if not isinstance(array, np.ndarray) and not isinstance(array, np.generic):
            return "no array"
        kind = str(array.dtype)
        if kind in WHOLE | {"float32", "bool"}:
            continue
        # Numbers of other types are accepted as float32, unless conversion or arithmetic would round them.
        if array.dtype.kind not in "iuf" or node.op_type in {"Div", "Pow", "Mean"}:
            return f"of {kind}"
        if not np.array_equal(array.astype(np.float32).astype(array.dtype), array):
            return f"numbers of {kind} that float32 has not"
    # Whole numbers are float32 here, whose division, powers and means differ from those of integers.
    if node.op_type in {"Div", "Pow", "Mean"} and all(a is None or str(a.dtype) in WHOLE for a in inputs):
        return "of int64"
    for attribute in node.attribute:
        value = onnx.helper.get_attribute_value(attribute)
        if attribute.name == "mode" and value == b"constant":
            continue
        if attribute.name in OTHERS and value not in (0, b"constant"):
            return OTHERS[attribute.name]
    if node.op_type == "SoftmaxCrossEntropyLoss" and len(inputs) > 2:
        return "weights of classes"
    if node.op_type in {"ReduceMax", "ReduceMin"} and inputs[0].size == 0:
        return "the largest of nothing, which is an error here as in NumPy"
    if node.op_type == "Equal" and "string" in node.name:
        return "of strings"
    return None


tests, left_out = [], {}
for test in load_model_tests(kind="node"):
    model = test.model or onnx.load(f"{test.model_dir}/model.onnx")
    if len(model.graph.node) != 1 or model.graph.node[0].op_type not in OPERATIONS:
        continue
    node = model.graph.node[0]
    given, expected = test.data_sets[0]

    def array(value):
        if isinstance(value, onnx.TensorProto):
            return numpy_helper.to_array(value)
        return value

    inputs = dict(zip([i.name for i in model.graph.input], map(array, given)))
    inputs = [inputs.get(name) for name in node.input]
    outputs = [array(value) for value in expected]
    reason = why_not(node, inputs, outputs)
    if not reason and sum(np.size(a) for a in inputs + outputs if a is not None) > 4000:
        reason = "more than 4000 numbers, of which a smaller one tests the same"
    if reason:
        left_out.setdefault(reason, []).append(test.name)
        continue
    attributes = {}
    for attribute in node.attribute:
        value = onnx.helper.get_attribute_value(attribute)
        if isinstance(value, onnx.TensorProto):
            value = float(numpy_helper.to_array(value).ravel()[0])
        attributes[attribute.name] = value.decode() if isinstance(value, bytes) else value
    tests.append(
        {
            "name": test.name.removeprefix("test_"),
            "op": node.op_type,
            "attributes": attributes,
            "inputs": [None if a is None else tensor(a) for a in inputs],
            "outputs": [tensor(a) for a in outputs],
        }
    )
text = ",\n".join(json.dumps(test, separators=(",", ":")) for test in tests)
skipped = json.dumps({reason: len(names) for reason, names in sorted(left_out.items())})
path = Path(__file__).parent / "onnx.json"
path.write_text(f'{{"onnx":"{onnx.__version__}","leftOut":{skipped},"tests":[\n{text}\n]}}\n')
print(len(tests), "tests;", skipped)
for reason, names in left_out.items():
    print(reason, names)
