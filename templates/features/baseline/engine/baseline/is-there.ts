import type { Catalog, LiveColumn, LiveSchema, LiveTable } from '../database/schema-dialect.js';
import { sameColumns } from '../database/steps/replay.js';
import {
  isMoment,
  keyColumns,
  own,
  type ColumnSpec,
  type Schema,
  type Step,
} from '../database/steps/schema.js';

type Types = Pick<Catalog, 'typeOf' | 'holds'>;

/** A database as it is, with what only its catalog tells. */
export interface LiveDetails extends LiveSchema {
  /** The default of a column as SQL. */
  readonly defaultOf: (table: string, column: string) => string | undefined;
  /** Whether a table has an index or a check with a name. */
  readonly hasRule: (table: string, name: string) => boolean;
}

/** Whether a database has what a step makes, whoever made it; SQL of the developer's and trigram indexes always run. */
export function isThere(step: Step, before: Schema, live: LiveDetails, types: Types): boolean {
  if (step.do === 'sql') return false;
  const table = live.tables.get(step.table);
  switch (step.do) {
    case 'createTable':
      return table !== undefined;
    case 'dropTable':
      return table === undefined;
    case 'renameTable':
      return table === undefined && live.tables.has(step.to);
    case 'addColumn':
      return table?.columns.has(step.column) === true;
    case 'dropColumn':
      return table?.columns.has(step.column) === false;
    case 'renameColumn':
      return table?.columns.has(step.column) === false && table.columns.has(step.to);
    case 'changeColumn': {
      const old = own(own(before.tables, step.table)?.columns ?? {}, step.column);
      const found = table?.columns.get(step.column);
      if (old === undefined || found === undefined) return false;
      const given = live.defaultOf(step.table, step.column);
      return isChanged(found, old, step.spec, types) && hasDefault(given, old, step.spec);
    }
    case 'addIndex':
      return table !== undefined && hasIndex(table, step.columns);
    case 'dropIndex':
      return table !== undefined && !hasOwnIndex(table, step.columns, false);
    case 'addUnique':
      return table !== undefined && hasOwnIndex(table, step.columns, true);
    case 'dropUnique':
      return table !== undefined && !hasOwnIndex(table, step.columns, true);
    case 'addForeignKey':
    case 'dropForeignKey': {
      const columns = keyColumns(step.key).toSorted();
      const has = table?.foreignKeys.some(
        (one) => one.table === step.key.table && sameColumns(one.columns.toSorted(), columns),
      );
      return has === (step.do === 'addForeignKey');
    }
    case 'addSqlIndex':
    case 'addCheck':
      return live.hasRule(step.table, step.name);
    case 'dropSqlIndex':
    case 'dropCheck':
      return !live.hasRule(step.table, step.name);
    case 'addTrigram':
    case 'dropTrigram':
      return false;
  }
}

/** Whether an index begins with these columns, as queries need it. */
const hasIndex = ({ indexes }: LiveTable, columns: readonly string[]): boolean =>
  indexes.some((index) => sameColumns(index.columns.slice(0, columns.length), columns));

/** Whether an index is of these columns: a unique one in any order. */
const hasOwnIndex = (
  { indexes }: LiveTable,
  columns: readonly string[],
  unique: boolean,
): boolean =>
  indexes.some(
    (index) =>
      index.unique === unique &&
      (unique
        ? sameColumns(index.columns.toSorted(), columns.toSorted())
        : sameColumns(index.columns, columns)),
  );

/**
 * Whether a column has the type that a change gives it, and is required as that says. A type of others that steps have no name for counts as changed: only a column
 * that still is as the steps before have made it gets another type.
 */
function isChanged(live: LiveColumn, old: ColumnSpec, spec: ColumnSpec, types: Types): boolean {
  const holds = (one: ColumnSpec) => types.holds(live.type, types.typeOf(one).toLowerCase());
  const isRetyped = types.typeOf(old) === types.typeOf(spec) || holds(spec) || !holds(old);
  const isOptional = (one: ColumnSpec) => one.nullable === true;
  const isAsOptional = isOptional(old) === isOptional(spec) || live.nullable === isOptional(spec);
  return isRetyped && isAsOptional;
}

/** Whether a column has the default of a change, or at least no longer the one before. */
function hasDefault(given: string | undefined, old: ColumnSpec, spec: ColumnSpec): boolean {
  const [was, is] = [old.default, spec.default];
  if (JSON.stringify(was) === JSON.stringify(is)) return true;
  if (given === undefined) return is === undefined;
  return is !== undefined && (was === undefined || !isDefault(given, was));
}

/** Whether SQL of a default gives a value, in brackets or with a cast behind it as the database may write it. */
function isDefault(sql: string, value: unknown): boolean {
  const text = sql.replace(/^\(+/, '').trim();
  if (isMoment(value)) return /^(now|current_|strftime|date|datetime|timezone)/i.test(text);
  const literal = /^'((?:[^']|'')*)'/.exec(text)?.[1]?.replaceAll("''", "'");
  const plain = literal ?? /^[^):]*/.exec(text)![0].trim();
  const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const flag = typeof value === 'boolean' ? String(Number(value)) : null;
  return plain.toLowerCase() === written.toLowerCase() || plain === flag;
}
