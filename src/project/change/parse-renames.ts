import { fieldNamed } from '../../model/change.js';
import type { Model } from '../../model/model.js';
import { refusal, type Refusal } from '../../problem.js';
import { isCycle, NO_RENAMES } from '../../schema/rename-schema.js';
import type { Schema } from '../../schema/engine/schema.js';
import { columnIn, schemaOf } from '../../schema/schema.js';
import { type GoneName, goneNames } from './gone-names.js';
import type { OpenProject } from '../open/open-project.js';
import type { SyncedState } from '../open/read-synced-state.js';
import { shownNames } from './shown-names.js';

/** Renames, as they are found. */
export interface Draft {
  readonly tables: Record<string, string>;
  readonly columns: Record<string, Record<string, string>>;
}

/** Adds the rename of a table or a column. */
export function addRename({ tables, columns }: Draft, { table, column }: Named, to: string): void {
  if (column === null) tables[table] = to;
  else columns[table] = { ...columns[table], [column]: to };
}

/** A table, or a column of one. */
export type Named = Pick<GoneName, 'table' | 'column'>;

/** A rename as typed. */
interface Typed {
  readonly text: string;
  /** A class or table. */
  readonly left: string;
  readonly field?: string;
  readonly to: string;
}

/** The models and tables of both sides. */
interface Sides {
  readonly known: SyncedState;
  readonly app: OpenProject['app'];
  readonly now: Schema;
}

/**
 * The renames of `Task.title:headline`, or `Task:Errand` for a model; tables and columns are understood, too, and join tables
 * have no other names. A table in a schema is `sales.customer`.
 */
export function parseRenames(
  given: readonly string[],
  { app }: OpenProject,
  known: SyncedState,
): Draft {
  const sides = { known, app, now: schemaOf(app) };
  const draft: Draft = { tables: {}, columns: {} };
  const typed = given.map((text) => readTyped(text, known));
  // Renames of models come first: the fields may be named after either of their names.
  for (const one of typed) if (one.field === undefined) addModel(one, draft, sides);
  const columns = typed.flatMap((one) =>
    one.field === undefined ? [] : addField({ ...one, field: one.field }, draft, sides),
  );
  for (const one of columns) requireFreeName(one, draft.columns[one.table]!, sides);
  return draft;
}

/** A rename by its names; before the last dot of a field, the table may have a schema of its own. */
function readTyped(text: string, { schema }: SyncedState): Typed {
  const [, from = '', to = ''] = /^(\w+(?:\.\w+){0,2}):(\w+(?:\.\w+)?)$/.exec(text) ?? [];
  const dot = from.lastIndexOf('.');
  return dot < 0 || Object.hasOwn(schema.tables, from)
    ? { text, left: from, to }
    : { text, left: from.slice(0, dot), field: from.slice(dot + 1), to };
}

function addModel({ text, left, to }: Typed, draft: Draft, sides: Sides): void {
  const { known, app, now } = sides;
  const table = tableNamed(known.before.models, left) ?? left;
  const target = tableNamed(app.models, to) ?? to;
  const isKept = table === target && left !== to;
  const was = (name: string) => Object.hasOwn(known.schema.tables, name);
  if (isKept && was(table)) return;
  if (!was(table) || was(target) || !Object.hasOwn(now.tables, target))
    throw badRename(text, 'name a model that is gone and a model that is new', sides);
  requireSingle(text, draft.tables, [table, target], sides);
  addRename(draft, { table, column: null }, target);
}

/** A renamed column. */
interface Column {
  readonly text: string;
  readonly table: string;
  readonly column: string;
  readonly to: string;
}

/** Adds the rename of a field; returns that of its column, which a many-to-many field does not have. */
function addField(typed: Typed & { readonly field: string }, draft: Draft, sides: Sides): Column[] {
  const { text, left, field, to } = typed;
  const { known, app, now } = sides;
  const target = renamedTable(left, draft, sides);
  const table = Object.entries(draft.tables).find(([, name]) => name === target)?.[0] ?? target;
  const [was, is] = [known.before, app].map(({ models }, at) =>
    models.find((model) => model.table === [table, target][at]),
  );
  const isClass = left !== table && left !== target;
  const had = (name: string) => columnIn(known.schema, table, name) !== undefined;
  const has = (name: string) => columnIn(now, target, name) !== undefined;
  const old = columnNamed(was, had, field, isClass);
  const next = columnNamed(is, has, to, isClass);
  const hasColumn = old !== null && had(old);
  const isAlike = next !== null && has(next) === hasColumn;
  if (old === null || !isAlike || old === next)
    throw badRename(text, 'name a field that is gone and a field that is new', sides);
  requireSingle(text, draft.columns[table] ?? {}, [old, next], sides);
  addRename(draft, { table, column: old }, next);
  return hasColumn ? [{ text, table, column: old, to: next }] : [];
}

/** The present table of a class or table, by its old or new name. */
function renamedTable(name: string, { tables }: Draft, { known, app }: Sides): string {
  const old = tableNamed(known.before.models, name) ?? name;
  return tableNamed(app.models, name) ?? tables[old] ?? old;
}

const tableNamed = (models: readonly Model[], name: string): string | null =>
  models.find((model) => model.name === name)?.table ?? null;

/** The column of a field or, after a table, the column of this name; a many-to-many field counts as one. */
function columnNamed(
  model: Model | undefined,
  isColumn: (name: string) => boolean,
  name: string,
  isClass: boolean,
): string | null {
  const field = (model && fieldNamed(model, name))?.column ?? null;
  const column = [name, `${name}_id`].find(isColumn) ?? null;
  return isClass ? (field ?? column) : (column ?? field);
}

/** Refuses a second new name of one, and one new name of two. */
function requireSingle(
  text: string,
  renamed: Readonly<Record<string, string>>,
  [from, to]: readonly [string, string],
  sides: Sides,
): void {
  const isOther = ([one, name]: readonly [string, string]) => (one === from) !== (name === to);
  if (Object.entries(renamed).some(isOther))
    throw badRename(
      text,
      'use each name only once: another --rename has one of these names',
      sides,
    );
}

/** Refuses a new name that another column keeps, and columns that swap names. */
function requireFreeName(
  { text, table, column, to }: Column,
  renamed: Readonly<Record<string, string>>,
  sides: Sides,
): void {
  if (isCycle(renamed, column)) throw badRename(text, SWAPPED, null);
  if (columnIn(sides.known.schema, table, to) !== undefined && renamed[to] === undefined)
    throw badRename(
      text,
      `\`${to}\` existed before; if you renamed it too, add a --rename for it`,
      sides,
    );
}

const SWAPPED = 'run sync twice to swap the names of fields, the first time with a temporary name';

/** Refuses a rename, with those that are possible. */
function badRename(text: string, help: string, sides: Sides | null): Refusal {
  const place = sides?.known.place ?? 'the entities';
  const message = `\`--rename ${text}\` does not match a rename in ${place}`;
  const such = sides === null ? [] : possibleRenames(sides);
  const shown = such.length === 0 ? '' : `: ${such.slice(0, MOST).join(', ')}`;
  return refusal('bad-rename', message, `${help}${shown}`);
}

/** The maximum number of suggestions. */
const MOST = 5;

/** Flags for everything that may have been renamed. */
function possibleRenames({ known, app }: Sides): string[] {
  const apps = { before: known.before, after: app, tables: {} };
  return goneNames(known, app, NO_RENAMES).flatMap((one) =>
    one.others.map((to) => {
      const { gone, come } = shownNames(one, to, apps);
      return `--rename ${gone}:${come}`;
    }),
  );
}
