import { TableColumn, type DataSource, type EntityMetadata, type QueryRunner } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { AddedType } from '../fields/added-type.js';
import { NOW, TODAY, isCountedColumn, plainTypeOf, typeName } from './column-types.js';
import type { Database } from './database.js';
import type {
  Catalog,
  LiveColumn,
  LiveForeignKey,
  LiveSchema,
  LiveTable,
  SchemaDialect,
} from './schema-dialect.js';
import { sameColumns } from './steps/replay.js';
import {
  isCounted,
  keyColumns,
  targetColumns,
  type ColumnSpec,
  type ForeignKeySpec,
  type Schema,
  type TableSchema,
} from './steps/schema.js';

/**
 * The things that the entities need and the database lacks or has differently, a sentence each; empty without drift. Additions of the
 * developer's (tables, indexes, optional columns) are not drift.
 */
export async function findDrift({ dataSource, dialect }: Database): Promise<readonly string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const live = await readLiveSchema(runner, dialect);
    return [...entitiesByTable(dataSource)].flatMap(([name, entity]) => {
      const found = live.tables.get(name);
      if (!found) return [`table \`${name}\` is missing`];
      const table = entitySchema(entity);
      const needed = dialect.catalog.asDeclared?.(table, found, entity) ?? table;
      return compareTable(name, needed, found, {
        catalog: dialect.catalog,
        declared: declaredTypes(entity, dataSource),
      });
    });
  } finally {
    await runner.release();
  }
}

/** What says whether a column has the type that it should have. */
interface Types {
  readonly catalog: Catalog;
  /** The types of columns as the entity names them: `smallint`, although steps make none. */
  readonly declared: ReadonlyMap<string, string>;
}

const declaredTypes = (
  { columns }: EntityMetadata,
  { driver }: DataSource,
): ReadonlyMap<string, string> =>
  new Map(
    columns.map((column) => {
      const { databaseName: name, isArray, precision, scale } = column;
      const declared = new TableColumn({
        ...{ name, isArray, scale, precision: precision ?? undefined },
        ...{ type: driver.normalizeType(column), length: driver.getColumnLength(column) },
      });
      return [name, driver.createFullType(declared).toLowerCase()];
    }),
  );

function compareTable(
  name: string,
  table: TableSchema,
  live: LiveTable,
  { catalog, declared }: Types,
): string[] {
  return [
    ...Object.entries(table.columns).flatMap(([column, spec]) =>
      compareColumn(`\`${name}.${column}\``, spec, live.columns.get(column), {
        catalog,
        declared: declared.get(column),
      }),
    ),
    ...[...live.columns].flatMap(([column, { nullable, hasDefault }]) =>
      Object.hasOwn(table.columns, column) || nullable || hasDefault
        ? []
        : [`\`${name}.${column}\` is required in the database, but not in the model`],
    ),
    ...[...table.uniques, ...keyIndex(table)]
      .filter((columns) => !live.indexes.some((i) => i.unique && sameSet(i.columns, columns)))
      .map((columns) => `\`${name}\` has no unique index on ${columns.join(', ')}`),
    ...table.indexes
      .filter((columns) => !live.indexes.some((i) => startsWith(i.columns, columns)))
      .map((columns) => `\`${name}\` has no index on ${columns.join(', ')}`),
    ...compareKeys(name, table, live),
  ];
}

/** The columns of the unique index of a primary key; none of a key that may be SQLite's row id, which has no index. */
function keyIndex({ primaryKey, columns }: TableSchema): readonly (readonly string[])[] {
  const [name, ...others] = primaryKey;
  const key = name === undefined ? undefined : columns[name];
  const isRowId =
    others.length === 0 && (key === undefined || isCounted(key) || key.type === 'integer');
  return isRowId ? [] : [primaryKey];
}

function compareColumn(
  name: string,
  spec: ColumnSpec,
  live: { readonly type: string; readonly nullable: boolean } | undefined,
  { catalog, declared }: { readonly catalog: Catalog; readonly declared: string | undefined },
): string[] {
  if (!live) return [`column ${name} is missing`];
  const type = catalog.typeOf(spec);
  const holds = live.type === declared || catalog.holds(live.type, type.toLowerCase());
  const required = (nullable: boolean | undefined): string => (nullable ? 'optional' : 'required');
  // A database without an expression of its own has an optional column in its place.
  const isMade = isCounted(spec) || spec.expression !== undefined;
  const differs = !isMade && live.nullable !== Boolean(spec.nullable);
  return [
    ...(holds ? [] : [`${name} is ${live.type} in the database and ${type} in the model`]),
    ...(differs
      ? [
          `${name} is ${required(live.nullable)} in the database and ${required(spec.nullable)} in the model`,
        ]
      : []),
  ];
}

function compareKeys(name: string, table: TableSchema, live: LiveTable): string[] {
  return table.foreignKeys.flatMap((key) => {
    const { table: target, onDelete } = key;
    const columns = keyColumns(key);
    const to = targetColumns(key).join(', ');
    const pairs = pairsOf(columns, targetColumns(key));
    const found = live.foreignKeys.find(
      (one) => one.table === target && sameColumns(pairsOf(one.columns, one.references), pairs),
    );
    const place = to === 'id' ? target : `${target}.${to}`;
    const column = columns.join(', ');
    if (!found) return [`\`${name}.${column}\` has no foreign key to \`${place}\``];
    if (found.onDelete === onDelete || (keeps(found.onDelete) && keeps(onDelete))) return [];
    return [
      `\`${name}.${column}\` uses \`${found.onDelete}\` on delete in the database and \`${onDelete}\` in the model`,
    ];
  });
}

/** What a foreign key pairs, in any order of its columns. */
const pairsOf = (columns: readonly string[], to: readonly string[]): readonly string[] =>
  columns.map((column, at) => `${column} ${to[at]}`).toSorted();

/** Whether a row to which others refer cannot be deleted. */
const keeps = (onDelete: string): boolean => ['no action', 'restrict'].includes(onDelete);

const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
  sameColumns(left.toSorted(), right.toSorted());

const startsWith = (columns: readonly string[], first: readonly string[]): boolean =>
  sameColumns(columns.slice(0, first.length), first);

interface Row {
  readonly table: string;
  readonly column: string;
}

/** Reads tables, columns, indexes and foreign keys in three queries. */
export async function readLiveSchema(
  runner: QueryRunner,
  dialect: SchemaDialect,
): Promise<LiveSchema> {
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
      ...(row.values && { values: row.values }),
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
  for (const key of keysIn(await read<KeyRow>(foreignKeys)))
    tables.get(key.of)?.foreignKeys.push(key);
  return { tables };
}

/** A column of a foreign key. */
interface KeyRow {
  readonly name: string;
  readonly target: string;
  readonly to: string;
  readonly onDelete: string;
}

/** Foreign keys, whose columns stand one after the other, with their tables. */
function keysIn(rows: readonly (Row & KeyRow)[]) {
  const found = new Map<
    string,
    LiveForeignKey & { of: string; columns: string[]; references: string[] }
  >();
  for (const { name, table, column, target, to, onDelete } of rows) {
    const known = found.get(name);
    known?.columns.push(column);
    known?.references.push(to);
    if (known) continue;
    const ends = { columns: [column], references: [to] };
    found.set(name, { of: table, table: target, ...ends, onDelete: onDelete.toLowerCase() });
  }
  return found.values();
}

interface Draft extends LiveTable {
  readonly columns: Map<string, LiveColumn>;
  readonly indexes: { unique: boolean; columns: string[] }[];
  readonly foreignKeys: LiveForeignKey[];
}

/** The names of the trigram indexes that `contains` can rely on; see `trigramName`. */
export async function findTrigrams({
  dataSource,
  dialect,
}: Database): Promise<ReadonlySet<string>> {
  if (!dialect.trigrams) return new Set();
  const rows: { name: string }[] = await dataSource.query(dialect.trigrams.whole);
  return new Set(rows.map(({ name }) => name));
}

/** The tables with triggers of the developer's: a write statement does not return what these do to its row. */
export async function findTriggers({
  dataSource,
  dialect,
}: Database): Promise<ReadonlySet<string>> {
  const rows: { table: string }[] = await dataSource.query(dialect.catalog.triggers);
  return new Set(rows.map(({ table }) => table));
}

/** The schema that the entities of a data source need. */
export const entitiesSchema = (dataSource: DataSource): Schema => ({
  tables: Object.fromEntries(
    [...entitiesByTable(dataSource)].map(([name, entity]) => [name, entitySchema(entity)]),
  ),
});

/** The entities that have a table of the service, those of many-to-many fields included. */
const entitiesByTable = ({ entityMetadatas }: DataSource): ReadonlyMap<string, EntityMetadata> =>
  new Map(
    entityMetadatas
      .filter(({ tableType }) => tableType === 'regular' || tableType === 'junction')
      .map((entity) => [entity.tableName, entity]),
  );

/** The table of an entity, or of a many-to-many field. */
export function entitySchema(entity: EntityMetadata): TableSchema {
  const primaryKey = names(entity.primaryColumns);
  const indexes = entity.indices.filter(({ isUnique }) => !isUnique);
  // What is unique among some rows alone has an index that the catalog's query leaves out.
  const whole = entity.indices.filter(({ isUnique, where }) => isUnique && !where);
  const uniques = [...entity.uniques, ...whole];
  return {
    columns: Object.fromEntries(
      entity.columns.map((column) => [column.databaseName, columnSpec(column)]),
    ),
    primaryKey,
    uniques: uniques.map(({ columns }) => names(columns)),
    indexes: indexes
      .map(({ columns }) => names(columns))
      // The index of the primary key serves its first column, too.
      .filter((columns) => columns.join() !== primaryKey[0]),
    // TypeORM does not know the options of `@Field`: `ColumnInfo.search` does.
    trigrams: [],
    foreignKeys: entity.foreignKeys.map((key) => ({
      column: oneOrAll(names(key.columns)),
      table: key.referencedEntityMetadata.tableName,
      ...referenceTo(names(key.referencedColumns)),
      onDelete: (key.onDelete ?? 'NO ACTION').toLowerCase() as ForeignKeySpec['onDelete'],
    })),
  };
}

const referenceTo = (columns: readonly string[]): Pick<ForeignKeySpec, 'references'> =>
  columns.join() === 'id' ? {} : { references: oneOrAll(columns) };

const oneOrAll = (columns: readonly string[]): ForeignKeySpec['column'] =>
  columns.length === 1 ? columns[0]! : columns;

const names = (columns: readonly ColumnMetadata[]): string[] =>
  columns.map(({ databaseName }) => databaseName);

function columnSpec(column: ColumnMetadata): ColumnSpec {
  if (isCountedColumn(column) && column.isPrimary)
    return column.type === 'bigint' ? { type: 'bigint', generated: true } : { type: 'id' };
  const { transformer } = column;
  const added = transformer instanceof AddedType ? transformer : null;
  const type = added ? 'sql' : plainTypeOf(column);
  if (type === undefined) {
    throw new Error(
      `${column.entityMetadata.name}.${column.propertyName}: steps have no type for \`${typeName(column)}\``,
    );
  }
  const value = defaultOf(column);
  return {
    type,
    ...added?.columns,
    ...(type === 'string' && { length: Number(column.length || 255) }),
    ...(type === 'decimal' && { precision: column.precision!, scale: column.scale! }),
    ...(column.isNullable && { nullable: true }),
    ...(isCountedColumn(column) && { generated: true }),
    ...(typeof value === 'function' && { defaultSql: (value as () => string)() }),
    ...(value !== undefined &&
      typeof value !== 'function' && { default: added ? added.storedDefault(value) : value }),
    ...(column.asExpression && { expression: column.asExpression }),
  };
}

function defaultOf(column: ColumnMetadata): unknown {
  if (column.isCreateDate || column.isUpdateDate || column.default === NOW) return { sql: 'now' };
  return column.default === TODAY ? { sql: 'today' } : (column.default ?? undefined);
}
