import { findModel } from '../../model/change.js';
import type { ModelPart } from '../../model/model.js';
import { addPart } from '../../project/add-part.js';
import { readSynced } from '../../project/read-known.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';

/** Gives a model a file for hooks or rules of its developer's own, and lists it. */
export async function partAdd(
  context: Context,
  kind: ModelPart['kind'],
  name: string,
): Promise<number> {
  const project = await openProject(context);
  const known = await readSynced(project);
  const { file, after, edits } = await addPart(project, findModel(project.app, name), kind);
  const words = {
    done: `added ${kind} to ${name}`,
    nothing: `nothing to change: the ${kind} of ${name} are in ${file} already`,
    next: [`write what they do in ${file}; docs/${PAGES[kind]} says when they run`],
  };
  return changeModel(context, project, { mode: 'sync', after, edits, known }, { words });
}

const PAGES = { hooks: 'hooks.md', rules: 'validation.md' };
