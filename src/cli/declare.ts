import type {
  Command,
  CommanderError,
  CommandUnknownOpts,
  OptionValues,
} from '@commander-js/extra-typings';
import type { CommonOptions, Context } from './context.js';

/** Runs a command in its context. */
export type Run = (context: Context) => Promise<number | void>;

/** Starts a command with the flags given before and after it. */
export type Start = (options: CommonOptions, run: Run) => Promise<void>;

/** The action of a declared command: its code is loaded when it runs, and gets arguments and flags typed as declared. */
export type Action = <Given extends unknown[]>(
  load: () => Promise<(context: Context, ...given: Given) => Promise<number | void>>,
) => (...given: Given) => Promise<void>;

/** How a program is run beside its commands. */
export interface Watch {
  /** Called with each command that the command line names, from the program down. */
  readonly enter: (command: CommandUnknownOpts) => void;
  /** Whether help and version are thrown without being printed. */
  readonly isSilent: boolean;
}

/** The words of a command without the name of the program; null for the program. */
export function commandName(command: CommandUnknownOpts): string | null {
  if (command.parent === null) return null;
  const above = commandName(command.parent);
  return above === null ? command.name() : `${above} ${command.name()}`;
}

/** A command that only holds others. */
export function group(program: Command, name: string, summary: string): Command {
  return program.command(name).description(summary).helpCommand(false);
}

/** The end of a help text: command lines without the name of the program. */
export const examples = (...lines: readonly string[]): string =>
  `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  crudgen ${line}\n`).join('')}`;

/** What commander throws for an invalid command line, and for one that asks for help. */
export class UsageError extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(
    readonly command: CommandUnknownOpts,
    { code, exitCode, message }: CommanderError,
  ) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** An invalid value of a flag, and what it accepts. */
export class BadValue extends Error {
  constructor(
    readonly value: string,
    readonly flag: string,
    readonly help: string,
  ) {
    super(`\`${value}\` is not a valid value of \`${flag}\``);
  }
}

/** Parses a flag that takes one of some words. */
export function oneOf<T extends string>(flag: string, words: readonly T[]): (value: string) => T {
  return (value) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new BadValue(value, flag, `write one of ${words.join(', ')}`);
    return found;
  };
}

/** Parses a flag that takes a whole number. */
export function wholeNumber(flag: string): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
    throw new BadValue(value, flag, 'write a whole number such as 10');
  };
}

/** Collects a flag that may be repeated. */
export const repeatable = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

/** Collects a list: words, with commas between or repeated. What holds no word stays as it is, to be refused. */
export function commaSeparated(value: string, before: readonly string[] = []): string[] {
  const words = value.split(',').flatMap((one) => one.trim() || []);
  return [...before, ...(words.length > 0 ? words : [value])];
}

/** The flags of commands that write a migration. */
export const DROP_DATA = [
  '--drop-data',
  'allow the loss of data in columns and tables that are dropped or narrowed',
] as const;
export const BACKFILL = [
  '--backfill <field=value>',
  'give existing rows a value in a field that becomes required: Task.code=none',
] as const;
export const SQL = ['--sql', 'print the SQL of the migration for each database'] as const;

/** What the option for the name of a new project says. */
export const PACKAGE_NAME = 'the package name; default: the name of the folder';

/** A command that creates a project, with the options for its house style, its features, and what is done besides writing files. */
export const withSetUp = <Given extends unknown[], Options extends OptionValues>(
  command: Command<Given, Options>,
) =>
  command
    .option(
      '--templates <folder>',
      'a house style: a folder of templates, or a project with its own templates',
    )
    .option(
      '--with <feature...>',
      'add features that a new project does not have; see: crudgen features',
      commaSeparated,
    )
    .option('--without <feature...>', 'leave out features that a new project has', commaSeparated)
    .option('--no-web', 'leave out the back-office, like --without admin')
    .option('--no-install', 'skip npm install')
    .option('--no-git', 'skip git init and the first commit');
