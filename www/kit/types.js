/**
 * The shapes of the documents that the page, the experiments and the charts hand to each other. Types only.
 *
 * @typedef {import('./say.js').Say} Say
 *
 * @typedef {object} Trace The life of N operations in columns; times in ms on the lab's clock, NaN where unknown.
 * @property {'performance'|'virtual'} clock
 * @property {string[]} names
 * @property {Uint8Array} op index into `names`
 * @property {number[][]} shapes
 * @property {Uint32Array} shape index into `shapes`: the shape of the output
 * @property {Float64Array} enqueued then or later, but before the next time in this column
 * @property {number} [enqueuedWithin] how much later at most, ms; older documents know each time
 * @property {Float64Array} decoded
 * @property {Float64Array} submitted
 * @property {Float64Array} started from the device, as `ended` is
 * @property {Float64Array} ended
 * @property {Float64Array} completed an upper bound: when the end was seen
 * @property {Uint32Array} submission serial of the submit
 * @property {Uint32Array} turn event-loop turn in which the end was seen
 * @property {Uint32Array} [kernel] the operation in whose kernel each was computed, the last of those fused; absent where each had its own
 * @property {Uint32Array} inputs operations read, as indices into this trace
 * @property {Uint32Array} inputOffsets N + 1 offsets into `inputs`
 * @property {Wait[]} waits
 * @property {string[]} [devices] by index; not in older documents, as what follows
 * @property {Uint8Array} [device] index into `devices`
 * @property {import('../lib/profile.js').MemorySeries} [memory] of the lab's own device
 * @property {import('../lib/profile.js').MemorySeries[]} [memories] by device
 * @property {null|GpuClock} gpuClock null where `started` and `ended` are on the lab's own clock, or unknown
 * @property {number} origin
 * @property {unknown} value
 *
 * @typedef {object} GpuClock How the device's clock was fitted to the lab's, ms.
 * @property {number} offset
 * @property {number} uncertainty by which `started` and `ended` may be off together
 * @property {number} residual by which the bounds of the fit contradict each other; 0 where they agree
 *
 * @typedef {object} Wait A wait of the frontend, from..to in ms.
 * @property {string} kind `waitToRead`, `waitAll`, `data`, `item`, `print`, or one of their `…Sync` forms
 * @property {number} op the operation waited for, or -1
 * @property {number} from
 * @property {number} to
 *
 * @typedef {object} Spread Median and quartiles.
 * @property {number} median
 * @property {number} low
 * @property {number} high
 *
 * @typedef {object} Info What `lab.info()` says.
 * @property {string} version
 * @property {string} browser
 * @property {string} device
 * @property {{name: string, vendor: string, architecture: string, software: boolean}} adapter
 * @property {boolean} isolated
 * @property {'worker'|'same'} backendThread
 * @property {{step: number, backendStep: number}} clock ms
 * @property {null|{quantum: number}} timestamps ms
 * @property {Spread & {samples: number}} floor ms
 * @property {boolean} nudged completions were asked for more often than the browser would look by itself
 * @property {Spread & {samples: number}} roundTrip ms
 * @property {{arrayBytes: number}} limits
 * @property {object} policy
 *
 * @typedef {object} Quantity A number that knows its unit; `bound` says that only a bound is known.
 * @property {number} value
 * @property {'ms'|'x'|'share'|'count'|'B'|'per-s'} unit
 * @property {'≤'} [bound]
 * @property {number} [low]
 * @property {number} [high]
 *
 * @typedef {{key: string, values: Record<string, Quantity|number|string>}} Message A word with what is said in it.
 *
 * @typedef {Spread & {way: string, samples: number[], bytes?: number[]}} Way One way of doing the work, timed in every
 *   round; `bytes` that it held, where they were measured.
 *
 * @typedef {{times: number[], values: Record<string, number[]>}} Series What changed in steps: ms since the start, and from
 *   then on the values by name.
 *
 * @typedef {'webgpu'|'cpu'|'sim'} DeviceName
 *
 * @typedef {Spread & {x: number, samples: number[]}} Point Samples taken at one x.
 *
 * @typedef {object} Curves What was measured against something, and what was predicted; ms unless told otherwise.
 * @property {Record<string, Point[]>} points by name
 * @property {Record<string, {x: number, y: number}[]>} models by name: computed, not measured
 *
 * @typedef {object} Result What one run of an experiment found.
 * @property {1} schema
 * @property {string} experiment
 * @property {string} date ISO 8601
 * @property {string} device
 * @property {Record<string, number|string>} parameters as they were run
 * @property {number} seed
 * @property {Info} info
 * @property {Way[]} ways
 * @property {Record<string, Quantity>} measures
 * @property {Record<string, Curves>} curves by name of their figure
 * @property {Record<string, Series>} series of recorded runs, by name
 * @property {null|Trace} trace null where nothing was recorded
 * @property {Message} finding
 * @property {Message[]} distortions what may distort the numbers on this machine
 * @property {Record<string, number>} leftOut samples left out, by cause
 * @property {string[]} [output] what a program of the reader's own printed
 *
 * @typedef {object} Parameter A whole number from min to max, one of the choices, or a text.
 * @property {number} [min]
 * @property {number} [max]
 * @property {string[]} [choices]
 * @property {number} [text] the most characters of a text
 * @property {boolean} [lines] whether the text has lines
 * @property {(text: string, say: Say) => string|null} [problem] what is wrong with a text and what is allowed, in whole sentences
 * @property {number|string} default
 * @property {boolean} [auto] whether 'auto' may be given
 * @property {number} [slider] the step of a slider beside the field of a number; none without
 * @property {boolean} [advanced] folded away on the page
 *
 * @typedef {Record<string, number|string>} Values
 *
 * @typedef {object} Figure
 * @property {string} name what it is called in the words: `caption-<name>`, `summary-<name>`
 * @property {'trace'|'curves'|'bars'|'areas'|'counts'|'graph'} kind
 * @property {('timeline'|'series')[]} [charts] of a trace, under each other
 * @property {(result: Result, say: Say) => any} [of] what the chart of this kind shows, or null; a trace is the
 *   result's own unless told otherwise
 * @property {(told: any) => {data: any, values: Record<string, any>}} [live] what the chart shows while a run goes on, of what
 *   it gives to `ctx.live`, and the values of its words `live-<name>` and `live-summary-<name>`; not for a trace
 *
 * @typedef {object} Prediction What the reader expects of a measure, or of what `of` gives: one of the choices, by rising
 *   bounds of the measure or by its key; or a number in the measure's unit.
 * @property {string|((result: Result) => string)} of
 * @property {{key: string, below?: number}[]} [choices]
 * @property {{min: number, max: number, step?: number}} [number]
 *
 * @typedef {object} About What is known of an experiment before it is opened.
 * @property {string} name of its folder
 * @property {number} place in the chapter's order
 * @property {() => Promise<{default: Omit<Experiment, 'name'>}>} load
 *
 * @typedef {object} Experiment One folder under www/experiments.
 * @property {string} name of its folder
 * @property {DeviceName[]} [devices] where it can run, the default first; 'webgpu' and 'cpu' unless told otherwise
 * @property {Record<string, Parameter>} parameters
 * @property {Record<string, Values>} presets the first is the default
 * @property {Prediction} prediction
 * @property {(values: Values) => string} program what is measured, as source text that runs
 * @property {(code: HTMLElement, program: string, say: Say, result?: Result) => void} [list] writes the program where plain text is not
 *   enough, and marks in it what was found; `kit/listing.js` numbers lines
 * @property {Figure[]} figures
 * @property {(result: Result, say: Say) => string[]} lines what is printed, as the course prints it
 * @property {(result: Result, say: Say) => {columns: string[], rows: string[][]}} table
 * @property {() => Promise<{run: (ctx: import('../run/context.js').Context) => Promise<Partial<Result>>}>} [load]
 * @property {() => any} [thread] starts a thread of the experiment's own for each run, in place of `load`: what a Worker has
 * @property {(view: import('../page/experiment-view.js').ExperimentView) => void} [opened] called when it is on the page
 */
export {};
