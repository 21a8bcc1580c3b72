import { isSameSql } from '../model/sql-expression.js';
import { sameColumns } from '../schema/engine/replay.js';
import {
  type ColumnSpec,
  type ForeignKeySpec,
  type OwnSql,
  keyColumns,
  targetColumns,
  type TableSchema,
  sqlFor,
} from '../schema/engine/schema.js';
import type { Column, DatabaseKind, ForeignKey, Table } from './database.js';
import type { Difference, DifferenceKind } from './difference.js';
import { oneLine } from './guess-field.js';
import { declaredType, hasDefault, liveDefault, madeDefault, madeType } from './made-column.js';
import { isPlain } from './table-facts.js';

/** A table as a project needs it. */
export interface WantedTable {
  readonly name: string;
  readonly schema: TableSchema;
}

/** The knowledge about a table besides its schema. */
export interface TableHints {
  /** Whether the developer's own SQL has these words beside the name of the table. Results of this SQL do not count as differences. */
  readonly isOwn: (...words: readonly string[]) => boolean;
}

const NO_HINTS: TableHints = { isOwn: () => false };

/** What the table of a project and that of the database do not have alike; a table that is missing is a single difference. */
export function compareTable(
  wanted: WantedTable,
  live: Table | undefined,
  kind: DatabaseKind,
  { isOwn }: TableHints = NO_HINTS,
): readonly Difference[] {
  if (live === undefined) return [difference('table', wanted.name, [], wanted.name, null)];
  const sides = { name: wanted.name, wanted: wanted.schema, live, kind, isOwn };
  const columns = compareColumns(sides);
  const lost = columns.filter(isMissing).flatMap((one) => one.columns);
  // What is on a missing column is missing with it.
  const isToldAlready = (one: Difference) =>
    isMissing(one) && one.columns.some((column) => lost.includes(column));
  const others = [
    ...comparePrimaryKeys(sides),
    ...compareUniques(sides),
    ...compareIndexes(sides),
    ...compareTrigrams(sides),
    ...compareForeignKeys(sides),
    ...compareChecks(sides),
  ];
  return [...columns, ...others.filter((one) => !isToldAlready(one))];
}

const isMissing = ({ database }: Difference): boolean => database === null;

interface Sides {
  readonly name: string;
  readonly wanted: TableSchema;
  readonly live: Table;
  readonly kind: DatabaseKind;
  readonly isOwn: TableHints['isOwn'];
}

const difference = (
  kind: DifferenceKind,
  table: string,
  columns: readonly string[],
  project: string | null,
  database: string | null,
): Difference => ({ kind, table, columns, project, database });

/** The name of a column as the database compares it: SQLite takes it in any case. */
const folded = (name: string, kind: DatabaseKind): string =>
  kind === 'sqlite' ? name.toLowerCase() : name;

function compareColumns({ name, wanted, live, kind, isOwn }: Sides): readonly Difference[] {
  const find = (column: string) =>
    live.columns.find((one) => folded(one.name, kind) === folded(column, kind));
  const names = new Set(Object.keys(wanted.columns).map((column) => folded(column, kind)));
  const extra = live.columns.filter(
    (column) => !names.has(folded(column.name, kind)) && !isOwn(column.name),
  );
  return [
    ...Object.entries(wanted.columns).flatMap(([column, spec]) => {
      const found = find(column);
      return found === undefined
        ? [difference('column', name, [column], madeType(spec, kind), null)]
        : compareColumn(name, column, { spec, live: found, kind });
    }),
    ...extra.map((column) => difference('column', name, [column.name], null, declaredType(column))),
  ];
}

function compareColumn(
  table: string,
  column: string,
  { spec, live, kind }: { readonly spec: ColumnSpec; readonly live: Column; kind: DatabaseKind },
): readonly Difference[] {
  const required = (isNullable: boolean | undefined) => (isNullable ? 'optional' : 'required');
  const told: readonly (readonly [DifferenceKind, string | null, string | null])[] = [
    ['type', madeType(spec, kind), declaredType(live)],
    ['required', required(spec.nullable), required(live.nullable)],
  ];
  const computed = sqlFor(spec.expression, kind) ?? null;
  return [
    ...told.flatMap(([what, project, database]) =>
      project === database ? [] : [difference(what, table, [column], project, database)],
    ),
    ...(hasDefault(live, spec, kind)
      ? []
      : [difference('default', table, [column], madeDefault(spec, kind), liveDefault(live, kind))]),
    ...(isSameSql(computed ?? '', live.expression ?? '')
      ? []
      : [difference('expression', table, [column], computed, live.expression)]),
  ];
}

const listed = (columns: readonly (string | null)[]): string => columns.join(', ');

const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  sameColumns(left.toSorted(), right.toSorted());

function comparePrimaryKeys({ name, wanted, live, kind }: Sides): readonly Difference[] {
  const fold = (columns: readonly string[]) => columns.map((column) => folded(column, kind));
  if (isSameSet(fold(live.primaryKey), fold(wanted.primaryKey))) return [];
  const found = live.primaryKey.length === 0 ? null : listed(live.primaryKey);
  return [difference('primary key', name, wanted.primaryKey, listed(wanted.primaryKey), found)];
}

/** The columns of an index of columns alone; null for any other. */
const columnsOf = (index: Table['indexes'][number], kind: DatabaseKind): string[] | null =>
  isPlain(index) ? index.columns.map((column) => folded(column!, kind)) : null;

/** Whether an index is one that the project has as SQL. */
const isOfProject = ({ name }: { readonly name: string }, { sqlIndexes = {} }: TableSchema) =>
  Object.hasOwn(sqlIndexes, name);

/** The names of rules in SQL of which the database of a kind has none. */
const missingRules = (
  rules: Readonly<Record<string, OwnSql>> | undefined,
  kind: DatabaseKind,
  has: (name: string) => boolean,
): readonly string[] =>
  Object.entries(rules ?? {}).flatMap(([name, sql]) =>
    sqlFor(sql, kind) === undefined || has(name) ? [] : [name],
  );

/** Checks are known by their names: the database writes conditions in its own way. */
function compareChecks({ name, wanted, live, kind, isOwn }: Sides): readonly Difference[] {
  const has = (check: string) => live.checks.some((one) => one.name === check);
  const isWanted = (check: string | null) =>
    check !== null && Object.hasOwn(wanted.checks ?? {}, check);
  const extra = isOwn('CHECK') ? [] : live.checks.filter((one) => !isWanted(one.name));
  return [
    ...missingRules(wanted.checks, kind, has).map((one) =>
      difference('check', name, [], one, null),
    ),
    ...extra.map(({ sql }) => difference('check', name, [], null, oneLine(sql))),
  ];
}

function compareUniques({ name, wanted, live, kind, isOwn }: Sides): readonly Difference[] {
  const found = live.indexes.filter(({ unique }) => unique);
  const fold = (columns: readonly string[]) => columns.map((column) => folded(column, kind));
  const has = (columns: readonly string[]) =>
    found.some((index) => isSameSet(columnsOf(index, kind) ?? [], fold(columns)));
  const isWanted = (index: Table['indexes'][number]) =>
    wanted.uniques.some((columns) => isSameSet(columnsOf(index, kind) ?? [], fold(columns)));
  return [
    ...wanted.uniques
      .filter((columns) => !has(columns))
      .map((columns) => difference('unique index', name, columns, listed(columns), null)),
    ...found
      .filter((index) => !isWanted(index) && !isOfProject(index, wanted) && !isOwn(index.name))
      .map((index) =>
        difference('unique index', name, plainColumns(index), null, shownIndex(index)),
      ),
  ];
}

/** An index that begins with the columns serves them, too. */
function compareIndexes({ name, wanted, live, kind, isOwn }: Sides): readonly Difference[] {
  const fold = (columns: readonly string[]) => columns.map((column) => folded(column, kind));
  const serving = [
    fold(live.primaryKey),
    ...live.indexes.flatMap((index) => {
      const columns = columnsOf(index, kind);
      return columns === null ? [] : [columns];
    }),
  ];
  const isServed = (columns: readonly string[]) =>
    serving.some((one) => sameColumns(one.slice(0, columns.length), fold(columns)));
  const isWanted = (index: Table['indexes'][number]) =>
    wanted.indexes.some((columns) => sameColumns(columnsOf(index, kind) ?? [], fold(columns)));
  const others = live.indexes.filter(({ unique }) => !unique);
  const has = (index: string) => live.indexes.some((one) => one.name === index);
  return [
    ...missingRules(wanted.sqlIndexes, kind, has).map((one) =>
      difference('index', name, [], one, null),
    ),
    ...wanted.indexes
      .filter((columns) => !isServed(columns))
      .map((columns) => difference('index', name, columns, listed(columns), null)),
    ...others
      .filter(
        (index) =>
          !isWanted(index) &&
          !isOfProject(index, wanted) &&
          !isTrigramOf(index.name, name, wanted) &&
          !isOwn(index.name),
      )
      .map((index) => difference('index', name, plainColumns(index), null, shownIndex(index))),
  ];
}

/** The columns of an index of columns alone; none of any other. */
const plainColumns = (index: Table['indexes'][number]): readonly string[] =>
  isPlain(index) ? (index.columns as string[]) : [];

/** The columns of an index; its SQL where these do not say it all. */
const shownIndex = (index: Table['indexes'][number]): string =>
  isPlain(index) ? listed(index.columns) : oneLine(index.sql);

/** Longer names end with a hash of the whole. */
const NAME_START = 54;

/** The beginning of the names of what makes up a trigram index: of an index in PostgreSQL, of tables in SQLite. */
export const trigramStart = (table: string, column: string): string =>
  `trigram_${table}_${column}`.slice(0, NAME_START);

/** Whether something with this name belongs to a trigram index of a table. */
export const isTrigramOf = (
  name: string,
  table: string,
  { trigrams }: Pick<TableSchema, 'trigrams'>,
): boolean => trigrams.some(([column]) => name.startsWith(trigramStart(table, column!)));

/** SQLite keeps them in tables of their own, which are compared there. */
function compareTrigrams({ name, wanted, live, kind }: Sides): readonly Difference[] {
  if (kind === 'sqlite') return [];
  return wanted.trigrams
    .filter(([column]) =>
      live.indexes.every((index) => !index.name.startsWith(trigramStart(name, column!))),
    )
    .map((columns) => difference('trigram index', name, columns, listed(columns), null));
}

function compareForeignKeys({ name, wanted, live, kind, isOwn }: Sides): readonly Difference[] {
  const pairs = (columns: readonly string[], to: readonly string[]): string =>
    columns
      .map((column, at) => folded(`${column}.${to[at] ?? ''}`, kind))
      .toSorted()
      .join();
  const isSame = (key: ForeignKeySpec, found: ForeignKey) =>
    found.schema === live.schema &&
    folded(found.table, kind) === folded(key.table, kind) &&
    pairs(found.columns, found.to) === pairs(keyColumns(key), targetColumns(key));
  const extra = live.foreignKeys.filter(
    (found) => !wanted.foreignKeys.some((key) => isSame(key, found)) && !isOwn('REFERENCES'),
  );
  return [
    ...wanted.foreignKeys.flatMap((key) => {
      const found = live.foreignKeys.find((one) => isSame(key, one));
      const target = `${key.table}.${targetColumns(key).join(', ')}`;
      return found === undefined
        ? [difference('foreign key', name, keyColumns(key), target, null)]
        : compareActions(name, key, found);
    }),
    ...extra.map((key) => difference('foreign key', name, key.columns, null, shownKey(key))),
  ];
}

/** Whether a row to which others refer cannot be deleted. */
const keeps = (action: string): boolean => action === 'no action' || action === 'restrict';

function compareActions(
  table: string,
  key: ForeignKeySpec,
  found: ForeignKey,
): readonly Difference[] {
  const { onDelete } = key;
  const columns = keyColumns(key);
  const isSame = found.onDelete === onDelete || (keeps(found.onDelete) && keeps(onDelete));
  return [
    ...(isSame ? [] : [difference('on delete', table, columns, onDelete, found.onDelete)]),
    ...(keeps(found.onUpdate)
      ? []
      : [difference('on update', table, columns, 'no action', found.onUpdate)]),
  ];
}

const shownKey = ({ columns, schema, table, to }: ForeignKey): string =>
  `(${columns.join(', ')}) to ${schema === null ? '' : `${schema}.`}${table} (${to.join(', ')})`;
