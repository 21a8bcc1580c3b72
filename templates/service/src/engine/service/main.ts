import { tellStory } from '../database/tell-error.js';
import type { Project } from './project.js';
import { start, type RunningService } from './start.js';
import { withSettings } from './with-settings.js';

/** What else than serving a project can be started for; loaded when it is. */
const COMMANDS: Readonly<Record<string, (project: Project, args: string[]) => Promise<void>>> = {
  migrate: async (project, args) => (await import('./run-migrate.js')).runMigrate(project, args),
  seed: async (project, args) => (await import('./run-seed.js')).runSeed(project, args),
};

/** Runs what the first argument of the process names (`migrate`, `seed`), and the service without one. */
export async function main(project: Project): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) return serve(project);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command(project, args);
  say(`error: there is no \`${name}\`: leave it out for the service, or type migrate or seed`);
  process.exitCode = 2;
}

const serve = (project: Project): Promise<void> =>
  withSettings(project, 'The service does not start:', async (settings) => {
    for (const warning of settings.warnings) say(`warning: ${warning}`);
    stopOnSignals(await start(project, settings));
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
