import type { Command } from '@commander-js/extra-typings';
import { type Action, examples, group } from './declare.js';
import { declarePart } from './declare-additions.js';

/** Declares the commands about who may do what. */
export function declareAccess(program: Command, action: Action): void {
  const load = () => import('./commands/access.js');
  const access = group(program, 'access', 'show who may do what, and why; add rules').addHelpText(
    'after',
    examples('access show', 'access explain anna show Patient 7'),
  );
  access
    .command('show')
    .summary('show the matrix of roles, actions and fields')
    .description(
      'show what each role may do with one model or with all models, read from their code',
    )
    .argument('[model]', 'a class name; by default all models')
    .addHelpText('after', examples('access show Invoice', 'access show --json'))
    .action(action(async () => (await load()).accessShow));
  access
    .command('explain')
    .summary('explain why a user may or may not do something')
    .description(
      "explain which rule allows or denies an action to a user, by running the project's own rules on its database; nothing changes",
    )
    .argument('<user>', 'a username, or the id of a user')
    .argument('<action>', 'list, show, create, edit, delete, clone or field')
    .argument('<model>', 'a class name, including User, Role and Tenant')
    .argument('[id]', 'the id of a row')
    .addHelpText(
      'after',
      examples(
        'access explain anna show Patient 7',
        'access explain anna delete Invoice',
        'access explain anna edit Note 12 --json',
      ),
    )
    .action(action(async () => (await load()).accessExplain));
  declareRows(access, action);
  declarePart(
    access,
    action,
    'access',
    'add a file to a model for access rules that you write yourself',
  );
}

function declareRows(access: Command, action: Action): void {
  access
    .command('rows')
    .summary('set which rows of a model users see')
    .description(
      'set row rules of a model in its access file; rules that no option names stay as they are',
    )
    .argument('<model>', 'a class name')
    .option('--owner <field>', 'users see only rows whose field refers to them')
    .option('--no-preset', 'the user who creates a row does not become its owner')
    .option('--tenant <field>', 'users see only rows of their tenants')
    .option(
      '--as <field>',
      'users see a row only if they see its parent, the row that this field refers to',
    )
    .option('--except <roles>', 'roles that see every row, separated by commas')
    .addHelpText(
      'after',
      examples(
        'access rows InvoiceLine --as invoice',
        'access rows Task --owner created_by --except Admin',
      ),
    )
    .action(action(async () => (await import('./commands/access-rows.js')).accessRows));
}
