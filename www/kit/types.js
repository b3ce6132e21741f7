/**
 * The shapes of the documents that the page, the experiments and the charts hand to each other. Types only.
 *
 * @typedef {Record<string, Quantity|number|string>} SayValues
 *
 * @typedef {((key: string, values?: SayValues) => string) & {has: (key: string) => boolean}} Say says a message of a folder's words
 *
 * @typedef {import('../lib/core/trace.js').Trace} LabTrace
 * @typedef {import('../lib/core/trace.js').Wait} Wait
 * @typedef {'enqueuedWithin'|'devices'|'device'|'memory'|'memories'} Newer what the oldest results lack
 * @typedef {Omit<LabTrace, Newer> & Partial<Pick<LabTrace, Newer>>} Trace as the library recorded it, now or in an older version
 * @typedef {import('../lib/core/trace.js').GpuClock} GpuClock
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
 * @property {string} [machine] the machine that is modelled, on a virtual clock
 * @property {{name: string, vendor: string, architecture: string, software: boolean}} adapter
 * @property {boolean} isolated
 * @property {'worker'|'same'} backendThread
 * @property {{step: number, backendStep: number}} clock ms
 * @property {null|{quantum: number}} timestamps ms
 * @property {Spread & {samples: number}} floor ms
 * @property {boolean} nudged completions were asked for more often than the browser would look by itself
 * @property {number} [questions] most messages for each submission to an idle device that ask for its end
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
 * @property {number} [step] of the clock that it was read from, in its unit
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
 * @typedef {object} Curves What was measured against something, and what was predicted; ms by default.
 * @property {Record<string, Point[]>} points by name
 * @property {Record<string, {x: number, y: number}[]>} models by name: computed, not measured
 *
 * @typedef {object} Result What one run of an experiment found.
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
 * @typedef {object} Python An experiment's program for the chapter's two frameworks, as text that runs.
 * @property {string} pytorch
 * @property {string} mxnet
 * @property {Pair[]} pairs the lines that do the same
 *
 * @typedef {[javascript: string, pytorch: string|null, mxnet: string|null, note?: string]} Pair What the first line of each
 *   program that belongs to it contains (behind a line break, what the next line begins with); null where there is none, which the note
 *   explains: `note-<note>` of `page/program`.
 * @typedef {(values: Values) => Python} Programs `values` with the device
 *
 * @typedef {object} Figure
 * @property {string} name what it is called in the words: `caption-<name>`, `summary-<name>`
 * @property {'trace'|'curves'|'bars'|'areas'|'counts'|'graph'} kind
 * @property {boolean} [more] shown on request
 * @property {('timeline'|'series')[]} [charts] of a trace, under each other
 * @property {(result: Result, say: Say) => any} [of] what the chart of this kind shows, or null; a trace is the
 *   result's own by default
 * @property {(given: any) => {data: any, values: Record<string, any>}} [live] what the chart shows while a run goes on, of what
 *   it gives to `ctx.live`, and the values of its words `live-<name>` and `live-summary-<name>`; not for a trace
 *
 * @typedef {object} Prediction What the reader expects of a measure, or of what `of` gives: one of the choices, by rising
 *   bounds of the measure or by its key; or a number in the measure's unit.
 * @property {string|((result: Result) => string|null)} of
 * @property {{key: string, below?: number}[]} [choices]
 * @property {{min: number, max: number, step?: number}} [number]
 *
 * @typedef {object} About What is known of an experiment before it is opened.
 * @property {string} name of its folder
 * @property {number} place in the chapter's order
 * @property {boolean} [beyond] whether the chapter says nothing of it
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
 * @property {(values: Values) => string} program what is measured, as source text that runs
 * @property {() => Promise<{default: Programs}>} [programs] the same program for PyTorch and MXNet
 * @property {(code: HTMLElement, program: string, say: Say, result?: Result) => void} [list] writes the program where plain text is not
 *   enough, and marks in it what was found; `kit/listing.js` numbers lines
 * @property {Figure[]} figures
 * @property {Record<string, Variation>} [variations] by name; words: `vary-<name>` (the button), `look-<name>` (where to look)
 * @property {boolean} [freedom] whether the reader can see what a page does while it blocks, and while it need not
 * @property {(result: Result) => import('./schedule.js').Costs} [costs] what an operation cost, ms: shown as a schedule that the reader can change
 * @property {(result: Result) => Record<string, Quantity>} [derived] more values for the words of a finding, computed from its measures
 * @property {(values: Values, pace: Pace) => Foresight|null} [foresee] why a run of a chapter's preset could show nothing; null where it may
 * @property {(result: Result, say: Say) => string[]} lines what is printed, as the course prints it
 * @property {(result: Result, say: Say) => {columns: string[], rows: import('./lazy.js').Lazy<string[]>}} table
 * @property {() => Promise<{run: (ctx: Context) => Promise<Partial<Result>>}>} [load]
 * @property {(request: {parameters: Values}) => any} [thread] starts a thread of the experiment's own for each run, in place of `load`: what a Worker has
 * @property {(view: OpenView) => void} [opened] called when it is on the page
 *
 * @typedef {object} Pace How fast a device is, roughly.
 * @property {Info} info
 * @property {{n: number, ms: number}} product of two n×n matrices, without the notification latency
 * @property {number} operation ms that a tiny operation takes at most, in a long loop
 *
 * @typedef {object} Foresight Why a run could show nothing: its timed part takes `takes` ms, and has to take longer than `least` ms.
 * @property {'short'|'clock'|'untimed'} key of `page/foresight`
 * @property {number} takes
 * @property {number} least
 * @property {Values|null} set what to set instead; null where nothing helps
 *
 * @typedef {object} Variation One change of a run.
 * @property {(result: Result) => Values} set the changed setting; may name a device
 * @property {string[]} watch the measures that are shown before and after it; each has its word `measure-<name>`
 *
 * @typedef {object} OpenView An experiment on the page, as the experiment itself sees it.
 * @property {HTMLElement} element
 * @property {EventTarget & {peek: () => {parameters: Values}}} controls dispatch 'change'; `peek` gives what is set
 * @property {Say} sayOwn of the experiment
 * @property {AbortController} closing aborted when the experiment leaves the page
 *
 * @typedef {object} Context What an experiment's `run` is given, on the experiment's own thread.
 * @property {DeviceName} device
 * @property {string} [machine] the machine that is modelled
 * @property {() => Promise<Record<string, number>>} described what the modelled machine's GPU is described by
 * @property {() => Promise<number>} elapsed the time that passed on the modelled machine, ms
 * @property {number} seed of the order in which ways take turns
 * @property {Values} parameters
 * @property {() => boolean} hidden whether the tab was hidden at any time since this was called last
 * @property {(options?: object, about?: {known?: boolean}) => Promise<any>} connect a lab that is closed when the run ends; takes the options of
 *   the library's `connect`, and measures the lab's clocks before anything runs, unless they are known
 * @property {(figure: string, data: any) => void} live shows something of the run in one of the figures that have `live`
 * @property {(steps: number) => void} expect how many steps there will be
 * @property {(ms: number) => void} takes the time that the rest should take: the reader sees it with each step
 * @property {(key: string, values?: Record<string, any>) => void} step begins a step, and says which
 * @property {(key: string, values?: Record<string, any>) => void} note says more of the step that is under way
 * @property {(ways: Record<string, () => Promise<Record<string, number>>>, rounds: number,
 *   word?: (name: string) => [string, Record<string, any>], onKept?: () => void) =>
 *   Promise<{samples: Record<string, number[]>, leftOut: Record<string, number>}>} interleave times every way once per round
 */
export {};
