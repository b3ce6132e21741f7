/** The names of the machines that can be modelled. */

export const MACHINES = [
  'phone',
  'laptop-integrated',
  'laptop-apple',
  'gaming-card',
  'data-centre-card',
  'software-adapter',
];
/** The browsers on them. A name without a browser means the first one. */
export const BROWSERS = ['chrome', 'firefox', 'firefox-unnudged', 'safari'];

/** All names: a machine, or a machine and a browser. */
export const machineNames = MACHINES.flatMap((machine) => [
  machine,
  ...BROWSERS.slice(1).map((browser) => `${machine}-${browser}`),
]);
