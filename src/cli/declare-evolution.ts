import type { Command } from '@commander-js/extra-typings';
import { type Go, group, several } from './declare.js';

/** Declares the commands that change a project which its owner has been editing. */
export function declareEvolution(program: Command, model: Command, go: Go): void {
  declareFields(model, go);
  declareModels(model, go);
  declareEndpoint(program, go);
  declareParts(program, go);
  declareSync(program, go);
  declareCare(program, go);
}

function declareEndpoint(program: Command, go: Go): void {
  const endpoint = group(program, 'endpoint', 'endpoints of your own');
  const add = endpoint
    .command('add')
    .description("Adds an endpoint to a model's routes, with its documentation and a test.")
    .argument('<model>', 'a class name')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', "relative to the model's prefix, in Express notation: /:id/cancel")
    .option('--action <action>', 'what the caller must be allowed to do')
    .addHelpText('after', EXAMPLES.endpoint);
  go(add, async (context, name, method, path, options) =>
    (await import('./commands/endpoint-add.js')).endpointAdd(context, name, method, path, options),
  );
}

const PARTS = [
  [
    'hooks',
    'what happens when a record is written',
    'Gives a model a file for code that runs when its records are written.',
  ],
  [
    'rules',
    'what must hold between fields',
    "Gives a model a file for rules across its fields, which the back-office's forms run, too.",
  ],
] as const;

function declareParts(program: Command, go: Go): void {
  for (const [kind, summary, description] of PARTS) {
    const add = group(program, kind, summary)
      .command('add')
      .description(description)
      .argument('<model>', 'a class name')
      .addHelpText('after', `\nExample:\n  crudgen ${kind} add Task\n`);
    go(add, async (context, name) =>
      (await import('./commands/part-add.js')).partAdd(context, kind, name),
    );
  }
}

function declareSync(program: Command, go: Go): void {
  const load = () => import('./commands/sync.js');
  const sync = program
    .command('sync')
    .summary('bring everything along after entities were edited by hand')
    .description(
      'Brings pages, tests, lists and a migration along after entities were edited by hand.',
    )
    .option(...RENAME, several)
    .option(...BACKFILL, several)
    .option(...DROP)
    .option(...SQL)
    .addHelpText('after', EXAMPLES.sync);
  go(sync, async (context, options) => (await load()).sync(context, options));
  const diff = program
    .command('diff')
    .summary('show what sync would change now')
    .description('Shows what `sync` would change now; writes nothing.')
    .option(...RENAME, several)
    .option(...BACKFILL, several)
    .option(...SQL);
  go(diff, async (context, options) => (await load()).diff(context, options));
}

function declareCare(program: Command, go: Go): void {
  const upgrade = program
    .command('upgrade')
    .summary('bring the project to this version of crudgen')
    .description('Merges what this version of crudgen writes otherwise with what you edited.')
    .addHelpText('after', EXAMPLES.upgrade);
  go(upgrade, async (context) => (await import('./commands/upgrade.js')).upgrade(context));
  const restore = program
    .command('restore')
    .description('Brings a deleted file back as crudgen writes it now.')
    .argument('<file>', 'a path in the project');
  go(restore, async (context, file) =>
    (await import('./commands/restore.js')).restore(context, file),
  );
  const undo = program
    .command('undo')
    .description('Takes the last command back, while its files are unchanged.');
  go(undo, async (context) => (await import('./commands/undo.js')).undo(context));
  const doctor = program
    .command('doctor')
    .description('Says what is wrong with the project and how to mend it.');
  go(doctor, async (context) => (await import('./commands/doctor.js')).doctor(context));
}

const DROP = ['--drop-data', 'agree to lose what the database holds there'] as const;
const RENAME = [
  '--rename <old:new>',
  'task.title:headline or task:errand was renamed, not dropped',
] as const;
const BACKFILL = ['--backfill <field=value>', 'what existing rows get: Task.code=none'] as const;
const SQL = ['--sql', 'print the statements of the migration, for each database'] as const;

function declareFields(model: Command, go: Go): void {
  const load = () => import('./commands/model-fields.js');
  const add = model
    .command('add-field')
    .description('Adds fields to a model that you have been editing.')
    .argument('<model>', 'a class name')
    .argument('<field...>', 'name:type[:modifier...]; see: crudgen help types')
    .option('--backfill <value>', 'what existing rows get in a new required field')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.addField);
  go(add, async (context, name, fields, options) =>
    (await load()).addModelFields(context, name, fields, options),
  );
  const rename = model
    .command('rename-field')
    .description('Gives a field and its column another name; every row keeps its value.')
    .argument('<model>', 'a class name')
    .argument('<old>')
    .argument('<new>')
    .option(...DROP)
    .option(...SQL)
    .addHelpText('after', EXAMPLES.renameField);
  go(rename, async (context, name, from, to, options) =>
    (await load()).renameModelField(context, name, from, to, options),
  );
  const remove = model
    .command('remove-field')
    .description('Takes a field and its column away.')
    .argument('<model>', 'a class name')
    .argument('<field>')
    .option(...DROP)
    .option(...SQL)
    .addHelpText('after', EXAMPLES.removeField);
  go(remove, async (context, name, field, options) =>
    (await load()).removeModelField(context, name, field, options),
  );
}

function declareModels(model: Command, go: Go): void {
  const load = () => import('./commands/model-rename.js');
  const rename = model
    .command('rename')
    .description(
      'Gives a model another name: its files, what they export, its table and its prefix.',
    )
    .argument('<old>')
    .argument('<new>')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.rename);
  go(rename, async (context, from, to, options) =>
    (await load()).renameWholeModel(context, from, to, options),
  );
  const remove = model
    .command('remove')
    .description('Takes a model away with its files, its table and what refers to it.')
    .argument('<model>', 'a class name')
    .option(...DROP)
    .option('--keep', 'leave files and table, and only take the model out of the service')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.remove);
  go(remove, async (context, name, options) =>
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
