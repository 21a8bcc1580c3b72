import { randomBytes } from 'node:crypto';
import { basename, join, relative, resolve } from 'node:path';
import { listFolder } from '../../disk/list-folder.js';
import { inRepository, setMergeDriver } from '../../disk/merge-driver.js';
import { runProcess } from '../../disk/run-process.js';
import type { App, Model } from '../../model/model.js';
import { refusal } from '../../problem.js';
import { withFeatures, withoutFeatures } from '../../project/feature-changes.js';
import { planNewProject } from '../../project/plan-new-project.js';
import { readTemplates } from '../../project/templates.js';
import { ADMIN, featuresIn } from '../../render/features.js';
import type { Tree } from '../../tree.js';
import { applyPlan, type Followed } from '../apply-plan.js';
import type { InitOptions } from '../ask-init.js';
import type { Context } from '../context.js';
import { packageName } from '../package-name.js';
import { demandModels, readSpecFile } from '../read-input.js';

/** Makes a new project in an empty folder. */
export async function init(context: Context, dir: string, options: InitOptions): Promise<number> {
  const root = resolve(context.cwd, dir);
  await demandEmpty(root, dir);
  const usual = packageName(basename(root));
  if (options.name !== undefined) demandName(options.name);
  const asks = context.terminal.interactive && options.yes !== true && !context.json;
  const templates = readTemplates();
  const features = featuresIn(templates);
  const chosen = asks
    ? await (await import('../ask-init.js')).askInit(options, usual, features)
    : options;
  const models = chosen.models === undefined ? [] : await readModels(context, chosen.models);
  const { name = usual, db = 'sqlite' } = chosen;
  const app = withChosen({ name, database: db, web: true, models }, templates, chosen);
  const secret = randomBytes(32).toString('hex');
  const plan = await planNewProject(app, { now: context.now, secret });
  const folder = relative(context.cwd, root);
  const words = {
    done: `made ${folder || '.'}`,
    nothing: '',
    brief: `${plan.changes.length} files${models.length === 0 ? '' : ` with ${named(models)}`}`,
  };
  const place = { root, folder, page: app.web ? '/admin/' : '/docs' };
  const follow = (written: boolean) => setUp(context, { ...place, written }, options);
  return applyPlan(context, root, plan, words, { follow });
}

/** A new application with the features that were asked for, and without those that were not wanted. */
function withChosen(app: App, templates: Tree, { web, ...chosen }: InitOptions): App {
  const without = [...(chosen.without ?? []), ...(web ? [] : [ADMIN])];
  const rest = without.length > 0 ? withoutFeatures(app, templates, without) : app;
  return withFeatures(rest, templates, chosen.with ?? []);
}

/** More models than this are counted instead of named. */
const MANY = 12;

const named = (models: readonly Model[]): string =>
  models.length > MANY ? `${models.length} models` : models.map(({ name }) => name).join(', ');

async function readModels(context: Context, file: string): Promise<readonly Model[]> {
  return demandModels(context, await readSpecFile(context, file), []);
}

/** A fresh clone of an empty repository is empty enough. */
async function demandEmpty(root: string, dir: string): Promise<void> {
  const found = ((await listFolder(root)) ?? []).filter(
    (name) => name !== '.git' && name !== '.DS_Store',
  );
  if (found.length === 0) return;
  const some = found
    .slice(0, 3)
    .map((name) => `\`${name}\``)
    .join(', ');
  const message = `the folder \`${dir}\` is not empty: it holds ${some}${found.length > 3 ? ` and ${found.length - 3} more` : ''}`;
  const mine = found.includes('crudgen.json');
  const help = mine
    ? 'it is a crudgen project already; add models with: crudgen model add'
    : 'name another folder: crudgen init my-app';
  throw refusal({ code: 'not-empty', message, help });
}

function demandName(name: string): void {
  if (name === packageName(name)) return;
  const message = `\`${name}\` cannot be the name of a package`;
  throw refusal(
    { code: 'invalid-name', message, help: `write \`--name ${packageName(name)}\`` },
    2,
  );
}

interface Place {
  readonly root: string;
  /** The folder as it is typed. */
  readonly folder: string;
  /** What its developer looks at first. */
  readonly page: string;
  readonly written: boolean;
}

/** A folder as every shell takes it. */
const asArgument = (folder: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(folder) ? folder : `"${folder}"`;

/** Installs and makes a repository; what fails is told, and the project stays. */
async function setUp(
  context: Context,
  { root, folder, page, written }: Place,
  { install, git }: InitOptions,
): Promise<Followed> {
  const failed = [
    ...(written && git ? await setUpGit(root) : []),
    ...(written && install ? await setUpPackages(context, root) : []),
  ];
  const next = [
    ...(folder === '' ? [] : [`cd ${asArgument(folder)}`]),
    ...(install && !failed.includes('npm install') ? [] : ['npm install']),
    'npm run build',
    'npm start',
  ];
  const problems = failed.map((command) => ({
    code: 'set-up',
    message: `\`${command}\` failed; the project is made`,
    help: `type it again in ${join(folder, '.')}`,
  }));
  const then = `Then open http://127.0.0.1:3000${page} and sign in as \`admin\` with the password \`admin\`.`;
  return { problems, next, then, more: { root, failed, next } };
}

/** Installs the packages of a project; gives what failed. */
async function setUpPackages({ json, terminal }: Context, root: string): Promise<string[]> {
  if (!json) terminal.note('installing packages (npm install) ...');
  const { code, stderr } = await runProcess('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: root,
  });
  if (code === 0) return [];
  if (!json) terminal.note(stderr.trimEnd());
  return ['npm install'];
}

/** Makes a repository where the folder is in none, and tells git how to merge; gives what failed. */
async function setUpGit(root: string): Promise<string[]> {
  if (!(await inRepository(root))) {
    const { code } = await runProcess('git', ['init', '--quiet'], { cwd: root });
    if (code !== 0) return ['git init'];
  }
  return (await setMergeDriver(root)) ? [] : ['crudgen doctor'];
}
