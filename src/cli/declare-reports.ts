import type { Command } from '@commander-js/extra-typings';
import type { Action } from './declare.js';

/** Declares the commands that tell what a project has, and what is wrong with it. */
export function declareReports(program: Command, action: Action): void {
  program
    .command('describe')
    .summary('summarize the project')
    .description(
      'summarize models, rules, endpoints and features; --json is made for coding agents',
    )
    .action(action(async () => (await import('./commands/describe.js')).describe));
  program
    .command('doctor')
    .description('check the project and suggest how to fix what is wrong')
    .action(action(async () => (await import('./commands/doctor.js')).doctor));
}
