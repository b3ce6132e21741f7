/**
 * Parses arithmetic on arrays that a reader typed, without evaluating it as code. Names are matrices of ones.
 *
 *   expression = term { ("+" | "-") term }            term  = factor { ("*" | "/" | "@") factor }
 *   factor     = "-" factor | value                   value = number | name | name "(" expression { "," expression } ")" | "(" expression ")"
 */

/**
 * @typedef {object} Tree
 * @property {'number'|'name'|'call'} kind
 * @property {number} [value]
 * @property {string} [name] of a variable, or of the operation that is called
 * @property {Tree[]} [args]
 * @property {number} at the position in the text, from 0
 */

/** Functions of one array. */
const FUNCTIONS = /** @type {const} */ ([
  'sum',
  'mean',
  'max',
  'norm',
  'exp',
  'log',
  'sqrt',
  'square',
  'abs',
  'relu',
]);
/** The functions whose result is a scalar. */
const REDUCTIONS = ['sum', 'mean', 'max', 'norm'];
const OPERATORS = /** @type {Record<string, string>} */ ({
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '@': 'dot',
});
const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|([a-z_]\w*)|([-+*/@(),=]))/iy;
/** Names that the shown program uses itself, and JavaScript's reserved words. */
const TAKEN = new Set(
  'lab nd connect trace arguments await async break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);
/** Most operations of one expression: a drawing of more could not be read. */
export const MOST = 40;

/** A syntax error, with its position and what is expected there. */
export class ExpressionError extends Error {
  /** @param {string} key a word of the experiment @param {number} at from 0 @param {Record<string, string|number>} [values] */
  constructor(key, at, values = {}) {
    super(key);
    this.key = key;
    this.values = { at: at + 1, ...values };
  }
}

/** @typedef {{text: string, kind: 'number'|'name'|'sign'|'end', at: number}} Token */

/** @param {string} text @returns {Token[]} */
function tokens(text) {
  const found = /** @type {Token[]} */ ([]);
  TOKEN.lastIndex = 0;
  while (/\S/.test(text.slice(TOKEN.lastIndex))) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) {
      const at = from + text.slice(from).search(/\S/);
      throw new ExpressionError('wrong-sign', at, { found: text[at] });
    }
    const [, number, name, sign] = match;
    const token = number ?? name ?? sign;
    const kind = number ? 'number' : name ? 'name' : 'sign';
    found.push({ text: token, kind, at: TOKEN.lastIndex - token.length });
  }
  return [...found, { text: '', kind: 'end', at: text.length }];
}

/** Reads one expression, with or without `z =` before it. */
class Parser {
  #next = 0;

  /** @param {string} text */
  constructor(text) {
    this.tokens = tokens(text);
    const [first, second] = this.tokens;
    this.result = 'z';
    if (first.kind === 'name' && second?.text === '=') {
      this.result = first.text;
      this.#next = 2;
    }
  }

  get token() {
    return this.tokens[this.#next];
  }

  /** Consumes the current token if it is one of the signs. @param {string[]} signs @returns {Token|null} the token, or null */
  #take(...signs) {
    const { token } = this;
    if (token.kind !== 'sign' || !signs.includes(token.text)) return null;
    this.#next += 1;
    return token;
  }

  /** @param {string} sign */
  #expect(sign) {
    if (!this.#take(sign)) this.#reject(sign);
  }

  /** @param {string} expected a sign, or 'operator' or 'value' @returns {never} */
  #reject(expected) {
    const { text, at } = this.token;
    throw new ExpressionError(text ? 'wrong-here' : 'wrong-end', at, { found: text, expected });
  }

  whole() {
    const tree = this.expression();
    if (this.token.kind !== 'end') this.#reject('operator');
    return tree;
  }

  /** @returns {Tree} */
  expression() {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/', '@'], () => this.#factor()));
  }

  /** @param {string[]} signs @param {() => Tree} part */
  #chain(signs, part) {
    let left = part();
    for (let sign; (sign = this.#take(...signs));) {
      left = treeOf(OPERATORS[sign.text], [left, part()], sign.at);
    }
    return left;
  }

  /** @returns {Tree} */
  #factor() {
    const minus = this.#take('-');
    if (!minus) return this.#value();
    return treeOf('mul', [this.#factor(), { kind: 'number', value: -1, at: minus.at }], minus.at);
  }

  /** @returns {Tree} */
  #value() {
    const { token } = this;
    if (this.#take('(')) {
      const inner = this.expression();
      this.#expect(')');
      return inner;
    }
    if (token.kind === 'end' || token.kind === 'sign') this.#reject('value');
    this.#next += 1;
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text), at: token.at };
    if (this.#take('(')) return this.#call(token);
    if (token.text === 'dot' || /** @type {readonly string[]} */ (FUNCTIONS).includes(token.text))
      this.#reject('(');
    return { kind: 'name', name: token.text, at: token.at };
  }

  /** @param {Token} token */
  #call({ text, at }) {
    const takes = text === 'dot' ? 2 : 1;
    if (takes === 1 && !(/** @type {readonly string[]} */ (FUNCTIONS).includes(text)))
      throw new ExpressionError('wrong-function', at, { found: text, known: known() });
    const args = [this.expression()];
    while (this.#take(',')) args.push(this.expression());
    this.#expect(')');
    if (args.length !== takes)
      throw new ExpressionError(`wrong-args-${takes}`, at, { found: text });
    return treeOf(text, args, at);
  }
}

const known = () => [...FUNCTIONS, 'dot'].join(', ');

/** @param {string} name @param {Tree[]} args @param {number} at @returns {Tree} */
const treeOf = (name, args, at) => ({ kind: 'call', name, args, at });

/** The value of a tree without arrays, or null. @param {Tree} tree @returns {number|null} */
function constant({ kind, name, value = 0, args = [] }) {
  if (kind === 'number') return value;
  if (kind === 'name') return null;
  const numbers = args.map(constant);
  if (numbers.includes(null)) return null;
  const [a, b] = /** @type {number[]} */ (numbers);
  const by = { add: a + b, sub: a - b, mul: a * b, div: a / b, square: a * a };
  if (name && name in by) return by[/** @type {keyof typeof by} */ (name)];
  if (name === 'relu') return Math.max(0, a);
  if (name === 'norm' || name === 'abs') return Math.abs(a);
  if (name === 'exp' || name === 'log' || name === 'sqrt') return Math[name](a);
  return name === 'dot' ? null : a;
}

/**
 * @typedef {object} Step One operation, in the order in which the program calls them.
 * @property {string} name `ones`, or an operation
 * @property {string} label the reader's notation, as the figure shows it
 * @property {(number|{step: number})[]} args
 * @property {0|2} rank of its result
 */

/**
 * The operations of an expression: first the arrays of its names, then the operations on them.
 * @param {string} text
 * @returns {{result: string, steps: Step[]}}
 * @throws {ExpressionError}
 */
export function parse(text) {
  const parser = new Parser(text);
  const { result } = parser;
  if (TAKEN.has(result)) throw new ExpressionError('wrong-name', 0, { found: result });
  const tree = parser.whole();
  /** @type {Step[]} */
  const steps = [];
  /** @type {Map<string, number>} */
  const variables = new Map();
  const collect = (/** @type {Tree} */ { kind, name = '', args = [], at }) => {
    if (kind === 'name' && !variables.has(name)) {
      if (TAKEN.has(name) || name === parser.result)
        throw new ExpressionError('wrong-name', at, { found: name });
      variables.set(name, steps.length);
      steps.push({ name: 'ones', label: `${name} = ones`, args: [], rank: 2 });
    }
    for (const arg of args) collect(arg);
  };
  collect(tree);
  if (steps.length === 0) throw new ExpressionError('wrong-constant', 0);
  const add = (/** @type {Tree} */ node) => {
    const number = constant(node);
    if (number !== null) return number;
    if (node.kind === 'name')
      return { step: /** @type {number} */ (variables.get(node.name ?? '')) };
    const { name = '', at } = node;
    const args = /** @type {(number|{step: number})[]} */ ((node.args ?? []).map(add));
    const ranks = args.map((arg) => (typeof arg === 'number' ? 0 : steps[arg.step].rank));
    if (name === 'dot' && ranks.includes(0)) throw new ExpressionError('wrong-dot', at);
    const rank = REDUCTIONS.includes(name) || !ranks.includes(2) ? 0 : 2;
    steps.push({ name, label: labelOf(name, args), args, rank });
    if (steps.length > MOST) throw new ExpressionError('wrong-many', at, { most: MOST });
    return { step: steps.length - 1 };
  };
  add(tree);
  return { result: parser.result, steps };
}

const SIGNS = /** @type {Record<string, string>} */ ({
  add: '+',
  sub: '−',
  mul: '×',
  div: '÷',
  dot: '@',
});

/** @param {string} name @param {(number|{step: number})[]} args */
function labelOf(name, [left, right]) {
  const sign = SIGNS[name];
  if (!sign) return name;
  if (typeof right === 'number') return `${sign} ${right}`;
  return typeof left === 'number' ? `${left} ${sign}` : sign;
}

/**
 * The operations as a program: a line for each name, and one for the expression.
 * @param {{result: string, steps: Step[]}} parsed
 * @param {number} n columns of the names' matrices
 * @param {number} [rows] of these matrices; `n` by default
 */
export function source({ result, steps }, n, rows = n) {
  const texts = /** @type {string[]} */ ([]);
  const lines = /** @type {string[]} */ ([]);
  for (const { name, label, args } of steps) {
    if (name === 'ones') {
      const variable = label.split(' ')[0];
      lines.push(`const ${variable} = nd.ones([${rows}, ${n}]);`);
      texts.push(variable);
      continue;
    }
    const [left, right] = args.map((arg) =>
      typeof arg === 'number' ? String(arg) : texts[arg.step],
    );
    if (typeof args[0] === 'number') texts.push(`nd.${name}(${left}, ${right})`);
    else texts.push(`${left}.${name}(${right ?? ''})`);
  }
  return [...lines, `const ${result} = ${texts[texts.length - 1]};`].join('\n');
}
