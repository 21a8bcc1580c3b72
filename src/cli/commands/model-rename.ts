import { requireNotBuiltIn, findModel } from '../../model/change.js';
import { refuseErrors } from '../../problem.js';
import { removedModel, renamedModel } from '../../project/change/model-changes.js';
import { checkModelName } from '../../project/change/new-parts.js';
import { commandLine } from '../../spec/parse-arguments.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';

/** Renames a model, with its table and prefix where they were the defaults. */
export async function renameWholeModel(
  context: Context,
  from: string,
  to: string,
  options: DataOptions,
): Promise<number> {
  requireNotBuiltIn(from, 'renamed');
  requireNotBuiltIn(to, 'the new name of a model');
  const project = await projectOf(context);
  const { app } = project;
  const has = (name: string) => app.models.some((model) => model.name === name);
  const messages = {
    done: `renamed ${from} to ${to}`,
    nothing:
      from === to
        ? `nothing to change: it is already called \`${to}\``
        : `nothing to change: the model \`${to}\` already exists, and \`${from}\` does not`,
  };
  if (has(to) && (from === to || !has(from)))
    return changeModel(context, project, { mode: 'change', after: app }, { ...options, messages });
  const old = findModel(app, from);
  refuseErrors(checkModelName(app, old, to, commandLine(context.args)));
  const change = renamedModel(project, from, to);
  const { prefix } = findModel(change.after, to);
  const moved =
    old.prefix === prefix ? '' : `; its endpoints moved from ${old.prefix} to ${prefix}`;
  const shown = { ...options, messages: { ...messages, done: `${messages.done}${moved}` } };
  return changeModel(context, project, change, shown);
}

/** Removes a model with its files and table; with `keep` both stay. */
export async function removeWholeModel(
  context: Context,
  name: string,
  { keep = false, ...options }: DataOptions & { readonly keep?: boolean },
): Promise<number> {
  requireNotBuiltIn(name, 'removed');
  const project = await projectOf(context);
  const change = removedModel(project, name, keep);
  const done = keep
    ? `removed ${name} from the service; its files and its table stay`
    : `removed ${name}`;
  const keeping = `crudgen model remove ${name} --keep`;
  const messages = { done, nothing: 'nothing to change', keeping };
  return changeModel(context, project, change, { ...options, messages });
}
