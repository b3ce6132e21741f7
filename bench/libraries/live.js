// Runs in a frame of the lab's page on a site that `cargo xtask dist --with libraries` wrote: a loop of a library, recorded.
import { record } from './record.js';

const { library, loop, n = 256 } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const answer = await record(library, loop, Number(n)).then(
  (recording) => ({ recording: JSON.stringify(recording) }),
  (error) => ({ error: `${error.name}: ${error.message}` }),
);
parent.postMessage(answer, location.origin);
