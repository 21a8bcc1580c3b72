import { randomBytes } from 'node:crypto';
import { basename, join, relative, resolve } from 'node:path';
import { listFolder } from '../../disk/folders.js';
import { inRepository, setMergeDriver } from '../../disk/merge-driver.js';
import { runProcess } from '../../disk/run-process.js';
import type { App, Model } from '../../model/model.js';
import { problem, quoted, refusal } from '../../problem.js';
import { withFeatures, withoutFeatures } from '../../project/feature-changes.js';
import { planNewProject } from '../../project/plan-new-project.js';
import { readTemplates } from '../../project/templates.js';
import { ADMIN, featuresIn } from '../../render/features.js';
import type { Tree } from '../../tree.js';
import { applyPlan, type FollowUp } from '../apply-plan.js';
import type { InitOptions } from '../ask-init.js';
import type { Context } from '../context.js';
import { packageName } from '../../model/names.js';
import { requireValidModels, readSpecFile } from '../read-input.js';

/** Creates a project in an empty folder. */
export async function init(context: Context, dir: string, options: InitOptions): Promise<number> {
  const root = resolve(context.cwd, dir);
  await requireEmptyFolder(root, dir);
  const defaultName = packageName(basename(root));
  if (options.name !== undefined) requirePackageName(options.name);
  const asks = context.terminal.interactive && options.yes !== true && !context.json;
  const templates = readTemplates();
  const features = featuresIn(templates);
  const chosen = asks
    ? await (await import('../ask-init.js')).askInit(options, defaultName, features)
    : options;
  const models =
    chosen.models === undefined
      ? []
      : requireValidModels(context, await readSpecFile(context, chosen.models), []);
  const { name = defaultName, db = 'sqlite' } = chosen;
  const app = withChosenFeatures({ name, database: db, web: true, models }, templates, chosen);
  const secret = randomBytes(32).toString('hex');
  const plan = planNewProject(app, { now: context.now, secret });
  const folder = relative(context.cwd, root);
  const messages = {
    done: `created ${folder || '.'}`,
    nothing: '',
    brief: `${plan.changes.length} files${models.length === 0 ? '' : ` with ${listModels(models)}`}`,
  };
  const place = { root, folder, page: app.web ? '/admin/' : '/docs' };
  const follow = (written: boolean) => setUp(context, { ...place, written }, options);
  return applyPlan(context, root, plan, messages, { follow });
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

/** A fresh clone of an empty repository counts as empty. */
async function requireEmptyFolder(root: string, dir: string): Promise<void> {
  const names = (await listFolder(root)) ?? [];
  const found = names.filter((name) => name !== '.git' && name !== '.DS_Store');
  if (found.length === 0) return;
  const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
  const message = `the folder \`${dir}\` is not empty: it contains ${quoted(found.slice(0, 3))}${more}`;
  const help = found.includes('crudgen.json')
    ? 'it is already a crudgen project; add models with: crudgen model add'
    : 'choose another folder: crudgen init my-app';
  throw refusal('not-empty', message, help);
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
  /** The page to open first. */
  readonly page: string;
  readonly written: boolean;
}

/** Quotes a folder for any shell. */
const quoteFolder = (folder: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(folder) ? folder : `"${folder}"`;

/** Runs npm install and git init; failures are reported, and the project stays. */
async function setUp(
  context: Context,
  { root, folder, page, written }: Place,
  { install, git }: InitOptions,
): Promise<FollowUp> {
  const failed = [
    ...(written && git ? await setUpGit(root) : []),
    ...(written && install ? await setUpPackages(context, root) : []),
  ];
  const next = [
    ...(folder === '' ? [] : [`cd ${quoteFolder(folder)}`]),
    ...(install && !failed.includes('npm install') ? [] : ['npm install']),
    'npm run build',
    'npm start',
  ];
  const problems = failed.map((command) => {
    const message = `the project was created, but \`${command}\` failed`;
    return problem('set-up', message, `run it again in ${join(folder, '.')}`);
  });
  const then = `Then open http://127.0.0.1:3000${page} and sign in as \`admin\` with the password \`admin\`.`;
  return { problems, next, then, more: { root, failed, next } };
}

/** Installs the packages of a project; returns what failed. */
async function setUpPackages({ json, terminal }: Context, root: string): Promise<string[]> {
  if (!json) terminal.note('installing packages (npm install) ...');
  const install = ['install', '--no-audit', '--no-fund'];
  const { code, stderr } = await runProcess('npm', install, { cwd: root });
  if (code === 0) return [];
  if (!json) terminal.note(stderr.trimEnd());
  return ['npm install'];
}

/** Creates a repository unless the folder is in one, and sets up the merge driver; returns what failed. */
async function setUpGit(root: string): Promise<string[]> {
  if (!(await inRepository(root))) {
    const { code } = await runProcess('git', ['init', '--quiet'], { cwd: root });
    if (code !== 0) return ['git init'];
  }
  return (await setMergeDriver(root)) ? [] : ['crudgen doctor'];
}
