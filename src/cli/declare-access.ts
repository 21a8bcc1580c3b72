import type { Command } from '@commander-js/extra-typings';
import { type Go, group } from './declare.js';

/** Declares the commands that tell who may do what. */
export function declareAccess(program: Command, go: Go): void {
  const access = group(program, 'access', 'who may do what, and why').addHelpText(
    'after',
    EXAMPLES.access,
  );
  const load = () => import('./commands/access.js');
  const show = access
    .command('show')
    .summary('the matrix of roles, actions and fields')
    .description('Shows what each role may do with a model, or with all of them, by their code.')
    .argument('[model]', 'a class name; by default all models')
    .addHelpText('after', EXAMPLES.accessShow);
  go(show, async (context, model) => (await load()).accessShow(context, model));
  const explain = access
    .command('explain')
    .summary('which rule decides for a user')
    .description(
      "Says which rule lets a user do something or not: by the project's own policy, on its database, without changing it.",
    )
    .argument('<user>', 'a username, or the id of a user')
    .argument('<action>', 'list, show, create, edit, delete, clone or field')
    .argument('<model>', 'a class name; User, Role and Tenant too')
    .argument('[id]', 'the id of a row')
    .addHelpText('after', EXAMPLES.accessExplain);
  go(explain, async (context, user, action, model, id) =>
    (await load()).accessExplain(context, {
      user: user,
      action: action,
      model: model,
      id: id,
    }),
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
