import type { Command } from '@commander-js/extra-typings';
import { type BindAction, group } from './declare.js';

/** Declares the commands that explain who may do what. */
export function declareAccess(program: Command, bind: BindAction): void {
  const access = group(program, 'access', 'who may do what, and why').addHelpText(
    'after',
    EXAMPLES.access,
  );
  const load = () => import('./commands/access.js');
  const show = access
    .command('show')
    .summary('the matrix of roles, actions and fields')
    .description('Shows what each role may do with one model or all of them, read from their code.')
    .argument('[model]', 'a class name; by default all models')
    .addHelpText('after', EXAMPLES.accessShow);
  bind(show, async (context, model) => (await load()).accessShow(context, model));
  const explain = access
    .command('explain')
    .summary('why a user may or may not do something')
    .description(
      "Explains which rule allows or denies an action to a user, by the project's own policy on its database; changes nothing.",
    )
    .argument('<user>', 'a username, or the id of a user')
    .argument('<action>', 'list, show, create, edit, delete, clone or field')
    .argument('<model>', 'a class name, including User, Role and Tenant')
    .argument('[id]', 'the id of a row')
    .addHelpText('after', EXAMPLES.accessExplain);
  bind(explain, async (context, user, action, model, id) =>
    (await load()).accessExplain(context, { user, action, model, id }),
  );
}

const EXAMPLES = {
  access: `
Examples:
  crudgen access show
  crudgen access explain anna show Patient 7
`,
  accessShow: `
Examples:
  crudgen access show Invoice
  crudgen access show --json
`,
  accessExplain: `
Examples:
  crudgen access explain anna show Patient 7
  crudgen access explain anna delete Invoice
  crudgen access explain anna edit Note 12 --json
`,
};
