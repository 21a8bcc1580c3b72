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
import { type Go, group, oneOf, listed, type Run, wholeNumber } from './declare.js';
import { UsageError } from './usage-error.js';

/** The whole command line: every command with its help. Nothing of a command is loaded before it runs. */
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
  // A flag may stand before the command and after it: both say to one list.
  const sides: string[] = [];
  common(program, sides);
  const go: Go = <A extends unknown[], O extends OptionValues>(
    command: Command<A, O>,
    start: (context: Context, ...given: [...A, O]) => Promise<number | void>,
  ) => {
    common(command, sides);
    command.action(async (...given) => {
      const [said, flags] = [given.slice(0, -1) as [...A, O], command.optsWithGlobals()];
      await run(flags as CommonOptions, (context) => start(context, ...said));
    });
  };
  declareInit(program, go);
  const model = declareModel(program, go);
  declareEvolution(program, model, go);
  declareFeatures(program, go);
  declareSearch(program, go);
  declareSeed(program, go);
  declareAccess(program, go);
  declareHelp(program, go);
  declarePlumbing(program, go);
  refuseBySaying(program);
  return program;
}

/** What is wrong with a command line is thrown with the command that it is about, and printed by nobody else. */
function refuseBySaying(command: CommandUnknownOpts): void {
  command.configureOutput({ outputError: () => undefined }).exitOverride((error) => {
    throw new UsageError(command, error);
  });
  for (const one of command.commands) refuseBySaying(one);
}

/** The flags that go everywhere. */
function common(command: { addOption(option: Option): unknown }, sides: string[]): void {
  const flag = (flags: string, says: string) => new Option(flags, says).helpGroup('Everywhere:');
  command.addOption(flag('--cwd <dir>', 'work in this folder'));
  command.addOption(flag('--dry-run', 'show the plan and write nothing'));
  command.addOption(flag('--json', 'answer in JSON, for programs'));
  command.addOption(
    flag(
      '--on-conflict <side>',
      'where your edit and the new code overlap: mine, theirs or mark, or mine:<path>',
    ).argParser((value: string) => (sides.push(value), sides)),
  );
}

function declareInit(program: Command, go: Go): void {
  const command = program
    .command('init')
    .summary('make a new project')
    .description('Makes a new project: a service with a database, and a back-office for it.')
    .argument('[dir]', 'an empty folder, or one to be made', '.')
    .option('--name <name>', 'the name of the package; by default the name of the folder')
    .option(
      '--db <database>',
      'the database: sqlite or postgres',
      oneOf('--db <database>', ['sqlite', 'postgres'] as const),
    )
    .option('--models <file>', 'a spec file (YAML, JSON, JSONC) with the first models')
    .option(
      '--with <feature>',
      'a feature that is not there by default; see: crudgen features',
      listed,
    )
    .option('--without <feature>', 'without a feature that is there by default', listed)
    .option('--no-web', 'the same as --without admin')
    .option('--no-install', 'without npm install')
    .option('--no-git', 'without git init')
    .option('-y, --yes', 'take the defaults and ask nothing')
    .addHelpText('after', EXAMPLES.init);
  go(command, async (context, dir, options) =>
    (await import('./commands/init.js')).init(context, dir, options),
  );
}

function declareModel(program: Command, go: Go): Command {
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
    .option('--table <table>', 'the table; by default the name in snake case')
    .option('--prefix <prefix>', 'the URL prefix; by default / and the table')
    .option('--label <template>', 'what names a row, such as "{number} {customer}"')
    .option('--group <heading>', 'what the menu of the back-office has it under')
    .option('--no-timestamps', 'without created_at and updated_at')
    .option('--owner <field>', 'users see the rows whose field refers to them')
    .option('--tenant <field>', 'users see the rows of their tenants')
    .option('--from <file>', 'add every model of a spec file')
    .addHelpText('after', EXAMPLES.modelAdd);
  go(add, async (context, name, fields, options) =>
    (await import('./commands/model-add.js')).modelAdd(context, name, fields, options),
  );
  const list = model
    .command('list')
    .description('Lists the models of the project, read from its code.');
  go(list, async (context) => (await import('./commands/model-list.js')).modelList(context));
  const show = model
    .command('show')
    .description('Shows a model with its fields, read from its code.')
    .argument('<model>', 'a class name')
    .addHelpText('after', EXAMPLES.modelShow);
  go(show, async (context, name) =>
    (await import('./commands/model-show.js')).modelShow(context, name),
  );
  return model;
}

function declareSeed(program: Command, go: Go): void {
  const seed = program
    .command('seed')
    .summary('create tables, roles and the administrator; make up rows')
    .description(
      'Creates tables, roles and the administrator, and with --fake rows to try things with.',
    )
    .argument('[model...]', 'with --fake: only these models')
    .option('--fake <n>', 'add n believable rows to each model', wholeNumber('--fake <n>'))
    .option('--seed <n>', 'with --fake: the same rows again', wholeNumber('--seed <n>'))
    .option('--reset-roles', 'bring the preset roles back to their definitions')
    .addHelpText('after', EXAMPLES.seed);
  go(seed, async (context, models, options) =>
    (await import('./commands/seed.js')).seed(context, models, options),
  );
}

function declareHelp(program: Command, go: Go): void {
  const help = program
    .command('help')
    .summary('help with a command, or with: types, spec')
    .description('Explains a command, the field types (`help types`) or spec files (`help spec`).')
    .argument('[topic...]', 'a command, `types` or `spec`');
  go(help, async (context, topic) =>
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
