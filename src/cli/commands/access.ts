import { findModel } from '../../model/change.js';
import { ACTIONS } from '../../model/model.js';
import { didYouMean } from '../../model/nearest.js';
import { type Problem, refusal, Refusal } from '../../problem.js';
import { requireInstalled } from '../../project/open/find-project.js';
import { READING } from '../../project/open/tolerated.js';
import { type Context, printResult, warn } from '../context.js';
import { findRoot, projectOf } from '../project.js';
import { accessMatrices, type ModelMatrix, presetsOf } from '../../project/open/access-matrix.js';
import { askService, readRoles } from '../../project/open/ask-service.js';
import { showMatrix } from '../show-access.js';
import { type Explanation, showExplanation } from '../show-explanation.js';

/** The access rules of the code. */
export interface AccessJson {
  /** The source of the roles. */
  readonly roles_from: 'database' | 'presets';
  /** A matrix for each model. */
  readonly models: readonly ModelMatrix[];
}

/** Shows who may do what by the project's code, with the roles of its database where that can be reached. */
export async function accessShow(context: Context, name: string | undefined): Promise<void> {
  const project = await projectOf(context, READING);
  const { root, app } = project;
  const models = name === undefined ? app.models : [findModel(app, name)];
  const stored = await readRoles(root);
  const isStored = 'roles' in stored;
  const matrices = accessMatrices(project, models, isStored ? stored.roles : presetsOf(app));
  const from = isStored ? 'database' : 'presets';
  // People read of it in a note.
  if (!isStored && context.json) warn(context, [{ ...stored.problem, severity: 'warning' }]);
  const data: AccessJson = { roles_from: from, models: matrices };
  printResult<AccessJson>(context, data, ({ style, errorStyle, width, note }) => {
    if (!isStored)
      note(
        errorStyle.dim(
          `${stored.problem.message}; showing the preset roles as the code defines them`,
        ),
      );
    const shown = matrices.map((matrix) => showMatrix(matrix, style, width));
    return shown.join('\n\n') || 'no models yet';
  });
}

/** Explains which rule decides, by the project's own policy on its database. */
export async function accessExplain(
  context: Context,
  user: string,
  action: string,
  model: string,
  id?: string,
): Promise<void> {
  requireAction(action);
  const root = await findRoot(context);
  await requireInstalled(root);
  const answer = await askService(root, [user, action, model, ...(id === undefined ? [] : [id])]);
  if ('problem' in answer) throw new Refusal([withSeedHelp(answer['problem'] as Problem)]);
  const explanation = answer['explanation'] as Explanation;
  printResult<Explanation>(context, explanation, ({ style }) =>
    showExplanation(explanation, style),
  );
}

function requireAction(action: string): void {
  if (ACTIONS.some((one) => one === action)) return;
  const help = didYouMean(action, ACTIONS, `actions: ${ACTIONS.join(', ')}`);
  throw refusal('unknown-action', `\`${action}\` is not an action`, help, 2);
}

const withSeedHelp = (problem: Problem): Problem =>
  problem.code === 'no-database' ? { ...problem, help: 'create it with: crudgen seed' } : problem;
