import { Argument, Command, Option } from 'commander';
import type { CommonOptions } from './context.js';
import { declareAccess } from './declare-access.js';
import { declareEvolution } from './declare-evolution.js';
import { declareSearch } from './declare-search.js';
import { type Go, group, type Run } from './declare.js';

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
    .showSuggestionAfterError(true)
    .exitOverride();
  common(program);
  program.addHelpText('after', EXAMPLES.program);
  const go = (command: Command, start: (args: unknown[], options: never) => Run) => {
    common(command).exitOverride();
    command.action(async (...args: unknown[]) => {
      const options = command.optsWithGlobals<CommonOptions>();
      await run(options, start(args.slice(0, -2), options as never));
    });
  };
  declareInit(program, go);
  const model = declareModel(program, go);
  declareEvolution(program, model, go);
  declareSearch(program, go);
  declareSeed(program, go);
  declareAccess(program, go);
  declareHelp(program, go);
  return program;
}

/** The flags that go everywhere. */
function common(command: Command): Command {
  return command
    .addOption(new Option('--cwd <dir>', 'work in this folder').helpGroup(EVERYWHERE))
    .addOption(new Option('--dry-run', 'show the plan and write nothing').helpGroup(EVERYWHERE))
    .addOption(new Option('--json', 'answer in JSON, for programs').helpGroup(EVERYWHERE))
    .addOption(
      new Option('--on-conflict <side>', 'where your edit and the new code overlap')
        .choices(['mine', 'theirs', 'mark'])
        .helpGroup(EVERYWHERE),
    );
}

const EVERYWHERE = 'Everywhere:';

function declareInit(program: Command, go: Go): void {
  const command = program
    .command('init')
    .summary('make a new project')
    .description('Makes a new project: a service with a database, and a back-office for it.')
    .argument('[dir]', 'an empty folder, or one to be made', '.')
    .option('--name <name>', 'the name of the package; by default the name of the folder')
    .addOption(new Option('--db <database>', 'the database').choices(['sqlite', 'postgres']))
    .option('--models <file>', 'a spec file (YAML, JSON, JSONC) with the first models')
    .option('--no-web', 'without the React back-office')
    .option('--no-install', 'without npm install')
    .option('--no-git', 'without git init')
    .option('-y, --yes', 'take the defaults and ask nothing')
    .addHelpText('after', EXAMPLES.init);
  go(command, ([dir], options) => async (context) => {
    const { init } = await import('./commands/init.js');
    return init(context, dir as string, options);
  });
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
    .option('--no-timestamps', 'without created_at and updated_at')
    .option('--owner <field>', 'users see the rows whose field refers to them')
    .option('--tenant <field>', 'users see the rows of their tenants')
    .option('--from <file>', 'add every model of a spec file')
    .addHelpText('after', EXAMPLES.modelAdd);
  go(add, ([name, fields], options) => async (context) => {
    const { modelAdd } = await import('./commands/model-add.js');
    return modelAdd(context, name as string | undefined, fields as string[], options);
  });
  const list = model
    .command('list')
    .description('Lists the models of the project, read from its code.');
  go(list, () => async (context) => (await import('./commands/model-list.js')).modelList(context));
  const show = model
    .command('show')
    .description('Shows a model with its fields, read from its code.')
    .argument('<model>', 'a class name')
    .addHelpText('after', EXAMPLES.modelShow);
  go(
    show,
    ([name]) =>
      async (context) =>
        (await import('./commands/model-show.js')).modelShow(context, name as string),
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
    .addOption(
      new Option('--fake <n>', 'add n believable rows to each model').argParser(wholeNumber),
    )
    .addOption(new Option('--seed <n>', 'with --fake: the same rows again').argParser(wholeNumber))
    .option('--reset-roles', 'bring the preset roles back to their definitions')
    .addHelpText('after', EXAMPLES.seed);
  go(
    seed,
    ([models], options) =>
      async (context) =>
        (await import('./commands/seed.js')).seed(context, models as string[], options),
  );
}

function declareHelp(program: Command, go: Go): void {
  const help = program
    .command('help')
    .summary('help with a command, or with: types, spec')
    .description('Explains a command, the field types (`help types`) or spec files (`help spec`).')
    .addArgument(new Argument('[topic...]', 'a command, `types` or `spec`'));
  go(
    help,
    ([topic]) =>
      async (context) =>
        (await import('./commands/help.js')).help(context, topic as string[], program),
  );
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw Object.assign(new Error('write a whole number such as 10'), {
    code: 'commander.invalidArgument',
  });
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
  crudgen init shop --db postgres --models shop.yaml --no-web
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
    --prefix /invoices --label "{number}" --owner created_by
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
