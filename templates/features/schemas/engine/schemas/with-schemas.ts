import type { Dialect } from '../database/dialect.js';
import { catalogQueries, VISIBLE } from '../database/postgres/catalog-queries.js';
import type { Relations } from '../database/schema-dialect.js';
import { quoteTable, quoteText } from '../database/steps/step.js';
import { makingSchema, movedTable } from './schema-statements.js';
import { schemaOf } from './table-names.js';

/** A dialect of PostgreSQL that knows some tables by their names with a schema. */
export const withSchemas = (dialect: Dialect, tables: ReadonlySet<string>): Dialect => ({
  ...dialect,
  quote: (name) => (tables.has(name) ? quoteTable(name) : dialect.quote(name)),
  catalog: { ...dialect.catalog, ...catalogQueries(relationsIn([...tables])) },
  compileStep: (step, before, live) => {
    const statements = dialect.compileStep(step, before, live);
    if (step.do === 'createTable') return [...makingSchema(step.table), ...statements];
    if (step.do !== 'renameTable' || schemaOf(step.table) === schemaOf(step.to)) return statements;
    // The first statement renames a table inside its schema.
    return [...movedTable(step.table, step.to), ...statements.slice(1)];
  },
});

/** The relations of the search path, and those of the schemas of tables. */
function relationsIn(tables: readonly string[]): Relations {
  const schemas = [...new Set(tables.map((table) => schemaOf(table)!))];
  const listed = (texts: readonly string[]) => texts.map(quoteText).join(', ');
  const placeOf = (alias: string) =>
    `(SELECT nspname FROM pg_namespace WHERE oid = ${alias}.relnamespace)`;
  return {
    // A schema of tables may be in the search path, too, with those in it that are found by their names alone.
    name: (alias) => {
      const whole = `${placeOf(alias)} || '.' || ${alias}.relname`;
      const isBare = `pg_table_is_visible(${alias}.oid) AND ${whole} NOT IN (${listed(tables)})`;
      return `CASE WHEN ${isBare} THEN ${alias}.relname ELSE ${whole} END`;
    },
    found: `(${VISIBLE.found} OR ${placeOf('c')} IN (${listed(schemas)}))`,
  };
}
