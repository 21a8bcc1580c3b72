import type { Command } from '@commander-js/extra-typings';
import { type Action, commaSeparated, examples, group } from './declare.js';

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
    .description(
      'add features to the project, with those that they need; a later version of one of others is merged into what you changed. Installs no packages: run npm install after it',
    )
    .argument(
      '<feature...>',
      'names (see: crudgen features), or features of others: a folder, or a package as npm packs it',
      commaSeparated,
    )
    .addHelpText(
      'after',
      examples('add dashboard', 'add jobs mail', 'add ../acme-audit', 'add acme-audit-1.2.0.tgz'),
    )
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
  group(program, 'feature', 'try features of your own')
    .command('test')
    .summary('try a feature in new projects')
    .description(
      'try a feature of your own in new projects: alone and with all of crudgen, whether it comes, and leaves nothing when it is dropped',
    )
    .argument('<feature...>', 'its folder, or a package as npm packs it', commaSeparated)
    .option('--build', 'install, check, build and test the projects, too: minutes')
    .addHelpText(
      'after',
      examples('feature test ./acme-audit', 'feature test ./acme-audit --build'),
    )
    .action(action(async () => (await import('./commands/feature-test.js')).testFeature));
}
