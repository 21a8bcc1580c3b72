import { isDeepStrictEqual } from 'node:util';
import { findModel, renameModel } from '../../model/change.js';
import { withLabel } from '../../model/label.js';
import type { App, Field, Model } from '../../model/model.js';
import { isError, type Problem, Report } from '../../problem.js';
import { checkJoinTables } from '../../spec/check-join-tables.js';
import { checkFields, checkSpec } from '../../spec/check.js';
import {
  type CommandLine,
  parseFieldArguments,
  parseModelArguments,
} from '../../spec/parse-arguments.js';
import type { Spec } from '../../spec/spec.js';

/** The fields of some arguments that a model lacks, and the names of those that it has exactly as given. */
export function newFields(app: App, model: Model, texts: readonly string[], line: CommandLine) {
  const { fields: specs, problems } = parseFieldArguments(texts, line);
  const alone = checkFields({ ...model, fields: [] }, specs, app.models);
  const isKnown = (field: Field) => model.fields.some((one) => isSameField(one, field));
  const same = alone.fields.filter(isKnown).map((field) => field.name);
  const fresh = specs.filter(
    ({ name: { value } }) => !same.includes(value) && !same.includes(`${value}_id`),
  );
  const checked = checkFields(model, fresh, app.models, app.roles);
  return { fields: checked.fields, same, problems: [...problems, ...checked.problems] };
}

/** Whether a field already exists; what the new one leaves open about its reference is taken over. */
function isSameField(one: Field, other: Field): boolean {
  const reference = other.reference && { ...other.reference, ...one.reference };
  if (other.reference?.lines === true && one.reference?.lines === false) return false;
  return isDeepStrictEqual(one, { ...other, reference });
}

/** Problems with the new name of a field: those of a new field. */
export function checkFieldName(
  app: App,
  model: Model,
  field: Field,
  to: string,
  line: CommandLine,
): Problem[] {
  const { type: kind, reference } = field;
  const isPlain = reference === null || reference.join?.table !== undefined;
  // A new `id:string` would be a key.
  const type = isPlain ? 'text' : `${kind}=${reference.model}:as=x_${to}`;
  const place = line.find(to);
  const { fields, problems } = parseFieldArguments([`${to}:${type}`], {
    ...line,
    find: () => place,
  });
  const rest = { ...model, fields: model.fields.filter((one) => one !== field) };
  const others = app.models.filter((one) => one !== model);
  const checked = checkFields(rest, fields, [...others, rest]);
  return [...problems, ...checked.problems].filter(
    ({ code }) => !/unknown-model|inverse/.test(code),
  );
}

/** Problems with the new name of a model: those of a new model. */
export function checkModelName(
  app: App,
  model: Model,
  to: string,
  line: CommandLine,
): readonly Problem[] {
  const { spec } = parseModelArguments(to, ['x:string'], {}, line);
  const others = app.models.filter((one) => one !== model);
  const { problems } = checkSpec(spec, others);
  if (problems.some(isError)) return problems;
  const report = new Report();
  const renamed = findModel(renameModel(app, model.name, to), to);
  checkJoinTables(renamed, others, line.find(to)(0, to.length), report);
  return [...problems, ...report.problems];
}

/**
 * A spec without the models that a project already has exactly as given, so that an identical second run changes nothing.
 * A model whose class a developer wrote may lack the label that a spec gives it. The parts that no spec describes, such as hooks,
 * the columns of the list and the cards, are not compared, nor what a layout shows.
 */
export function newModels(spec: Spec, app: App): { readonly spec: Spec; readonly same: string[] } {
  const asked = new Set(spec.models.map((model) => model.name.value));
  const others = app.models.filter((model) => !asked.has(model.name));
  const wanted = checkSpec(spec, others, app.roles).models.map(specified);
  const isKnown = (model: Model) => {
    const said = specified(model);
    return wanted.some((one) => [said, withLabel(said)].some((own) => isDeepStrictEqual(one, own)));
  };
  const same = app.models.filter(isKnown).map((model) => model.name);
  const models = spec.models.filter((model) => !same.includes(model.name.value));
  return { spec: { ...spec, models }, same };
}

/** What a spec says of a model for good. */
function specified(model: Model): Model {
  const {
    parts: _parts,
    list: _list,
    dashboard: _cards,
    place: _place,
    searchBy: _searchBy,
    others: _others,
    layouts,
    ...said
  } = model;
  if (layouts === undefined) return said;
  return { ...said, layouts: layouts.map(({ shown: _shown, ...layout }) => layout) };
}
