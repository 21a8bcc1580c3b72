import type { RunningService } from './start.js';
import { tellStory } from './tell-error.js';
import { withSettings } from './with-settings.js';

await withSettings('The service does not start:', async (settings) => {
  for (const warning of settings.warnings) say(`warning: ${warning}`);
  // Only now: entities choose their column types by DATABASE_URL when they are loaded.
  const { start } = await import('./start.js');
  stopOnSignals(await start(settings));
});

/** Ctrl+C comes to us more than once: from the terminal, and again from npm. */
const ECHO = 1000;

/** The first signal ends what runs in order, a later one at once. */
function stopOnSignals(service: RunningService): void {
  let asked: number | null = null;
  const stop = (): void => {
    if (asked !== null) {
      if (performance.now() - asked > ECHO) process.exit(1);
      return;
    }
    asked = performance.now();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(tellStory(error));
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
