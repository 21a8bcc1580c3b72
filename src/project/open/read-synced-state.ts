import { isDeepStrictEqual } from 'node:util';
import { type BrokenMigration, readMigrations } from '../../code/read-migrations.js';
import { appOfCopies } from '../../code/read-project.js';
import { readActions } from '../../code/read-actions.js';
import { listedParts } from '../../code/listed-parts.js';
import { BUILT_IN, USER, withUser } from '../../model/built-in.js';
import type { App, Field, Model, ModelPart } from '../../model/model.js';
import { ownFiles, partOfModel, withParts } from '../../model/parts.js';
import { isError, type Problem, refusal, refuseErrors, warning } from '../../problem.js';
import { migrationSteps } from '../../render/render-migration.js';
import { modelNames } from '../../render/model-names.js';
import { MODELS_GEN } from '../../render/render-registry.js';
import { keyColumns, own, type Schema, type TableSchema } from '../../schema/engine/schema.js';
import { schemaOf } from '../../schema/schema.js';
import type { Tree } from '../../tree.js';
import { migrationsOf } from './migration-files.js';
import type { OpenProject } from './open-project.js';
import { templatesOf } from './templates.js';

/** The last synced state: what derived files and tables were made from. */
export interface SyncedState {
  /** The model of the pristine copies. */
  readonly before: App;
  /** The tables as the migrations create them, without those that only the developer uses. */
  readonly schema: Schema;
  /** The tables as the migrations create them, the developer's own included; absent where a migration cannot be read. */
  readonly migrated?: Schema;
  /** The place where names may have changed since; absent if that is in the entities. */
  readonly place?: string;
  readonly problems: readonly Problem[];
}

/** Reads the state of a project before its developer edited the entities. */
export function readSyncedState(project: OpenProject): SyncedState {
  const before = shareModels(
    withKnownTargets(
      withOldNames(withListedParts(appOfCopies(project.base), project.base), project.app),
    ),
    project.app,
  );
  const paths = migrationsOf(project.mine, templatesOf(project));
  const { schema, unread, broken } = readMigrations(
    paths.map((path) => [path, project.mine.get(path)!] as const),
  );
  const [now, was] = [schemaOf(project.app), schemaOf(before)];
  const problems = [...broken.map(brokenMigration), ...unread.map(unreadMigration)];
  if (problems.length > 0) return { before, schema: was, problems };
  return { before, schema: withoutUnknown(schema, now, was), migrated: schema, problems };
}

/**
 * The app of the kept copies with the parts that its list of models names: only those of access rules have copies. What routes did with
 * records is in the copies of resource files.
 */
function withListedParts(given: App, base: Tree): App {
  const listed = listedParts(base.get(MODELS_GEN) ?? '');
  const ownOf = ({ name, parts }: Model) => ownFiles({ parts: listed.get(name) ?? parts ?? [] });
  const actions = readActions(base);
  const withActions = (model: Model, part: ModelPart): ModelPart => {
    const known = actions.get(`${modelNames(model).variable}Resource`) ?? [];
    return part.kind === 'routes' && known.length > 0 ? { ...part, actions: known } : part;
  };
  const app = ownOf(USER).length > 0 ? withUser(given) : given;
  const models = app.models.map((model) => {
    const access = partOfModel(model, 'access');
    const others = ownOf(model).map((part) => withActions(model, part));
    return withParts(model, [...(access ? [access] : []), ...others]);
  });
  return { ...app, models };
}

const unreadMigration = (path: string): Problem =>
  warning(
    'unreadable-migration',
    `crudgen cannot read the steps of ${path}, and assumes that the tables are as it last wrote them`,
  );

const brokenMigration = ({ path, what, createdBy }: BrokenMigration): Problem => ({
  code: 'broken-migration',
  ...(createdBy === null
    ? {
        message: `${path} cannot run: it needs ${what}, but no earlier migration creates this, or an earlier one renames or drops it`,
        help: 'fix or delete it, then run: crudgen sync',
      }
    : {
        message: `${path} cannot run: it creates ${what}, which ${createdBy} also creates`,
        help: 'delete one of the two migrations (after a merge, keep the migration that has run on a database you need), then run: crudgen sync',
      }),
});

/** The last synced state; refuses where an existing migration cannot run, since a new one would follow it. */
export function readRunnableState(project: OpenProject): SyncedState {
  const known = readSyncedState(project);
  refuseErrors(known.problems.filter(isError));
  return known;
}

/**
 * The same; refuses where migrations do not match the entities: only `sync` asks about renames, and a step would start from
 * tables that the database does not have.
 */
export function requireSynced(project: OpenProject): SyncedState {
  const known = readRunnableState(project);
  if (migrationSteps(known.before, project.app, undefined, known.schema).length === 0) return known;
  throw refusal(
    'drift',
    'the entities were edited and have no migration yet',
    'run first: crudgen sync',
  );
}

/**
 * The app of the kept copies in their own names: a class renamed by hand has its old name in its own copy, while newer copies
 * that refer to it have the new one.
 */
function withOldNames(app: App, now: App): App {
  const names = new Map(app.models.map(({ name, table }) => [table, name]));
  const renamed = new Map(
    now.models.flatMap(({ name, table }): [string, string][] => {
      const before = names.get(table);
      const isTaken = app.models.some((model) => model.name === name);
      return before === undefined || isTaken ? [] : [[name, before]];
    }),
  );
  if (renamed.size === 0) return app;
  const field = (one: Field): Field => {
    const model = one.reference && renamed.get(one.reference.model);
    return model ? { ...one, reference: { ...one.reference!, model } } : one;
  };
  return {
    ...app,
    models: app.models.map((model) => ({ ...model, fields: model.fields.map(field) })),
  };
}

/**
 * The app of the kept copies without references to models that it does not have: after a merge, a copy may refer to a model
 * that the other branch has renamed. What was made of such a reference is made again, as of a new one.
 */
function withKnownTargets(app: App): App {
  const names = new Set([...Object.keys(BUILT_IN), ...app.models.map(({ name }) => name)]);
  const isKnown = ({ reference }: Field) => reference === null || names.has(reference.model);
  if (app.models.every(({ fields }) => fields.every(isKnown))) return app;
  const models = app.models.map((model) => ({ ...model, fields: model.fields.filter(isKnown) }));
  return { ...app, models };
}

/** Shares equal models between two apps, so that they are rendered once. */
function shareModels(app: App, other: App): App {
  const known = new Map(other.models.map((model) => [model.table, model]));
  const models = app.models.map((model) => {
    const same = known.get(model.table);
    return isDeepStrictEqual(model, same) ? same! : model;
  });
  return { ...app, models };
}

/** A schema without tables and columns that neither the entities nor crudgen know: they are the developer's own. */
function withoutUnknown(schema: Schema, now: Schema, was: Schema): Schema {
  const tables = Object.entries(schema.tables).flatMap(([name, table]) => {
    const known = [now, was].flatMap(({ tables: all }) => own(all, name) ?? []);
    return known.length === 0 ? [] : [[name, withKnownColumns(table, known)] as const];
  });
  return { tables: Object.fromEntries(tables) };
}

/** A table with the columns that one of others has, and what is on these alone. */
function withKnownColumns(table: TableSchema, others: readonly TableSchema[]): TableSchema {
  const isKnown = (name: string) => others.some(({ columns }) => Object.hasOwn(columns, name));
  const kept = Object.entries(table.columns).filter(([name]) => isKnown(name));
  const columns = Object.fromEntries(kept);
  const whole = (group: readonly string[]) => group.every((name) => Object.hasOwn(columns, name));
  const known = (kind: 'sqlIndexes' | 'checks') =>
    Object.entries(table[kind] ?? {}).filter(([name]) =>
      others.some((other) => Object.hasOwn(other[kind] ?? {}, name)),
    );
  return {
    columns,
    primaryKey: table.primaryKey,
    uniques: table.uniques.filter(whole),
    indexes: table.indexes.filter(whole),
    trigrams: table.trigrams.filter(whole),
    foreignKeys: table.foreignKeys.filter((key) => whole(keyColumns(key))),
    ...(table.sqlIndexes && { sqlIndexes: Object.fromEntries(known('sqlIndexes')) }),
    ...(table.checks && { checks: Object.fromEntries(known('checks')) }),
  };
}
