// How a headless browser with WebGPU is started: the one place for its options, for `run` and for tests.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { startOn } from './adapter.mjs';

const browsers = {
  chromium: {
    variable: 'ASYNCLAB_CHROMIUM',
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    options: {
      browser: 'chrome',
      args: [
        '--no-sandbox', // containers rarely allow one, and only the lab's own pages are opened
        // The browser's own pages behind each window's address bar, which are never seen: half of the cost of opening a page.
        '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
        '--disable-quic',
        '--disable-sync',
        '--force-prefers-reduced-motion', // pictures show the end of a transition
      ],
    },
    kinds: {
      software: {
        args: [
          '--enable-unsafe-webgpu', // SwiftShader on Linux, and timestamps at full resolution
          '--use-webgpu-adapter=swiftshader', // the same adapter on every machine
        ],
      },
      // As readers have it, quantised timestamps included. Without a window, Linux's GPUs are reached only through Vulkan.
      hardware: {
        args:
          process.platform === 'linux'
            ? ['--use-angle=vulkan', '--enable-features=Vulkan', '--disable-vulkan-surface']
            : [],
      },
    },
  },
  firefox: {
    variable: 'ASYNCLAB_FIREFOX',
    names: ['firefox-esr', 'firefox'],
    options: {
      browser: 'firefox',
      extraPrefsFirefox: {
        'dom.webgpu.enabled': true,
        'dom.webgpu.workers.enabled': true,
        'ui.prefersReducedMotion': 1,
      },
    },
    kinds: {
      // The blocklist has Mesa's software adapter.
      software: { extraPrefsFirefox: { 'gfx.webgpu.ignore-blocklist': true } },
      hardware: {},
    },
  },
};

/** The kind of adapter that each browser turned out to have: some commands start one several times. @type {Map<string, import('./adapter.mjs').Kind>} */
const chosen = new Map();

/**
 * Starts a headless browser with an empty profile. Its adapter is the one that `ASYNCLAB_ADAPTER` asks for, as `cargo xtask … --adapter` sets it:
 * the first browser of a process is asked for its adapter, which is printed. Without the variable it is software, and nothing is asked.
 * @param {object} [options]
 * @param {'chromium'|'firefox'} [options.browser]
 * @param {import('./adapter.mjs').Kind} [options.adapter] this one in any case
 * @param {object} [options.viewport] Puppeteer's: width, height (CSS pixels), deviceScaleFactor
 * @param {string[]} [options.flags] more of the browser's own
 * @param {boolean} [options.whole] Chromium itself, also where `ASYNCLAB_SHELL` names its headless shell: the same engine, without windows
 *   and pages of its own, which takes a quarter less time for each page
 * @param {boolean} [options.interruptible] whether signals end it, as they do by default; else the program has to
 * @returns {Promise<import('puppeteer-core').Browser>} to be closed by the caller
 * @throws {Error} that names the missing browser, or adapter, and how to get it
 */
export async function launch({ adapter, ...options } = {}) {
  const { browser: name = 'chromium' } = options;
  const choice = process.env.ASYNCLAB_ADAPTER;
  const known = adapter ?? chosen.get(name) ?? (choice ? undefined : 'software');
  if (known) return start(known, options);
  const { browser, kind } = await startOn(choice, name, (tried) => start(tried, options));
  chosen.set(name, kind);
  return browser;
}

/** @param {import('./adapter.mjs').Kind} kind */
async function start(
  kind,
  {
    browser = 'chromium',
    viewport = { width: 1280, height: 900 },
    flags = [],
    whole = kind === 'hardware',
    interruptible = true,
  },
) {
  const { variable, names, options, kinds } = browsers[browser];
  const shell = browser === 'chromium' && !whole ? process.env.ASYNCLAB_SHELL : undefined;
  const executablePath = shell || process.env[variable] || names.map(which).find(Boolean);
  if (!executablePath) {
    throw new Error(
      `no ${names.join(', ')} on the PATH: install one, or set ${variable} to its executable`,
    );
  }
  const { args = [], extraPrefsFirefox = {} } = kinds[kind];
  try {
    return await puppeteer.launch({
      ...options,
      headless: shell ? 'shell' : true,
      args: [...(options.args ?? []), ...args, ...flags],
      extraPrefsFirefox: { ...options.extraPrefsFirefox, ...extraPrefsFirefox },
      executablePath,
      defaultViewport: viewport,
      ...{ handleSIGINT: interruptible, handleSIGTERM: interruptible },
      protocolTimeout: 0, // an experiment on a slow adapter takes as long as it takes
    });
  } catch (error) {
    const [reason] = error.message.split('\n');
    throw new Error(
      `${executablePath} did not start (${reason}): try it by hand, or set ${variable}`,
      {
        cause: error,
      },
    );
  }
}

function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The program is not in this folder.
    }
  }
  return undefined;
}
