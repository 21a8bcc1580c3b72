import { findModel } from '../../model/change.js';
import { ACTIONS } from '../../model/model.js';
import { didYouMean } from '../../model/nearest.js';
import { misuse, type Problem, refusal, Refusal } from '../../problem.js';
import { requireInstalled } from '../../project/find-project.js';
import { READING } from '../../project/tolerated.js';
import type { Context } from '../context.js';
import { findRoot, openProject, leftOutKey } from '../project.js';
import { accessMatrix, allRoles, PRESETS } from '../../project/access-matrix.js';
import { askService, canRun, readRoles } from '../../project/ask-service.js';
import { showMatrix } from '../show-access.js';
import { type Explanation, showExplanation } from '../show-explanation.js';

/** Shows who may do what by the project's code, with the roles of its database where that can be reached. */
export async function accessShow(context: Context, name: string | undefined): Promise<void> {
  const project = await openProject(context, READING);
  const { root, app, mine, leftOut } = project;
  const models = name === undefined ? app.models : [findModel(app, name)];
  const { readRowRules } = await import('../../code/read-row-rules.js');
  const rules = readRowRules(new Map([...mine].filter(([path]) => !leftOut.has(path))));
  const stored = await readRoles(root);
  const isStored = 'roles' in stored;
  const roles = allRoles(app.models, isStored ? stored.roles : PRESETS);
  const matrices = models.map((model) => {
    const rows = rules.has(model.name) ? rules.get(model.name)! : 'unread';
    return accessMatrix(model, roles, rows);
  });
  const { terminal } = context;
  if (context.json) {
    const from = isStored ? 'database' : 'presets';
    return terminal.print(
      JSON.stringify({ roles_from: from, models: matrices, ...leftOutKey(project) }, null, 2),
    );
  }
  if (!isStored) {
    const note = `${stored.problem.message}: showing the preset roles as defined`;
    terminal.note(terminal.errorStyle.dim(note));
  }
  if (matrices.length === 0) return terminal.print('no models yet');
  const { style, width } = terminal;
  terminal.print(matrices.map((matrix) => showMatrix(matrix, style, width)).join('\n\n'));
}

/** Explains which rule decides, by the project's own policy on its database. */
export async function accessExplain(
  context: Context,
  user: string,
  action: string,
  model: string,
  id?: string,
): Promise<void> {
  checkAction(action);
  if (id !== undefined && !/^\d{1,15}$/.test(id))
    throw misuse(`\`${id}\` is not an id`, 'write a whole number such as 7');
  const root = await findRoot(context);
  await requireInstalled(root, canRun);
  const answer = await askService(root, [user, action, model, ...(id === undefined ? [] : [id])]);
  if ('problem' in answer) throw new Refusal([withSeedHelp(answer['problem'] as Problem)]);
  const explanation = answer['explanation'] as Explanation;
  const { terminal } = context;
  if (context.json) return terminal.print(JSON.stringify(explanation, null, 2));
  terminal.print(showExplanation(explanation, terminal.style));
}

function checkAction(action: string): void {
  if (ACTIONS.some((one) => one === action)) return;
  const help = didYouMean(action, ACTIONS, `actions: ${ACTIONS.join(', ')}`);
  throw refusal('unknown-action', `\`${action}\` is not an action`, help, 2);
}

function withSeedHelp(problem: Problem): Problem {
  return problem.code === 'no-database'
    ? { ...problem, help: 'create it with: crudgen seed' }
    : problem;
}
