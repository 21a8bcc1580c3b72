import type { Command } from '@commander-js/extra-typings';
import { type Action, commaSeparated, examples, group } from './declare.js';
import { withoutPlan } from './plan-flags.js';

/** Declares the commands for the features of a project. */
export function declareFeatures(program: Command, action: Action): void {
  const load = () => import('./commands/features.js');
  withoutPlan(program.command('features'))
    .summary('list the features')
    .description('list all features, whether each is on, and what it adds')
    .action(action(async () => (await load()).listFeatures));
  program
    .command('add')
    .summary('add a feature')
    .description(
      'add features to the project, and the features that they need. A later version of a feature from a folder or package is merged into your edits. The command installs no packages: run npm install afterwards',
    )
    .argument(
      '<feature...>',
      'names (see: crudgen features), folders with a feature, or packages made by npm pack',
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
    .description('remove features completely from the project, and the features that need them')
    .argument('<feature...>', 'names; see: crudgen features', commaSeparated)
    .option('--keep', 'keep the files that you have edited')
    .option('--drop-data', 'allow the loss of the rows in its tables')
    .addHelpText(
      'after',
      examples('drop containers', 'drop admin --dry-run', 'drop jobs --drop-data'),
    )
    .action(action(async () => (await load()).dropFeature));
  const feature = group(program, 'feature', 'try features of your own');
  withoutPlan(feature.command('test'))
    .summary('try a feature in new projects')
    .description(
      'try a feature of your own in new projects, alone and with all features of crudgen: add it, drop it, and check that nothing is left',
    )
    .argument(
      '<feature...>',
      'the folder of the feature, or a package made by npm pack',
      commaSeparated,
    )
    .option('--build', 'also install, check, build and test the projects, which takes minutes')
    .addHelpText(
      'after',
      examples('feature test ./acme-audit', 'feature test ./acme-audit --build'),
    )
    .action(action(async () => (await import('./commands/feature-test.js')).testFeature));
}
