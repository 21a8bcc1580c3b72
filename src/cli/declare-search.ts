import type { Command } from '@commander-js/extra-typings';
import { type Action, commaSeparated, examples, group } from './declare.js';
import { withoutPlan } from './plan-flags.js';

/** Declares the commands that configure the search bar of the back-office. */
export function declareSearch(program: Command, action: Action): void {
  const load = () => import('./commands/search.js');
  const search = group(
    program,
    'search',
    'set the models and fields that the search bar of the back-office looks into',
  );
  search.addHelpText(
    'after',
    examples('search add-model Task --fields title,description', 'search list'),
  );
  search
    .command('add-model')
    .description(
      'add a model to search, with the fields of its label, phone numbers and number plates',
    )
    .argument('[model]', 'a class name')
    .option('--fields <field...>', 'search these fields in all registered models', commaSeparated)
    .action(action(async () => (await load()).searchAddModel));
  search
    .command('add-field')
    .description(
      'add a field to search: every field with this name, or with a name that ends in _<name>',
    )
    .argument('<field>')
    .action(action(async () => (await load()).searchAddField));
  search
    .command('remove-field')
    .description('remove a field from search')
    .argument('<field>')
    .action(action(async () => (await load()).searchRemoveField));
  search
    .command('remove-model')
    .description('remove a model from search')
    .argument('<model>')
    .action(action(async () => (await load()).searchRemoveModel));
  withoutPlan(search.command('list'))
    .description('list the searched models and fields')
    .action(action(async () => (await load()).searchList));
}
