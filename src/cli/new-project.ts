import { randomBytes } from 'node:crypto';
import { join, relative } from 'node:path';
import { listFolder } from '../disk/folders.js';
import { inRepository, setMergeDriver } from '../disk/merge-driver.js';
import { runProcess } from '../disk/run-process.js';
import type { App, Model } from '../model/model.js';
import { type Problem, problem, quoted, Refusal } from '../problem.js';
import { type NewProject, planNewProject } from '../project/plan/plan-new-project.js';
import { withFeatures, withoutFeatures } from '../project/change/feature-changes.js';
import { ADMIN, hasBackOffice } from '../render/features.js';
import type { Tree } from '../tree.js';
import { applyPlan, type FollowUp } from './apply-plan.js';
import type { InitOptions } from './ask-init.js';
import type { Context } from './context.js';
import { installPackages } from './install-packages.js';
import type { AddedJson } from './plan-json.js';
import { byStyle, readStyle } from './read-style.js';

/** What is done besides writing the files of a project. */
export type SetUpOptions = Pick<InitOptions, 'templates' | 'install' | 'git'>;

/** The features that a command line chooses. */
export type ChosenFeatures = Pick<InitOptions, 'with' | 'without' | 'web'>;

/** What a project begins with. */
interface Begin extends Pick<NewProject, 'database' | 'edits'> {
  readonly more?: AddedJson;
  readonly warnings?: readonly Problem[];
  /** The command that fills its database; null where that is there. */
  readonly load?: string | null;
}

/** Writes a new project into an empty folder, and sets it up; returns the exit code. */
export async function createProject(
  context: Context,
  root: string,
  app: App,
  options: SetUpOptions,
  { more = {}, warnings = [], load = null, ...begin }: Begin = {},
): Promise<number> {
  const secret = randomBytes(32).toString('hex');
  const style = await readStyle(context, options.templates);
  const plan = byStyle(style, (own) =>
    planNewProject(app, { now: context.now, secret, style: own, ...begin }),
  );
  const folder = relative(context.cwd, root);
  const { models } = app;
  const messages = {
    done: `created ${folder || '.'}`,
    nothing: '',
    brief: `${plan.changes.length} files${models.length === 0 ? '' : ` with ${listModels(models)}`}`,
  };
  const page = hasBackOffice(app) ? 'localhost:5173/admin/' : '127.0.0.1:3000/docs';
  const place = { root, folder, page, load };
  const follow = (written: boolean) => setUp(context, { ...place, written }, options);
  const told = { ...plan, warnings: [...plan.warnings, ...warnings] };
  return applyPlan(context, root, told, messages, { more, follow });
}

/** A new application with the chosen features. */
export function withChosenFeatures(
  app: App,
  templates: Tree,
  { web, ...chosen }: ChosenFeatures,
): App {
  const without = [...(chosen.without ?? []), ...(web ? [] : [ADMIN])];
  const rest = without.length > 0 ? withoutFeatures(app, templates, without) : app;
  return withFeatures(rest, templates, chosen.with ?? []);
}

/** More models than this are counted instead of named. */
const MANY = 12;

const listModels = (models: readonly Model[]): string =>
  models.length > MANY ? `${models.length} models` : models.map(({ name }) => name).join(', ');

/** Refuses a folder that has more in it than a file `beside` the project. */
export async function requireEmptyFolder(
  root: string,
  dir: string,
  beside?: string,
): Promise<void> {
  const found = await notEmpty(root, dir, beside);
  if (found !== null) throw new Refusal([found]);
}

/** What is wrong with a folder that is not empty, else null. A fresh clone of an empty repository counts as empty. */
export async function notEmpty(
  root: string,
  dir: string,
  beside?: string,
): Promise<Problem | null> {
  const names = (await listFolder(root)) ?? [];
  const found = names.filter((name) => ![beside, '.git', '.DS_Store'].includes(name));
  if (found.length === 0) return null;
  const more = found.length > 3 ? ` and ${found.length - 3} more` : '';
  const message = `the folder \`${dir}\` is not empty: it contains ${quoted(found.slice(0, 3))}${more}`;
  const help = found.includes('crudgen.json')
    ? 'it is already a crudgen project; add models with: crudgen model add'
    : 'choose another folder: crudgen init my-app';
  return problem('not-empty', message, help);
}

interface Place {
  readonly root: string;
  /** The folder relative to the current one. */
  readonly folder: string;
  /** Host and path of the page that `npm run dev` serves. */
  readonly page: string;
  readonly load: string | null;
  readonly written: boolean;
}

/** Runs git init and npm install, and makes the first commit; failures are reported, and the project stays. */
async function setUp(
  context: Context,
  { root, folder, page, load, written }: Place,
  { install, git }: SetUpOptions,
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
    ...(load === null ? [] : [load]),
    'npm run dev',
  ];
  const problems = failed.map((command) => {
    const message = `the project was created, but \`${command}\` failed`;
    return problem('set-up', message, `run it again in ${join(folder, '.')}`);
  });
  const then = [
    ...(load === null
      ? []
      : ['Where the dump is not loaded first, the first start makes its tables, without rows.']),
    `Then open http://${page} and sign in as \`admin\` with the password \`admin\`.`,
    'In production: npm run build, npm start',
  ].join('\n');
  return { problems, next, then, more: { root, failed } };
}

/** Quotes a folder for any shell. */
export const quoteFolder = (folder: string): string =>
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
