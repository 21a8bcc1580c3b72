import { existsSync } from 'node:fs';
import { readSettings, StartRefused } from './settings.js';
import type { RunningService } from './start.js';

try {
  // What the process was given wins over the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  for (const warning of settings.warnings) say(`warning: ${warning}`);
  // Only now: entities choose their column types by DATABASE_URL when they are loaded.
  const { start } = await import('./start.js');
  stopOnSignals(await start(settings));
} catch (error) {
  if (error instanceof StartRefused) {
    say('The service does not start:');
    for (const reason of error.reasons) say(`  ${reason}`);
  } else {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  process.exit(1);
}

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
