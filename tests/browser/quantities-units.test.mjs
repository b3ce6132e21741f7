// Statements of experiments on their samples: quantities with their bounds and intervals, verdicts, and tables of ways.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sized, tensorflowOn, torchDevice } from '../../www/experiments/lib/python.js';
import * as quantities from '../../www/experiments/lib/quantities.js';
import { choiceOf, few, rangeOf, undecided } from '../../www/experiments/lib/verdict.js';
import { waysTable } from '../../www/experiments/lib/ways.js';

const same = (value, count = 6) => Array(count).fill(value);

test('quantities: bounds below a step, no negative times, and ends that know nothing are left out', () => {
  const {
    atMost,
    between,
    ends,
    floorOf,
    latencyOf,
    longestOf,
    measured,
    ms,
    perSecond,
    readingOf,
    restOf,
    seenAfter,
    shortestOf,
    timesOf,
    withoutBounds,
    withStep,
  } = quantities;
  assert.deepEqual([measured(1, 2), measured(2, 2)], [atMost(2), ms(2)]);
  assert.deepEqual(
    [
      ends({ low: -Infinity, high: 3 }),
      ends({ low: 0, high: Infinity }),
      ends({ low: 0, high: 3 }),
    ],
    [{}, {}, { low: 0, high: 3 }],
  );
  const reading = readingOf({ samples: same(0.4) }, 0.5);
  assert.deepEqual([reading.value, reading.bound, reading.low >= 0], [0.5, '≤', true]);
  // No time is negative, even where the clock's steps would allow it.
  assert.deepEqual(
    [
      quantities.timeOf({ samples: same(0) }, 1).low,
      quantities.timeOf({ samples: same(9) }, 1).low > 0,
    ],
    [0, true],
  );
  assert.equal(readingOf({ samples: same(0.5) }, 0.5).bound, undefined);
  assert.equal(seenAfter({ samples: same(1) }, 0.1).bound, '≤');
  const info = { floor: { median: 1, low: 0.5, high: 2 }, clock: { step: 0.1, backendStep: 2 } };
  assert.deepEqual(floorOf(info), { value: 2, unit: 'ms', bound: '≤', low: 0.5, high: 2, step: 2 });
  assert.equal(latencyOf({ samples: [] }, info).value, 2);
  assert.equal(latencyOf({ samples: same(7) }, info).value, 7);
  assert.deepEqual(withStep(0.1, { a: ms(1), b: ms(1, { step: 0 }), c: { value: 1, unit: 'x' } }), {
    a: ms(1, { step: 0.1 }),
    b: ms(1, { step: 0 }),
    c: { value: 1, unit: 'x' },
  });
  assert.deepEqual(between({ samples: [3, 5] }, { samples: [1, 1] }).samples, [2, 4]);
  const [short, long] = [
    [1, 2, 3, 4, 5, 6, 7],
    [11, 12, 13, 14, 15, 16, 17],
  ].map((samples) => ({ samples }));
  const [least, most] = [shortestOf([long, short], 0), longestOf([short, long], 0)];
  assert.deepEqual([least.value, most.value], [4, 14]);
  assert.ok(least.low <= 2 && least.high >= 16 && most.low <= 2 && most.high >= 16);
  const rate = perSecond(short, 0);
  assert.ok(rate.value === 250 && rate.low <= 1000 / 6 && rate.high >= 500, JSON.stringify(rate));
  const ratio = timesOf(long, short, 0);
  const rest = restOf(short, long, 0);
  assert.ok(ratio.low < ratio.value && ratio.value < ratio.high);
  assert.ok(
    rest.low < rest.value && rest.value < rest.high && rest.high <= 1,
    JSON.stringify(rest),
  );
  assert.equal(restOf({ samples: same(5) }, { samples: same(4) }, 0).value, 0);
  const bounds = { floor: atMost(1), a: atMost(2), b: atMost(3) };
  assert.deepEqual(withoutBounds(bounds, 'b'), { floor: atMost(1), a: ms(2), b: atMost(3) });
});

test('verdicts: too few rounds, what is exact, and a choice whose interval lies within it', () => {
  const [seen, late] = [{ floor: { median: 1, high: 1 } }, { floor: { median: 200, high: 200 } }];
  const exact = { ...seen, device: 'sim' };
  const rounds = (count) => ({ samples: same(1, count) });
  assert.deepEqual(
    [
      few(rounds(6), seen),
      few(rounds(5), seen),
      few(rounds(5), exact),
      few(rounds(5), { ...exact, machine: 'phone' }),
    ],
    ['', 'few', '', 'few'],
  );
  assert.equal(few(rounds(5), late), 'coarse');
  assert.deepEqual(
    [
      rangeOf({ value: 2 }, exact),
      rangeOf({ value: 2 }, seen),
      rangeOf({ value: 2, low: 1, high: 3 }, seen),
    ],
    [
      { low: 2, high: 2 },
      { low: -Infinity, high: Infinity },
      { low: 1, high: 3 },
    ],
  );
  const choices = [{ key: 'a', below: 2 }, { key: 'b', below: 5 }, { key: 'c' }];
  const chosen = (...given) =>
    choiceOf({ value: given[0], low: given[1], high: given[2] }, choices, exact);
  assert.equal(choiceOf({ value: 9, unit: 'x' }, choices, seen), null, 'it may be anything');
  assert.deepEqual(
    [
      chosen(1.9),
      chosen(2),
      chosen(9),
      chosen(3, 2, 4.9),
      chosen(3, 1.9, 4),
      chosen(3, 2, 5),
      chosen(9, 5, null),
      chosen(3, 2, null),
    ],
    ['a', 'b', 'c', 'b', null, null, 'c', null],
  );
  assert.deepEqual(
    ['few', 'unsteady-x', 'found-few'].map((key) => undecided({ finding: { key } })),
    [true, true, false],
  );
});

test('a table of ways bounds what is below the step, and the programs name their devices', () => {
  const say = (key) => key;
  const { columns, rows } = waysTable(
    say,
    {
      ways: [{ way: 'w', samples: [1, 2], median: 0.05, low: 0.1, high: 5 }],
      info: { clock: { step: 0.1 } },
    },
    {},
  );
  assert.deepEqual(
    [columns, rows],
    [
      ['way', 'median', 'low', 'high', 'rounds', 'printed'].map((key) => `column-${key}`),
      [['way-w', '≤ 0.1', '0.1', '5.0', '2', '–']],
    ],
  );
  assert.deepEqual(
    [sized('auto', 5), sized('7', 5), torchDevice('cpu'), torchDevice('webgpu')],
    [5, 7, 'cpu', 'cuda'],
  );
  assert.match(tensorflowOn('cpu'), /set_visible_devices\(\[\], 'GPU'\)/);
  assert.doesNotMatch(tensorflowOn('webgpu'), /GPU/);
});
