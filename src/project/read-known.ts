import { isDeepStrictEqual } from 'node:util';
import type { App, Field } from '../model/model.js';
import { type Problem, Refusal, refusal } from '../problem.js';
import type { Schema } from '../schema/schema.js';
import { migrationsOf } from './migration-files.js';
import type { OpenProject } from './open-project.js';
import { readTemplates } from './templates.js';

/** What derived files and tables were made of, as far as that is known. */
export interface Known {
  /** The model that the pristine copies say. */
  readonly before: App;
  /** The tables as the migrations make them, without those that are the owner's alone. */
  readonly schema: Schema;
  /** The same with every table that they make; absent where some of them cannot be read. */
  readonly migrated?: Schema;
  readonly problems: readonly Problem[];
}

/** Reads what a project was made of before its owner edited the entities. */
export async function readKnown(project: OpenProject): Promise<Known> {
  const { readProject } = await import('../code/read-project.js');
  const { readMigrations } = await import('../code/read-migrations.js');
  const { schemaOf } = await import('../schema/schema.js');
  const before =
    project.base === null
      ? project.app
      : sharing(byKnownNames(readProject(project.base).app, project.app), project.app);
  const paths = migrationsOf(project, readTemplates());
  const { schema, unread, broken } = readMigrations(
    paths.map((path) => [path, project.mine.get(path)!] as const),
  );
  const [now, was] = [schemaOf(project.app), schemaOf(before)];
  const problems = [...broken.map(brokenMigration), ...unread.map(unreadMigration)];
  if (problems.length > 0) return { before, schema: was, problems };
  return { before, schema: limited(schema, now, was), migrated: schema, problems };
}

const unreadMigration = (path: string): Problem => ({
  code: 'unreadable-migration',
  message: `the steps of ${path} cannot be read, so the tables are taken as crudgen last knew them`,
  severity: 'warning',
});

const brokenMigration = ({ path, what }: { path: string; what: string }): Problem => ({
  code: 'broken-migration',
  message: `${path} cannot run: it changes ${what}, which no migration before it makes`,
  help: 'mend or delete it, then: crudgen sync',
});

/** The same, for who writes a migration; refuses where one that is there cannot run. */
export async function readSound(project: OpenProject): Promise<Known> {
  const known = await readKnown(project);
  const broken = known.problems.filter(({ severity }) => severity !== 'warning');
  if (broken.length > 0) throw new Refusal(broken);
  return known;
}

/**
 * The same; refuses where migrations do not make what the entities say. What `sync` asks about that nobody else does, and a
 * step from what the entities say would be one on what the database has not.
 */
export async function readSynced(project: OpenProject): Promise<Known> {
  const { migrationSteps } = await import('../render/render-migration.js');
  const known = await readSound(project);
  if (migrationSteps(known.before, project.app, undefined, known.schema).length === 0) return known;
  throw refusal({
    code: 'drift',
    message: 'the entities were edited, and there is no migration for that yet',
    help: 'first: crudgen sync',
  });
}

/**
 * What the kept copies say, in their own names: a class that its developer renamed by hand is still called as before in its own
 * copy, while those that refer to it since say the new name.
 */
function byKnownNames(app: App, now: App): App {
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

/** An app whose models are those of another where they say the same, so that they are rendered once for both. */
function sharing(app: App, other: App): App {
  const known = new Map(other.models.map((model) => [model.table, model]));
  const models = app.models.map((model) => {
    const same = known.get(model.table);
    return isDeepStrictEqual(model, same) ? same! : model;
  });
  return { ...app, models };
}

/** A schema without the tables and columns that neither the entities nor crudgen know: they are the owner's. */
function limited(schema: Schema, now: Schema, was: Schema): Schema {
  const tables = [...schema].filter(([name]) => now.has(name) || was.has(name));
  return new Map(
    tables.map(([name, table]) => {
      const known = (column: string) =>
        now.get(name)?.columns.has(column) === true || was.get(name)?.columns.has(column) === true;
      const columns = new Map([...table.columns].filter(([column]) => known(column)));
      const whole = (group: readonly string[]) => group.every((column) => columns.has(column));
      return [
        name,
        {
          columns,
          primaryKey: table.primaryKey,
          uniques: table.uniques.filter(whole),
          indexes: table.indexes.filter(whole),
          trigrams: table.trigrams.filter(whole),
          foreignKeys: table.foreignKeys.filter(({ column }) => columns.has(column)),
        },
      ];
    }),
  );
}
