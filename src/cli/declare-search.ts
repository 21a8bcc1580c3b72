import type { Command } from '@commander-js/extra-typings';
import { type BindAction, group } from './declare.js';

/** Declares the commands that configure the search bar of the back-office. */
export function declareSearch(program: Command, bind: BindAction): void {
  const search = group(
    program,
    'search',
    'what the search bar of the back-office finds',
  ).addHelpText('after', EXAMPLES.search);
  const load = () => import('./commands/search.js');
  const addModel = search
    .command('add-model')
    .description('Adds a model to search.')
    .argument('<model>', 'a class name')
    .option('--fields <a,b>', 'fields to search in all registered models');
  bind(addModel, async (context, name, options) =>
    (await load()).searchAddModel(context, name, options.fields),
  );
  const addField = search
    .command('add-field')
    .description('Adds a field to search: every field with this name or one that ends in _<name>.')
    .argument('<field>');
  bind(addField, async (context, name) => (await load()).searchAddField(context, name));
  const removeField = search
    .command('remove-field')
    .description('Removes a field from search.')
    .argument('<field>');
  bind(removeField, async (context, name) => (await load()).searchRemoveField(context, name));
  const removeModel = search
    .command('remove-model')
    .description('Removes a model from search.')
    .argument('<model>');
  bind(removeModel, async (context, name) => (await load()).searchRemoveModel(context, name));
  const list = search.command('list').description('Lists the searched models and fields.');
  bind(list, async (context) => (await load()).searchList(context));
}

const EXAMPLES = {
  search: `
Examples:
  crudgen search add-model Task --fields title,description
  crudgen search list
`,
};
