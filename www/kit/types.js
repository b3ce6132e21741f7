/**
 * The shapes of the documents that the page, the experiments and the charts hand to each other. Types only.
 *
 * @typedef {Record<string, Quantity|number|string>} SayValues
 *
 * @typedef {((key: string, values?: SayValues) => string) & {has: (key: string) => boolean}} Say returns a message of a folder's words
 *
 * @typedef {import('../lib/core/trace.js').Trace} LabTrace
 * @typedef {import('../lib/core/trace.js').Wait} Wait
 * @typedef {'enqueuedWithin'|'flops'|'bytes'|'devices'|'device'|'memory'|'memories'} Newer columns that the oldest results lack
 * @typedef {Omit<LabTrace, Newer> & Partial<Pick<LabTrace, Newer>>} Trace as the library recorded it, now or in an older version
 * @typedef {import('../lib/core/trace.js').GpuClock} GpuClock
 *
 * @typedef {object} Spread Median and quartiles.
 * @property {number} median
 * @property {number} low
 * @property {number} high
 *
 * @typedef {object} Info The result of `lab.info()`.
 * @property {string} version
 * @property {string} browser
 * @property {string} device
 * @property {string} [machine] the machine that is modelled, on a virtual clock
 * @property {{name: string, vendor: string, architecture: string, software: boolean}} adapter
 * @property {boolean} isolated
 * @property {'worker'|'same'} backendThread
 * @property {{step: number, backendStep: number}} clock ms
 * @property {null|{quantum: number}} timestamps ms
 * @property {Spread & {samples: number}} floor ms
 * @property {boolean} nudged the lab polled for completions more often than the browser does by itself
 * @property {number} [questions] most messages for each submission to an idle device that ask for its end
 * @property {Spread & {samples: number}} roundTrip ms
 * @property {{arrayBytes: number}} limits
 * @property {object} policy
 *
 * @typedef {object} Quantity A number with its unit; with `bound` only a bound is known.
 * @property {number} value
 * @property {'ms'|'x'|'share'|'count'|'B'|'per-s'|'B/s'|'FLOP/s'|'FLOP/B'} unit
 * @property {'≤'} [bound]
 * @property {number} [low]
 * @property {number} [high]
 * @property {number} [step] of the clock that it was read from, in its unit
 *
 * @typedef {{key: string, values: Record<string, Quantity|number|string>}} Message The key of a message, with its values.
 *
 * @typedef {Spread & {way: string, samples: number[], bytes?: number[]}} Way One way of doing the work, timed in every
 *   round; `bytes` that it held, where they were measured.
 *
 * @typedef {{times: number[], values: Record<string, number[]>}} Series Amounts that change in steps: ms since the start, and the
 *   values from then on, by name.
 *
 * @typedef {'webgpu'|'cpu'|'sim'} DeviceName
 *
 * @typedef {Spread & {x: number, samples: number[]}} Point Samples taken at one x.
 *
 * @typedef {object} Curves Measurements over a variable, and predictions of a model; ms by default.
 * @property {Record<string, Point[]>} points by name
 * @property {Record<string, {x: number, y: number}[]>} models by name: computed, not measured
 *
 * @typedef {{value: number, low: number, high: number}} Known A number, and the least and the most that it may be.
 *
 * @typedef {'compute'|'bytes'|'overhead'|'waits'|'rest'} Term of a program's time
 *
 * @typedef {'nothing'|'fuse'|'compile'|'batch'|'wait-less'|'program'|'unknown'} Remedy
 *
 * @typedef {object} Binding How the time of a program divides, and what binds it: see `binding.js`.
 * @property {number} span of the program, without stalls, ms
 * @property {number} stalled how long the backend stood still, ms: a kernel was compiled at its first use, or memory was short
 * @property {boolean} timed whether the device's own times are known
 * @property {Record<Term, Known>} shares of the span, 0 to 1
 * @property {Term|'open'} key the term that surely takes longer than every other; `open` where the intervals do not decide
 * @property {Remedy|'open'} remedy
 * @property {Known} by the ratio of the longest term to the next
 * @property {Record<'frontend'|'backend'|'dispatch'|'program'|'kernels', number>} parts shares: of the overhead the frontend, the
 *   backend and the device; of the rest the program itself, and kernels slower than the device's rates
 *
 * @typedef {object} Result The outcome of one run of an experiment.
 * @property {1|2} schema
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
 * @property {Binding} [binding] what binds the program of the trace, where the reader asked
 * @property {null|Trace} trace null where nothing was recorded
 * @property {Message} finding
 * @property {Message[]} distortions what may distort the numbers on this machine
 * @property {Record<string, number>} leftOut samples left out, by cause
 * @property {string[]} [output] what the program printed, where it is shown
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
 * @typedef {Record<import('./languages.js').Library, string> & {pairs: Pair[]}} Python An experiment's program for each library of
 *   Python, as text that runs, and the lines that do the same.
 *
 * @typedef {{javascript: string, python?: string|null, note?: string} & Partial<Record<import('./languages.js').Library, string|null>>} Pair
 *   Lines that do the same: a text in the first such line of each program (after a line break, the beginning of the next line); `python` is
 *   for every library that is not named. Null or absent where a program has none, which the note explains: `note-<note>` of `page/program`.
 * @typedef {(values: Values) => Python} Programs `values` include the device
 *
 * @typedef {object} Figure
 * @property {string} name in the words: `caption-<name>`, `summary-<name>`
 * @property {'trace'|'curves'|'bars'|'areas'|'counts'|'graph'} kind
 * @property {boolean} [more] shown on request
 * @property {('timeline'|'series')[]} [charts] of a trace, under each other
 * @property {(result: Result, say: Say) => any} [of] the data of a chart of this kind, or null; a trace is the
 *   result's own by default
 * @property {(given: any) => {data: any, values: Record<string, any>}} [live] the chart's data while a run goes on, made of what
 *   the run passes to `ctx.live`, and the values of the words `live-<name>` and `live-summary-<name>`; not for a trace
 *
 * @typedef {object} Prediction The reader's expectation: one of the choices, by rising bounds of the measure `of`, or by the key
 *   that the function `of` returns.
 * @property {string|((result: Result) => string|null)} of
 * @property {{key: string, below?: number}[]} choices
 *
 * @typedef {object} About The facts of an experiment that are known before it is opened.
 * @property {string} name of its folder
 * @property {number} position in the chapter's order
 * @property {boolean} [beyond] whether the chapter does not treat its subject
 * @property {boolean} recorded whether it brings a recorded run along
 * @property {() => Promise<{default: ExperimentFile}>} load
 *
 * @typedef {Omit<Experiment, 'name'|'recorded'>} ExperimentFile An experiment as its `experiment.js` has it; the rest follows from its folder.
 *
 * @typedef {object} Experiment One folder under www/experiments.
 * @property {string} name of its folder
 * @property {boolean} recorded as in `About`
 * @property {DeviceName[]} [devices] where it can run, the default first; 'webgpu' and 'cpu' by default
 * @property {Record<string, Parameter>} parameters
 * @property {Record<string, Values>} presets the first is the default
 * @property {Prediction} prediction
 * @property {(values: Values) => string} program the measured program, as source text that runs
 * @property {() => Promise<{default: Programs}>} [programs] the same program for each library of Python
 * @property {(code: HTMLElement, program: string, say: Say, result?: Result) => void} [list] writes the program where plain text is not
 *   enough, and marks in it what was found; `kit/listing.js` numbers lines
 * @property {Figure[]} figures
 * @property {Record<string, Variation>} [variations] by name; words: `vary-<name>` (the button), `look-<name>` (where to look)
 * @property {boolean} [binds] whether the reader can ask what binds the recorded program
 * @property {boolean} [freedom] whether the reader can see what a page does while it blocks, and while it need not
 * @property {(result: Result) => import('./schedule.js').Costs} [costs] of an operation, ms: shown as a schedule that the reader can change
 * @property {(result: Result) => Record<string, Quantity>} [derived] more values for the words of a finding, computed from its measures
 * @property {(info: Info) => Foresight|null} [anySize] why a run of any size could show nothing; null where it may
 * @property {(values: Values, pace: Pace) => Foresight|null} [foresee] why a run of a chapter's preset could show nothing; null where it may
 * @property {(result: Result, say: Say) => string[]} lines the printed lines, in the course's form
 * @property {(result: Result, say: Say) => {columns: string[], rows: import('./lazy.js').Lazy<string[]>}} table
 * @property {() => Promise<{run: (ctx: Context) => Promise<Partial<Result>>}>} [load]
 * @property {(request: {parameters: Values}) => any} [thread] starts a thread of the experiment's own for each run, instead of `load`: an object with the methods of a Worker
 * @property {(view: OpenView) => void} [opened] called when it is on the page
 *
 * @typedef {object} Pace The rough speed of a device.
 * @property {Info} info
 * @property {{n: number, ms: number}} product of two n×n matrices, without the notification latency
 * @property {number} operation ms that a tiny operation takes at most, in a long loop
 *
 * @typedef {object} Foresight The reason why a run could show nothing: its timed part takes `takes` ms, and has to take longer than `least` ms.
 * @property {'short'|'clock'|'untimed'} key of `page/foresight`
 * @property {number} takes
 * @property {number} least
 * @property {Values|null} set settings that would help; null where none do
 *
 * @typedef {object} Variation One change of a run.
 * @property {(result: Result) => Values} set the changed setting; may name a device
 * @property {string[]} watch the measures that are shown before and after it; each has its word `measure-<name>`
 *
 * @typedef {object} OpenView The part of its view on the page that an experiment may use.
 * @property {HTMLElement} element
 * @property {EventTarget & {peek: () => {parameters: Values}}} controls dispatch 'change'; `peek` returns the settings
 * @property {Say} sayOwn of the experiment
 * @property {AbortController} closing aborted when the experiment leaves the page
 *
 * @typedef {object} Context The argument of an experiment's `run`, on the experiment's own thread.
 * @property {DeviceName} device
 * @property {string} [machine] the machine that is modelled
 * @property {() => Promise<Record<string, number>>} described the fields of the modelled machine's GPU
 * @property {() => Promise<number>} elapsed the time that passed on the modelled machine, ms
 * @property {number} seed of the order in which ways take turns
 * @property {Values} parameters
 * @property {() => boolean} hidden whether the tab was hidden at any time since this was called last
 * @property {(options?: object, about?: {known?: boolean, compiles?: boolean}) => Promise<any>} connect returns a lab that is closed when the run ends; takes the options of
 *   the library's `connect`, and measures the lab's clocks before anything runs, unless they are known
 * @property {(figure: string, data: any) => void} live shows something of the run in one of the figures that have `live`
 * @property {(steps: number) => void} expect how many steps there will be
 * @property {(steps: number) => void} extend adds to the number of steps
 * @property {(ms: number) => void} takes sets the time that the rest of the run should take: the reader sees it with each step
 * @property {(key: string, values?: Record<string, any>) => void} step begins a step, and reports it
 * @property {(key: string, values?: Record<string, any>) => void} note reports a detail of the present step
 * @property {(ms?: number) => void} scatter waits for a random part of this time, or of a step of the clock, so that what follows begins anywhere within it
 * @property {(ways: Record<string, (spare?: boolean) => Promise<Record<string, number>>>, rounds: number,
 *   word?: (name: string) => [string, Record<string, any>], onKept?: () => void, apart?: number) =>
 *   Promise<{samples: Record<string, number[]>, leftOut: Record<string, number>}>} interleave times every way once per round; rounds begin at least
 *   `apart` ms apart, and in between the ways also run with `spare`, whose times are not kept
 */
export {};
