// When operations leave for the backend: also while the program's turn goes on.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blank, inWorker } from './lab.mjs';

for (const device of ['webgpu', 'cpu']) {
  test(`on ${device}: a program that never ends its turn keeps nothing for longer than a millisecond`, async (t) => {
    const seen = await inWorker(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const x = lab.nd.ones([4]);
        await x.waitToRead();
        let end;
        const trace = await lab.profile(
          () => {
            const begin = lab.now();
            let y = x;
            // Far fewer than fill a chunk, each after what a program computes in between: so long that a busy machine has the backend run.
            for (let at = 1; at <= 40; at += 1) {
              y = y.add(1);
              while (lab.now() < begin + 10 * at);
            }
            end = lab.now();
          },
          { measure: false },
        );
        return { first: trace.decoded[0], half: trace.decoded[20], end };
      },
      device,
    );
    assert.ok(seen.first < seen.end, 'the first operation was decoded within the turn');
    assert.ok(seen.half < seen.end, 'and so was the one in the middle');
  });

  test(`on ${device}: long work leaves at once, and what is handed over by flush`, async (t) => {
    const seen = await inWorker(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const x = lab.nd.ones([500, 500]);
        await x.waitToRead();
        const during = async (fn) => {
          let end;
          const trace = await lab.profile(
            () => {
              fn();
              const begin = lab.now();
              while (lab.now() < begin + 400);
              end = lab.now();
            },
            { measure: false },
          );
          // The CPU may compute the first one until then.
          return trace.decoded[0] < end;
        };
        return [
          await during(() => void [1, 2].map(() => x.dot(x))),
          await during(() => {
            x.sum();
            lab.flush();
          }),
          await during(() => void x.sum()),
        ];
      },
      device,
    );
    assert.deepEqual(seen, [true, true, false]);
  });
}
