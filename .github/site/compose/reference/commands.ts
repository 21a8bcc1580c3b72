import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandName } from '../../../../src/cli/declare.js';
import { buildProgram } from '../../../../src/cli/program.js';
import { VERSION } from '../../../../src/version.js';
import { block, code, page, sentence, table } from '../markdown.js';
import type { Page } from '../page.js';

const GLOBAL = 'Global options:';

/** The command line as crudgen declares it; nothing runs. */
export const program = (): CommandUnknownOpts => buildProgram(VERSION, () => Promise.resolve());

/** Every command that can be run, as its name without `crudgen`: `model add`. */
export const commandNames = (): string[] =>
  runnable(program()).flatMap((command) => commandName(command) ?? []);

/** The page of all commands with their arguments and flags. */
export function commandsPage(): Page {
  const root = program();
  const groups = new Map<string, CommandUnknownOpts[]>();
  for (const one of root.createHelp().visibleCommands(root)) {
    const title = one.helpGroup().replace(/:$/, '');
    groups.set(title, [...(groups.get(title) ?? []), ...runnable(one)]);
  }
  const parts = [...groups].flatMap(([title, commands]) => [
    `## ${title}`,
    ...commands.map(describe),
  ]);
  const text = page(
    '# Commands and flags',
    'Every command makes a plan first, shows it, and writes it as a whole. The commands run in the folder of a project.',
    '## Flags of every command',
    table(['Flag', 'Meaning'], globalRows(root)),
    'A flag is listed here for the commands that can follow it; any other command refuses it by name.',
    '## Exit codes',
    table(['Code', 'Meaning'], exitCodes(root)),
    ...parts,
  );
  return { path: 'reference/commands.md', text };
}

/** The visible commands at and below one that can be run. */
function runnable(command: CommandUnknownOpts): CommandUnknownOpts[] {
  const below = command.createHelp().visibleCommands(command);
  return below.length === 0 ? [command] : below.flatMap(runnable);
}

function describe(command: CommandUnknownOpts): string {
  const help = command.createHelp();
  const name = `crudgen ${commandName(command)}`;
  const takes = [
    ...command.registeredArguments.map((one) => [code(one.name()), one.description]),
    ...help
      .visibleOptions(command)
      .filter((one) => one.helpGroupHeading !== GLOBAL && one.long !== '--help')
      .map((one) => [code(one.flags), one.description]),
  ];
  return page(
    `### ${name}`,
    sentence(command.description()),
    block('sh', `${name} ${command.usage()}`),
    takes.length > 0 && table(['Argument or flag', 'Meaning'], takes),
    examplesOf(command),
  ).trimEnd();
}

const globalRows = (root: CommandUnknownOpts): string[][] =>
  root.options
    .filter((one) => one.helpGroupHeading === GLOBAL || one.long === '--help')
    .map((one) => [code(one.flags), one.description]);

/** The examples at the end of a command's help. */
function examplesOf(command: CommandUnknownOpts): string | null {
  const lines = helpOf(command)
    .split(/^Examples?:\n/m)[1]
    ?.split(/^\S/m)[0];
  return lines === undefined ? null : block('sh', lines.replace(/^ {2}/gm, '').trim());
}

function exitCodes(root: CommandUnknownOpts): string[][] {
  const [, words = ''] = /^Exit codes: (.*)$/m.exec(helpOf(root)) ?? [];
  return words.split(', ').map((one) => {
    const [number = '', ...meaning] = one.split(' ');
    return [number, meaning.join(' ')];
  });
}

function helpOf(command: CommandUnknownOpts): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => void (text += part) });
  command.outputHelp();
  return text;
}
