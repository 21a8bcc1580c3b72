import { isDeepStrictEqual } from 'node:util';
import { checkFields } from '../../spec/check.js';
import { addFields, fieldNamed, findField, findModel } from '../../model/change.js';
import { warnOfHiddenUniques } from '../../spec/check-hidden-uniques.js';
import type { Field, Model } from '../../model/model.js';
import { inOrder, type Problem, refusal, Refusal } from '../../problem.js';
import { removedField, renamedField } from '../../project/model-changes.js';
import type { OpenProject } from '../../project/open-project.js';
import { renameByHand } from '../../project/rename-by-hand.js';
import { commandLine, parseFieldArguments } from '../../spec/parse-arguments.js';
import { readBackfills } from '../backfill.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';
import { warn } from '../read-input.js';
import { sync } from './sync.js';

const NEXT = ['npm run build', 'npm start'];

interface AddOptions extends DataOptions {
  readonly backfill?: string;
}

/** Adds fields to a model that its owner may have edited. */
export async function addModelFields(
  context: Context,
  name: string,
  texts: readonly string[],
  options: AddOptions,
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
  demandNone(context, [...problems, ...checked.problems]);
  const names = checked.fields.map((field) => field.name).join(', ');
  const same = [...known].map((field) => `\`${field}\``).join(', ');
  await warnOfTelling(context, project, { ...model, fields: checked.fields, unique: [] });
  const backfills = await readBackfills(context, model, checked.fields, options.backfill);
  const after = addFields(app, name, checked.fields);
  const words = {
    done: `added ${names} to ${name}`,
    nothing: `nothing to change: \`${name}\` has ${same} already, just so`,
    next: NEXT,
  };
  const change = { mode: 'change', after, backfills } as const;
  return changeModel(context, project, change, { ...options, words });
}

/** Says which of the new fields would tell of rows that the model's row rules hide. */
async function warnOfTelling(context: Context, { mine }: OpenProject, model: Model): Promise<void> {
  const { readRowRules } = await import('../../code/read-row-rules.js');
  warn(context, warnOfHiddenUniques(model, readRowRules(mine).get(model.name) ?? null));
}

/** Whether a field is there already; what nobody says of its reference is as it is. */
function sameField(one: Field, other: Field): boolean {
  const reference = other.reference && { ...other.reference, ...one.reference };
  return isDeepStrictEqual(one, { ...other, reference });
}

/** Gives a field and its column another name. */
export async function renameModelField(
  context: Context,
  name: string,
  from: string,
  to: string,
  options: DataOptions,
): Promise<number> {
  const project = await openProject(context);
  const model = findModel(project.app, name);
  const words = {
    done: `renamed ${name}.${from} to ${to}`,
    nothing: `nothing to change: \`${name}\` has \`${to}\` and no \`${from}\` already`,
    next: NEXT,
  };
  if (!fieldNamed(model, from) && fieldNamed(model, to)) {
    const rename = await renameByHand(project, model, from, to);
    if (rename !== null) return sync(context, { ...options, rename });
    const change = { mode: 'change', after: project.app } as const;
    return changeModel(context, project, change, { ...options, words });
  }
  const field = findField(model, from);
  demandRead(project, model, field);
  checkName(context, model, field, to);
  const change = renamedField(project, model, field, to);
  return changeModel(context, project, change, { ...options, words });
}

/** The new name must be one that the model could have been given. */
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
  demandNone(context, wrong);
}

/** Takes a field and its column away. */
export async function removeModelField(
  context: Context,
  name: string,
  field: string,
  options: DataOptions,
): Promise<number> {
  const project = await openProject(context);
  const model = findModel(project.app, name);
  const gone = findField(model, field);
  demandRead(project, model, gone);
  const change = removedField(project, model, gone);
  const words = { done: `removed ${name}.${field}`, nothing: 'nothing to change', next: NEXT };
  return changeModel(context, project, change, { ...options, words });
}

/** A field that stands in what crudgen cannot read is its developer's to change. */
function demandRead({ carried }: OpenProject, { name, table }: Model, field: Field): void {
  if (carried.get(table)?.has(field.name) !== true) return;
  const message = `\`${name}.${field.name}\` stands in what crudgen cannot read, so it is left alone`;
  const help = 'change it by hand, then: crudgen sync';
  throw refusal({ code: 'unreadable-member', message, help });
}

function demandNone(context: Context, problems: readonly Problem[]): void {
  const all = inOrder(problems);
  if (all.some(({ severity }) => severity !== 'warning')) throw new Refusal(all);
  warn(context, all);
}
