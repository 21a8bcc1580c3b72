import type { App, Field, Model } from '../../model/model.js';
import { type Problem, quoted, warning } from '../../problem.js';
import { quoteName, quoteText } from '../../model/quote.js';
import type { Renames } from '../../schema/rename-schema.js';

/**
 * Warns of values that fields no longer accept. That needs no migration: rows keep such a value, but a write that sends it
 * is refused.
 */
export function removedValues(before: App, after: App, { tables, columns }: Renames): Problem[] {
  return after.models.flatMap((model) => {
    const old = before.models.find(({ table }) => (tables[table] ?? table) === model.table);
    const renamed = columns[old?.table ?? ''] ?? {};
    return model.fields.flatMap((field) => {
      const was = old?.fields.find(({ column }) => (renamed[column] ?? column) === field.column);
      const gone = was && field.enforce ? was.values.filter((one) => !takes(field, one)) : [];
      return gone.length === 0 ? [] : [removedProblem(model, field, gone)];
    });
  });
}

const takes = ({ values }: Field, value: string): boolean =>
  values.length === 0 || values.includes(value);

function removedProblem(model: Model, field: Field, gone: readonly string[]): Problem {
  const column = quoteName(field.column);
  const list = gone.map(quoteText).join(', ');
  const sql = `UPDATE ${quoteName(model.table)} SET ${column} = ${quoteText(field.values[0]!)} WHERE ${column} IN (${list})`;
  return warning(
    'gone-values',
    `\`${field.name}\` of \`${model.name}\` no longer accepts ${quoted(gone)}: existing rows keep the value, but nobody can save them with it`,
    `change the rows in your own migration: ${sql}`,
  );
}
