/*
 * Imported by the processes of a service under a benchmark. Those that serve write into `LOOP_DELAY_DIR`, at each SIGUSR2,
 * how long their event loop was held since the time before. That includes what other processes took of the processor, so
 * the share of the time for which the thread could have run, but had no core, stands beside it.
 */
import cluster from 'node:cluster';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** Milliseconds between two looks, which are no delay. */
const RESOLUTION = 2;
const NANOSECONDS = 1e6;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
let since = now();

function now() {
  return { at: performance.now(), waited: waitedForCore() };
}

/** Milliseconds for which the main thread was ready and no core was free; NaN where /proc does not tell. */
function waitedForCore() {
  try {
    const [, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / NANOSECONDS;
  } catch {
    return NaN;
  }
}

/** As a whole, so that nobody reads half of it. */
function write(found) {
  const file = join(process.env.LOOP_DELAY_DIR, `${process.pid}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(found));
  renameSync(`${file}.part`, file);
}

function tell() {
  const until = now();
  const late = (nanoseconds) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION);
  const waited = (until.waited - since.waited) / (until.at - since.at);
  write({ p99: late(delay.percentile(99)), max: late(delay.max), waited });
  delay.reset();
  since = until;
}

const serves = process.argv[1]?.endsWith('main.js');
if (serves && (cluster.isWorker || process.env.WORKERS === '1')) {
  delay.enable();
  process.on('SIGUSR2', tell);
  tell();
}
