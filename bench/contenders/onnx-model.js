// ONNX models encoded by hand, by https://github.com/onnx/onnx/blob/main/onnx/onnx.proto: protocol buffers. Only two kinds of
// field are needed.

const OPSET = 17;
const IR_VERSION = 8;
const FLOAT = 1;
const [ATTRIBUTE_FLOAT, ATTRIBUTE_INT, ATTRIBUTE_INTS] = [1, 2, 7];

/**
 * @typedef {{op: string, inputs: string[], output: string, attributes?: Record<string, number | number[]>}} Node integers are written as
 *   such, so a float must not be whole
 */

/**
 * A model of floats.
 * @param {object} graph
 * @param {Node[]} graph.nodes
 * @param {Record<string, number[]>} graph.inputs shapes
 * @param {Record<string, number[]>} graph.outputs shapes
 * @param {Record<string, number>} [graph.scalars] constants
 * @returns {Uint8Array}
 */
export function model({ nodes, inputs, outputs, scalars = {} }) {
  const graph = [
    ...nodes.map((node) => message(1, nodeOf(node))),
    text(2, 'bench'),
    ...Object.entries(scalars).map(([name, value]) => message(5, scalar(name, value))),
    ...Object.entries(inputs).map(([name, shape]) => message(11, valueOf(name, shape))),
    ...Object.entries(outputs).map(([name, shape]) => message(12, valueOf(name, shape))),
  ];
  const opset = message(8, [number(2, OPSET)]);
  return Uint8Array.from([number(1, IR_VERSION), message(7, graph), opset].flat(Infinity));
}

function nodeOf({ op, inputs, output, attributes = {} }) {
  const names = inputs.map((name) => text(1, name));
  const settings = Object.entries(attributes).map(([name, value]) => {
    if (Array.isArray(value)) {
      return message(5, [
        text(1, name),
        ...value.map((one) => number(8, one)),
        number(20, ATTRIBUTE_INTS),
      ]);
    }
    const [field, type] = Number.isInteger(value)
      ? [number(3, value), ATTRIBUTE_INT]
      : [[varint((2 << 3) | 5), floatBytes(value)], ATTRIBUTE_FLOAT];
    return message(5, [text(1, name), field, number(20, type)]);
  });
  return [names, text(2, output), text(3, output), text(4, op), settings];
}

const scalar = (name, value) => [number(2, FLOAT), text(8, name), bytes(9, floatBytes(value))];

function valueOf(name, shape) {
  const dimensions = shape.map((length) => message(1, [number(1, length)]));
  const tensor = message(1, [number(1, FLOAT), message(2, dimensions)]);
  return [text(1, name), message(2, [tensor])];
}

const floatBytes = (value) => [...new Uint8Array(Float32Array.of(value).buffer)];
const number = (field, value) => [varint(field << 3), varint(value)];
const message = (field, parts) => bytes(field, parts.flat(Infinity));
const text = (field, value) => bytes(field, [...new TextEncoder().encode(value)]);
const bytes = (field, content) => [varint((field << 3) | 2), varint(content.length), content];

function varint(value) {
  const low = [];
  for (; value > 127; value = Math.floor(value / 128)) low.push((value % 128) | 128);
  return [...low, value];
}
