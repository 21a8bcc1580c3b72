import type { Command } from '@commander-js/extra-typings';
import { type Action, commaSeparated, examples } from './declare.js';

/** Declares the commands for the features of a project. */
export function declareFeatures(program: Command, action: Action): void {
  const load = () => import('./commands/features.js');
  program
    .command('features')
    .summary('list the features')
    .description('list all features, whether each is on, and what it adds')
    .action(action(async () => (await load()).listFeatures));
  program
    .command('add')
    .summary('add a feature')
    .description('add features to the project, with those that they need')
    .argument('<feature...>', 'names; see: crudgen features', commaSeparated)
    .addHelpText('after', examples('add dashboard', 'add jobs mail'))
    .action(action(async () => (await load()).addFeature));
  program
    .command('drop')
    .summary('remove a feature')
    .description('remove features from the project without a trace, with those that need them')
    .argument('<feature...>', 'names; see: crudgen features', commaSeparated)
    .option('--keep', 'keep the files that you have edited')
    .option('--drop-data', 'allow the loss of the rows in its tables')
    .addHelpText(
      'after',
      examples('drop containers', 'drop admin --dry-run', 'drop jobs --drop-data'),
    )
    .action(action(async () => (await load()).dropFeature));
}
