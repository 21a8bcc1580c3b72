import type { QueryRunner } from 'typeorm';
import type { Dialect } from './dialect.js';

/** What is in a database, in the database's own words. */
export interface LiveSchema {
  readonly tables: ReadonlyMap<string, LiveTable>;
}

export interface LiveTable {
  readonly columns: ReadonlyMap<string, LiveColumn>;
  /** Columns of whole indexes (neither partial nor on expressions), the primary key's included. */
  readonly indexes: readonly { readonly unique: boolean; readonly columns: readonly string[] }[];
  readonly foreignKeys: readonly LiveForeignKey[];
}

export interface LiveColumn {
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}

export interface LiveForeignKey {
  readonly column: string;
  readonly table: string;
  readonly onDelete: string;
}

interface Row {
  readonly table: string;
  readonly column: string;
}

/** Reads tables, columns, indexes and foreign keys in three queries. */
export async function readLiveSchema(runner: QueryRunner, dialect: Dialect): Promise<LiveSchema> {
  const read = async <T>(sql: string): Promise<(Row & T)[]> =>
    (await runner.query(sql)) as (Row & T)[];
  const { columns, indexes, foreignKeys } = dialect.catalog;
  const tables = new Map<string, Draft>();
  for (const row of await read<LiveColumn>(columns)) {
    const draft = tables.get(row.table) ?? { columns: new Map(), indexes: [], foreignKeys: [] };
    tables.set(row.table, draft);
    draft.columns.set(row.column, {
      type: row.type.toLowerCase(),
      nullable: Boolean(row.nullable),
      hasDefault: Boolean(row.hasDefault),
    });
  }
  const columnsOf = new Map<string, string[]>();
  for (const row of await read<{ name: string; unique: unknown }>(indexes)) {
    const known = columnsOf.get(row.name);
    if (known) known.push(row.column);
    else {
      const list = [row.column];
      columnsOf.set(row.name, list);
      tables.get(row.table)?.indexes.push({ unique: Boolean(row.unique), columns: list });
    }
  }
  for (const row of await read<{ target: string; onDelete: string }>(foreignKeys)) {
    const { column, target, onDelete } = row;
    const key = { column, table: target, onDelete: onDelete.toLowerCase() };
    tables.get(row.table)?.foreignKeys.push(key);
  }
  return { tables };
}

interface Draft extends LiveTable {
  readonly columns: Map<string, LiveColumn>;
  readonly indexes: { unique: boolean; columns: string[] }[];
  readonly foreignKeys: LiveForeignKey[];
}
