import type { Database } from './database.js';
import type { Dialect } from './dialect.js';
import { readLiveSchema, type LiveTable } from './live-schema.js';
import { entitiesSchema } from './steps/entity-schema.js';
import { sameColumns } from './steps/replay.js';
import type { ColumnSpec, TableSchema } from './steps/schema.js';

/**
 * What the entities need and the database lacks or has otherwise, a sentence each; empty when all is well. What an owner
 * has beside it (tables, indexes, optional columns) is no drift.
 */
export async function findDrift({ dataSource, dialect }: Database): Promise<readonly string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const live = await readLiveSchema(runner, dialect);
    return Object.entries(entitiesSchema(dataSource).tables).flatMap(([name, table]) => {
      const found = live.tables.get(name);
      return found ? compareTable(name, table, found, dialect) : [`table \`${name}\` is missing`];
    });
  } finally {
    await runner.release();
  }
}

function compareTable(
  name: string,
  table: TableSchema,
  live: LiveTable,
  dialect: Dialect,
): string[] {
  return [
    ...Object.entries(table.columns).flatMap(([column, spec]) =>
      compareColumn(`\`${name}.${column}\``, spec, live.columns.get(column), dialect),
    ),
    ...[...live.columns].flatMap(([column, { nullable, hasDefault }]) =>
      column in table.columns || nullable || hasDefault
        ? []
        : [`\`${name}.${column}\` is required in the database and not in the model`],
    ),
    ...table.uniques
      .filter((columns) => !live.indexes.some((i) => i.unique && sameSet(i.columns, columns)))
      .map((columns) => `\`${name}\` has no unique index on ${columns.join(', ')}`),
    ...table.indexes
      .filter((columns) => !live.indexes.some((i) => startsWith(i.columns, columns)))
      .map((columns) => `\`${name}\` has no index on ${columns.join(', ')}`),
    ...compareKeys(name, table, live),
  ];
}

function compareColumn(
  name: string,
  spec: ColumnSpec,
  live: { readonly type: string; readonly nullable: boolean } | undefined,
  dialect: Dialect,
): string[] {
  if (!live) return [`column ${name} is missing`];
  const type = dialect.catalog.typeOf(spec).toLowerCase();
  const required = (nullable: boolean | undefined): string => (nullable ? 'optional' : 'required');
  const differs = spec.type !== 'id' && live.nullable !== Boolean(spec.nullable);
  return [
    ...(live.type === type
      ? []
      : [`${name} is ${live.type} in the database and ${type} in the model`]),
    ...(differs
      ? [
          `${name} is ${required(live.nullable)} in the database and ${required(spec.nullable)} in the model`,
        ]
      : []),
  ];
}

function compareKeys(name: string, table: TableSchema, live: LiveTable): string[] {
  return table.foreignKeys.flatMap(({ column, table: target, onDelete }) => {
    const found = live.foreignKeys.find((key) => key.column === column && key.table === target);
    if (!found) return [`\`${name}.${column}\` has no foreign key to \`${target}\``];
    if (found.onDelete === onDelete) return [];
    return [
      `\`${name}.${column}\` does \`${found.onDelete}\` on delete in the database and \`${onDelete}\` in the model`,
    ];
  });
}

const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
  sameColumns(left.toSorted(), right.toSorted());

const startsWith = (columns: readonly string[], first: readonly string[]): boolean =>
  sameColumns(columns.slice(0, first.length), first);
