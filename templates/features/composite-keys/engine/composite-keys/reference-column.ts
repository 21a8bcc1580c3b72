import type { QueryDialect } from '../database/query-dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { ComposedReference } from '../model/composed-references.js';
import { idColumn } from './id-column.js';
import { rowKeyOf } from './row-key-of.js';

/** A reference to records whose keys have several columns. */
interface Leading {
  /** The name of its relation, and the model of these records. */
  readonly relation: string;
  readonly model: string;
  /** Its columns in the order of the key to which they lead. */
  readonly parts: readonly ColumnInfo[];
}

/** The name of the field of such a reference. */
export const fieldOf = (relation: string): string => `${relation}_id`;

/** A reference as a field of its own, whose values are ids; it is null where one of its columns is. */
export function composedReference(
  { relation, model, parts }: Leading,
  database: 'sqlite' | 'postgres',
): ComposedReference {
  const { columns, row, is, among, valueIn, ...key } = rowKeyOf(parts, database);
  const optional = parts.filter(({ nullable }) => nullable);
  const isNull: ComposedReference['isNull'] = ({ quote }) =>
    optional.length === 0
      ? '(1 = 0)'
      : `(${optional.map(({ column }) => `${quote(column)} IS NULL`).join(' OR ')})`;
  const orNull =
    <Sql extends string | null>(sql: (dialect: QueryDialect) => Sql) =>
    (dialect: QueryDialect) => {
      const text = sql(dialect);
      if (text === null || optional.length === 0) return text;
      return `CASE WHEN ${isNull(dialect)} THEN NULL ELSE ${text} END` as Sql;
    };
  return {
    column: columnOf({ relation, model, parts }),
    parts,
    isNull,
    ...{ columns, row, is, among, valueIn },
    ...{ id: orNull(key.id), json: orNull(key.json), text: orNull(key.text) },
  };
}

function columnOf({ relation, model, parts }: Leading): ColumnInfo {
  const name = fieldOf(relation);
  return {
    ...idColumn(parts),
    ...{ name, column: name, role: 'data' },
    nullable: parts.some(({ nullable }) => nullable),
    reference: { model, relation, key: 'id' },
  };
}
