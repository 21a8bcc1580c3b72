import type { Command } from '@commander-js/extra-typings';
import { type Go, group } from './declare.js';

/** Declares the commands for what the search bar of the back-office finds. */
export function declareSearch(program: Command, go: Go): void {
  const search = group(
    program,
    'search',
    'what the search bar of the back-office finds',
  ).addHelpText('after', EXAMPLES.search);
  const load = () => import('./commands/search.js');
  const addModel = search
    .command('add-model')
    .description('Registers a model for search.')
    .argument('<model>', 'a class name')
    .option('--fields <a,b>', 'names of fields to search in all registered models');
  go(addModel, async (context, name, options) =>
    (await load()).searchAddModel(context, name, options.fields),
  );
  const addField = search
    .command('add-field')
    .description('Searches one more field: each whose name equals it or ends in _<name>.')
    .argument('<field>');
  go(addField, async (context, name) => (await load()).searchAddField(context, name));
  const removeField = search
    .command('remove-field')
    .description('Searches a field no more.')
    .argument('<field>');
  go(removeField, async (context, name) => (await load()).searchRemoveField(context, name));
  const removeModel = search
    .command('remove-model')
    .description('Takes a model out of search.')
    .argument('<model>');
  go(removeModel, async (context, name) => (await load()).searchRemoveModel(context, name));
  const list = search.command('list').description('Lists the models and fields that are searched.');
  go(list, async (context) => (await load()).searchList(context));
}

const EXAMPLES = {
  search: `
Examples:
  crudgen search add-model Task --fields title,description
  crudgen search list
`,
};
