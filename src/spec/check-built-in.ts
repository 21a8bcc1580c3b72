import { builtInField } from '../model/change.js';
import { builtInNamed, builtInProperties, isUser, loginOf, setLogin } from '../model/built-in.js';
import { isAlone } from '../model/constraints.js';
import type { Field, Model } from '../model/model.js';
import { setSentences } from '../model/sentence.js';
import { kebabCase } from '../model/names.js';
import type { Report } from '../problem.js';
import { reportFixedKey } from './check-key.js';
import type { SpecField, SpecModel } from './spec.js';

/** Whether a spec extends a model that every project has. */
export const extendsBuiltIn = ({ name }: SpecModel): boolean =>
  builtInNamed(name.value) !== undefined;

/** Reports settings that a spec cannot change for a built-in model: what is the same in every project, and row rules. */
export function checkBuiltIn(spec: SpecModel, report: Report): void {
  const { value: name, at } = spec.name;
  const fail = (message: string, place: typeof at, help: string) =>
    report.error('built-in-model', message, place, help);
  const help = `leave it out; \`${name}\` accepts \`fields\`, \`label\`, \`group\`, \`about\`, \`history\`, \`unique\`, \`indexes\`, \`access\` and \`sentences\``;
  for (const key of ['table', 'prefix'] as const)
    if (spec[key] !== null) fail(`the ${key} of \`${name}\` cannot be changed`, spec[key].at, help);
  if (!spec.timestamps) fail(`\`${name}\` always has timestamps`, at, help);
  if (spec.dashboard !== null)
    fail(`\`${name}\` cannot have cards on the dashboard`, spec.dashboard.at, help);
  for (const [key, place] of [
    ['board', spec.board?.at],
    ['calendar', spec.calendar?.from.at],
  ] as const)
    if (place) fail(`the list of \`${name}\` has no ${key}`, place, help);
  const rule =
    spec.rows.owner ??
    spec.rows.tenant ??
    spec.rows.as ??
    spec.rows.byRole[0]?.role ??
    spec.rows.except;
  if (rule === null) return;
  const file = kebabCase(name);
  const message = `\`${name}\` does not accept \`rows\`: other models look up its records by their row rules`;
  const where = `write the rule in src/models/${file}/${file}.access.ts; docs/users.md has an example`;
  fail(message, rule.at, where);
}

/** Reports fields that a built-in model cannot have: its own, and required ones that records which the service makes would lack. */
export function checkBuiltInField(
  model: Model,
  { name, key, required, default: given, reference }: Field,
  spec: SpecField,
  report: Report,
): void {
  if (key !== null && builtInProperties(model).length > 0)
    return reportFixedKey(model, spec.name.at, report);
  const taken = [name, reference?.relation ?? name].find((one) =>
    builtInProperties(model).includes(one),
  );
  if (taken !== undefined) {
    const { code, message } = builtInField(model, taken);
    return void report.error(code, message, spec.name.at, helpFor(model, taken));
  }
  if (builtInProperties(model).length === 0 || !required || given !== null) return;
  const [code, why] = isUser(model)
    ? ['required-of-users', 'the first administrator could not be created']
    : ['required-of-tenants', 'tests could not create a tenant with only a name'];
  const message = `\`${model.name}.${spec.name.value}\` is required and has no default, so ${why}`;
  const help = reference ? 'leave out `required`' : 'give it a `default=`, or leave out `required`';
  report.error(code, message, spec.name.at, help);
}

/** What a spec may say of a built-in field. */
const helpFor = (model: Model, name: string): string =>
  loginOf(model).some((field) => field.name === name && !field.unique)
    ? `leave it out of \`fields\`; to make it unique write \`unique: [[${name}]]\`, to give it an index \`indexes: [[${name}]]\``
    : 'choose another name for your own field';

/** The built-in model of a project with what a spec adds; settings that it leaves out stay. */
export function extendBuiltIn(model: Model, added: Model): Model {
  const login = loginOf(model).map((field) => ({
    ...field,
    unique: field.unique || isAlone(added.unique, field.name),
    index: field.index || isAlone(added.indexes, field.name),
  }));
  const sentences = [...new Set([...(model.sentences ?? []), ...(added.sentences ?? [])])];
  const together = (groups: Model['unique']) => groups.filter((group) => group.length > 1);
  const extended = {
    ...setLogin(model, login),
    label: added.label ?? model.label,
    fields: [...model.fields, ...added.fields],
    unique: [...model.unique, ...together(added.unique)],
    indexes: [...model.indexes, ...together(added.indexes)],
    access: Object.keys(added.access).length > 0 ? added.access : model.access,
  };
  return setSentences(extended, sentences);
}
