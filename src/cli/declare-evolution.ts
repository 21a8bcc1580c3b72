import type { Command } from '@commander-js/extra-typings';
import { type Action, DROP_DATA, examples, group, repeatable, SQL } from './declare.js';

/** Declares the commands that change a project which its developer has edited. */
export function declareEvolution(program: Command, action: Action): void {
  declareAdditions(program, action);
  declareSync(program, action);
  declareMaintenance(program, action);
}

function declareAdditions(program: Command, action: Action): void {
  group(program, 'endpoint', 'custom endpoints')
    .command('add')
    .description("Adds an endpoint to a model's routes, with its documentation and a test.")
    .argument('<model>', 'a class name')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', "relative to the model's prefix, in Express notation: /:id/cancel")
    .option('--action <action>', 'the action that the caller needs permission for')
    .addHelpText(
      'after',
      examples(
        'endpoint add Task POST /:id/archive --action edit',
        'endpoint add Task GET /overdue',
      ),
    )
    .action(action(async () => (await import('./commands/endpoint-add.js')).endpointAdd));
  for (const [kind, summary, description] of PARTS)
    group(program, kind, summary)
      .command('add')
      .description(description)
      .argument('<model>', 'a class name')
      .addHelpText('after', examples(`${kind} add Task`))
      .action(
        action(async () => {
          const { partAdd } = await import('./commands/part-add.js');
          return (context, name: string) => partAdd(context, kind, name);
        }),
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

const RENAME = [
  '--rename <old:new>',
  'a column or table that was renamed, not dropped: task.title:headline, task:errand',
] as const;
const BACKFILL = ['--backfill <field=value>', 'a value for existing rows: Task.code=none'] as const;

function declareSync(program: Command, action: Action): void {
  const load = () => import('./commands/sync.js');
  program
    .command('sync')
    .summary('update everything after entities were edited by hand')
    .description(
      'Updates pages, tests and registries and writes a migration after entities were edited by hand.',
    )
    .option(...RENAME, repeatable)
    .option(...BACKFILL, repeatable)
    .option(...DROP_DATA)
    .option(...SQL)
    .addHelpText(
      'after',
      examples(
        'sync --dry-run',
        'sync --rename task.title:headline',
        'sync --rename task:errand --backfill Task.code=none',
      ),
    )
    .action(action(async () => (await load()).sync));
  program
    .command('diff')
    .summary('show what sync would change')
    .description('Shows what `sync` would change; writes nothing.')
    .option(...RENAME, repeatable)
    .option(...BACKFILL, repeatable)
    .option(...SQL)
    .action(action(async () => (await load()).diff));
}

function declareMaintenance(program: Command, action: Action): void {
  program
    .command('upgrade')
    .summary('upgrade the project to this version of crudgen')
    .description('Merges what this version of crudgen generates differently with your edits.')
    .addHelpText('after', examples('upgrade --dry-run', 'upgrade --on-conflict=mark'))
    .action(action(async () => (await import('./commands/upgrade.js')).upgrade));
  program
    .command('restore')
    .description('Restores a file as crudgen generates it now.')
    .argument('<file>', 'a path in the project')
    .action(action(async () => (await import('./commands/restore.js')).restore));
  program
    .command('undo')
    .description('Undoes the last command if its files are unchanged since.')
    .action(action(async () => (await import('./commands/undo.js')).undo));
  program
    .command('doctor')
    .description('Checks the project and suggests how to fix what is wrong.')
    .action(action(async () => (await import('./commands/doctor.js')).doctor));
}
