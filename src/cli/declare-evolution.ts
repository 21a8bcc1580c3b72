import type { Command } from 'commander';
import type { Context } from './context.js';

type Run = (context: Context) => Promise<number | void>;
type Go = (command: Command, start: (args: unknown[], options: never) => Run) => void;

/** Declares the commands that change a project which its owner has been editing. */
export function declareEvolution(program: Command, model: Command, go: Go): void {
  declareFields(model, go);
  declareModels(model, go);
}

const DROP = ['--drop-data', 'agree to lose what the database holds there'] as const;
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
  go(
    add,
    ([name, fields], options) =>
      async (context) =>
        (await load()).addModelFields(context, name as string, fields as string[], options),
  );
  const rename = model
    .command('rename-field')
    .description('Gives a field and its column another name; every row keeps its value.')
    .argument('<model>', 'a class name')
    .argument('<old>')
    .argument('<new>')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.renameField);
  go(
    rename,
    ([name, from, to], options) =>
      async (context) =>
        (await load()).renameModelField(
          context,
          name as string,
          from as string,
          to as string,
          options,
        ),
  );
  const remove = model
    .command('remove-field')
    .description('Takes a field and its column away.')
    .argument('<model>', 'a class name')
    .argument('<field>')
    .option(...DROP)
    .option(...SQL)
    .addHelpText('after', EXAMPLES.removeField);
  go(
    remove,
    ([name, field], options) =>
      async (context) =>
        (await load()).removeModelField(context, name as string, field as string, options),
  );
}

function declareModels(model: Command, go: Go): void {
  const load = () => import('./commands/model-rename.js');
  const rename = model
    .command('rename')
    .description('Gives a model another name, with its table and prefix where they follow it.')
    .argument('<old>')
    .argument('<new>')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.rename);
  go(
    rename,
    ([from, to], options) =>
      async (context) =>
        (await load()).renameWholeModel(context, from as string, to as string, options),
  );
  const remove = model
    .command('remove')
    .description('Takes a model away with its files, its table and what refers to it.')
    .argument('<model>', 'a class name')
    .option(...DROP)
    .option('--keep', 'leave files and table, and only take the model out of the service')
    .option(...SQL)
    .addHelpText('after', EXAMPLES.remove);
  go(
    remove,
    ([name], options) =>
      async (context) =>
        (await load()).removeWholeModel(context, name as string, options),
  );
}

const EXAMPLES = {
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
