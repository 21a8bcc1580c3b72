import { KEY_TYPES } from '../model/keys.js';
import { quoteName, quoteText } from '../model/quote.js';
import { type Choice, isAskedFor } from './choose-tables.js';
import type { Column, DatabaseSchema, Queries, Row, Rows, View } from './database.js';
import { MOMENTS } from './stored-moments.js';
import { guessType } from './guess-type.js';
import { readTypeName } from './type-name.js';

/** Rows that are looked at. A view may compute each of them. */
export const LOOKED_AT = 10_000;

/** A view in SQL. */
const inSql = ({ schema, name }: View): string =>
  schema === null ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;

const keyOf = ({ schema, name }: View): string => JSON.stringify([schema, name]);

/** Asks a database; a query that fails has no rows. */
export type Ask = (queries: Queries) => Promise<Rows<Queries>>;

/** The schema with what the views that somebody asks for say: one that cannot be read, or takes too long, says nothing. */
export async function withViews(
  schema: DatabaseSchema,
  choice: Choice,
  ask: Ask,
): Promise<DatabaseSchema> {
  const isRead = (view: View) => isAskedFor(view, choice);
  const askSome = (queries: Queries) => (Object.keys(queries).length === 0 ? {} : ask(queries));
  const columns = await askSome(viewColumnQueries(schema, schema.views.filter(isRead)));
  const views = schema.views.map((view) => withColumns(view, columns));
  const rows = await askSome(viewRowQueries(schema, views.filter(isRead)));
  return { ...schema, views: views.map((view) => withSeenRows(schema, view, rows)) };
}

/** The queries for the columns of views in SQLite: one that cannot be read fails alone. */
const viewColumnQueries = ({ kind }: DatabaseSchema, views: readonly View[]): Queries =>
  Object.fromEntries(
    kind === 'sqlite'
      ? views.map((view) => [
          keyOf(view),
          `SELECT name, type FROM pragma_table_info(${quoteText(view.name)})`,
        ])
      : [],
  );

/** The view with the columns that SQLite gives it; an expression has no type. */
function withColumns(view: View, rows: Rows<Queries>): View {
  const found = rows[keyOf(view)] ?? [];
  return found.length === 0 ? view : { ...view, columns: found.map(columnOf) };
}

function columnOf({ name, type }: Row): Column {
  const declared = typeof type === 'string' ? type : '';
  return {
    ...{ name: String(name), ...readTypeName(declared), declared },
    ...{ values: null, nullable: true, default: null },
    ...{ counted: false, generated: false, expression: null, caseless: false, comment: null },
  };
}

/** Keys of several columns that the tables of a view have and the view shows. */
export const keysOfBases = ({ bases, columns }: View): readonly (readonly string[])[] =>
  bases.flatMap(({ primaryKey }) => {
    const names = primaryKey.map((part) => columnNamed(part, columns));
    const isWhole = names.length > 0 && names.every((name) => name !== undefined);
    return isWhole ? [names as string[]] : [];
  });

const columnNamed = (name: string, columns: readonly Column[]): string | undefined =>
  (
    columns.find((column) => column.name === name) ??
    columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  )?.name;

/** Columns whose values can name a row. */
function countedIn({ kind }: DatabaseSchema, { columns }: View): readonly string[] {
  return columns.flatMap((column) => {
    const guess = guessType(column, { database: kind, isKeyed: true });
    const isKey = typeof guess === 'object' && KEY_TYPES.includes(guess.type);
    return isKey && !/json|xml/.test(column.type) ? [column.name] : [];
  });
}

/** The queries for what the rows of views say. */
const viewRowQueries = (schema: DatabaseSchema, views: readonly View[]): Queries =>
  Object.fromEntries(
    views
      .filter(({ columns }) => columns.length > 0)
      .flatMap((view) => [
        [keyOf(view), countsIn(schema, view)],
        ...groupsIn(view).map((group) => [keyOf(view) + group.join(), countOf(view, group)]),
      ]),
  );

const groupsIn = (view: View): readonly (readonly string[])[] =>
  keysOfBases(view).filter((group) => group.length > 1);

const someOf = (view: View): string => `(SELECT * FROM ${inSql(view)} LIMIT ${LOOKED_AT + 1}) AS v`;

function countsIn(schema: DatabaseSchema, view: View): string {
  const counts = countedIn(schema, view).flatMap((name, at) => [
    `count(${quoteName(name)}) AS n${at}`,
    `count(DISTINCT ${quoteName(name)}) AS d${at}`,
  ]);
  const types = untypedIn(schema, view).map(
    ({ name }, at) => `group_concat(DISTINCT typeof(${quoteName(name)})) AS t${at}`,
  );
  return `SELECT ${['count(*) AS n', ...counts, ...types].join(', ')} FROM ${someOf(view)}`;
}

/** Columns of SQLite of which only values tell the type: those of expressions, and moments, which may be numbers. */
const untypedIn = ({ kind }: DatabaseSchema, { columns }: View): readonly Column[] =>
  columns.filter(({ type }) => kind === 'sqlite' && (type === '' || MOMENTS.includes(type)));

function countOf(view: View, group: readonly string[]): string {
  const names = group.map(quoteName);
  const filled = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
  return `SELECT count(*) AS n FROM (SELECT DISTINCT ${names.join(', ')} FROM ${someOf(view)} WHERE ${filled}) AS g`;
}

/** The view with what its rows say, as far as they could be read. */
function withSeenRows(schema: DatabaseSchema, view: View, rows: Rows<Queries>): View {
  const [counts] = rows[keyOf(view)] ?? [];
  if (counts === undefined) return view;
  const count = Number(counts['n']);
  const isWhole = (value: unknown) => count > 0 && Number(value) === count;
  const single = countedIn(schema, view).filter(
    (_, at) => isWhole(counts[`n${at}`]) && isWhole(counts[`d${at}`]),
  );
  const groups = groupsIn(view).filter((group) =>
    isWhole(rows[keyOf(view) + group.join()]?.[0]?.['n']),
  );
  const types = new Map(
    untypedIn(schema, view).map((column, at) => [column.name, typeIn(column, counts[`t${at}`])]),
  );
  return {
    ...view,
    columns: view.columns.map((one) => ({ ...one, type: types.get(one.name) ?? one.type })),
    seen: { count, unique: [...single.map((name) => [name]), ...groups] },
  };
}

/** The type of a column by its values in SQLite: of numbers, if all of them are. */
function typeIn({ type }: Column, kinds: unknown): string {
  const found = String(kinds ?? '')
    .split(',')
    .filter((kind) => kind !== 'null' && kind !== '');
  if (found.length === 0 || !found.every((kind) => kind === 'integer' || kind === 'real'))
    return type;
  return found.includes('real') ? 'real' : 'integer';
}
