import { findModel } from '../../model/change.js';
import type { Field, Model } from '../../model/model.js';
import { readFieldChanges } from '../../project/change/field-changes.js';
import { changedFields } from '../../project/change/model-changes.js';
import { warnOfMisfits } from '../../project/tell/row-misfits.js';
import { commandLine } from '../../spec/parse-arguments.js';
import { printField } from '../../spec/print-field.js';
import { readBackfills } from '../backfill.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { hiddenUniques } from '../hidden-uniques.js';
import { projectOf } from '../project.js';
import { refuseOrWarn } from '../read-input.js';

/** Changes type and modifiers of fields. */
export async function changeModelField(
  context: Context,
  name: string,
  texts: readonly string[],
  { backfill, ...options }: DataOptions & { readonly backfill?: readonly string[] },
): Promise<number> {
  const project = await projectOf(context);
  const model = findModel(project.app, name);
  const line = commandLine(context.args).after(name);
  const { fields, after, problems } = readFieldChanges(project.app, model, texts, line);
  refuseOrWarn(context, problems);
  const change = changedFields(project, model, fields, after);
  const pairs = [...fields];
  const required = pairs.flatMap(([old, now]) => (old.required ? [] : [now]));
  const backfills = await readBackfills(context, project.app, model, required, backfill);
  const unique = pairs.flatMap(([old, now]) => (old.unique ? [] : [now]));
  const warnings = [
    ...(await hiddenUniques(project, model, unique)),
    ...(await warnOfMisfits(project.root, after, model.table, fields)),
  ];
  const messages = {
    done: `changed ${pairs.map(([, now]) => shown(model, now)).join(', ') || `the label of ${name}`}`,
    nothing: `nothing to change: the fields of \`${name}\` already are exactly as given`,
  };
  const withValues = { ...change, backfills };
  return changeModel(context, project, withValues, { ...options, messages, warnings });
}

/** A field with its model, in the field grammar where that can express it. */
const shown = (model: Model, field: Field): string =>
  `${model.name}.${printField(field, model.table) ?? field.name}`;
