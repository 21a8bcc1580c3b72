import { findModel } from '../../model/change.js';
import { addEndpoint, checkEndpoint } from '../../project/add-endpoint.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';

/** Adds an endpoint to a model's routes, with its documentation and a test. */
export async function endpointAdd(
  context: Context,
  name: string,
  method: string,
  path: string,
  options: { readonly action?: string },
): Promise<number> {
  const project = await openProject(context);
  const model = findModel(project.app, name);
  const endpoint = checkEndpoint(method, path, options.action);
  const added = addEndpoint(project, model, endpoint);
  return applyPlan(context, project.root, added.plan, {
    done: `added ${added.name}`,
    nothing: `nothing to change: ${added.name} already exists`,
    next: [`implement it in ${added.file}`],
  });
}
