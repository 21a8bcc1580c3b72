import type { RunningService } from './start.js';
import { withSettings } from './with-settings.js';

await withSettings('The service does not start:', async (settings) => {
  for (const warning of settings.warnings) say(`warning: ${warning}`);
  // Only now: entities choose their column types by DATABASE_URL when they are loaded.
  const { start } = await import('./start.js');
  stopOnSignals(await start(settings));
});

/** The first signal ends what runs in order, a second one at once. */
function stopOnSignals(service: RunningService): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(String(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
