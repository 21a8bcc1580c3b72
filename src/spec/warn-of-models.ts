import { keyOf } from '../model/keys.js';
import { lineField } from '../model/lines.js';
import {
  type Field,
  hidesRows,
  type Model,
  isOwnReference,
  ruleFields,
  tenantOf,
} from '../model/model.js';
import { triedFields, triedGroups } from './check-hidden-uniques.js';
import { warnOfOwner } from './warn-of-owner.js';
import { quoted, type Report } from '../problem.js';
import type { SpecModel } from './spec.js';

/** Warns of likely mistakes in models: rows that nobody can create, or that everybody sees. */
export function warnOfModels(
  models: readonly Model[],
  existing: readonly Model[],
  specs: readonly SpecModel[],
  report: Report,
): void {
  const all = [...existing, ...models];
  const ruled = new Set(all.filter(hidesRows).map(({ name }) => name));
  const reported = new Set<string>();
  const each = (warn: (model: Model, spec: SpecModel) => void) =>
    models.forEach((model, index) => warn(model, specs[index]!));
  each((model, spec) => warnOfWriters(model, spec, report));
  each((model, { name: { at } }) => {
    const cycle = reported.has(model.name) ? null : requiredCycle(model.name, all);
    if (cycle === null) return;
    for (const name of cycle) reported.add(name);
    const path = quoted([...cycle, model.name], ' -> ');
    const message = `required references form a cycle: ${path}`;
    const help =
      'leave out `required` on one of these references: through the API, nobody can create the first row';
    report.warn('required-circle', message, at, help);
  });
  each((model, spec) => warnOfOpenRows(model, spec, ruled, report));
  each((model, { rows }) => {
    for (const { code, message, help } of warnOfOwner(model))
      report.warn(code, message, rows.owner?.at, help);
  });
  each((model, spec) => warnOfToldRows(model, spec, report));
  each((model, spec) => warnOfLineOrder(model, spec, report));
}

/** Warns of lines that come in another order than that in which they were made: those with random UUIDs and nothing else to sort by. */
function warnOfLineOrder(model: Model, spec: SpecModel, report: Report): void {
  const key = keyOf(model);
  const isRandom = key?.type === 'uuid' && key.key !== 'v7' && !model.rowNumber;
  if (lineField(model) === undefined || !isRandom) return;
  const isSorted = ({ name, type, stamp }: Field) =>
    stamp === 'created' || (name === 'position' && type === 'integer');
  if (model.timestamps || model.fields.some(isSorted)) return;
  report.warn(
    'line-order',
    `the lines of \`${model.name}\` have no order: their ids are random, and nothing tells when a line was made`,
    spec.name.at,
    'add `position: integer`, or leave out `timestamps: false`',
  );
}

/** Warns of required fields that not every role may write. */
function warnOfWriters(model: Model, spec: SpecModel, report: Report): void {
  for (const field of model.fields) {
    const { name, required, write, default: given } = field;
    if (!required || write === null || given !== null) continue;
    if (isOwnReference(model, field)) continue;
    const asked = spec.fields.find(
      ({ name: { value } }) => value === name || `${value}_id` === name,
    );
    const who = write.length === 0 ? 'nobody may' : `only ${write.join(', ')} may`;
    const message = `\`${name}\` is required, but ${who} write it`;
    const help =
      'give it a `default=`, or leave out `required` or `write`: otherwise other roles cannot create rows';
    report.warn('required-not-writable', message, asked?.name.at, help);
  }
}

/** A cycle of required references through a model; null if there is no cycle. */
function requiredCycle(start: string, models: readonly Model[]): string[] | null {
  const needs = (name: string) =>
    (models.find((model) => model.name === name)?.fields ?? [])
      .filter(({ required, type }) => required && type === 'ref')
      .map(({ reference }) => reference!.model);
  const seen = new Set<string>();
  const walk = (name: string, path: string[]): string[] | null => {
    for (const next of needs(name)) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...path, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return walk(start, [start]);
}

/** Warns of a model without row rules whose rows belong to rows that not everybody sees. */
function warnOfOpenRows(
  model: Model,
  spec: SpecModel,
  ruled: ReadonlySet<string>,
  report: Report,
): void {
  const isRuled = ({ type, required, reference }: Field) =>
    type === 'ref' && required && ruled.has(reference!.model) && reference!.model !== model.name;
  const field = hidesRows(model) ? undefined : model.fields.find(isRuled);
  if (!field) return;
  const { model: parent } = field.reference!;
  const message = `\`${model.name}\` has no row rules, but its parent \`${parent}\` has row rules: every user sees all rows of \`${model.name}\``;
  const help = `give it \`rows: { as: ${field.reference!.relation} }\` to follow the rules of \`${parent}\`, or give it its own rules${uniquePerParent(model, field)}`;
  report.warn('open-rows', message, spec.name.at, help);
}

/** Warns of a model whose rows follow their parents, and whose unique fields would tell of hidden ones. */
function warnOfToldRows(model: Model, spec: SpecModel, report: Report): void {
  const [as] = ruleFields(model, 'as');
  const tenant = tenantOf(model);
  const field = model.fields.find(({ name }) => name === as);
  const [, help] =
    (field && tenant === null && /^, and (.*)$/.exec(uniquePerParent(model, field))) || [];
  if (help === undefined) return;
  const message = `\`${model.name}\` has fields that are unique over all rows, but \`as\` hides some rows: a 409 for a taken value reveals hidden rows`;
  report.warn(
    'unique-tells',
    message,
    spec.name.at,
    `${help}, or write \`unique=global\` to accept this`,
  );
}

/** If rows follow their parents, uniqueness over all rows would reveal hidden rows. */
function uniquePerParent(model: Model, { name, reference }: Field): string {
  const { relation } = reference!;
  const groups = [...triedFields(model).map((field) => [field.name]), ...triedGroups(model)]
    .filter((group) => !group.includes(name))
    .map((group) => `[${[relation, ...group].join(', ')}]`);
  return groups.length === 0
    ? ''
    : `, and make unique fields unique per \`${relation}\`: \`unique: [${groups.join(', ')}]\``;
}
