import { problemsInOrder, type Problem, Report } from '../problem.js';
import { checkField } from './check-field.js';
import { checkKeys, reportFixedKey } from './check-key.js';
import { claimJoinTable, takenTables } from './check-join-tables.js';
import { checkModelNames } from './check-names.js';
import {
  checkProperties,
  checkReferences,
  type Draft,
  type DraftField,
} from './check-references.js';
import { withColumns } from './reference-columns.js';
import { checkReadOnly } from './check-read-only.js';
import { checkRoles } from './check-roles.js';
import { checkRules } from './check-rules.js';
import { checkSentence } from './check-sentence.js';
import { type App, type Field, type Model, NO_ROW_RULES, type Role } from '../model/model.js';
import { withSourceNames } from '../model/field-source.js';
import { checkLinks } from './check-links.js';
import { KEEPING, type KeepingWord, timeFault } from '../model/kept-rows.js';
import { withTrash } from '../model/trash.js';
import { isIntegerId, keyFirst, ROW_NUMBER } from '../model/keys.js';
import { withLabel } from '../model/label.js';
import { snakeCase, usualPrefix } from '../model/names.js';
import { builtInNamed, isBuiltIn, presetRoles } from '../model/built-in.js';
import { checkBuiltIn, extendBuiltIn, extendsBuiltIn } from './check-built-in.js';
import { pathFault, restrictedPath } from './search-path.js';
import type { Spec, SpecField, SpecModel } from './spec.js';
import { warnOfModels } from './warn-of-models.js';

/** The new models, complete unless there are errors, and all problems. */
export interface Checked {
  readonly models: readonly Model[];
  /** The new roles; absent without any. */
  readonly roles?: readonly Role[];
  readonly problems: readonly Problem[];
}

/** Checks the models of a spec by themselves, against each other and against existing models; extends built-in ones. */
export function checkSpec(
  spec: Spec,
  existing: readonly Model[] = [],
  known: readonly Role[] = [],
): Checked {
  const report = new Report();
  const added = checkRoles(spec.roles ?? [], known, report);
  const roles = roleNames([...known, ...added]);
  const builtIn = ({ name }: SpecModel): Model | undefined =>
    existing.find((one) => isBuiltIn(one) && one.name === name.value) ?? builtInNamed(name.value);
  const others = spec.models.filter((model) => !extendsBuiltIn(model));
  checkModelNames(others, existing, report);
  for (const model of spec.models.filter(extendsBuiltIn)) checkBuiltIn(model, report);
  const drafts = spec.models.map((model) => {
    const known = builtIn(model);
    return known
      ? {
          model: {
            ...{ ...known, ...groupOf(model, report), ...aboutOf(model, report) },
            ...keptOf('history', model, report),
          },
          fields: draftFields(model.fields, report, roles),
        }
      : draft(model, report, roles);
  });
  const whole = withColumns(drafts, existing, report);
  for (const one of whole) checkProperties(one, report);
  const linked = checkReferences(whole, existing, report);
  const ruled = linked.map(({ model, fields }, index) => {
    const checked = checkRules(spec.models[index]!, model, fields, report, roles);
    return isBuiltIn(model) ? extendBuiltIn(model, checked) : withLabel(checked);
  });
  const kept = existing.filter(({ table }) => !ruled.some((model) => model.table === table));
  const sourced = ruled.map((model) => withSources({ models: [...kept, ...ruled] }, model));
  const models = sourced.map((model) => (model.trash ? withTrash(model, model.trash) : model));
  const app = { models: [...kept, ...models] };
  const asked = (name: string) => spec.models.find((one) => one.name.value === name);
  linked.forEach(({ fields }, index) => checkLinks(app, models[index]!, fields, report, asked));
  checkSearchBy(spec, app, report);
  checkSentences(spec, models, { models: app.models, roles: [...known, ...added] }, report);
  warnOfModels(models, existing, spec.models, report);
  const problems = problemsInOrder(report.problems);
  return { models, ...(added.length > 0 && { roles: added }), problems };
}

/** Checks the sentences of new models. Mistakes in fields and rules are reported first, as the sentences name both. */
function checkSentences(
  spec: Spec,
  models: readonly Model[],
  app: Pick<App, 'models' | 'roles'>,
  report: Report,
): void {
  if (report.errors > 0) return;
  models.forEach((model, index) => {
    for (const sentence of spec.models[index]!.sentences)
      checkSentence(sentence, model, app, report);
  });
}

/** The names of all preset roles, with those of a project. */
const roleNames = (roles: readonly Role[]): readonly string[] =>
  Object.keys(presetRoles({ roles }));

/** Checks fields to add to a model; they are complete unless there are errors. */
export function checkFields(
  model: Model,
  fields: readonly SpecField[],
  existing: readonly Model[],
  roles: readonly Role[] = [],
): { fields: readonly Field[]; problems: readonly Problem[] } {
  const report = new Report();
  const drafted = { model, fields: draftFields(fields, report, roleNames(roles)) };
  const others = existing.filter(({ table }) => table !== model.table);
  const [added = drafted] = withColumns([drafted], others, report);
  for (const { field, spec } of added.fields)
    if (field.key !== null) reportFixedKey(model, spec.name.at, report);
  checkProperties(added, report);
  const tables = takenTables([...others, model]);
  for (const { field, spec } of added.fields)
    if (field.type === 'refs')
      claimJoinTable(`${model.table}_${field.name}`, model.name, spec.name.at, tables, report);
  const [linked] = checkReferences([added], others, report);
  const fresh = linked!.fields.map(({ field }) => field);
  const whole = { ...model, fields: [...model.fields, ...fresh] };
  const named = withSources({ models: [...others, whole] }, whole);
  checkLinks({ models: [...others, named] }, named, linked!.fields, report);
  return {
    fields: named.fields.slice(model.fields.length),
    problems: problemsInOrder(report.problems),
  };
}

/** The fields of other records by which rows are searched. */
function checkSearchBy({ models }: Spec, app: Pick<App, 'models'>, report: Report): void {
  for (const { name, searchBy } of models)
    for (const { value, at } of searchBy) {
      const fault = pathFault(`${name.value}.${value}`, app.models);
      if (fault !== null) report.add(fault, at);
      const told = restrictedPath(`${name.value}.${value}`, app.models);
      if (told !== null) report.warn(told.code, told.message, at, told.help!);
    }
}

/** A model with the names that code has for the sources of its fields. */
const withSources = (app: Pick<App, 'models'>, model: Model): Model => ({
  ...model,
  fields: model.fields.map((field) => withSourceNames(app, model, field)),
});

function draft(spec: SpecModel, report: Report, roles: readonly string[]): Draft {
  const table = spec.table?.value ?? snakeCase(spec.name.value);
  const model: Model = {
    name: spec.name.value,
    table,
    prefix: spec.prefix?.value ?? usualPrefix(table),
    label: null,
    ...groupOf(spec, report),
    ...aboutOf(spec, report),
    timestamps: spec.timestamps,
    ...(spec.searchBy.length > 0 && { searchBy: spec.searchBy.map(({ value }) => value) }),
    ...(spec.readOnly && { readOnly: true }),
    ...keptOf('history', spec, report),
    ...keptOf('trash', spec, report),
    fields: [],
    unique: [],
    indexes: [],
    access: {},
    rows: NO_ROW_RULES,
  };
  const fields = keyedFields(spec, draftFields(spec.fields, report, roles));
  checkKeys(fields, report);
  if (spec.readOnly) checkReadOnly(spec, fields, report);
  const named = fields.filter(({ field }) => !isIntegerId(field));
  const isPublic = fields.some(({ field }) => field.key === 'public');
  return {
    model: isPublic ? { ...model, rowNumber: ROW_NUMBER } : model,
    fields: named.toSorted((one, other) => keyFirst(one.field, other.field)),
  };
}

/** Nothing makes the keys of rows that are only read. */
const keyedFields = ({ readOnly }: SpecModel, fields: readonly DraftField[]) =>
  fields.map((one): DraftField => {
    const isMade = readOnly !== null && one.field.key !== null;
    return isMade ? { ...one, field: { ...one.field, key: 'given', required: true } } : one;
  });

/** Whether a text is one line of so many characters at most, without spaces around it. */
const isLine = (value: string, longest: number): boolean =>
  value.trim() === value &&
  value !== '' &&
  !/[\p{Cc}\u2028\u2029]/u.test(value) &&
  [...value].length <= longest;

const LONGEST_ABOUT = 500;

function aboutOf({ about }: SpecModel, report: Report): Pick<Model, 'about'> {
  if (about === null) return {};
  const { value, at } = about;
  if (isLine(value, LONGEST_ABOUT)) return { about: value };
  const help = `use one line of at most ${LONGEST_ABOUT} characters without spaces around it`;
  report.error('invalid-about', '`about` is not one line', at, help);
  return {};
}

function keptOf(
  word: KeepingWord,
  { [word]: kept, readOnly, name }: SpecModel,
  report: Report,
): Pick<Model, KeepingWord> {
  if (kept === null) return {};
  const { value, at } = kept;
  const { called, onlyRead } = KEEPING[word];
  if (readOnly)
    report.error(
      'read-only',
      `\`${name.value}\` is only read, and cannot have ${called}`,
      at,
      `leave it out: ${onlyRead}`,
    );
  const fault = timeFault(word, value);
  if (fault) report.add(fault, at);
  return { [word]: value };
}

const LONGEST_GROUP = 60;

function groupOf({ group }: SpecModel, report: Report): Pick<Model, 'group'> {
  if (group === null) return {};
  const { value, at } = group;
  if (isLine(value, LONGEST_GROUP)) return { group: value };
  const message = `\`${value}\` is not a valid group heading`;
  const help = `use one line of at most ${LONGEST_GROUP} characters without spaces around it: \`group: Sales\``;
  report.error('invalid-group', message, at, help);
  return {};
}

function draftFields(
  specs: readonly SpecField[],
  report: Report,
  roles: readonly string[],
): DraftField[] {
  return specs.flatMap((spec) => {
    const field = checkField(spec, report, roles);
    return field === null ? [] : [{ field, spec }];
  });
}
