import type { Command } from '@commander-js/extra-typings';
import { type Action, examples } from './declare.js';
import { withoutPlan } from './plan-flags.js';

/** Declares the commands that tell what a project has, and what is wrong with it. */
export function declareReports(program: Command, action: Action): void {
  withoutPlan(program.command('status'))
    .summary('show how the project differs from the output of crudgen')
    .description(
      'show which files and members differ from the output of crudgen, who wrote them, and which are out of date',
    )
    .argument('[path...]', 'only these files and folders, with each finding')
    .option('--files', 'list each finding below its file, and also your own files')
    .addHelpText('after', examples('status', 'status src/models/task', 'status --files'))
    .action(action(async () => (await import('./commands/status.js')).status));
  withoutPlan(program.command('describe'))
    .summary('summarize the project')
    .description(
      'summarize models, rules, endpoints and features; --json is made for coding agents',
    )
    .action(action(async () => (await import('./commands/describe.js')).describe));
  withoutPlan(program.command('doctor'), 'dryRun')
    .description('check the project and suggest how to fix its problems')
    .action(action(async () => (await import('./commands/doctor.js')).doctor));
}
