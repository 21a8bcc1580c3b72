import { format, type Options } from 'prettier';
import { isCode } from '../../src/code/typescript.js';
import { basePath } from '../../src/disk/base-store.js';
import { readProject } from '../../src/code/read-project.js';
import { addFields } from '../../src/model/change.js';
import { type App, type Field, type Model, PLAIN_FIELD } from '../../src/model/model.js';
import type { Plan } from '../../src/plan/plan.js';
import { settleConflicts } from '../../src/plan/settle-conflicts.js';
import { isError, Refusal } from '../../src/problem.js';
import {
  removedField,
  renamedField,
  renamedModel,
} from '../../src/project/change/model-changes.js';
import type { OpenProject } from '../../src/project/open/open-project.js';
import { planProject } from '../../src/project/plan/plan-project.js';
import type { ProjectChange } from '../../src/project/change/project-change.js';
import { readSyncedState } from '../../src/project/open/read-synced-state.js';
import { keepsBase } from '../../src/render/render-project.js';
import type { Tree } from '../../src/tree.js';
import { type Example, EXAMPLES, newExample, renderExample } from '../golden/example.js';
import { openTree } from '../support/open-tree.js';
import { written } from '../support/upgrade-tree.js';
import type { Dice } from '../../templates/tools/prove/worlds/dice.js';
import { edited, OWN_EDITS } from './own-edits.js';

const NOW = new Date('2026-11-21T12:00:00Z');

/** What a command makes of a project. */
export type Command = (project: OpenProject) => Promise<ProjectChange>;

const projects = new Map<Example, Tree>();

/** A project as `init` leaves it, with its kept copies. */
function projectOf(example: Example): Tree {
  const known = projects.get(example);
  if (known) return known;
  const copies = [...renderExample(example)]
    .filter(([path]) => keepsBase(path))
    .map(([path, text]) => [basePath(path), text] as const);
  const made = new Map([...newExample(example), ...copies]);
  projects.set(example, made);
  return made;
}

/** How developers format: without and with a tool. */
const FORMATS: readonly (Options | ((text: string) => string))[] = [
  (text) => text,
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => `\uFEFF${text}`,
  { useTabs: true, singleQuote: true },
  { semi: false, singleQuote: true, printWidth: 120 },
  { trailingComma: 'none', tabWidth: 4, arrowParens: 'avoid', bracketSpacing: false },
  { singleQuote: true, printWidth: 60, singleAttributePerLine: true, bracketSameLine: true },
];

/** A project that its developer has edited. */
export interface OwnProject {
  readonly files: Tree;
  readonly model: Model;
  /** What was done where, for a failure to tell. */
  readonly done: readonly string[];
}

/** An example with a few files edited at random, most of them those of one model. */
export async function ownProject(dice: Dice): Promise<OwnProject> {
  const files = new Map(projectOf(dice.pick(EXAMPLES)));
  const model = dice.pick(openTree(files).app.models);
  const folder = model.name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
  const paths = [...files.keys()].filter((path) => isOwnCode(path));
  const near = paths.filter((path) => path.includes(`/${folder}/`));
  const done: string[] = [];
  for (const path of new Set([1, 2, 3].map(() => dice.pick(dice.chance(0.85) ? near : paths)))) {
    const edits = await editFile(path, files.get(path)!, dice);
    files.set(path, edits.text);
    done.push(...edits.done);
  }
  return { files, model, done };
}

const isOwnCode = (path: string): boolean =>
  isCode(path) && !/^\.crudgen|\/engine\/|web\/src\/ui\/|\.gen\.|migrations\/|config\./.test(path);

/** A file after some edits, in some format. */
export async function editFile(
  path: string,
  before: string,
  dice: Dice,
): Promise<{ readonly text: string; readonly done: readonly string[] }> {
  const done: string[] = [];
  let text = before;
  for (let left = 1 + dice.below(3); left > 0; left--) {
    const edit = dice.pick(Object.keys(OWN_EDITS));
    const mark = `own${dice.below(1e9)}x`;
    const after = edited(path, text, edit, { dice, mark });
    if (after !== null) done.push(`${path}: ${edit} ${mark}`);
    text = after ?? text;
  }
  const style = dice.pick(FORMATS);
  if (typeof style === 'function') return { text: style(text), done };
  return { text: await format(text, { parser: 'typescript', ...style }), done };
}

/** A command with the one that takes it back; null for one that cannot be. */
export type Pair = readonly [Command, Command | null];

/** A change of a model that can be taken back. */
export function someChange(dice: Dice, { table, fields, name }: Model): Pair {
  const modelOf = (app: App) => app.models.find((one) => one.table === table)!;
  const fieldOf = (app: App, field: string) =>
    modelOf(app).fields.find((one) => [one.name, one.reference?.relation].includes(field))!;
  const remove =
    (field: string): Command =>
    async (project) =>
      removedField(project, modelOf(project.app), fieldOf(project.app, field));
  const rename =
    (from: string, to: string): Command =>
    async (project) =>
      renamedField(project, modelOf(project.app), fieldOf(project.app, from), to);
  const renameModel =
    (from: string, to: string): Command =>
    async (project) =>
      renamedModel(project, from, to);
  const add =
    (field: Field): Command =>
    async ({ app }) => ({
      mode: 'change',
      after: addFields(app, modelOf(app).name, [field]),
    });
  const field = dice.pick(fields);
  const called = field.type === 'ref' && field.reference ? field.reference.relation : field.name;
  const other = `other_${called}`;
  const plain: Field = { ...PLAIN_FIELD, name: 'remark', column: 'remark', type: 'text' };
  const pairs: readonly Pair[] = [
    [add(plain), remove(plain.name)],
    [rename(called, other), rename(other, called)],
    [renameModel(name, `Other${name}`), renameModel(`Other${name}`, name)],
    [remove(field.name), null],
  ];
  return dice.pick(name === 'User' ? pairs.slice(0, 2) : pairs);
}

export const sync: Command = async (project) => ({
  mode: 'sync',
  after: project.app,
  known: await readSyncedState(project),
});

export const upgrade: Command = async (project) => ({
  mode: 'upgrade',
  after: project.app,
  known: await readSyncedState(project),
  removed: 'keep-edited',
});

/** What a command plans, and what is on disk after it, with the developer's side of conflicts. */
export interface Ran {
  readonly plan: Plan;
  readonly files: Tree;
}

/** Runs a command in memory; throws what it refuses. */
export async function run(before: Tree, command: Command): Promise<Ran> {
  const project = openTree(before);
  const wrong = readProject(project.mine, { base: project.base }).problems.filter(isError);
  if (wrong.length > 0) throw new Refusal(wrong);
  const { plan } = await planProject(project, await command(project), NOW);
  const { onDisk } = written(
    project,
    settleConflicts(plan, () => 'mine'),
  );
  return { plan, files: onDisk };
}
