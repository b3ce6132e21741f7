import { h } from '../../kit/dom.js';
import { duration } from '../../kit/format.js';
import { sayer } from '../../kit/say.js';
import { learn } from '../../kit/words.js';

const say = sayer('page/freedom');
/** The time that the work should take, and the longest time for which it may block, ms. */
const [ENOUGH, MOST] = [1000, 1500];
/** Rows of the matrices. A product takes much less time than a frame and much more than its enqueue. */
const SIDE = 192;
/** The dot's time from end to end, ms. */
const PERIOD = 1200;

/** Shows the value of not blocking: the same products on this page's thread and through a queue, while a dot moves. */
class Freedom {
  #moving = false;
  /** The number of products, the same in both ways; 0 until it is known. */
  #count = 0;

  /** @param {() => Promise<{connect: (options: object) => Promise<any>}>} engine */
  constructor(engine) {
    this.engine = engine;
    this.dot = h('span', { class: 'dot' });
    this.status = h('p', { class: 'status', role: 'status' });
    this.buttons = /** @type {const} */ (['blocking', 'queued']).map((way) =>
      h('button', { type: 'button', onclick: () => void this.#try(way) }, say(`do-${way}`)),
    );
    this.element = h(
      'div',
      { class: 'freedom' },
      h('h3', {}, say('title')),
      h('p', {}, say('text')),
      h('div', { class: 'track', 'aria-hidden': 'true' }, this.dot),
      h('div', { class: 'buttons' }, ...this.buttons),
      this.status,
    );
  }

  /** @param {'blocking'|'queued'} way */
  async #try(way) {
    if (this.#moving) return;
    this.#moving = true;
    this.status.textContent = say('under-way');
    const frames = this.#move();
    try {
      const { connect } = await this.engine();
      const lab = await connect({ device: 'cpu', blocking: way === 'blocking' });
      try {
        this.#count ||= await countFor(connect);
        products(lab, 2, performance.now());
        await lab.waitAll();
        await pause(300); // the dot is seen to move before
        frames.restart();
        const start = performance.now();
        const done = products(lab, this.#count, start);
        const returned = performance.now() - start;
        this.#count = done; // the other way does as many
        await lab.waitAll();
        const took = performance.now() - start;
        await pause(100); // a delayed frame is drawn now
        this.status.textContent = say(`report-${way}`, {
          returned: duration(returned),
          took: duration(took),
          frames: frames.count(),
          longest: duration(frames.longest()),
          count: done,
        });
      } finally {
        await lab.close();
      }
    } catch (error) {
      this.status.textContent = `${say('failed')} ${/** @type {Error} */ (error).message}`;
    } finally {
      frames.stop();
      this.#moving = false;
    }
  }

  /** Counts the browser's frames and moves the dot with each, unless the reader prefers reduced motion. */
  #move() {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    let [count, last, longest, on] = [0, 0, 0, true];
    const draw = (/** @type {number} */ now) => {
      if (!on) return;
      if (last) longest = Math.max(longest, now - last);
      last = now;
      count += 1;
      if (!still) {
        const phase = (now % (2 * PERIOD)) / PERIOD;
        this.dot.style.insetInlineStart = `${100 * (phase < 1 ? phase : 2 - phase)}%`;
      }
      requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
    return {
      count: () => count,
      longest: () => longest,
      restart: () => void ([count, longest] = [0, 0]),
      stop: () => void (on = false),
    };
  }
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The number of products that take about `ENOUGH` ms. @param {(options: object) => Promise<any>} connect */
async function countFor(connect) {
  const lab = await connect({ device: 'cpu', blocking: true });
  // The first products are slower, since their code is still being compiled.
  products(lab, 4, performance.now());
  const start = performance.now();
  products(lab, 8, start);
  const each = (performance.now() - start) / 8;
  await lab.close();
  return Math.max(8, Math.min(5000, Math.round(ENOUGH / Math.max(each, 0.05))));
}

/** The loop of the experiment `warmup`; it ends early after `MOST` ms. @param {any} lab @param {number} count @param {number} start @returns {number} the number of products */
function products({ nd }, count, start) {
  for (let i = 0; i < count; i += 1) {
    const a = nd.random.normal([SIDE, SIDE], { seed: i });
    nd.dot(a, a).dispose();
    a.dispose();
    if (performance.now() - start > MOST) return i + 1;
  }
  return count;
}

/** @param {Element} element */
export async function mount(element) {
  await learn('page/freedom');
  element.replaceChildren(new Freedom(() => import('../../lib/connect.js')).element);
}
