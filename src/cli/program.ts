import {
  Command,
  type CommandUnknownOpts,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import type { CommonOptions, Context } from './context.js';
import { declareAccess } from './declare-access.js';
import { declareEvolution } from './declare-evolution.js';
import { declareFeatures } from './declare-features.js';
import { declarePlumbing } from './declare-plumbing.js';
import { declareSearch } from './declare-search.js';
import { type BindAction, group, oneOf, commaSeparated, type Run, wholeNumber } from './declare.js';
import { UsageError } from './usage-error.js';

/** The whole command line with its help; the code of a command is loaded when it runs. */
export function buildProgram(
  version: string,
  run: (options: CommonOptions, command: Run) => Promise<void>,
): Command {
  const program = new Command('crudgen')
    .description('Turns model specs into a complete, editable TypeScript back end.')
    .version(version, '-V, --version', 'the version of crudgen')
    .helpOption('-h, --help', 'help with examples')
    .helpCommand(false)
    .addHelpText('after', EXAMPLES.program);
  // The flag may stand before and after the command: both fill one list.
  const sides: string[] = [];
  addCommonOptions(program, sides);
  const bind: BindAction = <A extends unknown[], O extends OptionValues>(
    command: Command<A, O>,
    start: (context: Context, ...given: [...A, O]) => Promise<number | void>,
  ) => {
    addCommonOptions(command, sides);
    command.action(async (...given) => {
      const [params, flags] = [given.slice(0, -1) as [...A, O], command.optsWithGlobals()];
      await run(flags as CommonOptions, (context) => start(context, ...params));
    });
  };
  declareInit(program, bind);
  const model = declareModel(program, bind);
  declareEvolution(program, model, bind);
  declareFeatures(program, bind);
  declareSearch(program, bind);
  declareSeed(program, bind);
  declareAccess(program, bind);
  declareHelp(program, bind);
  declarePlumbing(program, bind);
  throwUsageErrors(program);
  return program;
}

/** Throws usage errors with their command instead of letting commander print them. */
function throwUsageErrors(command: CommandUnknownOpts): void {
  command.configureOutput({ outputError: () => undefined }).exitOverride((error) => {
    throw new UsageError(command, error);
  });
  for (const one of command.commands) throwUsageErrors(one);
}

function addCommonOptions(command: { addOption(option: Option): unknown }, sides: string[]): void {
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

function declareInit(program: Command, bind: BindAction): void {
  const command = program
    .command('init')
    .summary('create a project')
    .description('Creates a project: a service with a database, and its back-office.')
    .argument('[dir]', 'an empty or new folder', '.')
    .option('--name <name>', 'the package name; default: the name of the folder')
    .option(
      '--db <database>',
      'the database: sqlite or postgres',
      oneOf('--db <database>', ['sqlite', 'postgres'] as const),
    )
    .option('--models <file>', 'a spec file (YAML, JSON, JSONC) with the first models')
    .option(
      '--with <feature>',
      'add a feature that is off by default; see: crudgen features',
      commaSeparated,
    )
    .option('--without <feature>', 'leave out a feature that is on by default', commaSeparated)
    .option('--no-web', 'the same as --without admin')
    .option('--no-install', 'skip npm install')
    .option('--no-git', 'skip git init')
    .option('-y, --yes', 'accept all defaults without asking')
    .addHelpText('after', EXAMPLES.init);
  bind(command, async (context, dir, options) =>
    (await import('./commands/init.js')).init(context, dir, options),
  );
}

function declareModel(program: Command, bind: BindAction): Command {
  const model = group(
    program,
    'model',
    'models: add, list, show, add-field, rename, remove and more',
  ).addHelpText('after', EXAMPLES.model);
  const add = model
    .command('add')
    .summary('add a model')
    .description('Adds a model: entity, access rules, migration, test, web pages, registration.')
    .argument('[name]', 'a class name, such as TeamMember')
    .argument('[field...]', 'name:type[:modifier...]; see: crudgen help types')
    .option('--table <table>', 'the table; default: the name in snake case')
    .option('--prefix <prefix>', 'the URL prefix; default: / and the table')
    .option('--label <template>', 'how a row is displayed, such as "{number} {customer}"')
    .option('--group <heading>', 'its heading in the back-office menu')
    .option('--no-timestamps', 'without created_at and updated_at')
    .option('--owner <field>', 'users see only rows whose field refers to them')
    .option('--tenant <field>', 'users see only rows of their tenants')
    .option('--from <file>', 'add every model of a spec file')
    .addHelpText('after', EXAMPLES.modelAdd);
  bind(add, async (context, name, fields, options) =>
    (await import('./commands/model-add.js')).modelAdd(context, name, fields, options),
  );
  const list = model
    .command('list')
    .description('Lists the models of the project, read from its code.');
  bind(list, async (context) => (await import('./commands/model-list.js')).modelList(context));
  const show = model
    .command('show')
    .description('Shows a model with its fields, read from its code.')
    .argument('<model>', 'a class name')
    .addHelpText('after', EXAMPLES.modelShow);
  bind(show, async (context, name) =>
    (await import('./commands/model-show.js')).modelShow(context, name),
  );
  return model;
}

function declareSeed(program: Command, bind: BindAction): void {
  const seed = program
    .command('seed')
    .summary('create tables, roles, the administrator and fake rows')
    .description(
      'Creates tables, roles and the administrator; with --fake also rows to try things out.',
    )
    .argument('[model...]', 'with --fake: only these models')
    .option('--fake <n>', 'add n realistic rows to each model', wholeNumber('--fake <n>'))
    .option(
      '--seed <n>',
      'with --fake: a seed, for the same rows every time',
      wholeNumber('--seed <n>'),
    )
    .option('--reset-roles', 'reset the preset roles to their definitions')
    .addHelpText('after', EXAMPLES.seed);
  bind(seed, async (context, models, options) =>
    (await import('./commands/seed.js')).seed(context, models, options),
  );
}

function declareHelp(program: Command, bind: BindAction): void {
  const help = program
    .command('help')
    .summary('show help for a command, or for: types, spec')
    .description('Explains a command, the field types (`help types`) or spec files (`help spec`).')
    .argument('[topic...]', 'a command, `types` or `spec`');
  bind(help, async (context, topic) =>
    (await import('./commands/help.js')).help(context, topic, program),
  );
}

const EXAMPLES = {
  program: `
Examples:
  crudgen init shop --models shop.yaml
  crudgen model add Task title:string:required due:date project:ref=Project
  crudgen help types
`,
  init: `
Examples:
  crudgen init
  crudgen init shop --yes
  crudgen init shop --db postgres --models shop.yaml --without containers
`,
  model: `
Examples:
  crudgen model add Task title:string:required due:date
  crudgen model list
`,
  modelAdd: `
Examples:
  crudgen model add Project name:string:required status:string:default=active
  crudgen model add Task title:string:required status:string:default=todo:values=todo,done \\
    due:date project:ref=Project:as=tasks parent:ref=Task:as=subtasks
  crudgen model add Invoice number:string:required:unique total:decimal=12,2 created_by:ref=User \\
    --prefix /invoices --label "{number}" --group Sales --owner created_by
  crudgen model add --from models.yaml --dry-run
`,
  modelShow: `
Examples:
  crudgen model show Task
  crudgen model show Task --json
`,
  seed: `
Examples:
  crudgen seed
  crudgen seed --fake 50
  crudgen seed --fake 200 Task Project --seed 7
`,
};
