import type { Command } from 'commander';
import type { Problem } from '../problem.js';
import type { CommonOptions, Context } from './context.js';
import type { Run } from './declare.js';
import { buildProgram } from './program.js';
import type { Terminal } from './terminal.js';
import { VERSION } from './version.js';

/** Runs a command line and gives the exit code: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const run = async (options: CommonOptions, command: Run) => {
    exitCode = (await command(contextOf(args, options, await terminal()))) ?? 0;
  };
  const program = buildProgram(VERSION, run);
  const usage = collectErrors(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    const { failed } = await import('./failed.js');
    return failed(error, {
      args,
      usage,
      terminal: await terminal(),
      json: args.includes('--json'),
    });
  }
}

/** Loaded only by those who speak: help is printed by commander alone. */
async function terminal(): Promise<Terminal> {
  const { processTerminal } = await import('./terminal.js');
  return processTerminal();
}

function contextOf(args: readonly string[], options: CommonOptions, terminal: Terminal): Context {
  return {
    args,
    cwd: options.cwd ?? process.cwd(),
    now: new Date(),
    dryRun: options.dryRun ?? false,
    json: options.json ?? false,
    onConflict: options.onConflict ?? null,
    terminal,
  };
}

/** Errors that commander would print itself are kept, to be shown as every other problem. */
function collectErrors(program: Command): UsageErrors {
  const usage: UsageErrors = { command: program.name(), problems: [] };
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  for (const command of all(program)) {
    command.configureOutput({
      outputError: (text) => {
        usage.command = pathOf(command);
        const [, message = text, hint] =
          /^error: (.*?)\s*(?:\((Did you mean .*)\))?\s*$/s.exec(text) ?? [];
        const help =
          hint === undefined
            ? {}
            : { help: hint.replace(/^Did/, 'did').replace(/mean (?:one of )?(.*)\?$/, quoteAll) };
        usage.problems.push({
          code: 'usage',
          message: message.charAt(0).toLowerCase() + message.slice(1),
          ...help,
        });
      },
    });
  }
  return usage;
}

function quoteAll(_: string, names: string): string {
  return `mean ${names
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(' or ')}?`;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** What was wrong with the command line itself, and the command that it happened in. */
export interface UsageErrors {
  command: string;
  readonly problems: Problem[];
}
