import { findModel } from '../../model/change.js';
import type { PartKind } from '../../model/model.js';
import { addPart } from '../../project/change/add-part.js';
import { requireSynced } from '../../project/open/read-synced-state.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';

/** Adds a file to a model for access rules, endpoints, hooks or rules of the developer's own, and registers it. */
export async function partAdd(context: Context, kind: PartKind, name: string): Promise<number> {
  const project = await projectOf(context);
  const known = requireSynced(project);
  const { file, after, edits } = addPart(project, findModel(project.app, name), kind);
  const messages = {
    done: `added ${WORDS[kind]} to ${name}`,
    nothing: `nothing to change: the ${WORDS[kind]} of ${name} are already in ${file}`,
    next: [`write the ${WORDS[kind]} in ${file}; ${PAGES[kind]}`],
  };
  return changeModel(context, project, { mode: 'sync', after, edits, known }, { messages });
}

const WORDS = { access: 'access rules', routes: 'routes', hooks: 'hooks', rules: 'rules' };

const PAGES = {
  access: 'docs/row-rule.md explains them',
  routes: 'docs/endpoint.md explains them',
  hooks: 'docs/hooks.md explains when they run',
  rules: 'docs/validation.md explains when they run',
};
