import { basename, dirname, join, relative, resolve } from 'node:path';
import { readContent } from '../../disk/contents.js';
import { writeNewFile } from '../../disk/new-file.js';
import { packageName } from '../../model/names.js';
import { planChanges } from '../../plan/plan-changes.js';
import { misuse, refusal } from '../../problem.js';
import { projectAbove } from '../../project/open/find-project.js';
import { readTemplates, specSchema } from '../../project/open/templates.js';
import { PULLED_SPEC } from '../../project/plan/plan-new-project.js';
import type { Pulled } from '../../pull/pull.js';
import { parseSpec } from '../../spec/parse-spec.js';
import { NO_FILES } from '../../tree.js';
import { DATABASE_URLS } from '../../render/view-project.js';
import { askText } from '../ask.js';
import { type Context, printResult, withoutQuestions } from '../context.js';
import { databasePlace } from '../database-place.js';
import { type GivenDatabase, withoutSecrets } from '../given-database.js';
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
import {
  choiceOf,
  readForProject,
  requireFittingSchema,
  urlOf,
  type PullOptions,
  type ReadForProject,
} from '../read-pulled.js';
import { requirePackageName } from './init.js';
import { pullAgain } from './pull-again.js';
import { pullPreview } from './pull-preview.js';

/** Reads a database, and makes a project of it, or merges what has changed into the project that is there; changes nothing in the database. */
export async function pull(
  asking: Context,
  given: string | undefined,
  dir: string | undefined,
  options: PullOptions,
): Promise<number> {
  const context = options.yes === true ? withoutQuestions(asking) : asking;
  if (options.preview) return pullPreview(context, given, dir, options);
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
  const read = await readForProject(context, root, database, options);
  if (options.specOnly) return writeSpec(context, root, read.pulled, { ...database, given, dir });
  const statements = await read.statements();
  return writeProject(context, root, { ...read, statements, database, given }, options);
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

/** Writes the spec into a folder, or shows it. */
async function writeSpec(
  context: Context,
  root: string,
  pulled: Pulled,
  database: GivenDatabase & { readonly given: string; readonly dir: string },
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
  const source = withoutSecrets(database.given, database);
  const next = `crudgen pull ${source} ${database.dir} --models ${shown}`;
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

interface Read extends Omit<ReadForProject, 'statements'> {
  readonly statements: readonly string[];
  readonly database: GivenDatabase;
  /** The database as it was typed. */
  readonly given: string;
}

/** Makes the project, whose first migration finds the tables in the database. */
async function writeProject(
  context: Context,
  root: string,
  { schema, statements, features, pulled, database, given }: Read,
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
      features: options.ownSchema === undefined ? features : [...features, OWN_SCHEMA],
    },
    more: { pulled: pulledJson(pulled, database.shown) },
    load: database.hasNoRows
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

/** The command that loads a dump; psql asks for the password. */
function loadCommand(url: string, file: string, root: string): string {
  const server = new URL(url);
  server.password = '';
  const dump = quoteFolder(relative(root, file).replaceAll('\\', '/'));
  return /\.gz$/i.test(file)
    ? `gunzip -c ${dump} | psql ${server.href}`
    : `psql ${server.href} -f ${dump}`;
}
