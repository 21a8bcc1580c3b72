import { isDeepStrictEqual } from 'node:util';
import { checkFields } from '../../spec/check.js';
import { addFields, fieldNamed, findField, findModel } from '../../model/change.js';
import { warnOfHiddenUniques } from '../../spec/check-hidden-uniques.js';
import type { Field, Model } from '../../model/model.js';
import { quoted, refusal } from '../../problem.js';
import { removedField, renamedField, renameByHand } from '../../project/model-changes.js';
import type { OpenProject } from '../../project/open-project.js';
import { commandLine, parseFieldArguments } from '../../spec/parse-arguments.js';
import { readBackfills } from '../backfill.js';
import { changeModel, type DataOptions } from '../change-model.js';
import { type Context, warn } from '../context.js';
import { openProject } from '../project.js';
import { refuseOrWarn } from '../read-input.js';
import { sync } from './sync.js';

/** Adds fields to a model. */
export async function addModelFields(
  context: Context,
  name: string,
  texts: readonly string[],
  { backfill, ...options }: DataOptions & { readonly backfill?: string },
): Promise<number> {
  const project = await openProject(context);
  const { app } = project;
  const model = findModel(app, name);
  const line = commandLine(context.args);
  line.find(name);
  const { fields: specs, problems } = parseFieldArguments(texts, line);
  const alone = checkFields({ ...model, fields: [] }, specs, app.models);
  const isSame = (field: Field) => model.fields.some((one) => sameField(one, field));
  const known = new Set(alone.fields.filter(isSame).map((field) => field.name));
  const fresh = specs.filter(
    (spec) => !known.has(spec.name.value) && !known.has(`${spec.name.value}_id`),
  );
  const checked = checkFields(model, fresh, app.models);
  refuseOrWarn(context, [...problems, ...checked.problems]);
  const names = checked.fields.map((field) => field.name).join(', ');
  const { readRowRules } = await import('../../code/read-row-rules.js');
  const added = { ...model, fields: checked.fields, unique: [] };
  warn(context, warnOfHiddenUniques(added, readRowRules(project.mine).get(name) ?? null));
  const backfills = await readBackfills(context, model, checked.fields, backfill);
  const after = addFields(app, name, checked.fields);
  const messages = {
    done: `added ${names} to ${name}`,
    nothing: `nothing to change: \`${name}\` already has ${quoted(known)} exactly as given`,
  };
  const change = { mode: 'change', after, backfills } as const;
  return changeModel(context, project, change, { ...options, messages });
}

/** Whether a field already exists; what the new one leaves open about its reference is taken over. */
function sameField(one: Field, other: Field): boolean {
  const reference = other.reference && { ...other.reference, ...one.reference };
  return isDeepStrictEqual(one, { ...other, reference });
}

/** Renames a field and its column. */
export async function renameModelField(
  context: Context,
  name: string,
  from: string,
  to: string,
  options: DataOptions,
): Promise<number> {
  const project = await openProject(context);
  const model = findModel(project.app, name);
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
  requireReadable(project, model, field);
  checkName(context, model, field, to);
  const change = renamedField(project, model, field, to);
  return changeModel(context, project, change, { ...options, messages });
}

/** Checks the new name as that of a new field. */
function checkName(context: Context, model: Model, field: Field, to: string): void {
  const line = commandLine(context.args);
  const type = field.type === 'ref' ? `ref=${field.reference!.model}:as=x_${to}` : 'string';
  const asked = `${to}:${type}`;
  const place = line.find(to);
  const { fields, problems } = parseFieldArguments([asked], { ...line, find: () => place });
  const rest = { ...model, fields: model.fields.filter((one) => one !== field) };
  const checked = checkFields(rest, fields, [{ ...rest }]);
  const wrong = [...problems, ...checked.problems].filter(
    ({ code }) => !/unknown-model|inverse/.test(code),
  );
  refuseOrWarn(context, wrong);
}

/** Removes a field and its column. */
export async function removeModelField(
  context: Context,
  name: string,
  field: string,
  options: DataOptions,
): Promise<number> {
  const project = await openProject(context);
  const model = findModel(project.app, name);
  const gone = findField(model, field);
  requireReadable(project, model, gone);
  const change = removedField(project, model, gone);
  const messages = { done: `removed ${name}.${field}`, nothing: 'nothing to change' };
  return changeModel(context, project, change, { ...options, messages });
}

/** Refuses a field in code that crudgen cannot read: only its developer can change it. */
function requireReadable({ carried }: OpenProject, { name, table }: Model, field: Field): void {
  if (carried.get(table)?.has(field.name) !== true) return;
  const message = `\`${name}.${field.name}\` is in code that crudgen cannot read and therefore does not change`;
  const help = 'change it by hand, then run: crudgen sync';
  throw refusal('unreadable-member', message, help);
}
