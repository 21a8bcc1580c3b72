import { loginField } from '../model/change.js';
import { isUser, LOGIN_FIELDS, USER } from '../model/built-in.js';
import type { Field, Model } from '../model/model.js';
import type { Report } from '../problem.js';
import type { SpecField, SpecModel } from './spec.js';

/** Whether a spec speaks of the users that every project has. */
export const speaksOfUser = ({ name }: SpecModel): boolean => name.value === USER.name;

/** What a spec cannot say of users: what is the same in every project, and rules that their access file has. */
export function checkUser(spec: SpecModel, report: Report): void {
  const help =
    'leave it out; users take `fields`, `label`, `group`, `unique`, `indexes` and `access`';
  for (const key of ['table', 'prefix'] as const)
    if (spec[key] !== null)
      report.error('built-in-model', `the ${key} of \`User\` is crudgen's`, spec[key].at, help);
  if (!spec.timestamps)
    report.error('built-in-model', '`User` always has timestamps', spec.name.at, help);
  const rule = spec.rows.owner ?? spec.rows.tenant;
  if (rule === null) return;
  const message = '`User` takes no `rows`: other models look up users by their row rules';
  const where = 'write a rule in src/models/user/user.access.ts; docs/users.md has one';
  report.error('built-in-model', message, rule.at, where);
}

/** What a field of users cannot be: one that signing in is made of, or one that the first administrator would lack. */
export function checkUserField(
  model: Model,
  { name, required, default: given, reference }: Field,
  spec: SpecField,
  report: Report,
): void {
  if (!isUser(model)) return;
  const login = [name, reference?.relation ?? name].find((one) => LOGIN_FIELDS.includes(one));
  if (login !== undefined) {
    const { code, message, help } = loginField(login);
    return void report.error(code, message, spec.name.at, help);
  }
  if (!required || given !== null) return;
  const message = `\`User.${spec.name.value}\` is required and has no default, so no first administrator could be made`;
  const help = reference ? 'leave out `required`' : 'give it a `default=`, or leave out `required`';
  report.error('required-of-users', message, spec.name.at, help);
}

/** The users of a project with what a spec adds to them; what it leaves unsaid stays. */
export function extendUser(user: Model, added: Model): Model {
  return {
    ...user,
    label: added.label ?? user.label,
    fields: [...user.fields, ...added.fields],
    unique: [...user.unique, ...added.unique],
    indexes: [...user.indexes, ...added.indexes],
    access: Object.keys(added.access).length > 0 ? added.access : user.access,
  };
}
