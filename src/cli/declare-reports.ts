import type { Command } from '@commander-js/extra-typings';
import { type Action, commaSeparated, examples } from './declare.js';
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
  withoutPlan(program.command('drift'))
    .summary('compare the database with the entities')
    .description(
      'compare a database with the entities and migrations of the project, whole and both ways; reads only, and exits with 1 if they differ',
    )
    .argument('[url | file]', 'the database; default: DATABASE_URL of the project')
    .option(
      '--ignore <table...>',
      'leave out these tables, and columns as table.column',
      commaSeparated,
    )
    .option('--schema <schema>', 'the schema of PostgreSQL; default: those of the search path')
    .option('--no-install', 'do not get the driver of the database if the project has none')
    .addHelpText('after', DRIFT_REMARKS)
    .addHelpText(
      'after',
      examples('drift', 'drift postgres://ci@db/shop --ignore audit_log', 'drift --json'),
    )
    .action(action(async () => (await import('./commands/drift.js')).drift));
  withoutPlan(program.command('doctor'), 'dryRun')
    .description('check the project and suggest how to fix its problems')
    .action(action(async () => (await import('./commands/doctor.js')).doctor));
}

const DRIFT_REMARKS = `
Each difference names the table, the column, and the line of the entity or migration that says otherwise. Tables of features are
compared, too. What pull has found and no model says is no difference as long as it stays; tables that it left out are listed.
Triggers, functions, rights and the texts of views are not compared.
`;
