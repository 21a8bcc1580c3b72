import type { Command } from '@commander-js/extra-typings';
import { type Action, commaSeparated, examples, group, wholeNumber } from './declare.js';
import { declarePart } from './declare-additions.js';
import { withoutPlan } from './plan-flags.js';

/** Declares the commands about who may do what. */
export function declareAccess(program: Command, action: Action): void {
  const load = () => import('./commands/access.js');
  const access = group(
    program,
    'access',
    'show who may do what, and why; prove and add rules',
  ).addHelpText('after', examples('access show', 'access explain anna show Patient 7'));
  withoutPlan(access.command('show'))
    .summary('show the matrix of roles, actions and fields')
    .description(
      'show what each role may do with one model or with all models, read from their code',
    )
    .argument('[model]', 'a class name; by default all models')
    .addHelpText('after', examples('access show Invoice', 'access show --json'))
    .action(action(async () => (await load()).accessShow));
  withoutPlan(access.command('explain'))
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
  declareProve(access, action);
  declareRows(access, action);
  declareSentences(access, action);
  declarePart(
    access,
    action,
    'access',
    'add a file to a model for access rules that you write yourself',
  );
}

function declareProve(access: Command, action: Action): void {
  withoutPlan(access.command('prove'))
    .summary('prove that the service keeps its access rules')
    .description(
      "start the project's service on an empty database, ask every endpoint as every role in small worlds of rows, and compare each answer with the rules of the code; exit code 1 if an answer breaks a rule",
    )
    .argument('[model...]', 'only these models; by default all models', commaSeparated)
    .option(
      '--seed <n>',
      'a number that makes the same random worlds each time; default: 1',
      wholeNumber('--seed <n>'),
    )
    .option(
      '--changed',
      'only the models that differ from the main branch, and models whose rules look at them',
    )
    .option(
      '--mutants',
      'also put mistakes into the rules: a test of the project or a sentence has to notice each of them',
    )
    .option(
      '--against <commit>',
      'instead tell what the rules allow now and did not at another commit, or the other way round; access.allow accepts changes',
    )
    .option('--postgres', 'use a new database on the PostgreSQL server in TEST_DATABASE_URL')
    .option(
      '--report <file>',
      'also write a report: .html to read and print, .md for a pull request, .json for programs',
    )
    .addHelpText(
      'after',
      examples(
        'access prove',
        'access prove Invoice Patient --seed 7',
        'access prove --changed --mutants',
        'access prove --against main',
        'access prove --postgres --report proof.html',
      ),
    )
    .action(action(async () => (await import('./commands/access-prove.js')).accessProve));
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

function declareSentences(access: Command, action: Action): void {
  access
    .command('sentence')
    .summary('add sentences about the access rules of a model')
    .description(
      'add sentences to the access file of a model: what must never happen, or who alone may do it; docs/prove-rules.md has the grammar',
    )
    .argument('<model>', 'a class name')
    .argument('<sentences...>', "sentences such as 'never: a Viewer reads Bill.margin'")
    .option('--remove', 'remove these sentences instead')
    .addHelpText(
      'after',
      examples(
        "access sentence Bill 'never: a Viewer reads Bill.margin'",
        "access sentence Note 'only: the owner or an Admin edits Note'",
        "access sentence Note 'never: a Viewer reads Note of others' --remove",
      ),
    )
    .action(action(async () => (await import('./commands/access-sentence.js')).accessSentence));
}
