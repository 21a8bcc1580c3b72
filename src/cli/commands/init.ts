import { randomBytes } from 'node:crypto';
import { basename, join, relative, resolve } from 'node:path';
import { listFolder } from '../../disk/folders.js';
import { inRepository, setMergeDriver } from '../../disk/merge-driver.js';
import { runProcess } from '../../disk/run-process.js';
import type { App, Model } from '../../model/model.js';
import { type Problem, problem, quoted, Refusal, refusal } from '../../problem.js';
import { withFeatures, withoutFeatures } from '../../project/change/feature-changes.js';
import { planNewProject } from '../../project/plan/plan-new-project.js';
import { readTemplates } from '../../project/open/templates.js';
import { ADMIN, type Feature, featuresIn, hasBackOffice } from '../../render/features.js';
import type { ParsedSpec } from '../../spec/spec.js';
import { withIds } from '../../spec/with-ids.js';
import type { Tree } from '../../tree.js';
import { applyPlan, type FollowUp } from '../apply-plan.js';
import type { InitAnswers, InitOptions } from '../ask-init.js';
import type { Context } from '../context.js';
import { withFolder } from '../init-folder.js';
import { installPackages } from '../install-packages.js';
import { packageName } from '../../model/names.js';
import { requireValidSpec, readSpecFile } from '../read-input.js';
import { byStyle, readStyle } from '../read-style.js';

/** Creates a project in an empty folder: the given one, the one asked for on a terminal, or else the current one. */
export async function init(
  context: Context,
  given: string | undefined,
  options: InitOptions,
): Promise<number> {
  const templates = readTemplates();
  const chosen = await choose(context, given, options, featuresIn(templates));
  const { dir = '.' } = chosen;
  const ids = chosen.ids === 'integer' ? undefined : chosen.ids;
  const root = resolve(context.cwd, dir);
  await requireEmptyFolder(root, dir);
  const said: Pick<App, 'models' | 'roles'> =
    chosen.models === undefined
      ? NOTHING
      : requireValidSpec(context, await readWithIds(context, chosen.models, ids), NOTHING);
  const { models } = said;
  const { name = packageName(basename(root)), db = 'sqlite' } = chosen;
  const kind = ids && { ids };
  const app = withChosenFeatures({ name, database: db, ...kind, ...said }, templates, chosen);
  const secret = randomBytes(32).toString('hex');
  const style = await readStyle(context, chosen.templates);
  const plan = byStyle(style, (own) =>
    planNewProject(app, { now: context.now, secret, style: own }),
  );
  const folder = relative(context.cwd, root);
  const messages = {
    done: `created ${folder || '.'}`,
    nothing: '',
    brief: `${plan.changes.length} files${models.length === 0 ? '' : ` with ${listModels(models)}`}`,
  };
  const page = hasBackOffice(app) ? 'localhost:5173/admin/' : '127.0.0.1:3000/docs';
  const place = { root, folder, page };
  const follow = (written: boolean) => setUp(context, { ...place, written }, options);
  return applyPlan(context, root, plan, messages, { follow });
}

const NOTHING = { models: [] };

/** Reads a spec file whose models have ids of a kind. */
async function readWithIds(context: Context, file: string, ids: App['ids']): Promise<ParsedSpec> {
  const { spec, problems } = await readSpecFile(context, file);
  return { spec: withIds(spec, ids), problems };
}

/** The folder and the options from the command line, and on a terminal from its user. */
async function choose(
  context: Context,
  given: string | undefined,
  options: InitOptions,
  features: readonly Feature[],
): Promise<InitAnswers> {
  const names = features.map(({ name }) => name);
  const { dir, ...rest } = withFolder(context.args, { ...options, dir: given }, names);
  if (rest.name !== undefined) requirePackageName(rest.name);
  if (dir !== undefined) await requireEmptyFolder(resolve(context.cwd, dir), dir);
  const asks = context.terminal.interactive && options.yes !== true && !context.json;
  if (!asks) return { ...rest, dir };
  const { askInit } = await import('../ask-init.js');
  return askInit({ ...rest, dir }, features, {
    cwd: context.cwd,
    check: async (folder) =>
      (await notEmpty(resolve(context.cwd, folder), folder))?.message ?? null,
  });
}

/** A new application with the chosen features. */
function withChosenFeatures(app: App, templates: Tree, { web, ...chosen }: InitOptions): App {
  const without = [...(chosen.without ?? []), ...(web ? [] : [ADMIN])];
  const rest = without.length > 0 ? withoutFeatures(app, templates, without) : app;
  return withFeatures(rest, templates, chosen.with ?? []);
}

/** More models than this are counted instead of named. */
const MANY = 12;

const listModels = (models: readonly Model[]): string =>
  models.length > MANY ? `${models.length} models` : models.map(({ name }) => name).join(', ');

async function requireEmptyFolder(root: string, dir: string): Promise<void> {
  const found = await notEmpty(root, dir);
  if (found !== null) throw new Refusal([found]);
}

/** What is wrong with a folder that is not empty, else null. A fresh clone of an empty repository counts as empty. */
async function notEmpty(root: string, dir: string): Promise<Problem | null> {
  const names = (await listFolder(root)) ?? [];
  const found = names.filter((name) => name !== '.git' && name !== '.DS_Store');
  if (found.length === 0) return null;
  const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
  const message = `the folder \`${dir}\` is not empty: it contains ${quoted(found.slice(0, 3))}${more}`;
  const help = found.includes('crudgen.json')
    ? 'it is already a crudgen project; add models with: crudgen model add'
    : 'choose another folder: crudgen init my-app';
  return problem('not-empty', message, help);
}

function requirePackageName(name: string): void {
  if (name === packageName(name)) return;
  const message = `\`${name}\` is not a valid package name`;
  throw refusal('invalid-name', message, `write \`--name ${packageName(name)}\``, 2);
}

interface Place {
  readonly root: string;
  /** The folder relative to the current one. */
  readonly folder: string;
  /** Host and path of the page that `npm run dev` serves. */
  readonly page: string;
  readonly written: boolean;
}

/** Runs git init and npm install, and makes the first commit; failures are reported, and the project stays. */
async function setUp(
  context: Context,
  { root, folder, page, written }: Place,
  { install, git }: InitOptions,
): Promise<FollowUp> {
  const isNew = written && git && !(await inRepository(root));
  const failed = [
    ...(written && git ? await setUpGit(root, isNew) : []),
    ...(written && install ? await setUpPackages(context, root) : []),
  ];
  if (isNew && failed.length === 0) await commitAll(root);
  const next = [
    ...(folder === '' ? [] : [`cd ${quoteFolder(folder)}`]),
    ...(install && !failed.includes('npm install') ? [] : ['npm install']),
    'npm run dev',
  ];
  const problems = failed.map((command) => {
    const message = `the project was created, but \`${command}\` failed`;
    return problem('set-up', message, `run it again in ${join(folder, '.')}`);
  });
  const then = [
    `Then open http://${page} and sign in as \`admin\` with the password \`admin\`.`,
    'In production: npm run build, npm start',
  ].join('\n');
  return { problems, next, then, more: { root, failed } };
}

/** Quotes a folder for any shell. */
const quoteFolder = (folder: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(folder) ? folder : `"${folder}"`;

/** Installs the packages of a project; returns what failed. */
async function setUpPackages(context: Context, root: string): Promise<string[]> {
  const { code, stderr } = await installPackages(context, root);
  if (code === 0) return [];
  context.terminal.note(stderr.trimEnd());
  return ['npm install'];
}

/** Creates a repository where the folder is in none, and sets up the merge driver; returns what failed. */
async function setUpGit(root: string, isNew: boolean): Promise<string[]> {
  if (isNew && (await runProcess('git', ['init', '--quiet'], { cwd: root })).code !== 0)
    return ['git init'];
  return (await setMergeDriver(root)) ? [] : ['crudgen doctor'];
}

/**
 * Makes the first commit of a new repository, from which on git shows what each command changed. Where git does not know its
 * user, it is theirs to make.
 */
async function commitAll(root: string): Promise<void> {
  const { code } = await runProcess('git', ['add', '--all'], { cwd: root });
  const commit = ['commit', '--quiet', '--message', 'Initial commit'];
  if (code === 0) await runProcess('git', commit, { cwd: root });
}
