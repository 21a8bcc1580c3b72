import { formatError } from '../database/serialize-error.js';
import { featureWith } from '../settings/absent-features.js';
import { workerNumber } from '../settings/settings.js';
import type { Command, Project } from './project.js';
import { start, withSettings, type RunningService } from './start.js';

/** Commands besides serving; loaded on use. */
const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: async (project, args) => (await import('./commands.js')).runMigrate(project, args),
  console: async (project) => (await import('./console.js')).runConsole(project),
  seed: async (project, args) => (await import('./commands.js')).runSeed(project, args),
  // By this process, whatever features would do: it restarts on every change.
  dev: (project) => serve(project, []),
};

/** Runs the command named by the first argument, of a feature or built in; the service without one. */
export async function main(project: Project): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) return serve(project);
  const own = (project.features ?? []).flatMap(({ commands = {} }) => Object.entries(commands));
  const commands = new Map([...Object.entries(COMMANDS), ...own]);
  const command = commands.get(name);
  if (command) return command(project, args).catch((error: unknown) => refuseOption(name, error));
  const feature = featureWith(name, project.absentFeatures ?? {});
  say(`error: ${feature ? needs(name, feature) : isUnknown(name, [...commands.keys()])}`);
  process.exitCode = 2;
}

/** An option that a command does not take is a mistake of the developer: what Node says of it, without the stack. */
function refuseOption(name: string, error: unknown): void {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
  say(`error: \`${name}\`: ${message.split('. ')[0]}`);
  process.exitCode = 2;
}

const needs = (name: string, feature: string): string =>
  `\`${name}\` needs the feature \`${feature}\`: type \`crudgen add ${feature}\``;

function isUnknown(name: string, names: readonly string[]): string {
  const known = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return `there is no command \`${name}\`: leave it out to start the service, or type ${known}`;
}

/** By this process, unless one of some features takes it over. */
const serve = (project: Project, servers = project.features ?? []): Promise<void> =>
  withSettings(project, 'The service does not start:', async (settings, own) => {
    if (workerNumber === null) for (const warning of settings.warnings) say(`warning: ${warning}`);
    for (const feature of servers) {
      const stop = await feature.serve?.(settings, own.get(feature)!);
      if (stop) return stopOnSignals({ stop });
    }
    stopOnSignals(await start(project, settings, own));
  });

/** Ctrl+C reaches us more than once: from the terminal, and again from npm. */
const SIGNAL_ECHO = 1000;

/** The first signal shuts down in order, a later one immediately. */
export function stopOnSignals(service: Pick<RunningService, 'stop'>): void {
  let signalledAt: number | null = null;
  const stop = (): void => {
    if (signalledAt !== null) {
      if (performance.now() - signalledAt > SIGNAL_ECHO) process.exit(1);
      return;
    }
    signalledAt = performance.now();
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
