import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { CommonOptions } from './context.js';
import { declareAccess } from './declare-access.js';
import { declareAdditions, declareBrand } from './declare-additions.js';
import { declareEvolution } from './declare-evolution.js';
import { declareFeatures } from './declare-features.js';
import { declareModels } from './declare-models.js';
import { declarePull } from './declare-pull.js';
import { declarePlumbing } from './declare-plumbing.js';
import { declareReports } from './declare-reports.js';
import { declareSearch } from './declare-search.js';
import { takesFlag, unusedFlags, withoutPlan } from './plan-flags.js';
import {
  type Action,
  commaSeparated,
  examples,
  oneOf,
  PACKAGE_NAME,
  repeatable,
  type Start,
  UsageError,
  withSetUp,
  type Watch,
  wholeNumber,
} from './declare.js';

const UNWATCHED: Watch = { enter: () => undefined, isSilent: false };

/** The whole command line with its help; the code of a command is loaded when it runs. */
export function buildProgram(version: string, start: Start, watch = UNWATCHED): Command {
  const program = new Command('crudgen')
    .description('turn model specs into a complete, editable TypeScript back end')
    .version(version, '-V')
    .version(version, '-v, --version', 'print the version of crudgen')
    .helpOption('-h, --help', 'print help with examples')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        'init shop --models shop.yaml',
        'model add Task title:string:required due:date project:ref=Project',
        'help types',
      ),
    )
    .addHelpText('after', EXIT_CODES);
  // What -v was called once.
  program.options.find(({ short }) => short === '-V')?.hideHelp();
  const action: Action =
    (load) =>
    async (...given) => {
      const command = given.at(-1) as CommandUnknownOpts;
      const flags: CommonOptions = command.optsWithGlobals();
      await start(flags, async (context) => {
        const unused = unusedFlags(command, flags);
        if (unused.length > 0) throw await refusalOf(command, unused, context.args);
        return (await load())(context, ...given);
      });
    };
  declareGroups(program, action);
  finish(program, [], watch);
  return program;
}

/** What refuses a command line is loaded where one is wrong. */
async function refusalOf(
  command: CommandUnknownOpts,
  flags: readonly string[],
  args: readonly string[],
): Promise<Error> {
  const { unusedFlagProblems } = await import('./usage-problem.js');
  const { Refusal } = await import('../problem.js');
  return new Refusal(unusedFlagProblems(command, flags, args), 2);
}

const EXIT_CODES = 'Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts\n';

/** Declares all commands under the headings of the help. */
function declareGroups(program: Command, action: Action): void {
  program.commandsGroup('Start a project:');
  declareInit(program, action);
  declarePull(program, action);
  declareSeed(program, action);
  declareImport(program, action);
  program.commandsGroup('Models:');
  declareModels(program, action);
  declareSearch(program, action);
  program.commandsGroup('Your own code:');
  declareAdditions(program, action);
  declareBrand(program, action);
  program.commandsGroup('Changes by hand and new versions:');
  declareEvolution(program, action);
  program.commandsGroup('Features:');
  declareFeatures(program, action);
  program.commandsGroup('Look into a project:');
  declareReports(program, action);
  declareAccess(program, action);
  program.commandsGroup('Help:');
  declareHelp(program, action);
  declarePlumbing(program, action);
}

/** Adds the global flags to what can be run, and throws usage errors with their command instead of printing them. */
function finish(command: CommandUnknownOpts, sides: string[], watch: Watch): void {
  // The flags may stand before and after the command.
  if (command.parent === null || command.commands.length === 0) addCommonOptions(command, sides);
  command.hook('preSubcommand', (_, entered) => watch.enter(entered));
  command
    .configureOutput({
      outputError: () => undefined,
      ...(watch.isSilent && { writeOut: () => undefined, writeErr: () => undefined }),
    })
    .exitOverride((error) => {
      throw new UsageError(command, error);
    });
  for (const one of command.commands) finish(one, sides, watch);
}

/** `sides` is the same list for a flag before and after the command. */
function addCommonOptions(command: CommandUnknownOpts, sides: string[]): void {
  const flag = (flags: string, text: string) =>
    new Option(flags, text).helpGroup('Global options:').hideHelp(!takesFlag(command, flags));
  command.addOption(flag('--cwd <dir>', 'run in this folder'));
  command.addOption(flag('--dry-run', 'show the plan and write nothing'));
  command.addOption(flag('--json', 'print one JSON document for programs; see: crudgen help json'));
  command.addOption(flag('--contents', 'show the plan with the text of new files and all diffs'));
  command.addOption(
    flag(
      '--on-conflict <side>',
      'resolve conflicts with mine, theirs or mark; mine:<path> for one file',
    ).argParser((value: string) => (sides.push(value), sides)),
  );
}

function declareInit(program: Command, action: Action): void {
  const init = program
    .command('init')
    .summary('create a project')
    .description('create a project: a service with a database, and its back-office')
    .argument('[dir]', 'an empty or new folder; default: the current folder')
    .option('--name <name>', PACKAGE_NAME)
    .option(
      '--db <database>',
      'the database: sqlite or postgres',
      oneOf('--db <database>', ['sqlite', 'postgres'] as const),
    )
    .option(
      '--ids <kind>',
      'the ids of models that have no key of their own: integer (the default), bigint, uuid (version 7), uuid4, or public (random UUIDs beside integers that nobody sees); see: crudgen help ids',
      oneOf('--ids <kind>', ['integer', 'bigint', 'uuid', 'uuid4', 'public'] as const),
    )
    .option('--models <file>', 'a spec file (YAML, JSON, JSONC) with the first models');
  withSetUp(init)
    .option('-y, --yes', 'accept all defaults without asking')
    .addHelpText(
      'after',
      examples(
        'init',
        'init shop --yes --with jobs mail',
        'init shop --db postgres --models shop.yaml --without containers',
        'init shop --ids uuid',
        'init shop --templates ../billing',
      ),
    )
    .action(action(async () => (await import('./commands/init.js')).init));
}

function declareSeed(program: Command, action: Action): void {
  withoutPlan(program.command('seed'), 'dryRun')
    .summary('create tables, roles, the administrator and fake rows')
    .description(
      'create tables, roles and the administrator; with --fake also rows to try things out',
    )
    .argument('[model...]', 'with --fake: only these models', commaSeparated)
    .option(
      '--fake <n>',
      'add n realistic rows to each model that is named; about n to each, where none is',
      wholeNumber('--fake <n>'),
    )
    .option(
      '--seed <n>',
      'with --fake: a number that makes the same rows each time; default: a new number each time',
      wholeNumber('--seed <n>'),
    )
    .option(
      '--today <date>',
      'with --fake: the day that counts as today for the dates in rows; default: today (UTC)',
    )
    .option('--reset-roles', 'reset the preset roles to their definitions')
    .addHelpText(
      'after',
      examples(
        'seed',
        'seed --fake 50',
        'seed --fake 200 Task Project --seed 7 --today 2026-11-25',
      ),
    )
    .action(action(async () => (await import('./commands/seed.js')).seed));
}

function declareImport(program: Command, action: Action): void {
  withoutPlan(program.command('import-data'), 'dryRun')
    .summary('import a CSV or XLSX file into a model')
    .description(
      'import a CSV or XLSX file into a model, with the permissions of a user; --dry-run checks all rows and writes nothing',
    )
    .argument('<model>', 'a class name, or the URL path of its list')
    .argument('<file>', 'a CSV or XLSX file, whose first row names its columns')
    .requiredOption('--as <user>', 'the user whose permissions apply to the import')
    .option(
      '--on <fields>',
      'update the records that have the values of a row in these unique fields',
    )
    .option(
      '--column <assignment>',
      'the field for a column: "Header=field", or "Header=field.by" for a reference',
      repeatable,
    )
    .option('--leave-out <header>', 'a column to leave out', repeatable)
    .option(
      '--set <assignment>',
      'a value for all rows: "field=value", or "field.by=value" for a reference',
      repeatable,
    )
    .option(
      '--encoding <encoding>',
      'the encoding of the file; default: guessed, like the options below',
    )
    .option('--separator <sign>', 'the character between cells; \\t for tabs')
    .option('--sheet <name>', 'the sheet of the spreadsheet')
    .option(
      '--decimal <sign>',
      'the decimal separator of numbers',
      oneOf('--decimal <sign>', ['.', ',']),
    )
    .option(
      '--dates <order>',
      'the order of year, month and day in dates: ymd, dmy or mdy',
      oneOf('--dates <order>', ['ymd', 'dmy', 'mdy']),
    )
    .option(
      '--time-zone <zone>',
      'the time zone of datetimes without an offset, such as Europe/Berlin',
    )
    .addHelpText(
      'after',
      examples(
        'import-data Task tasks.csv --as admin --dry-run',
        'import-data Task tasks.xlsx --as admin --on code --column "Owner=assignee.email" \\\n    --leave-out Notes',
      ),
    )
    .action(action(async () => (await import('./commands/import-data.js')).importData));
}

function declareHelp(program: Command, action: Action): void {
  withoutPlan(program.command('help'))
    .summary('explain a command, or one of: types, ids, spec, json')
    .description(
      'explain a command, the field grammar (`help types`), the kinds of ids (`help ids`), spec files (`help spec`) or the output of --json (`help json`)',
    )
    .argument('[topic...]', 'a command, or types, ids, spec or json')
    .option(
      '--schema',
      'with `spec` or `feature`: print the JSON Schema of spec files or of feature.json, for editors',
    )
    .addHelpText(
      'after',
      examples('help model add', 'help types', 'help spec --schema > crudgen.schema.json'),
    )
    .action(
      action(async () => {
        const { help } = await import('./commands/help.js');
        return (context, topic: readonly string[], options: { readonly schema?: boolean }) =>
          help(context, topic, options, program);
      }),
    );
  withoutPlan(program.command('version'))
    .description('print the version of crudgen')
    .action(action(async () => (await import('./commands/version.js')).version));
}
