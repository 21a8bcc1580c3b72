import { keysOf } from '../model/keys.js';
import type { App, Model } from '../model/model.js';
import { overlapCondition, overlapConstraint, overlapName } from '../model/periods.js';
import { quoteName, quoteText } from '../model/quote.js';
import type { TableStep } from '../schema/engine/schema.js';
import { type MigrationCall, stepCall } from '../schema/step-call.js';

/** The calls that make or drop the index of periods on SQLite, and the constraint on PostgreSQL; null for any other step. */
export function periodCalls(
  step: TableStep,
  app: App | undefined,
): readonly MigrationCall[] | null {
  if (step.do !== 'addSqlIndex' && step.do !== 'dropSqlIndex') return null;
  // A table that is renamed has the index under its former name.
  if (step.name !== overlapName(step) && !step.name.endsWith(overlapName({ table: '' })))
    return null;
  if (step.do === 'dropSqlIndex') return [stepCall(step), dropped(step.table, step.name)];
  const model = app?.models.find(({ table }) => table === step.table);
  const constraint = model ? overlapConstraint(model) : null;
  return model && constraint !== null ? [made(model, constraint), stepCall(step)] : null;
}

const dropSql = (table: string, name: string): string =>
  `ALTER TABLE ${quoteName(table)} DROP CONSTRAINT IF EXISTS ${quoteName(name)}`;

const dropped = (table: string, name: string): MigrationCall => ({
  call: 'sql',
  args: [
    { sqlite: [], postgres: [dropSql(table, name)] },
    { sqlite: [], postgres: [] },
  ],
});

/** Refuses rows that overlap already, by their ids, and adds the constraint. */
function made(model: Model, constraint: string): MigrationCall {
  const table = quoteName(model.table);
  const found = foundSql(model);
  const name = quoteName(overlapName(model));
  return {
    call: 'sql',
    args: [
      {
        // SQLite raises an error in triggers only.
        sqlite: [
          'CREATE TEMP TABLE overlapping (message text)',
          'CREATE TEMP TRIGGER overlapping_refused BEFORE INSERT ON overlapping BEGIN SELECT RAISE(ABORT, NEW.message); END',
          `INSERT INTO overlapping ${found}`,
          'DROP TABLE overlapping',
        ],
        postgres: [
          `DO $$ DECLARE message text; BEGIN ${found.replace(' FROM ', ' INTO message FROM ')}; IF message IS NOT NULL THEN RAISE EXCEPTION '%', message; END IF; END $$`,
          ...(constraint.includes('WITH =') ? ['CREATE EXTENSION IF NOT EXISTS btree_gist'] : []),
          `ALTER TABLE ${table} ADD CONSTRAINT ${name} EXCLUDE ${constraint}`,
        ],
      },
      { sqlite: [], postgres: [dropSql(model.table, overlapName(model))] },
    ],
  };
}

/** The first two rows that overlap, as a sentence. */
function foundSql(model: Model): string {
  const table = quoteName(model.table);
  const primary = keysOf(model).map(({ column }) => quoteName(column));
  const keys = primary.length === 0 ? [quoteName('id')] : primary;
  const idOf = (row: string) =>
    keys.map((key) => `CAST(${row}.${key} AS text)`).join(` || ',' || `);
  const [one, other] = ['one', 'other'].map((row) =>
    keys.length === 1 ? `${row}.${keys[0]!}` : `(${idOf(row)})`,
  );
  const said = [
    quoteText(`the periods of rows of ${model.table} overlap, such as those with the ids `),
    idOf('one'),
    `' and '`,
    idOf('other'),
  ];
  return `SELECT ${said.join(' || ')} FROM ${table} AS one JOIN ${table} AS other ON ${one!} < ${other!} AND ${overlapCondition(model)!} LIMIT 1`;
}
