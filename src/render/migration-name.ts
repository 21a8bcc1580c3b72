import { kebabCase } from '../model/names.js';
import type { TableStep } from '../schema/engine/schema.js';

/** A short file name for the steps: `create-project-task`, `add-due-date-to-task`. */
export function migrationName(steps: readonly TableStep[]): string {
  const main = steps.filter(isMain);
  const tables = [...new Set(main.map(({ table }) => table))];
  const kinds = new Set(main.map((step) => step.do));
  const [kind] = kinds;
  if (kinds.size === 1 && main.length > 0) {
    if (kind === 'createTable') return `create-${few(ownTables(main), 'tables')}`;
    if (kind === 'dropTable') return `remove-${few(ownTables(main), 'tables')}`;
    if (tables.length === 1) return inOneTable(main, tables[0]!);
  }
  const renamed = main.find((step) => step.do === 'renameTable');
  if (renamed) return `rename-${kebabCase(renamed.table)}-to-${kebabCase(renamed.to)}`;
  const all = tables.length > 0 ? tables : [...new Set(steps.map(({ table }) => table))];
  return `change-${few(all, 'tables')}`;
}

function inOneTable(steps: readonly TableStep[], table: string): string {
  const [first] = steps;
  const name = kebabCase(table);
  const columns = steps.flatMap((step) => ('column' in step ? [step.column] : []));
  switch (first?.do) {
    case 'addColumn':
      return `add-${few(columns, 'fields')}-to-${name}`;
    case 'dropColumn':
      return `remove-${few(columns, 'fields')}-from-${name}`;
    case 'renameColumn':
      return `rename-${kebabCase(first.column)}-to-${kebabCase(first.to)}-in-${name}`;
    case 'renameTable':
      return `rename-${name}-to-${kebabCase(first.to)}`;
    default:
      return `change-${name}`;
  }
}

/** Indexes and keys follow from tables and columns and are not mentioned. */
function isMain({ do: kind }: TableStep): boolean {
  return /Table|Column/.test(kind);
}

/** Join tables are part of the tables that they join. */
function ownTables(steps: readonly TableStep[]): readonly string[] {
  const isJoin = (step: TableStep) =>
    step.do === 'createTable' &&
    step.primaryKey.length === 2 &&
    Object.keys(step.columns).length === 2;
  const own = steps.filter((step) => !isJoin(step));
  return (own.length > 0 ? own : steps).map(({ table }) => table).sort();
}

function few(names: readonly string[], otherwise: string): string {
  const text = names.map(kebabCase).join('-');
  return names.length <= 3 && text.length <= 60 ? text : otherwise;
}
