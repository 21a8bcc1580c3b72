import { findModel } from '../../model/change.js';
import { addEndpoint, parseEndpoint } from '../../project/change/add-endpoint.js';
import { requireSynced } from '../../project/open/read-synced-state.js';
import { planEdits } from '../../project/plan/rebase-plan.js';
import { applyPlan } from '../apply-plan.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';

/** Adds an endpoint to a model's routes, with its documentation and a test. */
export async function endpointAdd(
  context: Context,
  name: string,
  method: string,
  path: string,
  options: { readonly action?: string },
): Promise<number> {
  const project = await projectOf(context);
  const model = findModel(project.app, name);
  const endpoint = parseEndpoint(method, path, options.action);
  const { edits, after, name: added, file, warnings } = addEndpoint(project, model, endpoint);
  const messages = {
    done: `added ${added}`,
    nothing: `nothing to change: ${added} already exists`,
    next: [`implement the endpoint in ${file}`],
  };
  if (after !== null) {
    const change = { mode: 'sync', after, edits, known: requireSynced(project) } as const;
    return changeModel(context, project, change, { messages, warnings });
  }
  const plan = planEdits(project, ...edits);
  const told = { ...plan, warnings: [...plan.warnings, ...warnings] };
  return applyPlan(context, project.root, told, messages);
}
