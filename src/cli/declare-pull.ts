import type { Command } from '@commander-js/extra-typings';
import {
  type Action,
  commaSeparated,
  DROP_DATA,
  examples,
  PACKAGE_NAME,
  repeatable,
  SQL,
  withSetUp,
} from './declare.js';

/** Declares the command that makes a project of a database, and merges what changes there later. */
export function declarePull(program: Command, action: Action): void {
  const pull = program
    .command('pull')
    .summary('create a project from an existing database, or merge its later changes')
    .description(
      'read a database, write its models to models.yaml, and create a project for it; in a project, merge later changes of its database into the models; the command changes nothing in the database',
    )
    .argument(
      '[url | file]',
      'postgres://user@host/name, a file of SQLite, a dump of either (.sql, .sql.gz), or a Prisma schema (.prisma, or the folder of several); in a project by default DATABASE_URL',
    )
    .argument('[dir]', 'an empty or new folder, or a project; default: the current folder')
    .option('--spec-only', 'write models.yaml alone, to review it')
    .option(
      '--preview',
      'serve a look at it from a temporary folder until Ctrl+C; nothing is made in the database, and nothing stays',
    )
    .option('--models <file>', 'take the models of this spec, which you have reviewed')
    .option('--tables <table...>', 'read only these tables', commaSeparated)
    .option('--exclude <table...>', 'leave out these tables', commaSeparated)
    .option('--no-views', 'leave out views, which become models that are only read')
    .option(
      '--schema <schema>',
      'a schema of PostgreSQL, or several; default: public',
      commaSeparated,
    )
    .option(
      '--own-schema <schema>',
      "a schema of PostgreSQL for the service's own tables, which the service makes",
    )
    .option('--name <name>', PACKAGE_NAME)
    .option(
      '--rename <old:new>',
      'in a project: what was renamed in the database, such as Album.title:headline or Album:record',
      repeatable,
    )
    .option(...DROP_DATA)
    .option(...SQL);
  withSetUp(pull)
    .option('-y, --yes', 'accept all defaults without asking, as without a terminal')
    .addHelpText('after', REMARKS)
    .addHelpText(
      'after',
      examples(
        'pull chinook.db shop',
        'pull chinook.db --preview',
        'pull chinook.db shop --spec-only',
        'pull chinook.db shop --models shop/models.yaml',
        'pull dump.sql.gz shop',
        'pull prisma/schema.prisma shop',
        'pull postgres://app@localhost/shop shop --exclude audit_log',
        'pull postgres://app@localhost/erp crm --schema sales --tables customer,invoice',
        'pull postgres://app@localhost/erp crm --schema sales,person',
        'pull postgres://app@localhost/erp crm --own-schema crudgen',
        'pull --dry-run',
        'pull --rename Album.title:headline',
      ),
    )
    .action(action(async () => (await import('./commands/pull.js')).pull));
}

const REMARKS = `
The spec names the reason of each guess beside it, and below \`not expressed\` what the database has and no model says: checks,
types without a field. Views become models that are only read. The first migration of the project is a baseline: on this
database it is only recorded, on an empty one it makes the tables. The service adds its own tables (auth_*, migrations) when it starts;
with --own-schema, they are in a schema of their own, and the schema of the models gets nothing. With several schemas, each model says
that of its table, and the service's own tables are in public.
In a project, crudgen compares the database with how it was at the last pull (.crudgen/database.json), and changes the models as
the commands of \`crudgen model\` would: names of models and fields stay, and so does what you have changed. Where both sides
changed something, yours stays, and crudgen says so. The migration skips what a database has already, so that the one that you
pulled from stays as it is, and others follow.
Of a dump of PostgreSQL, PGlite reads the schema and no rows (27 MB, which are removed afterwards); the project works on a database
that you load the dump into.
SQLite is opened read only, PostgreSQL is read in a read-only transaction. The drivers come from the current folder or the
project's; crudgen gets them for the time of reading if they are in neither.
With --yes, the usual DATABASE_URL is written for a dump, and PGlite is got unasked; what is dropped or renamed has no default, and
needs --drop-data or --rename.
`;
