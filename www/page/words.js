/** What the page itself says, in English. */
export const words = {
  connecting: 'Looking for a GPU…',
  adapter: '{adapter}{software} · {browser}',
  software: ' (software)',
  'adapter-cpu': 'CPU device · {browser}',
  'seen-every': 'completions seen after {floor}',
  'about-adapter': 'device',
  'about-floor': 'completion floor',
  'about-floor-help':
    'How long this browser takes to report that an empty queue is done. No gap can be told from less.',
  'about-round-trip': 'empty wait',
  'about-round-trip-help':
    'How long the frontend waits for nothing: there to the backend’s thread and back.',
  'about-clock': 'clock step',
  'about-clock-help': 'The smallest step of the clock. Cross-origin isolation makes it finer.',
  'about-timestamps': 'device timestamps',
  'about-timestamps-help':
    'The step of the clock by which the device times its own work, if it does.',
  'about-backend': 'backend thread',
  'backend-worker': 'a worker of its own',
  'backend-same': 'the frontend’s thread',
  none: 'none',
  theme: 'Theme',
  'theme-auto': 'as the system',
  'theme-light': 'light',
  'theme-dark': 'dark',

  prediction: 'Your prediction',
  program: 'The program',
  'open-in-sandbox': 'Open in the sandbox',
  preset: 'Preset',
  'preset-own': 'your own',
  'auto-value': 'automatic',
  device: 'Device',
  'device-webgpu': 'GPU (WebGPU)',
  'device-cpu': 'CPU',
  'device-sim': 'simulated',
  advanced: 'More settings',
  range: '{min} to {max}',
  'out-of-range': 'Give a whole number from {min} to {max}.',
  'out-of-range-auto': 'Give a whole number from {min} to {max}, or leave it empty for automatic.',
  'out-of-range-text': 'Give a text of 1 to {most} characters.',
  run: 'Run',
  stop: 'Stop',
  reset: 'Reset',
  elapsed: '{step} · {elapsed}',
  finished: 'Finished after {elapsed}.',
  printed: 'What it prints',
  finding: 'What was found',
  distortions: 'What distorts these numbers here',
  provenance: '{adapter} · {browser} · {date}',
  kept: 'Below: the last run that succeeded.',

  'new-version':
    'A new version of this page is here; it is shown once every tab of it is reloaded.',
  reload: 'Reload all',
  'offer-cpu': 'Use the CPU device instead',
  'problem-NO_WEBGPU': 'This browser has no WebGPU',
  'remedy-NO_WEBGPU':
    'Take a current Chrome, Edge, Safari or Firefox, and open the page over https or from localhost. Without a GPU the same experiment runs on the CPU device: the queue and its backend are the same, only slower.',
  'problem-NO_DEVICE': 'WebGPU found no GPU that it may use',
  'remedy-NO_DEVICE':
    'See whether hardware acceleration is switched on in the browser’s settings, and whether the graphics driver is up to date. The CPU device works meanwhile.',
  'problem-WASM_BLOCKED': 'The browser refused to run WebAssembly',
  'remedy-WASM_BLOCKED':
    "A Content-Security-Policy or the browser’s security level forbids it. Serve the page with `script-src 'self' 'wasm-unsafe-eval'`, or allow WebAssembly for this site.",
  'problem-WASM_TYPE': 'The engine did not arrive as WebAssembly',
  'remedy-WASM_TYPE':
    'The server must send www/pkg/asynclab_bg.wasm as `application/wasm`. `cargo xtask serve` builds it and serves it so.',
  'problem-FILE_PROTOCOL': 'The page was opened from a file',
  'remedy-FILE_PROTOCOL':
    'Browsers keep files apart from each other. Serve the folder: `cargo xtask serve` prints an address to open.',
  'problem-ENGINE_MISSING': 'The engine could not be loaded',
  'remedy-ENGINE_MISSING':
    'It is built into www/pkg: `cargo xtask serve` builds and serves it. If you are offline, load the page again later.',
  'problem-WORKER_FAILED': 'The experiment’s thread stopped',
  'remedy-WORKER_FAILED': 'It could not be started, or it broke down. Run starts a new one.',
  'problem-WORKER_BLOCKED': 'The backend’s thread was not let in',
  'remedy-WORKER_BLOCKED':
    "A Content-Security-Policy, or whoever hosts the page, keeps workers out. Serve the page with `worker-src 'self'`, or open it from its own address and not inside another page.",
  'problem-DEVICE_LOST': 'The device was lost in the middle of the run',
  'remedy-DEVICE_LOST':
    'The driver was reset, or the GPU took too long over one piece of work. Run connects anew; take a smaller n if it happens again.',
  'problem-OUT_OF_MEMORY': 'The device has no memory left',
  'remedy-OUT_OF_MEMORY':
    'Take smaller matrices or fewer products, or close what else uses the GPU, and run again.',
  'problem-TAB_HIDDEN': 'The tab was hidden while the run was timed',
  'remedy-TAB_HIDDEN':
    'Browsers slow hidden tabs down, so no round counted. Keep the tab in view and run again.',
  'problem-STOPPED': 'Stopped',
  'remedy-STOPPED':
    'What the GPU had already been given it still works off, unseen; the next run may begin a little slower.',
  'problem-BUSY': 'Another experiment is running',
  'remedy-BUSY': 'Two at a time would disturb each other. Stop the other one first.',
  'problem-INVALID_OPTION': 'A value is out of range',
  'remedy-INVALID_OPTION': 'The range stands beside the control.',
  'problem-PROGRAM_FAILED': 'The program stopped with an error',
  'remedy-PROGRAM_FAILED': 'Mend the line that is named below, and run again.',
  'problem-NO_LAB': 'The program opened no lab',
  'remedy-NO_LAB':
    'Without `await connect()` there is nothing to record. What it printed stands below.',
  'problem-SANDBOX_FAILED': 'The sandbox could not be started',
  'remedy-SANDBOX_FAILED':
    "The browser, or whoever hosts the page, keeps frames out. Serve the page with `frame-src 'self'`.",
  again: 'Try again',
  'problem-NOT_LOADED': 'This experiment could not be loaded',
  'remedy-NOT_LOADED':
    'Its program did not arrive. If you are offline, or the site was just renewed, reload the page.',
  'problem-other': 'The run failed',
  'remedy-other': 'Run again. If it keeps failing, what stands below belongs in a report.',
};
