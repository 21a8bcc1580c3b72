import type { Command } from '@commander-js/extra-typings';
import type { BindAction } from './declare.js';

/** Declares the commands for the features of a project. */
export function declareFeatures(program: Command, bind: BindAction): void {
  const load = () => import('./commands/features.js');
  const list = program
    .command('features')
    .summary('list the features')
    .description('Lists all features, whether each is on, and what it adds.');
  bind(list, async (context) => (await load()).listFeatures(context));
  const describe = program
    .command('describe')
    .summary('summarize the project')
    .description(
      'Summarizes models, rules, endpoints and features; --json is made for coding agents.',
    );
  bind(describe, async (context) => (await import('./commands/describe.js')).describe(context));
  const add = program
    .command('add')
    .summary('add a feature')
    .description('Adds features to the project, with those that they need.')
    .argument('<feature...>', 'names; see: crudgen features')
    .addHelpText('after', EXAMPLES.add);
  bind(add, async (context, names) => (await load()).addFeature(context, names));
  const drop = program
    .command('drop')
    .summary('remove a feature')
    .description('Removes features from the project without a trace, with those that need them.')
    .argument('<feature...>', 'names; see: crudgen features')
    .option('--keep', 'keep the files that you have edited')
    .option('--drop-data', 'allow the loss of the rows in its tables')
    .addHelpText('after', EXAMPLES.drop);
  bind(drop, async (context, names, options) =>
    (await load()).dropFeature(context, names, options),
  );
}

const EXAMPLES = {
  add: `
Examples:
  crudgen add dashboard
`,
  drop: `
Examples:
  crudgen drop containers
  crudgen drop admin --dry-run
  crudgen drop jobs --drop-data
`,
};
