import { join } from 'node:path';
import { readContent } from '../../disk/contents.js';
import type { App } from '../../model/model.js';
import { problem, quoted, Refusal, refusal, refuseErrors } from '../../problem.js';
import {
  mergeFaults,
  ownRenames,
  withoutOwnTables,
  pulledChange,
  type PulledParts,
} from '../../project/change/pulled-change.js';
import { isPending, migrationsOf, newestMigration } from '../../project/open/migration-files.js';
import { migrationsTableOf } from '../../project/open/migrations-table.js';
import type { OpenProject } from '../../project/open/open-project.js';
import { readRunnableState } from '../../project/open/read-synced-state.js';
import { specSchema, templatesOf } from '../../project/open/templates.js';
import { ownDatabase, withRulesOf } from '../../pull/again/own-database.js';
import { type GuessedApp, guessApp } from '../../pull/again/guessed-app.js';
import { KEPT_DATABASE, type KeptDatabase, parseDatabase } from '../../pull/again/kept-database.js';
import { withKnownNames } from '../../pull/again/known-names.js';
import { type MergedApp, mergeApp } from '../../pull/again/merge-app.js';
import { renameDatabase } from '../../pull/again/rename-database.js';
import type { Choice } from '../../pull/choose-tables.js';
import { inSchemas, schemasIn } from '../../pull/in-schemas.js';
import type { Renames } from '../../schema/rename-schema.js';
import { schemaOf } from '../../schema/schema.js';
import { fileName } from '../../tree.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';
import { projectDatabase } from '../project-database.js';
import { readRenames, requireRenames } from '../read-renames.js';
import { readSchemaOf } from '../read-schema.js';
import { warnSkipped } from '../warn-skipped.js';
import { mergedJson, newGaps, showMerged } from '../show-merged.js';

/** The options of `pull` in a project. */
export interface PullAgainOptions extends DataOptions, Pick<Choice, 'tables' | 'exclude'> {
  readonly rename?: readonly string[];
  readonly install: boolean;
}

/** Reads the database of a project again, and merges what has changed in it into the developer's models. */
export async function pullAgain(
  context: Context,
  root: string,
  given: string | undefined,
  options: PullAgainOptions,
): Promise<number> {
  const project = await projectOf({ ...context, cwd: root });
  const database = await projectDatabase(context, project, given);
  const file = await readKept(project);
  const driver = { folders: [root, context.cwd], install: options.install };
  const schemas = file?.choice.schema ?? schemasIn(project.app.models.map(({ table }) => table));
  const asked = { views: file?.choice ?? {}, migrations: migrationsTableOf(project) };
  const read = await readSchemaOf(context, database, driver, asked);
  warnSkipped(context, read.skipped, database.shown);
  const found = withoutOwnTables(inSchemas(read.schema, schemas), project);
  const kept = file ?? ownBase(project, { applied: read.applied, schemas }, database.shown);
  const schema = file === null ? withRulesOf(kept.schema, found) : found;
  const choice = choiceFrom(kept.choice, options);
  const made = ownRenames(project, kept, schema);
  const base = renameDatabase(kept.schema, made);
  const shape = specSchema();
  const now = guessApp(schema, choice, shape);
  requireGuess(now, database.shown);
  const known = { ...kept.choice, exclude: choice.exclude ?? [] };
  const before = guessApp(base, known, shape);
  const renames = await askRenames(context, project, { before, now }, options);
  const same = guessApp(renameDatabase(base, renames), known, shape);
  const merged = mergeApp(project.app, { before: same, now, renames });
  refuseErrors(mergeFaults(project.app, merged.app));
  const parts = { renames, read: { schema: found, choice }, kept: file };
  return follow(context, project, { merged, parts, same, now, shown: database.shown }, options);
}

/** What a pull has found. */
interface Found {
  readonly merged: MergedApp;
  readonly parts: PulledParts;
  readonly same: GuessedApp;
  readonly now: GuessedApp;
  /** The database without its password. */
  readonly shown: string;
}

/** Brings the project to the merged models. */
function follow(
  context: Context,
  project: OpenProject,
  { merged, parts, same, now, shown }: Found,
  { dropData, sql }: DataOptions,
): Promise<number> {
  const { told } = merged;
  const gaps = newGaps(same.pulled, now.pulled);
  if (!context.json && told.length + gaps.length > 0)
    context.terminal.print(`${showMerged(told, gaps, context.terminal.style)}\n`);
  const changes = told.length === 1 ? 'a change' : `${told.length} changes`;
  const messages = {
    done: `merged ${changes} of ${shown}`,
    nothing: `nothing to change: the models follow ${shown}`,
  };
  const change = pulledChange(project, merged, parts);
  const more = { merged: mergedJson(told, gaps, shown) };
  return changeModel(context, project, change, { messages, dropData, sql, more });
}

/** The database as it was read last; null without it. Refuses a file that is none. */
async function readKept({ root }: OpenProject): Promise<KeptDatabase | null> {
  const text = await readContent(join(root, KEPT_DATABASE));
  if (text === null) return null;
  const kept = parseDatabase(text);
  if (kept !== null) return kept;
  throw refusal(
    'bad-pulled-database',
    `${KEPT_DATABASE} cannot be read`,
    'take either side of a conflict as a whole, or restore the file with git: what both branches have pulled is found in the models',
  );
}

/** The base of a project that has not pulled yet: what its migrations make. Refuses a database that they have not made. */
function ownBase(
  project: OpenProject,
  { applied, schemas }: { applied: readonly string[] | null; schemas: readonly string[] },
  shown: string,
): KeptDatabase {
  const paths = migrationsOf(project.mine, templatesOf(project));
  const pending = paths.filter((path) => applied === null || isPending(path, applied));
  if (pending.length > 0)
    throw refusal(
      'pending',
      `${shown} has not applied ${quoted(pending.map(fileName))}, so crudgen cannot tell what else has changed there`,
      'apply the migrations first: npm run migrate',
    );
  const { migrated, schema } = readRunnableState(project);
  const made = ownDatabase(migrated ?? schema, project.app.database);
  const migration = newestMigration(paths);
  const choice = schemas.length > 0 ? { schema: schemas } : {};
  return { schema: withoutOwnTables(made, project), choice, migration };
}

/** The tables that are compared: those of the last time, with others that are asked for, and without those that are excluded. */
function choiceFrom(
  { tables, exclude = [], schema, views }: Choice,
  { tables: more = [], exclude: less = [] }: Pick<Choice, 'tables' | 'exclude'>,
): Choice {
  const isIn = (names: readonly string[]) => (name: string) =>
    names.some((one) => one.toLowerCase() === name.toLowerCase());
  const left = [...exclude.filter((name) => !isIn(more)(name)), ...less];
  return {
    ...(tables && { tables: [...tables, ...more.filter((name) => !isIn(tables)(name))] }),
    ...(left.length > 0 && { exclude: [...new Set(left)] }),
    ...(schema !== undefined && { schema }),
    ...(views === false && { views }),
  };
}

/** Refuses a database whose tables cannot become models: all models would be removed. */
function requireGuess({ problems, models, pulled }: GuessedApp, shown: string): void {
  if (problems.length > 0) throw new Refusal(problems);
  if (models.length > 0) return;
  const why = pulled.leftOut.map((one) => `${one.name}: ${one.why}`).join('\n');
  throw new Refusal([
    problem(
      'no-tables',
      `no table of ${shown} can become a model`,
      why || 'name the database of the project: crudgen pull <url | file>',
    ),
  ]);
}

interface BothGuesses {
  readonly before: GuessedApp;
  readonly now: GuessedApp;
}

/** The tables and columns that have other names now: given by `--rename`, or asked; refuses where nobody can say. */
async function askRenames(
  context: Context,
  project: OpenProject,
  { before, now }: BothGuesses,
  { rename = [], dropData = false }: PullAgainOptions,
): Promise<Renames> {
  const possible = withKnownNames(project.app, before, now);
  const schema = schemaOf(possible.before);
  const known = { before: possible.before, schema, place: 'the database', problems: [] };
  const asked: OpenProject & { readonly app: App } = { ...project, app: possible.now };
  const renames = await readRenames(context, asked, known, rename);
  if (!dropData && !context.terminal.interactive) requireRenames(asked, known, renames);
  return renames;
}
