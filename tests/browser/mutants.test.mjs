// Judges that are broken on purpose: for each judge, the oracle contradicts some mutation that changes conclusions.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { judgedByOracle } from '../truth/oracle.mjs';
import { trial } from '../truth/mutants.mjs';

// Ports of simulations keep the process alive.
after(() => setTimeout(() => process.exit(), 1000));

/** By day, the two machines that differ most. */
const MACHINES = [
  'phone-safari',
  'data-centre-card-firefox',
  ...(process.env.ASYNCLAB_NIGHTLY ? ['gaming-card', 'software-adapter'] : []),
];

for (const name of judgedByOracle) {
  test(`${name}: the oracle contradicts a judge that is broken on purpose, and not the one there is`, async (t) => {
    const print = console.log;
    console.log = () => {}; // some experiments print matrices
    try {
      const cases = MACHINES.map((machine) => ({ machine, sim: { seed: 1, values: 0 } }));
      const { caught, same, survived, sound } = await trial(name, cases);
      t.diagnostic(
        `${caught} mutants caught, ${same} concluded the same, ${survived.length} survived`,
      );
      for (const one of survived) t.diagnostic(one);
      assert.deepEqual(sound, []);
      assert.ok(caught > 0, `nothing is caught of ${survived}`);
    } finally {
      console.log = print;
    }
  });
}
