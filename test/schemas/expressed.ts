import type { Column, DatabaseKind, DatabaseSchema, Table } from '../../src/pull/database.js';
import { inSchemas } from '../../src/pull/in-schemas.js';
import type { DraftField } from '../../src/pull/draft.js';
import { pullSpec } from '../../src/pull/pull.js';

/** What of a schema is counted, in the order of the table. */
export const PARTS = [
  ...(['columns', 'keys', 'relations', 'indexes', 'checks', 'defaults', 'views'] as const),
];
export type Part = (typeof PARTS)[number];

/** How many parts a schema has, and how many of them a spec says. */
export interface Count {
  readonly all: number;
  readonly said: number;
}

/** What a spec says of a schema, and what it does not. */
export interface Expressed {
  readonly tables: Count;
  readonly parts: Readonly<Record<Part, Count>>;
  /** Columns that have a field of the type of the database: its values are texts as the database prints them. */
  readonly native: number;
  /** What no spec says, each with the places where it is. */
  readonly others: ReadonlyMap<string, readonly string[]>;
  /** Triggers and rules, which do their work below the service. */
  readonly below: number;
}

/** Tables without data of their own, by the reasons for which `pull` leaves them out. */
const NO_DATA = /^a partition:|^another tool keeps its migrations/;

function joined(
  entries: readonly (readonly [string, readonly string[]])[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [text, places] of entries) found.set(text, [...(found.get(text) ?? []), ...places]);
  return found;
}

/** Counts what the spec of a database says, or of some of its schemas. */
export function expressedIn(found: DatabaseSchema, schemas: readonly string[]): Expressed {
  const database = inSchemas(found, schemas);
  const { models, leftOut } = pullSpec(
    database,
    '',
    schemas.length === 0 ? {} : { schema: schemas },
  );
  const why = new Map(leftOut.map((one) => [one.name, one.why]));
  const isHere = (schema: string | null) => schema === null || schemas.includes(schema);
  const views = leftOut.flatMap(({ isView, name }) => (isView ? [name] : []));
  const all = database.tables.filter(({ schema }) => isHere(schema));
  const tables = all.filter(({ name }) => !NO_DATA.test(why.get(name) ?? ''));
  const said = tables.filter(({ name }) => !why.has(name));
  const fieldOf = fieldsOf(models);
  const columns = said.flatMap((table) =>
    table.columns.map((column) => ({
      place: `${table.name}.${column.name}`,
      verdict: verdictOf(column, fieldOf(table, column), database.kind),
    })),
  );
  const gaps = models.flatMap(({ table, gaps: texts }) =>
    texts.map((text) => ({ table: table.name, ...gapOf(text) })),
  );
  const seen = database.views.filter(({ schema }) => isHere(schema)).length;
  const inAll = (count: (table: Table) => number) => sum(tables.map(count));
  const counted = (part: Part, count: (table: Table) => number): Count => {
    const lost = gaps.filter((gap) => gap.part === part).length;
    return { all: inAll(count), said: Math.max(0, sum(said.map(count)) - lost) };
  };
  const own = columns.filter(({ verdict }) => verdict === 'own' || verdict === 'native');
  return {
    tables: { all: tables.length, said: said.length },
    parts: {
      columns: { all: inAll((table) => table.columns.length), said: own.length },
      keys: { all: inAll(keysOf), said: sum(said.map(keysOf)) },
      relations: counted('relations', ({ foreignKeys }) => foreignKeys.length),
      indexes: counted('indexes', ({ indexes }) => indexes.length),
      checks: counted('checks', ({ checks }) => checks.length),
      defaults: counted('defaults', (table) => table.columns.filter(hasDefault).length),
      views: { all: seen, said: seen - views.length },
    },
    native: columns.filter(({ verdict }) => verdict === 'native').length,
    others: joined([
      ...tables.flatMap(({ name }) =>
        why.has(name) ? [[`table left out: ${why.get(name)!}`, [name]] as const] : [],
      ),
      ...columns.flatMap(({ place, verdict }) =>
        verdict === 'own' || verdict === 'native' || verdict === 'lost'
          ? []
          : [[verdict, [place]] as const],
      ),
      ...gaps.flatMap(({ part, text, place, table }) =>
        part === 'below' ? [] : [[text, [place === null ? table : `${table}.${place}`]] as const],
      ),
      ...(views.length === 0 ? [] : [['view left out', views] as const]),
    ]),
    below: gaps.filter(({ part }) => part === 'below').length,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

const keysOf = ({ primaryKey }: Table): number => (primaryKey.length > 0 ? 1 : 0);

const hasDefault = ({ default: sql, counted, generated }: Column): boolean =>
  sql !== null && !counted && !generated && !/^null\b/i.test(sql);

/** Finds the field of a column; `stamp` for a timestamp that a model has without a field, `pair` in a table of pairs. */
function fieldsOf(
  models: ReturnType<typeof pullSpec>['models'],
): (table: Table, column: Column) => DraftField | 'stamp' | 'pair' | null {
  const byTable = new Map(models.map((model) => [model.table.name, model]));
  return (table, column) => {
    const model = byTable.get(table.name);
    if (model === undefined) return 'pair';
    const field = model.fields.find((one) => one.column?.name === column.name);
    if (field !== undefined) return field;
    return model.timestamps && /^(created|updated)_at$/.test(column.name) ? 'stamp' : null;
  };
}

/** Types of columns that hold any texts. */
const TEXTS = /char|text|clob|string|^name$|^$/;

/**
 * Whether a column has a field of its own type: `native` for a type that only the database knows, `lost` without a field, or else a
 * sentence about the type that it has instead.
 */
function verdictOf(
  { type, sizes, declared, values }: Column,
  field: DraftField | 'stamp' | 'pair' | null,
  kind: DatabaseKind,
): string {
  if (field === null) return 'lost';
  if (typeof field === 'string') return 'own';
  const [name] = field.type;
  if (name === 'native') return 'native';
  const isText = name === 'string' || name === 'text';
  if (isText && values === null && !TEXTS.test(type)) return `a text in place of ${declared}`;
  if (name === 'float' && kind === 'postgres' && type === 'numeric' && sizes.length === 0)
    return `a float in place of ${declared}`;
  return 'own';
}

interface Gap {
  readonly part: Part | 'below' | 'others';
  /** The gap without the place where it is, so that equal ones are one. */
  readonly text: string;
  readonly place: string | null;
}

/** Gaps by the words with which `pull` begins them; what begins otherwise is counted as none of the parts, and named. */
const GAPS: readonly (readonly [Gap['part'], RegExp])[] = [
  ['columns', /^(generated )?column (?<place>[^:]+?)(?=:|$)/],
  ['indexes', /^(partial |[a-z]+ )?(unique )?index (of an expression )?(?<place>\S+)/],
  ['relations', /^foreign key /],
  ['checks', /^check /],
  ['defaults', /^default .* of (?<place>\w+)(?=:|$)/],
  ['below', /^(trigger |on update |row security)/],
];

function gapOf(text: string): Gap {
  for (const [part, pattern] of GAPS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const place = found.groups?.['place'] ?? null;
    // The names of columns and indexes are places; what is left is the kind of gap.
    const rest =
      place === null ? text : text.replace(new RegExp(`( of)? ${escaped(place)}(?=:|$| \\()`), '');
    return { part, text: rest, place };
  }
  return { part: 'others', text, place: null };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
