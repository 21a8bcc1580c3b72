import type { QueryRunner } from 'typeorm';
import { readLiveSchema } from '../database/find-drift.js';
import type { LiveTable } from '../database/schema-dialect.js';
import type { ScopedDataSource } from '../database/scoped-data-source.js';
import { StepMigration } from '../database/steps/step-migration.js';
import { NO_TABLES, type Step } from '../database/steps/schema.js';
import { StartRefused } from '../settings/settings.js';
import { PulledMigration } from './pulled-migration.js';

/** The columns that a migration expects of each table. */
type Expected = ReadonlyMap<string, readonly string[]>;

/**
 * The tables of a database that was there before the service. Where they are, the migration changes nothing, and is recorded as
 * applied; an empty database, such as that of a test, gets tables like them.
 */
export abstract class BaselineMigration extends StepMigration {
  /**
   * What made the tables, a statement each, in the language of `database`: with the views, triggers and checks of which the steps
   * say nothing. Without them, or in another database, the steps make the tables.
   */
  readonly original?: {
    readonly database: 'sqlite' | 'postgres';
    readonly statements: readonly string[];
  };

  /** Empty tables in place of views, which only the original makes. */
  readonly inPlaceOfViews: readonly Step[] = [];

  override async up(runner: QueryRunner): Promise<void> {
    const { dialect } = runner.dataSource as ScopedDataSource;
    const { tables } = await readLiveSchema(runner, dialect);
    const expected = expectedOf(this.steps);
    if (![...expected.keys()].some((table) => tables.has(table))) return this.#make(runner);
    const lacking = lacks(withoutGone(expected, runner), tables);
    if (lacking.length > 0) throw new StartRefused([...lacking, HELP]);
  }

  override down(): Promise<void> {
    const why = `${this.name} has made nothing, so it cannot be reverted: its tables were there before`;
    return Promise.reject(new StartRefused([why]));
  }

  async #make(runner: QueryRunner): Promise<void> {
    const { dialect } = runner.dataSource as ScopedDataSource;
    if (this.original?.database === dialect.name) {
      for (const statement of this.original.statements) await runner.query(statement);
      return;
    }
    await super.up(runner);
    for (const step of this.inPlaceOfViews)
      for (const statement of dialect.compileStep(step, NO_TABLES, []))
        await runner.query(statement);
  }
}

const HELP =
  'Name the database of which the project was made in DATABASE_URL, or an empty one. Then start again.';

function expectedOf(steps: readonly Step[]): Expected {
  const tables = new Map<string, readonly string[]>();
  for (const step of steps)
    if (step.do === 'createTable') tables.set(step.table, Object.keys(step.columns));
  return tables;
}

/** The expected columns that are still there after what others have changed since, which later migrations find. */
function withoutGone(expected: Expected, { dataSource }: QueryRunner): Expected {
  const later = dataSource.migrations.filter((one) => one instanceof PulledMigration);
  const gone = new Set(
    later.flatMap(({ steps }) =>
      steps.flatMap((step: Step) => {
        if (step.do === 'dropTable' || step.do === 'renameTable') return [step.table];
        if (step.do === 'dropColumn' || step.do === 'renameColumn')
          return [`${step.table}.${step.column}`];
        return [];
      }),
    ),
  );
  return new Map(
    [...expected]
      .filter(([table]) => !gone.has(table))
      .map(([table, columns]) => [table, columns.filter((one) => !gone.has(`${table}.${one}`))]),
  );
}

/** What a database lacks of what is expected, a sentence each. */
const lacks = (expected: Expected, tables: ReadonlyMap<string, LiveTable>): readonly string[] =>
  [...expected].flatMap(([name, columns]) => {
    const table = tables.get(name);
    if (!table) return [`the database has no table \`${name}\`, but others of the project`];
    return columns
      .filter((column) => !table.columns.has(column))
      .map((column) => `the table \`${name}\` has no column \`${column}\``);
  });
