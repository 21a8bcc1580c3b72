import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { nearest } from '../model/nearest.js';
import { type Problem, problem } from '../problem.js';
import { commandLine } from '../spec/parse-arguments.js';
import { BadValue, commandName, type UsageError } from './declare.js';

/** The problem with a command line that ends where a command must follow. */
export function missingCommand(command: CommandUnknownOpts): Problem {
  const names = command.createHelp().visibleCommands(command);
  const all = names.map((one) => one.name()).join(', ');
  const path = commandPath(command);
  return problem('usage', `\`${path}\` needs a command`, `one of: ${all}; see: ${path} --help`);
}

/** What is wrong with a command line; null where only its help can be shown. */
export function usageProblem(
  error: UsageError | BadValue,
  args: readonly string[],
): Problem | null {
  const found: Found | undefined =
    error instanceof BadValue
      ? { message: error.message, about: error.value, help: error.help }
      : commanderProblem(error, args);
  if (found === undefined) return null;
  const { about, message, help } = found;
  const isThere = about !== undefined && args.some((arg) => arg === about);
  const at = isThere && { at: commandLine(args).find(about)(0, about.length) };
  return { ...problem('usage', message, help), ...at };
}

function commanderProblem({ command, code }: UsageError, args: readonly string[]) {
  const found = BY_CODE[code]?.(command, args);
  return found && { help: `see: ${commandPath(command)} --help`, ...found };
}

interface Found {
  readonly message: string;
  /** The argument to underline. */
  readonly about?: string;
  readonly help?: string;
}

/** The refusals by commander's codes. All other codes come after help or the version was printed. */
const BY_CODE: Readonly<
  Record<string, (command: CommandUnknownOpts, args: readonly string[]) => Found>
> = {
  'commander.unknownCommand': ({ args: [name = ''], commands }) => {
    const names = commands.map((one) => one.name());
    return { message: `unknown command \`${name}\``, about: name, ...suggestion(name, names) };
  },
  'commander.unknownOption': (command, args) => {
    const known = flagsOf(command);
    const plain = (arg: string) => arg.split('=')[0]!;
    const about = args.find((arg) => arg.startsWith('-') && !known.includes(plain(arg))) ?? '';
    const message = `unknown option \`${plain(about)}\``;
    return { message, about, ...(about.startsWith('--') && suggestion(plain(about), known)) };
  },
  'commander.missingArgument': ({ args, registeredArguments }) => {
    const missing = registeredArguments.find((one, at) => one.required && args[at] === undefined);
    return { message: `missing required argument \`${missing?.name() ?? ''}\`` };
  },
  'commander.optionMissingArgument': (command, args) => {
    const flag = args.findLast((arg) => arg.startsWith('-'));
    const option = commandOptions(command).find(
      ({ long, short }) => flag === long || flag === short,
    );
    return { message: `option \`${option?.flags ?? flag}\` needs a value` };
  },
  'commander.excessArguments': (command) => {
    const wanted = command.registeredArguments.length;
    const takes = `\`${command.name()}\` takes ${wanted} argument${wanted === 1 ? '' : 's'}`;
    const about = command.args[wanted]!;
    return { message: `${takes}, but got ${command.args.length}`, about };
  },
};

function suggestion(given: string, names: readonly string[]): { help?: string } {
  const near = nearest(given, names);
  return near === null ? {} : { help: `did you mean \`${near}\`?` };
}

const commandPath = (command: CommandUnknownOpts): string =>
  ['crudgen', commandName(command)].filter((one) => one !== null).join(' ');

const commandOptions = (command: CommandUnknownOpts): CommandUnknownOpts['options'] => [
  ...command.options,
  ...(command.parent === null ? [] : commandOptions(command.parent)),
];

const flagsOf = (command: CommandUnknownOpts): string[] => [
  ...commandOptions(command).flatMap(({ long, short }) =>
    [long, short].filter((one) => one != null),
  ),
  '--help',
  '-h',
];

/** What is wrong with flags that would do nothing: who gives one expects something of it. */
export function unusedFlagProblems(
  command: CommandUnknownOpts,
  flags: readonly string[],
  args: readonly string[],
): readonly Problem[] {
  return flags.map((flag) => {
    const path = commandPath(command);
    const message = `\`${flag}\` does nothing here: \`${path}\` changes no files`;
    const about = args.find((arg) => arg.startsWith(flag)) ?? '';
    const at = commandLine(args).find(about)(0, about.length);
    return { ...problem('usage', message, `leave it out; see: ${path} --help`), at };
  });
}
