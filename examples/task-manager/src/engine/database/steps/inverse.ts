import type { Schema, TableSchema } from './schema.js';
import type { Step } from './step.js';
import { tableOf } from './replay.js';

/** The steps that take one back, given the schema before it; null for the developer's SQL that says no way back. */
export function inverseOf(step: Step, before: Schema): readonly Step[] | null {
  switch (step.do) {
    case 'createTable':
      return [{ do: 'dropTable', table: step.table }];
    case 'dropTable':
      return recreate(step.table, tableOf(before, step.table));
    case 'renameTable':
      return [{ do: 'renameTable', table: step.to, to: step.table }];
    case 'addColumn':
      return [{ do: 'dropColumn', table: step.table, column: step.column }];
    case 'dropColumn':
      return addAgain(step.table, step.column, tableOf(before, step.table));
    case 'renameColumn':
      return [{ ...step, column: step.to, to: step.column }];
    case 'changeColumn': {
      const spec = tableOf(before, step.table).columns[step.column]!;
      return [{ do: 'changeColumn', table: step.table, column: step.column, spec }];
    }
    case 'addIndex':
      return [{ ...step, do: 'dropIndex' }];
    case 'dropIndex':
      return [{ ...step, do: 'addIndex' }];
    case 'addUnique':
      return [{ ...step, do: 'dropUnique' }];
    case 'dropUnique':
      return [{ ...step, do: 'addUnique' }];
    case 'addForeignKey':
      return [{ ...step, do: 'dropForeignKey' }];
    case 'dropForeignKey':
      return [{ ...step, do: 'addForeignKey' }];
    case 'sql':
      return step.down ? [{ do: 'sql', up: step.down, down: step.up }] : null;
  }
}

/** The shape comes back; the rows are gone. */
function recreate(name: string, table: TableSchema): Step[] {
  const { columns, primaryKey } = table;
  const keys = table.foreignKeys.map((key): Step => ({ do: 'addForeignKey', table: name, key }));
  return [{ do: 'createTable', table: name, columns, primaryKey }, ...lists(name, table), ...keys];
}

/** A required column without a default comes back as optional: nobody knows what its rows held. */
function addAgain(name: string, column: string, table: TableSchema): Step[] {
  const spec = table.columns[column]!;
  const known = spec.nullable || spec.default !== undefined;
  const touches = (columns: readonly string[]): boolean => columns.includes(column);
  const keys = table.foreignKeys.filter((key) => key.column === column);
  return [
    { do: 'addColumn', table: name, column, spec: known ? spec : { ...spec, nullable: true } },
    ...lists(name, {
      uniques: table.uniques.filter(touches),
      indexes: table.indexes.filter(touches),
    }),
    ...keys.map((key): Step => ({ do: 'addForeignKey', table: name, key })),
  ];
}

function lists(
  table: string,
  { uniques, indexes }: Pick<TableSchema, 'uniques' | 'indexes'>,
): Step[] {
  return [
    ...uniques.map((columns): Step => ({ do: 'addUnique', table, columns })),
    ...indexes.map((columns): Step => ({ do: 'addIndex', table, columns })),
  ];
}
