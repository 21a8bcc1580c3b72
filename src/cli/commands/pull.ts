import { basename, dirname, join, relative, resolve } from 'node:path';
import { readContent } from '../../disk/contents.js';
import { writeNewFile } from '../../disk/new-file.js';
import { packageName } from '../../model/names.js';
import { planChanges } from '../../plan/plan-changes.js';
import { didYouMean } from '../../model/nearest.js';
import { misuse, problem, quoted, Refusal, refusal } from '../../problem.js';
import { projectAbove } from '../../project/open/find-project.js';
import { readTemplates, specSchema } from '../../project/open/templates.js';
import { PULLED_SPEC } from '../../project/plan/plan-new-project.js';
import { type Choice, isInSchema } from '../../pull/choose-tables.js';
import type { DatabaseSchema } from '../../pull/database.js';
import { mismatches } from '../../pull/links.js';
import { type Pulled, pullSpec, statementsOf } from '../../pull/pull.js';
import { skippedText } from '../../pull/skipped.js';
import { RESERVED_TABLES } from '../../spec/reserved.js';
import { parseSpec } from '../../spec/parse-spec.js';
import { NO_FILES } from '../../tree.js';
import { DATABASE_URLS } from '../../render/view-project.js';
import { askText } from '../ask.js';
import type { InitOptions } from '../ask-init.js';
import { type Context, printResult } from '../context.js';
import { databasePlace, type GivenDatabase } from '../database-place.js';
import {
  createProject,
  quoteFolder,
  requireEmptyFolder,
  withChosenFeatures,
} from '../new-project.js';
import { planJson, type PullJson } from '../plan-json.js';
import { pulledJson } from '../pulled-json.js';
import { showPulled } from '../show-pulled.js';
import { readSpecFile, requireValidSpec } from '../read-input.js';
import { kindOf, readSchemaOf } from '../read-schema.js';
import { requirePackageName } from './init.js';
import { pullAgain } from './pull-again.js';

/** The options of `pull`: which tables, and those of a new project. */
export interface PullOptions extends Omit<InitOptions, 'db' | 'ids' | 'yes'> {
  readonly tables?: readonly string[];
  readonly exclude?: readonly string[];
  /** The schemas of PostgreSQL. */
  readonly schema?: readonly string[];
  /** Makes models of views, too. */
  readonly views?: boolean;
  /** The schema of PostgreSQL for the service's own tables; that of the models where absent. */
  readonly ownSchema?: string;
  /** Writes the spec alone. */
  readonly specOnly?: boolean;
  /** In a project: what was renamed in the database, and the flags of commands that change the database. */
  readonly rename?: readonly string[];
  readonly dropData?: boolean;
  readonly sql?: boolean;
}

/** Reads a database, and makes a project of it, or merges what has changed into the project that is there; changes nothing in the database. */
export async function pull(
  context: Context,
  given: string | undefined,
  dir: string | undefined,
  options: PullOptions,
): Promise<number> {
  const project = await projectIn(context, dir);
  const flags = flagsOf(options);
  if (project !== null) {
    requireNoFlags(flags.ofNew, 'a project that is there takes no', 'leave it out');
    return pullAgain(context, project, given, options);
  }
  requireNoFlags(flags.ofProject, 'a new project takes no', 'run it in the folder of the project');
  if (given !== undefined) return pullNew(context, given, dir, options);
  throw misuse(
    'the database is missing, and there is no project here or above, which would name it',
    'name a URL or a file: crudgen pull chinook.db shop',
  );
}

/** The project that a command line means: that of a folder that it names, else the one around the current folder. */
async function projectIn({ cwd }: Context, dir: string | undefined): Promise<string | null> {
  if (dir === undefined) return projectAbove(cwd);
  const root = resolve(cwd, dir);
  return (await readContent(join(root, 'crudgen.json'))) === null ? null : root;
}

/** The given flags that only a new project takes, and those that only a project takes that is there. */
function flagsOf({
  models,
  name,
  schema,
  ownSchema,
  specOnly,
  templates,
  with: features,
  without,
  web,
  views,
  rename,
  dropData,
  sql,
}: PullOptions) {
  const named = (flags: Readonly<Record<string, unknown>>) =>
    Object.keys(flags).filter((flag) => flags[flag] !== undefined);
  return {
    ofNew: named({
      ...{ '--models': models, '--name': name, '--schema': schema, '--spec-only': specOnly },
      ...{ '--templates': templates, '--with': features, '--without': without },
      '--own-schema': ownSchema,
      '--no-web': web ? undefined : true,
      '--no-views': views === false ? true : undefined,
    }),
    ofProject: named({ '--rename': rename, '--drop-data': dropData, '--sql': sql }),
  };
}

function requireNoFlags([flag]: readonly string[], message: string, help: string): void {
  if (flag !== undefined) throw misuse(`${message} \`${flag}\``, help);
}

async function pullNew(
  context: Context,
  given: string,
  dir = '.',
  options: PullOptions,
): Promise<number> {
  const root = resolve(context.cwd, dir);
  if (options.name !== undefined) requirePackageName(options.name);
  const database = await databasePlace(context, given);
  requireFittingSchema(database, options);
  if (!options.specOnly) await requireEmptyFolder(root, dir, besideIn(root, context, options));
  const kind = kindOf(database.place);
  const driver = { folders: [root, context.cwd], install: options.install };
  const served = asServed(database, options);
  const { rows, schema, skipped } = await readSchemaOf(context, served, driver, { views: options });
  const pulled = pullSpec(schema, database.shown, options, skipped);
  requireTables(schema, pulled, database, options);
  if (options.specOnly) return writeSpec(context, root, pulled, { ...database, dir });
  const maker = asMade(database, options);
  const made = maker === served ? rows : (await readSchemaOf(context, maker, driver)).rows;
  const statements = statementsOf(kind, made, options);
  if (options.ownSchema === undefined) requireFreeTables(schema, database, options);
  requireSoundKeys(schema, database);
  return writeProject(context, root, { schema, statements, pulled, database, given }, options);
}

/** The name of a spec that its developer has in the folder of the project. */
function besideIn(
  root: string,
  { cwd }: Context,
  { models }: Pick<PullOptions, 'models'>,
): string | undefined {
  const file = models === undefined ? undefined : resolve(cwd, models);
  return file !== undefined && dirname(file) === root ? basename(file) : undefined;
}

function requireFittingSchema(
  { place }: GivenDatabase,
  { schema, ownSchema, specOnly }: PullOptions,
): void {
  const flag = schema === undefined ? '--own-schema' : '--schema';
  if (kindOf(place) !== 'postgres' && (schema ?? ownSchema) !== undefined)
    throw refusal('usage', 'only PostgreSQL has schemas', `leave out \`${flag}\``, 2);
  if (ownSchema === undefined) return;
  const fail = (message: string, help: string) => refusal('usage', message, help, 2);
  if (specOnly)
    throw fail(
      'a spec says nothing of the own tables',
      'leave out `--own-schema` until the project',
    );
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(ownSchema) || ownSchema.startsWith('pg_'))
    throw fail(
      `\`${ownSchema}\` is no name for a schema`,
      'write small letters, digits and _, such as --own-schema crudgen',
    );
  if ([pathOf({ schema }), ...(schema ?? [])].includes(ownSchema))
    throw fail(
      `the tables of the models are in the schema \`${ownSchema}\``,
      'name another one for the own tables, such as --own-schema crudgen',
    );
}

/** The database as the project will find its tables and types. */
function asServed(database: GivenDatabase, { schema, ownSchema }: PullOptions) {
  const found = pathOf({ schema });
  const path = ownSchema === undefined ? found : `${ownSchema},${found}`;
  return path === 'public' ? database : withSearchPath(database, path);
}

/** The database whose statements make another one: with own tables elsewhere, no name is found without that of its schema. */
const asMade = (database: GivenDatabase, { ownSchema }: PullOptions) =>
  ownSchema === undefined ? database : withSearchPath(database, '');

/** The schema whose tables are found by their names alone: the chosen one, unless there are several. */
const pathOf = ({ schema = [] }: Pick<PullOptions, 'schema'>): string =>
  schema.length === 1 ? schema[0]! : 'public';

/** A database of PostgreSQL whose sessions look for tables in some schemas. */
function withSearchPath(database: GivenDatabase, path: string): GivenDatabase {
  const { place } = database;
  if (place.kind === 'postgres-dump')
    return { ...database, place: { ...place, searchPath: path === '' ? "''" : path } };
  if (place.kind !== 'postgres') return database;
  const url = new URL(place.url);
  url.searchParams.set('options', `-c search_path=${path}`);
  // The driver takes a space in a query as it is written, not as a plus sign.
  return { ...database, place: { ...place, url: url.href.replaceAll('+', '%20') } };
}

/** Refuses a schema without tables beside others: one of several may be misspelt. */
function requireSchemas(
  tables: DatabaseSchema['tables'],
  schemas: readonly string[],
  shown: string,
): void {
  const known = [...new Set(tables.flatMap((table) => table.schema ?? []))];
  const empty = schemas.filter((schema) => !known.includes(schema));
  if (schemas.length > 1 && empty.length > 0)
    throw new Refusal(
      empty.map((schema) =>
        problem(
          'no-tables',
          `the schema \`${schema}\` of ${shown} has no tables`,
          didYouMean(schema, known, `its schemas: ${quoted(known)}`),
        ),
      ),
    );
}

/** Refuses names that no table has, and a database of which no table becomes a model. */
function requireTables(
  { tables }: DatabaseSchema,
  { models, leftOut, unknown, skipped }: Pulled,
  { shown }: GivenDatabase,
  { schema = ['public'] }: PullOptions,
): void {
  requireSchemas(tables, schema, shown);
  const inSchema = tables.filter((table) => isInSchema(table, { schema }));
  const names = inSchema.map(({ name }) => name);
  if (unknown.length > 0)
    throw new Refusal(
      unknown.map((name) =>
        problem(
          'no-table',
          `${shown} has no table \`${name}\``,
          didYouMean(name, names, `its tables: ${quoted(names)}`),
        ),
      ),
    );
  if (models.length > 0) return;
  const others = [...new Set(tables.flatMap((table) => table.schema ?? []))];
  const isElsewhere = inSchema.length === 0 && others.length > 0;
  throw refusal(
    'no-tables',
    isElsewhere
      ? `the schema \`${schema[0]}\` of ${shown} has no tables`
      : `no table of ${shown} can become a model`,
    isElsewhere
      ? `name another one: --schema ${others.join(', or --schema ')}`
      : leftOut.length > 0
        ? leftOut.map(({ name, why }) => `${name}: ${why}`).join('\n')
        : skipped.length > 0
          ? skipped.slice(0, MANY_SKIPPED).map(skippedText).join('\n')
          : 'make its tables first, or begin with: crudgen init',
  );
}

/** More statements than these are not named where none was read. */
const MANY_SKIPPED = 5;

/** Refuses a database that has tables that the service makes itself: it would not start. */
function requireFreeTables(
  { tables }: DatabaseSchema,
  { shown }: GivenDatabase,
  { schema }: PullOptions,
): void {
  const place = pathOf({ schema });
  const taken = tables
    .filter((table) => table.schema === null || table.schema === place)
    .map(({ name }) => name)
    .filter((name) => RESERVED_TABLES.has(name.toLowerCase()));
  if (taken.length === 0) return;
  throw refusal(
    'reserved-table',
    `${shown} has ${quoted(taken)} already, which the service makes itself`,
    'drop them if an earlier project made them, else rename them; with `--spec-only`, crudgen writes the spec alone',
  );
}

/** Refuses a file of SQLite that could not be written to. */
function requireSoundKeys({ kind, tables }: DatabaseSchema, { shown }: GivenDatabase): void {
  const faults = kind === 'sqlite' ? mismatches(tables) : [];
  if (faults.length === 0) return;
  throw refusal(
    'foreign-key-mismatch',
    `${shown} has foreign keys to columns that are not unique, so that SQLite refuses to write: ${quoted(faults)}`,
    'give these columns a unique index; with `--spec-only`, crudgen writes the spec alone',
  );
}

/** Writes the spec into a folder, or shows it. */
async function writeSpec(
  context: Context,
  root: string,
  pulled: Pulled,
  database: GivenDatabase & { readonly dir: string },
): Promise<number> {
  const { dryRun, cwd } = context;
  const file = join(root, PULLED_SPEC);
  const shown = relative(cwd, file) || PULLED_SPEC;
  if (!dryRun && !(await writeNewFile(file, pulled.text)))
    throw refusal(
      'not-empty',
      `there is a file \`${shown}\` already`,
      'rename it, or name another folder: crudgen pull <url | file> other --spec-only',
    );
  const next = `crudgen pull ${database.shown} ${database.dir} --models ${shown}`;
  const files = new Map([[PULLED_SPEC, pulled.text]]);
  const plan = planChanges({ base: NO_FILES, mine: NO_FILES, next: files });
  const result = {
    ...{ written: !dryRun, ...planJson(plan, context.contents), losses: [], next: [next] },
    ...{ root, failed: [], spec: pulled.text, pulled: pulledJson(pulled, database.shown) },
  };
  printResult<PullJson>(context, result, ({ style }) =>
    dryRun
      ? pulled.text.trimEnd()
      : [
          showPulled(pulled, database.shown, style),
          `${style.green('wrote')} ${shown}`,
          `Next, when you have read it:\n  ${style.bold(next)}`,
        ].join('\n'),
  );
  return 0;
}

/** The feature that keeps own tables in a schema of their own. */
const OWN_SCHEMA = 'own-schema';

interface Read {
  readonly schema: DatabaseSchema;
  readonly statements: readonly string[];
  readonly pulled: Pulled;
  readonly database: GivenDatabase;
  /** The database as it was typed. */
  readonly given: string;
}

/** Makes the project, whose first migration finds the tables in the database. */
async function writeProject(
  context: Context,
  root: string,
  { schema, statements, pulled, database, given }: Read,
  options: PullOptions,
): Promise<number> {
  const parsed =
    options.models === undefined
      ? parseSpec(PULLED_SPEC, pulled.text, specSchema())
      : await readSpecFile(context, options.models);
  const said = requireValidSpec(context, parsed, { models: [] });
  const { name = packageName(basename(root)) } = options;
  const { kind } = schema;
  const app = withChosenFeatures({ name, database: kind, ...said }, readTemplates(), options);
  if (!context.json)
    context.terminal.print(showPulled(pulled, database.shown, context.terminal.style));
  const isDump = database.place.kind === 'postgres-dump';
  const server = isDump ? await serverOf(context) : null;
  return createProject(context, root, app, options, {
    database: {
      baseline: { database: kind, statements },
      url: urlOf(server ?? database, root, options),
      spec: options.models === undefined ? pulled.text : null,
      read: { schema, choice: choiceOf(options) },
      features: options.ownSchema === undefined ? [] : [OWN_SCHEMA],
    },
    more: { pulled: pulledJson(pulled, database.shown) },
    load: isPrisma(given)
      ? null
      : server && loadCommand(server.place.url, resolve(context.cwd, given), root),
  });
}

/** The database on which a project of a dump works: its developer names it, or finds the usual one in `.env`. */
async function serverOf({ terminal, dryRun }: Context) {
  const usual = DATABASE_URLS.postgres;
  const fault = (text: string) =>
    /^postgres(ql)?:\/\//i.test(text) && URL.canParse(text)
      ? null
      : 'write postgres://user:password@host:5432/name';
  const url =
    terminal.interactive && !dryRun
      ? await askText('DATABASE_URL, the database that gets the dump', fault, usual)
      : usual;
  return { place: { kind: 'postgres', url }, shown: url, secrets: [] } as const;
}

/** Whether a file is a Prisma schema, which has no rows: an empty database gets its tables from the first migration. */
const isPrisma = (given: string): boolean => /\.prisma$/i.test(given);

/** The command that loads a dump; psql asks for the password. */
function loadCommand(url: string, file: string, root: string): string {
  const server = new URL(url);
  server.password = '';
  const dump = quoteFolder(relative(root, file).replaceAll('\\', '/'));
  return /\.gz$/i.test(file)
    ? `gunzip -c ${dump} | psql ${server.href}`
    : `psql ${server.href} -f ${dump}`;
}

/** The tables that somebody asks for. */
export const choiceOf = ({ tables, exclude, schema, views }: Choice): Choice => ({
  ...(tables && { tables }),
  ...(exclude && { exclude }),
  ...(schema !== undefined && { schema }),
  ...(views === false && { views }),
});

/** `DATABASE_URL` of the project; null for a dump, whose tables a new database gets. */
function urlOf(database: GivenDatabase, root: string, options: PullOptions): string | null {
  const { place } = asServed(database, options);
  switch (place.kind) {
    case 'dump':
    case 'postgres-dump':
      return null;
    case 'file':
      return `sqlite:${relative(root, place.file).replaceAll('\\', '/')}`;
    case 'postgres':
      return place.url;
  }
}
