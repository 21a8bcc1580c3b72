/*
 * Runs in the service before its own code: a clock that the checks set ahead, so that links, codes and sessions end while nobody
 * waits for it.
 */
const { now } = Date;
let ahead = 0;

Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, given: readonly unknown[], made) =>
    Reflect.construct(target, given.length > 0 ? given : [target.now()], made) as object,
});

process.on('message', (ms: number) => {
  ahead = ms;
  process.send?.('set');
});
// The service ends as it does without this.
process.channel?.unref();
