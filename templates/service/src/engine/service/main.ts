import cluster from 'node:cluster';
import { formatError } from '../database/serialize-error.js';
import { workerNumber } from '../settings/worker.js';
import type { Command, Project } from './project.js';
import { start, withSettings, type RunningService } from './start.js';

/** What else than serving a project can be started for; loaded when it is. */
const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: async (project, args) => (await import('./commands.js')).runMigrate(project, args),
  console: async (project) => (await import('./console.js')).runConsole(project),
  seed: async (project, args) => (await import('./commands.js')).runSeed(project, args),
  backup: async (project, args) => (await import('./backup-commands.js')).runBackup(project, args),
  restore: async (project, args) =>
    (await import('./backup-commands.js')).runRestore(project, args),
  // The service without the processes of `WORKERS`: it starts again with every change.
  dev: (project) => serve(project, 1),
};

/** Runs what the first argument of the process names: a command, of a feature or of all; the service without one. */
export async function main(project: Project): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) return serve(project);
  const own = (project.features ?? []).flatMap(({ commands = {} }) => Object.entries(commands));
  const commands = new Map([...Object.entries(COMMANDS), ...own]);
  const command = commands.get(name);
  if (command) return command(project, args);
  const names = [...commands.keys()];
  const known = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  say(`error: there is no \`${name}\`: leave it out for the service, or type ${known}`);
  process.exitCode = 2;
}

/** By at most so many processes. */
const serve = (project: Project, most = Infinity): Promise<void> =>
  withSettings(project, 'The service does not start:', async (settings, own) => {
    if (workerNumber === null) for (const warning of settings.warnings) say(`warning: ${warning}`);
    const isShared = cluster.isPrimary && Math.min(most, settings.workers) > 1;
    const service = isShared
      ? (await import('./workers.js')).startWorkers(settings)
      : start(project, settings, own);
    stopOnSignals(await service);
  });

/** Ctrl+C comes to us more than once: from the terminal, and again from npm. */
const ECHO = 1000;

/** The first signal ends what runs in order, a later one at once. */
export function stopOnSignals(service: Pick<RunningService, 'stop'>): void {
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
        say(formatError(error));
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
