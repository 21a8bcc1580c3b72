import { stepsOfMigration } from '../../code/read-migrations.js';
import { faultsIn } from '../../model/faults.js';
import type { App, Model } from '../../model/model.js';
import type { Problem } from '../../problem.js';
import type { DatabaseSchema } from '../../pull/database.js';
import { type KeptDatabase, printDatabase } from '../../pull/again/kept-database.js';
import type { MergedApp } from '../../pull/again/merge-app.js';
import { featureTables } from '../../render/features.js';
import type { Renames } from '../../schema/rename-schema.js';
import type { TableStep } from '../../schema/engine/schema.js';
import { RESERVED_TABLES } from '../../spec/reserved.js';
import { migrationMoment, migrationsOf, newestMigration } from '../open/migration-files.js';
import type { OpenProject } from '../open/open-project.js';
import { templatesOf } from '../open/templates.js';
import { registerSearch, updateSearch } from './edit-search.js';
import { withFeatures } from './feature-changes.js';
import { fieldMembers, type ModelChange, type OldName } from './project-change.js';

/** The feature whose migrations find what others have changed. */
const BASELINE = 'baseline';

/** The change that brings a project to its database: the merged models, and the database as the base of the next merge. */
export function pulledChange(
  project: OpenProject,
  merged: MergedApp,
  { renames, read, kept }: PulledParts,
): ModelChange {
  const { app } = project;
  const migration = newestMigration(project.mine.keys());
  const text = printDatabase({ ...read, migration: kept?.migration ?? migration });
  // A project that was not made of its database keeps it from the first change on.
  const isNew = merged.told.length + merged.problems.length > 0;
  const isSame = kept === null ? !isNew : text === printDatabase(kept);
  const file = isSame ? null : printDatabase({ ...read, migration });
  const pulled = { file };
  if (merged.told.length === 0)
    return { mode: 'change', after: app, pulled, warnings: merged.problems };
  const after = withFeatures(merged.app, templatesOf(project), [BASELINE]);
  const known = new Set(app.models.map(({ name }) => name));
  const fresh = after.models.filter(({ name }) => !known.has(name));
  return {
    ...{ mode: 'change', after, renames, pulled },
    edits: [updateSearch(project, after), registerSearch(project, fresh)],
    oldNames: app.models.flatMap((model) => lostMembers(model, after, renames)),
    warnings: merged.problems,
  };
}

/** The parts of a change that follows a database. */
export interface PulledParts {
  /** The tables and columns that have other names in the database now. */
  readonly renames: Renames;
  /** The database as it was read now. */
  readonly read: Omit<KeptDatabase, 'migration'>;
  /** The database as it was kept; null without one. */
  readonly kept: KeptDatabase | null;
}

/** The members that a model loses. */
function lostMembers(model: Model, after: App, { tables }: Renames): OldName[] {
  const now = after.models.find(({ table }) => table === (tables[model.table] ?? model.table));
  if (now === undefined) return [];
  const left = new Set(now.fields.flatMap(fieldMembers));
  const names = model.fields.flatMap(fieldMembers).filter((name) => !left.has(name));
  return names.length === 0 ? [] : [{ model, names }];
}

/** The faults of merged models that the models did not have before. */
export function mergeFaults(before: App, after: App): readonly Problem[] {
  const known = new Set(faultsIn(before).map(({ fault }) => fault.message));
  return faultsIn(after)
    .map(({ fault }) => fault)
    .filter(({ message }) => !known.has(message));
}

/**
 * The renames that migrations of the project's own have made in its database since it was read: there the new names are, and not
 * the old ones. A migration with custom code tells none.
 */
export function ownRenames(
  project: OpenProject,
  { migration, schema }: KeptDatabase,
  now: DatabaseSchema,
): Renames {
  const later = migrationsOf(project.mine, templatesOf(project))
    .filter((path) => (migrationMoment(path) ?? '') > migration)
    .sort();
  const steps = later.flatMap((path) => stepsOfMigration(path, project.mine.get(path)!) ?? []);
  const [was, is] = [namesIn(schema), namesIn(now)];
  const draft = followSteps(steps);
  const isDone = (from: string, to: string) => was.has(from) && is.has(to) && !is.has(from);
  const tables = Object.entries(draft.tables).filter(([from, to]) => isDone(from, to));
  const made = Object.fromEntries(tables);
  const columns = Object.entries(draft.columns).map(([table, moved]) => {
    const present = made[table] ?? table;
    const done = Object.entries(moved).filter(
      ([from, to]) =>
        was.has(`${table}.${from}`) && is.has(`${present}.${to}`) && !is.has(`${present}.${from}`),
    );
    return [table, Object.fromEntries(done)] as const;
  });
  return { tables: made, columns: Object.fromEntries(columns) };
}

/** A database without the tables that the service and the features of a project have in it, and their triggers. */
export function withoutOwnTables(schema: DatabaseSchema, project: OpenProject): DatabaseSchema {
  const features = featureTables(project.app, templatesOf(project));
  const own = new Set([...Object.keys(features.tables), ...RESERVED_TABLES]);
  const isOwn = (name: string) => own.has(name.toLowerCase()) || TRIGRAMS.test(name);
  const tables = schema.tables
    .filter(({ name }) => !isOwn(name))
    .map((table) => ({
      ...table,
      triggers: table.triggers.filter((name) => !TRIGRAMS.test(name)),
      indexes: table.indexes.filter(({ name }) => !TRIGRAMS.test(name)),
    }));
  return { ...schema, tables };
}

/** The names of what trigram indexes consist of. */
const TRIGRAMS = /^trigram_/;

const namesIn = ({ tables }: DatabaseSchema): ReadonlySet<string> =>
  new Set(
    tables.flatMap(({ name, columns }) => [name, ...columns.map((one) => `${name}.${one.name}`)]),
  );

/** The places of tables and columns after some steps, by their names before. */
function followSteps(steps: readonly TableStep[]): Renames {
  const tables: Record<string, string> = {};
  const columns: Record<string, Record<string, string>> = {};
  const before = (names: Readonly<Record<string, string>>, name: string) =>
    Object.entries(names).find(([, now]) => now === name)?.[0] ?? name;
  for (const step of steps) {
    if (step.do === 'renameTable') tables[before(tables, step.table)] = step.to;
    if (step.do !== 'renameColumn') continue;
    const table = before(tables, step.table);
    const moved = (columns[table] ??= {});
    moved[before(moved, step.column)] = step.to;
  }
  return { tables, columns };
}
