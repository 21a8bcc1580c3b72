import { findModel } from '../../model/change.js';
import type { ModelPart } from '../../model/model.js';
import { addPart } from '../../project/add-part.js';
import { requireSynced } from '../../project/read-synced-state.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';

/** Adds a file for hooks or rules of the developer's own to a model, and registers it. */
export async function partAdd(
  context: Context,
  kind: ModelPart['kind'],
  name: string,
): Promise<number> {
  const project = await openProject(context);
  const known = requireSynced(project);
  const { file, after, edits } = addPart(project, findModel(project.app, name), kind);
  const messages = {
    done: `added ${kind} to ${name}`,
    nothing: `nothing to change: the ${kind} of ${name} are already in ${file}`,
    next: [`implement them in ${file}; docs/${PAGES[kind]} explains when they run`],
  };
  return changeModel(context, project, { mode: 'sync', after, edits, known }, { messages });
}

const PAGES = { hooks: 'hooks.md', rules: 'validation.md' };
