// When operations are sent to the backend: also during a turn of the program.
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
            // Far fewer operations than fill a chunk, 10 ms apart, so that the backend runs in between on a busy machine, too.
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
          // Only the first operation is checked: the CPU may compute it until the end of the turn, and so decode the second later.
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
