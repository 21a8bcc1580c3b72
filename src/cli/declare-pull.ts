import type { Command } from '@commander-js/extra-typings';
import { type Action, commaSeparated, examples, PACKAGE_NAME, withSetUp } from './declare.js';

/** Declares the command that makes a project of a database. */
export function declarePull(program: Command, action: Action): void {
  const pull = program
    .command('pull')
    .summary('create a project from a database that is there')
    .description(
      'read a database, write its models to models.yaml, and create a project that works on it; nothing in the database changes',
    )
    .argument(
      '<url | file>',
      'postgres://user@host/name, a file of SQLite, or a dump of one (.sql)',
    )
    .argument('[dir]', 'an empty or new folder; default: the current folder')
    .option('--spec-only', 'write models.yaml alone, to review it')
    .option('--models <file>', 'take the models of this spec, which you have reviewed')
    .option('--tables <table...>', 'read only these tables', commaSeparated)
    .option('--exclude <table...>', 'leave out these tables', commaSeparated)
    .option('--schema <schema>', 'the schema of PostgreSQL; default: public')
    .option('--name <name>', PACKAGE_NAME);
  withSetUp(pull)
    .addHelpText('after', REMARKS)
    .addHelpText(
      'after',
      examples(
        'pull chinook.db shop',
        'pull chinook.db shop --spec-only',
        'pull chinook.db shop --models shop/models.yaml',
        'pull postgres://app@localhost/shop shop --exclude audit_log',
        'pull postgres://app@localhost/erp crm --schema sales --tables customer,invoice',
      ),
    )
    .action(action(async () => (await import('./commands/pull.js')).pull));
}

const REMARKS = `
The spec names the reason of each guess beside it, and below \`not expressed\` what the database has and no model says: views,
partial indexes, checks, types without a field. The first migration of the project is a baseline: on this database it is only
recorded, on an empty one it makes the tables. The service adds its own tables (auth_*, migrations) when it starts.
SQLite is opened read only, PostgreSQL is read in a read-only transaction. The drivers come from the current folder or the
project's; crudgen gets them for the time of reading if they are in neither.
`;
