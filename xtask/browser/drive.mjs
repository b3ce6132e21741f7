// Shared by `run` and `record`: a page that is ready, and a run with its outcome as text.

/**
 * Opens the site and waits until it offers something to run.
 * @param {import('puppeteer-core').Page} page
 * @param {string} url
 * @param {number} [patience] ms after which a page that offers nothing counts as broken
 */
export async function openLab(page, url, patience = 30_000) {
  await page.goto(url);
  await page
    .waitForFunction(() => globalThis.asynclab?.ready !== undefined, {
      polling: 50,
      timeout: patience,
    })
    .catch((cause) => {
      throw new Error('the page did not start: it offers no asynclab.ready', { cause });
    });
}

/** Runs inside the page. Errors return as text, results as JSON, which is faster and works in every browser. `binds`: also what binds its program. */
export async function runInPage({ experiment, parameters, device, binds }) {
  const lab = globalThis.asynclab;
  try {
    await lab.ready;
    const { result, lines, table } = await lab.run(experiment, {
      parameters,
      device: device ?? undefined,
    });
    const bound = binds ? await lab.binding(experiment) : { lines: [] };
    const json = JSON.stringify({ ...result, ...(bound.binding && { binding: bound.binding }) });
    return { json, lines: [...lines, ...bound.lines], table };
  } catch (error) {
    const message = error?.message ?? String(error);
    const { code } = error ?? {};
    return { code, error: code ? `${code}: ${message}` : message };
  }
}
