import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { CommonOptions } from './context.js';
import { declareAccess } from './declare-access.js';
import { declareEvolution } from './declare-evolution.js';
import { declareFeatures } from './declare-features.js';
import { declareModels } from './declare-models.js';
import { declarePlumbing } from './declare-plumbing.js';
import { declareSearch } from './declare-search.js';
import {
  type Action,
  commaSeparated,
  examples,
  oneOf,
  type Start,
  UsageError,
  wholeNumber,
} from './declare.js';

/** The whole command line with its help; the code of a command is loaded when it runs. */
export function buildProgram(version: string, start: Start): Command {
  const program = new Command('crudgen')
    .description('Turns model specs into a complete, editable TypeScript back end.')
    .version(version, '-V, --version', 'the version of crudgen')
    .helpOption('-h, --help', 'help with examples')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        'init shop --models shop.yaml',
        'model add Task title:string:required due:date project:ref=Project',
        'help types',
      ),
    );
  const action: Action =
    (load) =>
    async (...given) => {
      const flags: CommonOptions = (given.at(-1) as CommandUnknownOpts).optsWithGlobals();
      await start(flags, async (context) => (await load())(context, ...given));
    };
  declareInit(program, action);
  declareModels(program, action);
  declareEvolution(program, action);
  declareFeatures(program, action);
  declareSearch(program, action);
  declareSeed(program, action);
  declareAccess(program, action);
  declareHelp(program, action);
  declarePlumbing(program, action);
  finish(program, []);
  return program;
}

/** Adds the global flags to what can be run, and throws usage errors with their command instead of printing them. */
function finish(command: CommandUnknownOpts, sides: string[]): void {
  // The flags may stand before and after the command.
  if (command.parent === null || command.commands.length === 0) addCommonOptions(command, sides);
  command.configureOutput({ outputError: () => undefined }).exitOverride((error) => {
    throw new UsageError(command, error);
  });
  for (const one of command.commands) finish(one, sides);
}

/** `sides` is the same list for a flag before and after the command. */
function addCommonOptions(command: CommandUnknownOpts, sides: string[]): void {
  const flag = (flags: string, text: string) =>
    new Option(flags, text).helpGroup('Global options:');
  command.addOption(flag('--cwd <dir>', 'run in this folder'));
  command.addOption(flag('--dry-run', 'show the plan and write nothing'));
  command.addOption(flag('--json', 'print JSON for programs'));
  command.addOption(
    flag(
      '--on-conflict <side>',
      'how to resolve conflicts: mine, theirs or mark; mine:<path> for one file',
    ).argParser((value: string) => (sides.push(value), sides)),
  );
}

function declareInit(program: Command, action: Action): void {
  program
    .command('init')
    .summary('create a project')
    .description('Creates a project: a service with a database, and its back-office.')
    .argument('[dir]', 'an empty or new folder; default: the current one')
    .option('--name <name>', 'the package name; default: the name of the folder')
    .option(
      '--db <database>',
      'the database: sqlite or postgres',
      oneOf('--db <database>', ['sqlite', 'postgres'] as const),
    )
    .option('--models <file>', 'a spec file (YAML, JSON, JSONC) with the first models')
    .option(
      '--with <feature...>',
      'add features that are off by default; see: crudgen features',
      commaSeparated,
    )
    .option('--without <feature...>', 'leave out features that are on by default', commaSeparated)
    .option('--no-web', 'the same as --without admin')
    .option('--no-install', 'skip npm install')
    .option('--no-git', 'skip git init and the first commit')
    .option('-y, --yes', 'accept all defaults without asking')
    .addHelpText(
      'after',
      examples(
        'init',
        'init shop --yes --with jobs mail',
        'init shop --db postgres --models shop.yaml --without containers',
      ),
    )
    .action(action(async () => (await import('./commands/init.js')).init));
}

function declareSeed(program: Command, action: Action): void {
  program
    .command('seed')
    .summary('create tables, roles, the administrator and fake rows')
    .description(
      'Creates tables, roles and the administrator; with --fake also rows to try things out.',
    )
    .argument('[model...]', 'with --fake: only these models', commaSeparated)
    .option('--fake <n>', 'add n realistic rows to each model', wholeNumber('--fake <n>'))
    .option(
      '--seed <n>',
      'with --fake: a seed, for the same rows every time',
      wholeNumber('--seed <n>'),
    )
    .option('--reset-roles', 'reset the preset roles to their definitions')
    .addHelpText(
      'after',
      examples('seed', 'seed --fake 50', 'seed --fake 200 Task Project --seed 7'),
    )
    .action(action(async () => (await import('./commands/seed.js')).seed));
}

function declareHelp(program: Command, action: Action): void {
  program
    .command('help')
    .summary('show help for a command, or for: types, spec')
    .description('Explains a command, the field types (`help types`) or spec files (`help spec`).')
    .argument('[topic...]', 'a command, `types` or `spec`')
    .option('--schema', 'with `spec`: print the JSON Schema of spec files, for editors')
    .addHelpText('after', examples('help types', 'help spec --schema > crudgen.schema.json'))
    .action(
      action(async () => {
        const { help } = await import('./commands/help.js');
        return (context, topic: readonly string[], options: { readonly schema?: boolean }) =>
          help(context, topic, options, program);
      }),
    );
}
