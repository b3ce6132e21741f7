// The snippets that an author copies to embed an experiment, for each course system. The gallery shows them, the examples
// contain them, and the README has one.

/**
 * The element's attributes by name: an experiment and the settings that differ from its defaults. `true` is an attribute without
 * a value, such as `autorun`.
 * @typedef {Record<string, string | number | true>} Attributes
 */

/**
 * @typedef {object} System
 * @property {string} name short, as in addresses; `examples/` has a folder of this name
 * @property {string} title the name in its makers' spelling
 * @property {'html'|'markdown'|'rst'|'python'} language of the snippet
 * @property {Write} snippet
 */

/**
 * @callback Write
 * @param {string} lab address of the lab, with a slash at its end
 * @param {Attributes} attributes
 * @returns {string} without a newline at its end
 */

/** The sample in the README. */
export const SAMPLE = Object.freeze({ experiment: 'warmup', n: 256, controls: 'run,n' });

/**
 * Script and element on one line, which Markdown leaves alone. A module that a page names twice is loaded once.
 * @type {Write}
 */
const element = (lab, attributes) =>
  `<script type="module" src="${html(lab)}www/embed.js"></script>` +
  `<async-lab${Object.entries(attributes).map(attribute).join('')}></async-lab>`;

/** @type {Write} */
const frame = (lab, attributes) =>
  `<iframe src="${html(frameAddress(lab, attributes))}" title="asynclab: ${html(String(attributes.experiment))}" ` +
  'width="100%" height="720" style="border: 0"></iframe>';

/** @type {Write} */
const fittedFrame = (lab, attributes) =>
  `${frame(lab, attributes)}<script type="module" src="${html(lab)}www/embed/fit.js"></script>`;

/**
 * MyST reads the body of the directive as the widget's model.
 * @type {Write}
 */
const directive = (lab, attributes) =>
  [`:::{anywidget} ${lab}www/embed/anywidget.js`, json({ lab, ...attributes }), ':::'].join('\n');

/** @type {Write} */
const python = (lab, attributes) =>
  [
    'import anywidget, traitlets',
    '',
    'class AsyncLab(anywidget.AnyWidget):',
    `    _esm = ${JSON.stringify(`${lab}www/embed.js`)}`,
    ...Object.entries(attributes).map(trait),
    '',
    'AsyncLab()',
  ].join('\n');

/** @type {System[]} */
export const systems = [
  { name: 'html', title: 'HTML', language: 'html', snippet: element },
  { name: 'mdbook', title: 'mdBook', language: 'html', snippet: element },
  {
    name: 'myst',
    title: 'MyST, Jupyter Book 2',
    language: 'markdown',
    snippet: directive,
  },
  {
    name: 'sphinx',
    title: 'Sphinx, Jupyter Book 1',
    language: 'rst',
    snippet: (...rest) => `.. raw:: html\n\n   ${element(...rest)}`,
  },
  {
    name: 'quarto',
    title: 'Quarto',
    language: 'markdown',
    snippet: (...rest) => `\`\`\`{=html}\n${element(...rest)}\n\`\`\``,
  },
  { name: 'jupyter', title: 'Jupyter', language: 'python', snippet: python },
  { name: 'iframe', title: 'iframe', language: 'html', snippet: fittedFrame },
  { name: 'lms', title: 'Moodle, Canvas …', language: 'html', snippet: frame },
];

/**
 * @param {string} name of a system
 * @param {string} lab address of the lab, with or without a slash at its end
 * @param {Attributes} [attributes]
 * @returns {string}
 * @throws {RangeError} if there is no such system
 */
export function snippet(name, lab, attributes = SAMPLE) {
  const system = systems.find((one) => one.name === name);
  if (!system) {
    const names = systems.map((one) => one.name).join(', ');
    throw new RangeError(`there is no snippet for ${name}; there are ${names}`);
  }
  return system.snippet(lab.replace(/\/*$/, '/'), attributes);
}

/** @type {Write} the address of the page that is framed */
const frameAddress = (lab, attributes) => {
  const words = Object.entries(attributes).map(([name, value]) => [
    name,
    value === true ? '' : String(value),
  ]);
  return `${lab}embed.html?${new URLSearchParams(words)}`;
};

/** @param {[string, string | number | true]} entry */
function attribute([name, value]) {
  return value === true ? ` ${name}` : ` ${name}="${html(String(value))}"`;
}

/**
 * Python writes strings and numbers as JSON does.
 * @param {[string, string | number | true]} entry
 */
function trait([name, value]) {
  const literal = value === true ? 'True' : JSON.stringify(value);
  return `    ${name} = traitlets.Any(${literal}).tag(sync=True)`;
}

/**
 * JSON on one line, with spaces after colons and commas.
 * @param {Attributes} value
 */
const json = (value) => JSON.stringify(value, undefined, 1).replaceAll(/\n */g, ' ');

/**
 * Newlines are escaped because a blank line would end HTML in Markdown, and tabs because reStructuredText replaces them by spaces.
 * @type {Record<string, string>}
 */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '"': '&quot;', '\n': '&#10;', '\t': '&#9;' };

/** @param {string} text */
function html(text) {
  return text.replace(/[&<"\n\t]/g, (character) => ENTITIES[character]);
}
