import type { Command } from '@commander-js/extra-typings';
import type { Go } from './declare.js';

/** Declares the commands that say what a project has beside its models. */
export function declareFeatures(program: Command, go: Go): void {
  const load = () => import('./commands/features.js');
  const list = program
    .command('features')
    .summary('what a project can have beside its models')
    .description('Lists the features that there are, which are on, and what each brings.');
  go(list, async (context) => (await load()).listFeatures(context));
  const describe = program
    .command('describe')
    .summary('what the project is, in few words')
    .description('Tells models, rules, endpoints and features; with --json for coding agents.');
  go(describe, async (context) => (await import('./commands/describe.js')).describe(context));
  const add = program
    .command('add')
    .summary('add a feature')
    .description('Adds features to a project, with those that they need.')
    .argument('<feature...>', 'names; see: crudgen features')
    .addHelpText('after', EXAMPLES.add);
  go(add, async (context, names) => (await load()).addFeature(context, names));
  const drop = program
    .command('drop')
    .summary('take a feature out')
    .description('Takes features out of a project without a trace, with those that need them.')
    .argument('<feature...>', 'names; see: crudgen features')
    .option('--keep', 'keep the files of it that you have edited')
    .option('--drop-data', 'agree to lose the rows of its tables')
    .addHelpText('after', EXAMPLES.drop);
  go(drop, async (context, names, options) => (await load()).dropFeature(context, names, options));
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
