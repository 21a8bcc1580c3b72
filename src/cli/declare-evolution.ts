import type { Command } from '@commander-js/extra-typings';
import { type BindAction, group, repeatable } from './declare.js';

/** Declares the commands that change a project which its developer has edited. */
export function declareEvolution(program: Command, model: Command, bind: BindAction): void {
  declareFields(model, bind);
  declareModels(model, bind);
  declareEndpoint(program, bind);
  declareParts(program, bind);
  declareSync(program, bind);
  declareMaintenance(program, bind);
}

function declareEndpoint(program: Command, bind: BindAction): void {
  const endpoint = group(program, 'endpoint', 'custom endpoints');
  const add = endpoint
    .command('add')
    .description("Adds an endpoint to a model's routes, with its documentation and a test.")
    .argument('<model>', 'a class name')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', "relative to the model's prefix, in Express notation: /:id/cancel")
    .option('--action <action>', 'the action that the caller needs permission for')
    .addHelpText('after', EXAMPLES.endpoint);
  bind(add, async (context, name, method, path, options) =>
    (await import('./commands/endpoint-add.js')).endpointAdd(context, name, method, path, options),
  );
}

const PARTS = [
  [
    'hooks',
    'code that runs when a record is written',
    'Adds a file to a model for code that runs when its records are written.',
  ],
  [
    'rules',
    'validation rules across fields',
    'Adds a file to a model for validation rules across its fields, which the back-office forms run, too.',
  ],
] as const;

function declareParts(program: Command, bind: BindAction): void {
  for (const [kind, summary, description] of PARTS) {
    const add = group(program, kind, summary)
      .command('add')
      .description(description)
      .argument('<model>', 'a class name')
      .addHelpText('after', `\nExample:\n  crudgen ${kind} add Task\n`);
    bind(add, async (context, name) =>
      (await import('./commands/part-add.js')).partAdd(context, kind, name),
    );
  }
}

function declareSync(program: Command, bind: BindAction): void {
  const load = () => import('./commands/sync.js');
  const sync = program
    .command('sync')
    .summary('update everything after entities were edited by hand')
    .description(
      'Updates pages, tests and registries and writes a migration after entities were edited by hand.',
    )
    .option(...RENAME, repeatable)
    .option(...BACKFILL, repeatable)
    .option(...DROP)
    .option(...SQL)
    .addHelpText('after', EXAMPLES.sync);
  bind(sync, async (context, options) => (await load()).sync(context, options));
  const diff = program
    .command('diff')
    .summary('show what sync would change')
    .description('Shows what `sync` would change; writes nothing.')
    .option(...RENAME, repeatable)
    .option(...BACKFILL, repeatable)
    .option(...SQL);
  bind(diff, async (context, options) => (await load()).diff(context, options));
}

function declareMaintenance(program: Command, bind: BindAction): void {
  const upgrade = program
    .command('upgrade')
    .summary('upgrade the project to this version of crudgen')
    .description('Merges what this version of crudgen generates differently with your edits.')
    .addHelpText('after', EXAMPLES.upgrade);
  bind(upgrade, async (context) => (await import('./commands/upgrade.js')).upgrade(context));
  const restore = program
    .command('restore')
    .description('Restores a file as crudgen generates it now.')
    .argument('<file>', 'a path in the project');
  bind(restore, async (context, file) =>
    (await import('./commands/restore.js')).restore(context, file),
  );
  const undo = program
    .command('undo')
    .description('Undoes the last command if its files are unchanged since.');
  bind(undo, async (context) => (await import('./commands/undo.js')).undo(context));
  const doctor = program
    .command('doctor')
    .description('Checks the project and suggests how to fix what is wrong.');
  bind(doctor, async (context) => (await import('./commands/doctor.js')).doctor(context));
}

const DROP = ['--drop-data', 'allow the loss of data in the dropped columns and tables'] as const;
const RENAME = [
  '--rename <old:new>',
  'a column or table that was renamed, not dropped: task.title:headline, task:errand',
] as const;
const BACKFILL = ['--backfill <field=value>', 'a value for existing rows: Task.code=none'] as const;
const SQL = ['--sql', 'print the SQL of the migration for each database'] as const;

function declareFields(model: Command, bind: BindAction): void {
  const load = () => import('./commands/model-fields.js');
  const add = model
    .command('add-field')
    .description('Adds fields to a model.')
    .argument('<model>', 'a class name')
    .argument('<field...>', 'name:type[:modifier...]; see: crudgen help types')
    .option('--backfill <value>', 'the value of a new required field in existing rows')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.addField);
  bind(add, async (context, name, fields, options) =>
    (await load()).addModelFields(context, name, fields, options),
  );
  const rename = model
    .command('rename-field')
    .description('Renames a field and its column; every row keeps its value.')
    .argument('<model>', 'a class name')
    .argument('<old>')
    .argument('<new>')
    .option(...DROP)
    .option(...SQL)
    .addHelpText('after', EXAMPLES.renameField);
  bind(rename, async (context, name, from, to, options) =>
    (await load()).renameModelField(context, name, from, to, options),
  );
  const remove = model
    .command('remove-field')
    .description('Removes a field and its column.')
    .argument('<model>', 'a class name')
    .argument('<field>')
    .option(...DROP)
    .option(...SQL)
    .addHelpText('after', EXAMPLES.removeField);
  bind(remove, async (context, name, field, options) =>
    (await load()).removeModelField(context, name, field, options),
  );
}

function declareModels(model: Command, bind: BindAction): void {
  const load = () => import('./commands/model-rename.js');
  const rename = model
    .command('rename')
    .description('Renames a model: its files, their exports, its table and its prefix.')
    .argument('<old>')
    .argument('<new>')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.rename);
  bind(rename, async (context, from, to, options) =>
    (await load()).renameWholeModel(context, from, to, options),
  );
  const remove = model
    .command('remove')
    .description('Removes a model with its files, its table and the fields that refer to it.')
    .argument('<model>', 'a class name')
    .option(...DROP)
    .option('--keep', 'keep files and table, and only take the model out of the service')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.remove);
  bind(remove, async (context, name, options) =>
    (await load()).removeWholeModel(context, name, options),
  );
}

const EXAMPLES = {
  endpoint: `
Examples:
  crudgen endpoint add Task POST /:id/archive --action edit
  crudgen endpoint add Task GET /overdue
`,
  sync: `
Examples:
  crudgen sync --dry-run
  crudgen sync --rename task.title:headline
  crudgen sync --rename task:errand --backfill Task.code=none
`,
  upgrade: `
Examples:
  crudgen upgrade --dry-run
  crudgen upgrade --on-conflict=mark
`,
  addField: `
Examples:
  crudgen model add-field Task priority:integer:default=3 reviewer:ref=User
  crudgen model add-field Task code:string:required --backfill none --sql --dry-run
`,
  renameField: `
Examples:
  crudgen model rename-field Task title name
  crudgen model rename-field Task project portfolio
`,
  removeField: `
Examples:
  crudgen model remove-field Task notes --dry-run
  crudgen model remove-field Task notes --drop-data
`,
  rename: `
Examples:
  crudgen model rename Task Job
`,
  remove: `
Examples:
  crudgen model remove Task --drop-data
  crudgen model remove Task --keep
`,
};
