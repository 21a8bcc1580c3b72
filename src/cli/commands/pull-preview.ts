import { join } from 'node:path';
import { copyDatabase } from '../../disk/copy-database.js';
import { linkPackages } from '../../disk/link-packages.js';
import { runProcess } from '../../disk/run-process.js';
import { inScratchFolder } from '../../disk/scratch-folder.js';
import { serveProject } from '../../disk/serve-project.js';
import { untilSignal } from '../../disk/until-signal.js';
import { writePlan } from '../../disk/write-plan.js';
import type { App } from '../../model/model.js';
import { misuse, refusal } from '../../problem.js';
import { packsOf } from '../../project/open/packed-files.js';
import { readTemplates, specSchema } from '../../project/open/templates.js';
import { planNewProject, PULLED_SPEC } from '../../project/plan/plan-new-project.js';
import { hasBackOffice } from '../../render/features.js';
import { parseSpec } from '../../spec/parse-spec.js';
import type { Context } from '../context.js';
import { databasePlace } from '../database-place.js';
import type { GivenDatabase } from '../given-database.js';
import { installPackages } from '../install-packages.js';
import { withChosenFeatures } from '../new-project.js';
import { readSpecFile, requireValidSpec } from '../read-input.js';
import {
  asServed,
  choiceOf,
  readForProject,
  requireFittingSchema,
  type PullOptions,
} from '../read-pulled.js';
import { kindOf } from '../read-schema.js';
import { showPulled } from '../show-pulled.js';

/** The feature that makes nothing in the database, and lets everybody read. */
const PREVIEW = 'preview';

/** The first schema of PostgreSQL in which a preview makes its own tables: they are gone with its connection. */
const TEMPORARY = 'pg_temp';

/** Serves a look at a database from a temporary folder, until it is ended: nothing is made in the database, and nothing stays. */
export async function pullPreview(
  context: Context,
  given: string | undefined,
  dir: string | undefined,
  options: PullOptions,
): Promise<number> {
  const source = requireSource(context, given, dir, options);
  const database = await databasePlace(context, source);
  requireFittingSchema(database, options);
  requireRows(database);
  return inScratchFolder((folder) =>
    untilSignal((signal) => preview(context, { folder, database, signal }, options)),
  );
}

/** The database of a command line; refuses what does not go with a preview. */
function requireSource(
  { json, dryRun }: Context,
  given: string | undefined,
  dir: string | undefined,
  { ownSchema, specOnly, name }: PullOptions,
): string {
  const [flag] = Object.entries({
    ...{ '--own-schema': ownSchema, '--spec-only': specOnly, '--name': name },
    ...{ '--json': json || undefined, '--dry-run': dryRun || undefined },
  }).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (flag !== undefined)
    throw misuse(`\`--preview\` and \`${flag}\` do not go together`, 'leave one of them out');
  if (dir !== undefined)
    throw misuse(
      'a preview leaves no folder behind',
      `leave out \`${dir}\`; without \`--preview\`, the project is made there`,
    );
  if (given === undefined)
    throw misuse(
      'the database is missing',
      'name a URL or a file: crudgen pull chinook.db --preview',
    );
  return given;
}

/** Refuses a dump, whose rows are in no database. */
function requireRows({ place, shown }: GivenDatabase): void {
  if (place.kind === 'dump' || place.kind === 'postgres-dump')
    throw refusal(
      'no-rows',
      `${shown} is a dump, of which there is no service before it is loaded`,
      'load it into a database, and name that; or make a project of it: crudgen pull <file> shop',
    );
}

interface Previewed {
  readonly folder: string;
  readonly database: GivenDatabase;
  readonly signal: AbortSignal;
}

async function preview(
  context: Context,
  { folder, database, signal }: Previewed,
  options: PullOptions,
): Promise<number> {
  const { terminal } = context;
  const isServer = database.place.kind === 'postgres';
  const own = isServer ? { ...options, ownSchema: TEMPORARY } : options;
  const root = join(folder, 'preview');
  const app = await writeProject(context, root, database, own);
  if (!signal.aborted) await preparePackages(context, root, app, options, signal);
  if (!signal.aborted && !isServer) await copyFile(database, root);
  if (signal.aborted) return 0;
  const { place } = asServed(database, own);
  const url = place.kind === 'postgres' ? place.url : 'sqlite:data/app.db';
  const onListening = (at: string) => terminal.print(urlsOf(at, app, isServer));
  const hasAnswered = await serveProject(root, {
    env: { ...SETTINGS, PORT: process.env['PORT'] ?? '0', DATABASE_URL: url },
    ...{ signal, onListening, onFailure: (text: string) => terminal.note(text) },
  });
  return hasAnswered && signal.aborted ? 0 : 1;
}

/** The service that they make answers on this machine alone. */
const SETTINGS = {
  ...{ NODE_ENV: 'development', HOST: '127.0.0.1', SERVICE_AUTH_DISABLED: '1' },
  ...{ DATABASE_POOL_SIZE: '1', READERS: '0', LOG_LEVEL: 'info' },
} as const;

/** Writes the project of a preview, and returns its app. */
async function writeProject(
  context: Context,
  root: string,
  database: GivenDatabase,
  options: PullOptions,
): Promise<App> {
  const read = await readForProject(context, root, database, options);
  const { schema, pulled, statements } = read;
  const parsed =
    options.models === undefined
      ? parseSpec(PULLED_SPEC, pulled.text, specSchema())
      : await readSpecFile(context, options.models);
  const said = requireValidSpec(context, parsed, { models: [] });
  const kind = kindOf(database.place);
  const made = { name: PREVIEW, database: kind, ...said };
  const app = withChosenFeatures(made, readTemplates(), options);
  context.terminal.print(showPulled(pulled, database.shown, context.terminal.style));
  const plan = planNewProject(app, {
    now: context.now,
    secret: 'nobody signs in to a preview, so this is no secret',
    database: {
      baseline: { database: kind, statements: await statements() },
      ...{ url: null, spec: null, read: { schema, choice: choiceOf(options) } },
      features: [PREVIEW, ...read.features],
    },
  });
  await writePlan(root, plan, { packsOf });
  return app;
}

/** Uses the packages of the current folder, or installs those of the project, and builds the back-office. */
async function preparePackages(
  context: Context,
  root: string,
  app: App,
  { install }: Pick<PullOptions, 'install'>,
  signal: AbortSignal,
): Promise<void> {
  const { terminal, cwd } = context;
  const run = async (title: string, work: () => ReturnType<typeof runProcess>) => {
    if (signal.aborted) return;
    const { code, stderr, stdout } = await work();
    if (code === 0 || signal.aborted) return;
    terminal.note(stderr.trimEnd() || stdout.trimEnd());
    throw refusal('set-up', `${title} failed`, 'run the command again; its folder is gone');
  };
  if (!(await linkPackages(root, cwd))) {
    if (!install)
      throw refusal(
        'no-packages',
        'the packages of a project are neither in the current folder nor above it, and `--no-install` keeps crudgen from getting them',
        'leave out `--no-install`, or run this in a folder of a project',
      );
    await run('`npm install`', () => installPackages(context, root, signal));
  }
  if (!hasBackOffice(app)) return;
  terminal.note('building the back-office ...');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await run('the build of the back-office', () =>
    runProcess(process.execPath, [vite, 'build', 'web'], { cwd: root, signal }),
  );
}

/** Copies a file of SQLite into the project, where the service makes its own tables. */
async function copyFile({ place, shown }: GivenDatabase, root: string): Promise<void> {
  if (place.kind !== 'file') return;
  const to = join(root, 'data', 'app.db');
  const why = await copyDatabase({ folder: root, from: place.file, to });
  if (why !== null)
    throw refusal('not-copied', `${shown} cannot be copied: ${why}`, 'check the free space');
}

function urlsOf(url: string, app: App, isServer: boolean): string {
  const [first] = app.models;
  return [
    ...(hasBackOffice(app) ? [`  back-office    ${url}/admin/`] : []),
    `  documentation  ${url}/docs`,
    ...(first ? [`  records        ${url}${first.prefix}`] : []),
    isServer
      ? 'Everybody on this machine can read, and nobody can write. Nothing was made in the database.'
      : 'Everybody on this machine can read, and nobody can write. This is a copy, as the file was a moment ago.',
    'Ctrl+C ends it and removes what it needed.',
  ].join('\n');
}
