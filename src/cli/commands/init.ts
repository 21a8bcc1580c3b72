import { randomBytes } from 'node:crypto';
import { basename, join, relative, resolve } from 'node:path';
import { listFolder } from '../../disk/list-folder.js';
import { inRepository, setMergeDriver } from '../../disk/merge-driver.js';
import { runProcess } from '../../disk/run-process.js';
import { writePlan } from '../../disk/write-plan.js';
import type { App, Model } from '../../model/model.js';
import { EMPTY_PLAN } from '../../plan/empty-plan.js';
import type { Plan } from '../../plan/plan.js';
import { Refusal } from '../../problem.js';
import type { Context } from '../context.js';
import { packageName } from '../package-name.js';
import { readTemplates } from '../project.js';
import { demandModels, readSpecFile } from '../read-input.js';
import { planJson, showPlan, summarize } from '../show-plan.js';

/** What `init` takes; what is missing is asked for or takes its default. */
export interface InitOptions {
  readonly name?: string;
  readonly db?: App['database'];
  readonly models?: string;
  readonly web: boolean;
  readonly install: boolean;
  readonly git: boolean;
  readonly yes?: boolean;
}

/** Makes a new project in an empty folder. */
export async function init(context: Context, dir: string, options: InitOptions): Promise<number> {
  const root = resolve(context.cwd, dir);
  await demandEmpty(root, dir);
  const usual = packageName(basename(root));
  if (options.name !== undefined) demandName(options.name);
  const asks = context.terminal.interactive && options.yes !== true && !context.json;
  const chosen = asks ? await (await import('../ask-init.js')).askInit(options, usual) : options;
  const models = chosen.models === undefined ? [] : await readModels(context, chosen.models);
  const { name = usual, db = 'sqlite', web } = chosen;
  const plan = await planProject(context, { name, database: db, web, models });
  const write = !context.dryRun;
  if (write) await writePlan(root, plan);
  const troubles = write ? await setUp(context, root, options) : [];
  report(context, root, plan, { ...options, written: write, failed: troubles, models });
  return troubles.length > 0 ? 1 : 0;
}

async function readModels(context: Context, file: string): Promise<readonly Model[]> {
  return demandModels(context, await readSpecFile(context, file), []);
}

async function planProject(context: Context, app: App): Promise<Plan> {
  const { keepsBase, renderProject } = await import('../../render/render-project.js');
  const secret = randomBytes(32).toString('hex');
  const tree = renderProject(app, { templates: await readTemplates(), now: context.now, secret });
  const changes = [...tree].map(([path, next]) => ({ kind: 'create', path, next }) as const);
  const base = new Map([...tree].filter(([path]) => keepsBase(path)));
  return { ...EMPTY_PLAN, changes, base };
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
  throw new Refusal([{ code: 'not-empty', message, help }]);
}

function demandName(name: string): void {
  if (name === packageName(name)) return;
  const message = `\`${name}\` cannot be the name of a package`;
  throw new Refusal(
    [{ code: 'invalid-name', message, help: `write \`--name ${packageName(name)}\`` }],
    2,
  );
}

/** Installs and makes a repository; what fails is told, and the project stays. */
async function setUp(
  context: Context,
  root: string,
  { install, git }: InitOptions,
): Promise<string[]> {
  const failed: string[] = [];
  if (git) failed.push(...(await setUpGit(root)));
  if (!install) return failed;
  if (!context.json) context.terminal.note('installing packages (npm install) ...');
  const { code, stderr } = await runProcess('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: root,
  });
  if (code === 0) return failed;
  if (!context.json) context.terminal.note(stderr.trimEnd());
  return [...failed, 'npm install'];
}

/** Makes a repository where the folder is in none, and tells git how to merge; gives what failed. */
async function setUpGit(root: string): Promise<string[]> {
  if (!(await inRepository(root))) {
    const { code } = await runProcess('git', ['init', '--quiet'], { cwd: root });
    if (code !== 0) return ['git init'];
  }
  return (await setMergeDriver(root)) ? [] : ['crudgen doctor'];
}

/** More models than this are counted instead of named. */
const MANY = 12;

interface Outcome extends Pick<InitOptions, 'install'> {
  readonly written: boolean;
  readonly failed: readonly string[];
  readonly models: readonly Model[];
}

function report(
  { terminal, json, cwd, dryRun }: Context,
  root: string,
  plan: Plan,
  outcome: Outcome,
): void {
  const { style } = terminal;
  const { written, failed, install } = outcome;
  const folder = relative(cwd, root);
  const next = [
    ...(folder === '' ? [] : [`cd ${folder}`]),
    ...(install && !failed.includes('npm install') ? [] : ['npm install']),
    'npm run build',
    'npm start',
  ];
  if (json) {
    return terminal.print(
      JSON.stringify(
        { ok: failed.length === 0, written, root, failed, next, ...planJson(plan) },
        null,
        2,
      ),
    );
  }
  if (dryRun) {
    terminal.print(showPlan(plan, style));
    return terminal.print(`\n${style.bold('dry run')}: ${summarize(plan)}; nothing was written`);
  }
  terminal.problems(
    failed.map((command) => ({
      code: 'set-up',
      message: `\`${command}\` failed; the project is made`,
      help: `type it again in ${join(folder, '.')}`,
    })),
  );
  const { models } = outcome;
  const names =
    models.length > MANY ? `${models.length} models` : models.map(({ name }) => name).join(', ');
  terminal.print(
    `${style.green('made')} ${folder || '.'}: ${plan.changes.length} files${names === '' ? '' : ` with ${names}`}`,
  );
  terminal.print(`Next:\n${next.map((line) => `  ${style.bold(line)}`).join('\n')}`);
}
