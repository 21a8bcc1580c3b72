import type { Command } from '@commander-js/extra-typings';
import { type Action, commaSeparated, examples, group } from './declare.js';

/** Declares the commands that configure the search bar of the back-office. */
export function declareSearch(program: Command, action: Action): void {
  const load = () => import('./commands/search.js');
  const search = group(program, 'search', 'what the search bar of the back-office finds');
  search.addHelpText(
    'after',
    examples('search add-model Task --fields title,description', 'search list'),
  );
  search
    .command('add-model')
    .description('Adds a model to search.')
    .argument('[model]', 'a class name')
    .option('--fields <field...>', 'fields to search in all registered models', commaSeparated)
    .action(action(async () => (await load()).searchAddModel));
  search
    .command('add-field')
    .description('Adds a field to search: every field with this name or one that ends in _<name>.')
    .argument('<field>')
    .action(action(async () => (await load()).searchAddField));
  search
    .command('remove-field')
    .description('Removes a field from search.')
    .argument('<field>')
    .action(action(async () => (await load()).searchRemoveField));
  search
    .command('remove-model')
    .description('Removes a model from search.')
    .argument('<model>')
    .action(action(async () => (await load()).searchRemoveModel));
  search
    .command('list')
    .description('Lists the searched models and fields.')
    .action(action(async () => (await load()).searchList));
}
