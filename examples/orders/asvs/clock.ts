/*
 * Runs in the service before its own code: a clock that the checks set ahead, so that links, codes and sessions end while nobody
 * waits for it.
 */
import cluster from 'node:cluster';

const { now } = Date;
let ahead = 0;

Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, given: readonly unknown[], made) =>
    Reflect.construct(target, given.length > 0 ? given : [target.now()], made) as object,
});

process.on('message', (ms: unknown) => {
  if (typeof ms !== 'number') return;
  ahead = ms;
  for (const worker of Object.values(cluster.workers ?? {})) worker?.send(ms);
  process.send?.('set');
});
// The service ends as it does without this, and with the checks.
process.channel?.unref();
process.once('disconnect', () => process.exit());
