import type { Model } from '../../model/model.js';
import type { Position } from '../../problem.js';
import { compareTable } from '../../pull/compare-tables.js';
import type { DatabaseKind, DatabaseSchema, Table } from '../../pull/database.js';
import { type Difference, isSameDifference } from '../../pull/difference.js';
import { foundTables } from '../../pull/found-tables.js';
import { isKeptByTools } from '../../pull/known-tables.js';
import { readCheck } from '../../pull/read-check.js';
import { isPending } from '../open/migration-files.js';
import type { OpenProject } from '../open/open-project.js';
import { type Mend, mendOf, placeOf } from './mend-drift.js';
import { saysInSql, wantedSchema, type WantedSchema } from './wanted-schema.js';

/** A difference with the place in the project that says otherwise. */
export interface Drift extends Difference {
  /** The field of an entity, its class, or a migration; null where nothing in the project has the table. */
  readonly at: Position | null;
  readonly mend: Mend;
}

/** How a project and its database differ. */
export interface DriftReport {
  readonly drifts: readonly Drift[];
  /** The migrations that have not run on the database. */
  readonly pending: readonly string[];
  /** The tables that the project does not serve: `pull` has left them out, or somebody asked to ignore them. */
  readonly unserved: readonly string[];
  /** The number of tables that both have. */
  readonly compared: number;
}

/** A database as it is now. */
export interface LiveDatabase {
  readonly kind: DatabaseKind;
  /** The schemas of PostgreSQL in which the project finds its tables, the first one first; none on SQLite. */
  readonly schemas: readonly string[];
  readonly found: DatabaseSchema;
  /** The names of the migrations that have run. */
  readonly applied: readonly string[];
}

/** The differences that the comparison leaves out or takes for granted. */
export interface DriftOptions {
  /** Tables, and columns as `table.column`. */
  readonly ignore: readonly string[];
  /** The database as `pull` has read it last; null in a project that was made of none. */
  readonly kept: DatabaseSchema | null;
}

/** Compares a database with the entities and migrations of a project. */
export function findDrift(
  project: OpenProject,
  live: LiveDatabase,
  { ignore, kept }: DriftOptions,
): DriftReport {
  const wanted = wantedSchema(project);
  const names = [
    ...Object.keys(wanted.schema.tables),
    ...project.app.models.map(({ table }) => table),
  ];
  const finding = { schemas: live.schemas, names };
  const tables = foundTables(live.found, finding);
  const known = kept === null || kept.kind !== live.kind ? [] : foundTables(kept, finding);
  const accepted = compared(wanted.pulled, known, live.kind);
  const pending = [...wanted.migrations.keys()].filter((path) => isPending(path, live.applied));
  const isIgnored = ({ table, columns }: Difference) =>
    ignore.some((name) => name === table || columns.some((one) => name === `${table}.${one}`));
  const context = { project, wanted, tables, live, ignore, known };
  const differences = [
    ...Object.entries(wanted.schema.tables).flatMap(([name, schema]) =>
      compareTable({ name, schema }, tableIn(tables, name, live.kind), live.kind, {
        isOwn: (...words) => saysInSql(wanted, [name, ...words]),
      }),
    ),
    ...project.app.models.flatMap((model) => valuesOf(model, tables, live.kind)),
    ...readOnlyDifferences(context),
    ...extraTables(context),
  ].filter((one) => !isIgnored(one) && !accepted.some((other) => isSameDifference(one, other)));
  return {
    drifts: differences.map((one) => ({
      ...one,
      at: placeOf(project, wanted, one),
      mend: mendOf(project, { wanted, pending }, one),
    })),
    pending,
    unserved: tables.filter((table) => isUnserved(table, context)).map(({ name }) => name),
    compared: tables.filter(({ name }) => isServed(name, context)).length,
  };
}

const isName = (one: string, other: string, kind: DatabaseKind): boolean =>
  one === other || (kind === 'sqlite' && one.toLowerCase() === other.toLowerCase());

const tableIn = (tables: readonly Table[], name: string, kind: DatabaseKind): Table | undefined =>
  tables.find((table) => isName(table.name, name, kind));

/** What the models and the database did not have alike when the database was pulled: it is as it should be. */
const compared = (
  { tables }: WantedSchema['pulled'],
  kept: readonly Table[],
  kind: DatabaseKind,
): readonly Difference[] =>
  Object.entries(tables).flatMap(([name, table]) => {
    const found = tableIn(kept, name, kind);
    return found === undefined ? [] : compareTable({ name, schema: table }, found, kind);
  });

interface Compared {
  readonly project: OpenProject;
  readonly wanted: WantedSchema;
  readonly tables: readonly Table[];
  readonly live: LiveDatabase;
  readonly ignore: readonly string[];
  /** The tables that `pull` has read. */
  readonly known: readonly Table[];
}

/** Whether entities or migrations have a table. */
const isServed = (name: string, { project, wanted, live: { kind } }: Compared): boolean =>
  Object.keys(wanted.schema.tables).some((one) => isName(one, name, kind)) ||
  project.app.models.some((model) => model.readOnly && isName(model.table, name, kind));

/** Whether a table is there by choice, and no model has it. */
function isUnserved(table: Table, context: Compared): boolean {
  const { wanted, ignore, known } = context;
  const { name, kind } = table;
  if (isServed(name, context) || isKeptByTools(table, wanted.schema)) return false;
  return (
    ignore.includes(name) ||
    known.some((one) => one.name === name) ||
    (kind === 'virtual' && saysInSql(wanted, [name]))
  );
}

function extraTables(context: Compared): readonly Difference[] {
  const { tables, wanted } = context;
  return tables
    .filter(
      (table) =>
        !isServed(table.name, context) &&
        !isKeptByTools(table, wanted.schema) &&
        !isUnserved(table, context) &&
        !saysInSql(wanted, [table.name]),
    )
    .map(({ name }) => extra(name));
}

const extra = (table: string): Difference => ({
  kind: 'table',
  table,
  columns: [],
  project: null,
  database: table,
});

/** Models that are only read need a view or a table with their columns. */
function readOnlyDifferences({ project, tables, live }: Compared): readonly Difference[] {
  return project.app.models.flatMap(({ table: name, readOnly, fields }): Difference[] => {
    if (!readOnly) return [];
    const isView = live.found.views.some(
      ({ schema, name: view }) =>
        ((schema === null || live.schemas.includes(schema)) && isName(view, name, live.kind)) ||
        name === `${schema}.${view}`,
    );
    const table = tableIn(tables, name, live.kind);
    if (isView) return [];
    const missing = { table: name, database: null } as const;
    if (table === undefined) return [{ kind: 'view', columns: [], project: name, ...missing }];
    return fields
      .filter(({ column }) => !table.columns.some((one) => isName(one.name, column, live.kind)))
      .map(({ column }) => ({ kind: 'column', columns: [column], project: column, ...missing }));
  });
}

/** The values of enums that the database has in an enum of its own or in a check. */
function valuesOf(model: Model, tables: readonly Table[], kind: DatabaseKind): Difference[] {
  const table = tableIn(tables, model.table, kind);
  if (table === undefined) return [];
  return model.fields.flatMap((field): Difference[] => {
    const found = field.type === 'enum' ? valuesIn(table, field.column, kind) : null;
    if (found === null || isSameSet(found, field.values)) return [];
    const [project, database] = [field.values, found].map((all) => all.map(quoteText).join(', '));
    return [
      {
        ...{ kind: 'values', table: table.name, columns: [field.column] },
        ...{ project: project!, database: database! },
      },
    ];
  });
}

const quoteText = (text: string): string => `'${text}'`;

function valuesIn(table: Table, name: string, kind: DatabaseKind): readonly string[] | null {
  const column = table.columns.find((one) => isName(one.name, name, kind));
  const rules = table.checks
    .flatMap(({ sql }) => readCheck(sql))
    .flatMap(({ rules: said }) => said ?? [])
    .filter((rule) => rule.kind === 'values' && isName(rule.column, name, kind));
  const [rule, second] = rules;
  if (column?.values) return rule === undefined ? column.values : null;
  return rule?.kind === 'values' && second === undefined ? rule.values : null;
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));
