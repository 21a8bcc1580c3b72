import type { Command } from '@commander-js/extra-typings';
import { type Action, BACKFILL, DROP_DATA, examples, group, repeatable, SQL } from './declare.js';
import { withoutPlan } from './plan-flags.js';

/** Declares the commands that bring a project along which its developer has edited. */
export function declareEvolution(program: Command, action: Action): void {
  declareSync(program, action);
  declareMaintenance(program, action);
  declareTemplates(program, action);
}

const RENAME = [
  '--rename <old:new>',
  'keep the data of a field or model that was renamed: Task.title:headline, Task:Errand',
] as const;

function declareSync(program: Command, action: Action): void {
  const load = () => import('./commands/sync.js');
  program
    .command('sync')
    .summary('update everything after entities were edited by hand')
    .description(
      'update pages, tests and registries and write a migration after entities were edited by hand',
    )
    .option(...RENAME, repeatable)
    .option(...BACKFILL, repeatable)
    .option(...DROP_DATA)
    .option(...SQL)
    .addHelpText(
      'after',
      examples(
        'sync --dry-run',
        'sync --rename Task.title:headline',
        'sync --rename Task:Errand --backfill Errand.code=none',
      ),
    )
    .action(action(async () => (await load()).sync));
  program
    .command('diff')
    .summary('show the changes that sync would make')
    .description(
      'show the changes that `sync` would make, and write nothing; `status` shows all other differences',
    )
    .option(...RENAME, repeatable)
    .option(...BACKFILL, repeatable)
    .option(...SQL)
    .action(action(async () => (await load()).diff));
}

function declareMaintenance(program: Command, action: Action): void {
  program
    .command('upgrade')
    .summary('upgrade the project to this version of crudgen')
    .description('merge the output of this version of crudgen into your edited files')
    .option('--templates', 'also apply the templates in crudgen/templates/ and merge their output')
    .addHelpText(
      'after',
      examples('upgrade --dry-run', 'upgrade --templates', 'upgrade --on-conflict=mark'),
    )
    .action(action(async () => (await import('./commands/upgrade.js')).upgrade));
  program
    .command('restore')
    .description('restore a file as crudgen generates it now')
    .argument('<file>', 'a path in the project')
    .action(action(async () => (await import('./commands/restore.js')).restore));
  program
    .command('undo')
    .description('undo the last command, if its files have not changed since')
    .action(action(async () => (await import('./commands/undo.js')).undo));
}

function declareTemplates(program: Command, action: Action): void {
  const load = () => import('./commands/templates.js');
  const templates = group(
    program,
    'templates',
    'change the code that crudgen writes for every model',
  ).addHelpText('after', examples('templates list', 'templates eject list.tsx'));
  withoutPlan(templates.command('list'))
    .description('list the templates for the files of models, and show which are your own')
    .action(action(async () => (await load()).listTemplates));
  templates
    .command('eject')
    .summary('copy templates of crudgen to change them')
    .description(
      'copy templates of crudgen into crudgen/templates/, where you can change them; crudgen runs their code',
    )
    .argument('<template...>', 'such as list.tsx or model/test.ts; see: crudgen templates list')
    .addHelpText('after', examples('templates eject list.tsx', 'templates eject model/test.ts'))
    .action(action(async () => (await load()).ejectTemplates));
}
