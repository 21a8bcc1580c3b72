import type { Command } from '@commander-js/extra-typings';
import { type Action, BACKFILL, DROP_DATA, examples, group, repeatable, SQL } from './declare.js';
import { withoutPlan } from './plan-flags.js';

/** Declares the commands for the models of a project. */
export function declareModels(program: Command, action: Action): void {
  const model = group(
    program,
    'model',
    'add, show, change, rename and remove models and their fields',
  ).addHelpText('after', examples('model add Task title:string:required due:date', 'model list'));
  declareAdd(model, action);
  declareReading(model, action);
  declareAddField(model, action);
  declareChangeField(model, action);
  declareFields(model, action);
  declareLife(model, action);
  declareLayouts(model, action);
  declareWhole(model, action);
}

function declareAdd(model: Command, action: Action): void {
  model
    .command('add')
    .summary('add a model')
    .description('add a model: entity, access rules, migration, test, web pages, registration')
    .argument('[name]', 'a class name, such as TeamMember')
    .argument('[field...]', 'name:type[:modifier...]; see: crudgen help types')
    .option('--table <table>', 'the table name; default: the model name in snake case')
    .option('--prefix <prefix>', 'the URL prefix; default: / and the table name')
    .option('--label <template>', 'how a row is displayed, such as "{number} {customer}"')
    .option('--group <heading>', 'its heading in the back-office menu')
    .option('--about <sentence>', 'a sentence about its records, for /openapi.json')
    .option('--no-timestamps', 'leave out created_at and updated_at')
    .option('--read-only', 'its rows are only read: a view, or a table that other programs write')
    .option('--history [time]', 'keep each change of its rows, for a time such as 90d')
    .option('--trash [time]', 'keep deleted rows in the trash, for a time such as 30d')
    .option('--frozen <when>', 'rows with this value change no more, such as status=paid,void')
    .option('--frozen-except <roles>', 'roles that change these rows nevertheless')
    .option('--owner <field>', 'users see only rows whose field refers to them')
    .option('--no-preset', 'the user who creates a row does not become its owner')
    .option('--tenant <field>', 'users see only rows of their tenants')
    .option(
      '--as <field>',
      'users see a row only if they see its parent, the row that this field refers to',
    )
    .option('--except <roles>', 'roles that see every row, separated by commas')
    .option('--from <file>', 'add every model of a spec file')
    .addHelpText(
      'after',
      examples(
        'model add Project name:string:required status:string:default=active',
        'model add Task title:string:required status:string:default=todo:values=todo,done \\\n    due:date project:ref=Project:as=tasks parent:ref=Task:as=subtasks',
        'model add Invoice number:string:required:unique total:decimal=12,2 created_by:ref=User \\\n    --prefix /invoices --label "{number}" --group Sales --owner created_by --except Admin',
        'model add Bill status:string:values=open,paid total:decimal=12,2 --frozen status=paid',
        'model add Country code:string=2:key name:string:required',
        'model add AlbumSales album_id:integer:key title:string sold:decimal=12,2 --read-only',
        'model add --from models.yaml --dry-run',
      ),
    )
    .action(action(async () => (await import('./commands/model-add.js')).modelAdd));
}

function declareReading(model: Command, action: Action): void {
  withoutPlan(model.command('list'))
    .description('list the models of the project, read from its code')
    .action(action(async () => (await import('./commands/model-list.js')).modelList));
  withoutPlan(model.command('show'))
    .description('show a model with its fields, read from its code')
    .argument('<model>', 'a class name')
    .addHelpText('after', examples('model show Task', 'model show Task --json'))
    .action(action(async () => (await import('./commands/model-show.js')).modelShow));
}

function declareAddField(model: Command, action: Action): void {
  model
    .command('add-field')
    .description('add fields to a model')
    .argument('<model>', 'a class name')
    .argument('<field...>', 'name:type[:modifier...]; see: crudgen help types')
    .option(...BACKFILL, repeatable)
    .option(...SQL)
    .addHelpText(
      'after',
      examples(
        'model add-field Task priority:integer:default=3 reviewer:ref=User',
        'model add-field Task code:string:required --backfill Task.code=none --sql --dry-run',
      ),
    )
    .action(action(async () => (await import('./commands/model-fields.js')).addModelFields));
}

function declareChangeField(model: Command, action: Action): void {
  model
    .command('change-field')
    .summary('change the type and modifiers of fields')
    .description(
      'change the type and modifiers of fields and keep their values; modifiers that you do not name stay as they are',
    )
    .argument('<model>', 'a class name')
    .argument(
      '<field...>',
      'name[:type][:modifier...]; a minus removes a modifier, such as title:-required',
    )
    .option(...BACKFILL, repeatable)
    .option(...DROP_DATA)
    .option(...SQL)
    .addHelpText(
      'after',
      examples(
        'model change-field Task title:max=80:required --backfill Task.title=untitled',
        'model change-field Task status:values=todo,doing,done:enforce due:-index',
        'model change-field Invoice total:decimal=14,2 notes:text:-max --dry-run --sql',
      ),
    )
    .action(
      action(async () => (await import('./commands/model-change-field.js')).changeModelField),
    );
}

function declareFields(model: Command, action: Action): void {
  const load = () => import('./commands/model-fields.js');
  model
    .command('rename-field')
    .description('rename a field and its column; every row keeps its value')
    .argument('<model>', 'a class name')
    .argument('<old>')
    .argument('<new>')
    .option(...DROP_DATA)
    .option(...SQL)
    .addHelpText(
      'after',
      examples('model rename-field Task title name', 'model rename-field Task project portfolio'),
    )
    .action(action(async () => (await load()).renameModelField));
  model
    .command('remove-field')
    .description('remove a field and its column')
    .argument('<model>', 'a class name')
    .argument('<field>')
    .option(...DROP_DATA)
    .option(...SQL)
    .addHelpText(
      'after',
      examples(
        'model remove-field Task notes --dry-run',
        'model remove-field Task notes --drop-data',
      ),
    )
    .action(action(async () => (await load()).removeModelField));
}

/** What becomes of the rows of a model: how long they are known, and which stay as they are. */
function declareLife(model: Command, action: Action): void {
  model
    .command('history')
    .summary('keep the changes of a model')
    .description('keep each change of the rows of a model, with who made it; or stop to do so')
    .argument('<model>', 'a class name')
    .argument('[time]', 'how long, such as 90d or 2y; default: the setting HISTORY_KEEP')
    .option('--off', 'keep no further changes; the table of changes goes with the last model')
    .option(...DROP_DATA)
    .option(...SQL)
    .addHelpText(
      'after',
      examples('model history Invoice', 'model history Task 90d', 'model history Task --off'),
    )
    .action(action(async () => (await import('./commands/model-history.js')).modelHistory));
  model
    .command('trash')
    .summary('keep deleted rows of a model in the trash')
    .description(
      'keep deleted rows of a model, from which they come back with what went with them; or delete them again',
    )
    .argument('<model>', 'a class name')
    .option('--keep <time>', 'how long, such as 30d or 1y; default: the setting TRASH_KEEP')
    .option('--off', 'delete rows again, and those in the trash for good')
    .option(...DROP_DATA)
    .option(...SQL)
    .addHelpText(
      'after',
      examples('model trash Task', 'model trash Invoice --keep 90d', 'model trash Task --off'),
    )
    .action(action(async () => (await import('./commands/model-trash.js')).modelTrash));
  model
    .command('freeze')
    .summary('protect some rows of a model from changes')
    .description(
      'let rows with some value change no more, nor their lines, and not be deleted; or let all rows change again',
    )
    .argument('<model>', 'a class name')
    .argument(
      '[when]',
      'a field with its values, such as status=paid,void; a field alone stands for any value',
    )
    .option('--except <roles>', 'roles that change these rows nevertheless, separated by commas')
    .option('--off', 'let all rows change')
    .option(...SQL)
    .addHelpText(
      'after',
      examples(
        'model freeze Invoice status=paid --except Admin',
        'model freeze Shift closed_at',
        'model freeze Invoice --off',
      ),
    )
    .action(action(async () => (await import('./commands/model-freeze.js')).modelFreeze));
}

/** How the list of a model is shown besides its table. */
function declareLayouts(model: Command, action: Action): void {
  const load = () => import('./commands/model-layout.js');
  model
    .command('board')
    .summary('show the list of a model as a board, too')
    .description(
      'show the list of a model as a board, too, with a column for each value of an enum or a reference; or no longer',
    )
    .argument('<model>', 'a class name')
    .argument('[field]', 'an enum, a text with values, or a reference with few values')
    .option('--off', 'take the board away')
    .addHelpText('after', examples('model board Task status', 'model board Task --off'))
    .action(action(async () => (await load()).modelBoard));
  model
    .command('calendar')
    .summary('show the list of a model as a calendar, too')
    .description(
      'show the list of a model as a calendar, too, by a date, or by two of them: the beginning and the end; or no longer',
    )
    .argument('<model>', 'a class name')
    .argument('[from]', 'a date or a datetime')
    .argument('[to]', 'another one: the end')
    .option('--off', 'take the calendar away')
    .addHelpText(
      'after',
      examples(
        'model calendar Task due_date',
        'model calendar Booking starts_at ends_at',
        'model calendar Task --off',
      ),
    )
    .action(action(async () => (await load()).modelCalendar));
}

function declareWhole(model: Command, action: Action): void {
  const load = () => import('./commands/model-rename.js');
  model
    .command('rename')
    .description('rename a model: its files, their exports, its table and its prefix')
    .argument('<old>')
    .argument('<new>')
    .option(...SQL)
    .addHelpText('after', examples('model rename Task Job'))
    .action(action(async () => (await load()).renameWholeModel));
  model
    .command('remove')
    .description('remove a model with its files, its table and the fields that refer to it')
    .argument('<model>', 'a class name')
    .option(...DROP_DATA)
    .option('--keep', 'keep the files and the table, and only remove the model from the service')
    .option(...SQL)
    .addHelpText('after', examples('model remove Task --drop-data', 'model remove Task --keep'))
    .action(action(async () => (await load()).removeWholeModel));
}
