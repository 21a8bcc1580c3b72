import { addFields, fieldNamed, findField, findModel } from '../../model/change.js';
import { withCountedId } from '../../model/counted-id.js';
import { quoted } from '../../problem.js';
import { updateSearch } from '../../project/change/edit-search.js';
import { removedField, renamedField, renameByHand } from '../../project/change/model-changes.js';
import { checkFieldName, newFields } from '../../project/change/new-parts.js';
import { commandLine } from '../../spec/parse-arguments.js';
import { readBackfills } from '../backfill.js';
import { changeModel, type DataOptions } from '../change-model.js';
import { type Context, warn } from '../context.js';
import { hiddenUniques } from '../hidden-uniques.js';
import { projectOf } from '../project.js';
import { refuseOrWarn } from '../read-input.js';
import { sync } from './sync.js';

/** Adds fields to a model. */
export async function addModelFields(
  context: Context,
  name: string,
  texts: readonly string[],
  { backfill, ...options }: DataOptions & { readonly backfill?: readonly string[] },
): Promise<number> {
  const project = await projectOf(context);
  const { app } = project;
  const model = findModel(app, name);
  const line = commandLine(context.args).after(name);
  const { fields, same, problems } = newFields(app, model, texts, line);
  refuseOrWarn(context, problems);
  warn(context, await hiddenUniques(project, model, fields));
  const backfills = await readBackfills(context, app, model, fields, backfill);
  const after = addFields(app, name, fields);
  const messages = {
    done: `added ${fields.map((field) => field.name).join(', ')} to ${name}`,
    nothing: `nothing to change: \`${name}\` already has ${quoted(same)} exactly as given`,
  };
  const edits = [updateSearch(project, after)];
  const change = { mode: 'change', after, edits, backfills } as const;
  return changeModel(context, project, change, { ...options, messages });
}

/** Renames a field and its column. */
export async function renameModelField(
  context: Context,
  name: string,
  from: string,
  to: string,
  options: DataOptions,
): Promise<number> {
  const project = await projectOf(context);
  const found = findModel(project.app, name);
  const { app, model } =
    from === 'id' ? withCountedId(project.app, found) : { app: project.app, model: found };
  const messages = {
    done: `renamed ${name}.${from} to ${to}`,
    nothing: `nothing to change: \`${name}\` already has \`${to}\` and no \`${from}\``,
  };
  if (!fieldNamed(model, from) && fieldNamed(model, to)) {
    const rename = renameByHand(project, model, from, to);
    if (rename !== null) return sync(context, { ...options, rename });
    const change = { mode: 'change', after: project.app } as const;
    return changeModel(context, project, change, { ...options, messages });
  }
  const field = findField(model, from);
  const change = renamedField({ ...project, app }, model, field, to);
  refuseOrWarn(context, checkFieldName(app, model, field, to, commandLine(context.args)));
  return changeModel(context, project, change, { ...options, messages });
}

/** Removes a field and its column. */
export async function removeModelField(
  context: Context,
  name: string,
  field: string,
  options: DataOptions,
): Promise<number> {
  const project = await projectOf(context);
  const model = findModel(project.app, name);
  const change = removedField(project, model, findField(model, field));
  const messages = { done: `removed ${name}.${field}`, nothing: 'nothing to change' };
  return changeModel(context, project, change, { ...options, messages });
}
