import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { Dialect } from '../database/dialect.js';
import type { Catalog, LiveColumn, LiveTable } from '../database/schema-dialect.js';
import { sameColumns } from '../database/steps/replay.js';
import {
  keyColumns,
  own,
  targetColumns,
  type ColumnSpec,
  type TableSchema,
} from '../database/steps/schema.js';
import { fieldOptionsOf } from '../model/field.js';
import { holdsInPostgres, holdsInSqlite } from './declared-types.js';

/** A catalog that knows columns and foreign keys as others declare them. */
export function foreignCatalog({ name, catalog }: Dialect): Catalog {
  const holds = name === 'sqlite' ? holdsInSqlite : holdsInPostgres;
  return {
    ...catalog,
    columns: name === 'sqlite' ? catalog.columns : withBases(catalog.columns),
    holds,
    asDeclared: (needed, live, entity) => ({
      ...needed,
      columns: columnsAsDeclared(needed, live, entity),
      foreignKeys: keysAsDeclared(needed, live, entity, name === 'sqlite'),
    }),
  };
}

/** The columns of PostgreSQL, with the base types of domains and the values of enums. */
const withBases = (columns: string): string => `
  WITH RECURSIVE declared AS (${columns}), domains AS (
    SELECT oid AS domain, typbasetype AS base, typtypmod AS modifier, typnotnull AS required, typdefault IS NOT NULL AS given
    FROM pg_type WHERE typtype = 'd'
    UNION ALL
    SELECT d.domain, t.typbasetype, CASE WHEN t.typtypmod < 0 THEN d.modifier ELSE t.typtypmod END,
      d.required OR t.typnotnull, d.given OR t.typdefault IS NOT NULL
    FROM domains d JOIN pg_type t ON t.oid = d.base WHERE t.typtype = 'd')
  SELECT c."table", c."column", coalesce(format_type(d.base, d.modifier), c.type) AS type,
    c.nullable AND d.required IS NOT TRUE AS nullable, c."hasDefault" OR d.given IS TRUE AS "hasDefault",
    (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e
      WHERE e.enumtypid = coalesce(d.base, to_regtype(c.type)::oid)) AS "values"
  FROM declared c LEFT JOIN domains d ON d.domain = to_regtype(c.type)::oid
    AND NOT EXISTS (SELECT 1 FROM pg_type b WHERE b.oid = d.base AND b.typtype = 'd')`;

function columnsAsDeclared(
  { columns }: TableSchema,
  live: LiveTable,
  entity: EntityMetadata,
): TableSchema['columns'] {
  const valuesIn = enumsOf(entity);
  return Object.fromEntries(
    entity.columns.map((column) => {
      const name = column.databaseName;
      const [spec, found] = [own(columns, name)!, live.columns.get(name)];
      if (found === undefined) return [name, spec];
      const typed = typedAsDeclared(spec, found, valuesIn(column));
      return [name, found.nullable && canBeOptional(column) ? { ...typed, nullable: true } : typed];
    }),
  );
}

/** Whether the service itself fills a column in, or SQLite does not require a part of a key. */
const canBeOptional = ({ isPrimary, isCreateDate, isUpdateDate }: ColumnMetadata): boolean =>
  isPrimary || isCreateDate || isUpdateDate;

/** The values of the enums of an entity; undefined for any other column. */
function enumsOf({
  target,
}: EntityMetadata): (column: ColumnMetadata) => readonly string[] | undefined {
  if (typeof target !== 'function') return () => undefined;
  const options = fieldOptionsOf(target as new () => object);
  return ({ propertyName }) => {
    const { values, enforce } = options.get(propertyName) ?? {};
    return enforce === true ? values : undefined;
  };
}

/** The type of an enum is any that has its values. */
function typedAsDeclared(
  spec: ColumnSpec,
  live: LiveColumn,
  values: readonly string[] | undefined,
): ColumnSpec {
  if (values === undefined || spec.type !== 'string') return spec;
  const { type, values: known } = live;
  if (known === undefined)
    return { ...spec, length: Math.max(...values.map((value) => [...value].length)) };
  const all = `one of ${values.join(', ')}`;
  const fitting = values.every((value) => known.includes(value)) ? type : all;
  return { ...spec, type: 'sql', sqlite: fitting, postgres: fitting };
}

/**
 * The keys of pairs, which others may not have deleted with a record: it is not deleted then while it has some. SQLite finds tables
 * and columns in any case, so that a key may name them otherwise than they are called.
 */
const keysAsDeclared = (
  { foreignKeys }: TableSchema,
  live: LiveTable,
  { tableType }: EntityMetadata,
  inAnyCase: boolean,
): TableSchema['foreignKeys'] =>
  foreignKeys.map((key) => {
    const found = live.foreignKeys.find((one) => sameColumns(one.columns, keyColumns(key)));
    if (found === undefined) return key;
    const isKept = found.onDelete === 'no action' || found.onDelete === 'restrict';
    const isSame =
      inAnyCase &&
      found.table.toLowerCase() === key.table.toLowerCase() &&
      sameColumns(found.references.map(lower), targetColumns(key).map(lower));
    return {
      ...key,
      ...(isSame && { table: found.table, references: found.references }),
      ...(tableType === 'junction' && isKept && { onDelete: 'restrict' as const }),
    };
  });

const lower = (name: string): string => name.toLowerCase();
