import { quote, quoteTable, quoteText } from '../database/steps/step.js';
import { bareName, schemaOf } from './table-names.js';

/** Makes the schema of a table where it is missing: whoever may not make one can still use it. */
export function makingSchema(table: string): readonly string[] {
  const schema = schemaOf(table);
  if (schema === null) return [];
  const isMissing = `to_regnamespace(${quoteText(quote(schema))}) IS NULL`;
  return [block(`IF ${isMissing} THEN CREATE SCHEMA ${quote(schema)}; END IF;`)];
}

/** Moves a table into another schema, and renames it there; without a schema it is where new tables come. */
export function movedTable(from: string, to: string): readonly string[] {
  const schema = schemaOf(to);
  const move = `ALTER TABLE ${quoteTable(from)} SET SCHEMA`;
  const there = [...(schema === null ? [] : [schema]), bareName(from)].join('.');
  return [
    ...makingSchema(to),
    schema === null
      ? block(`EXECUTE format(${quoteText(`${move} %I`)}, current_schema());`)
      : `${move} ${quote(schema)}`,
    ...(bareName(from) === bareName(to)
      ? []
      : [`ALTER TABLE ${quoteTable(there)} RENAME TO ${quote(bareName(to))}`]),
  ];
}

/** Statements of the server's own language, which decide by what they find. */
const block = (body: string): string => `DO ${quoteText(`BEGIN ${body} END`)}`;
