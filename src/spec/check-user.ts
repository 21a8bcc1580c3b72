import { loginField } from '../model/change.js';
import { isUser, LOGIN, LOGIN_FIELDS, loginOf, setLogin, USER } from '../model/built-in.js';
import { isAlone } from '../model/constraints.js';
import type { Field, Model } from '../model/model.js';
import type { Report } from '../problem.js';
import type { SpecField, SpecModel } from './spec.js';

/** Whether a spec extends the built-in `User`. */
export const extendsUser = ({ name }: SpecModel): boolean => name.value === USER.name;

/** Reports settings that a spec cannot change for `User`: what is the same in every project, and row rules. */
export function checkUser(spec: SpecModel, report: Report): void {
  const help =
    'leave it out; `User` accepts `fields`, `label`, `group`, `unique`, `indexes` and `access`';
  for (const key of ['table', 'prefix'] as const)
    if (spec[key] !== null)
      report.error(
        'built-in-model',
        `the ${key} of \`User\` cannot be changed`,
        spec[key].at,
        help,
      );
  if (!spec.timestamps)
    report.error('built-in-model', '`User` always has timestamps', spec.name.at, help);
  if (spec.dashboard !== null)
    report.error('built-in-model', '`User` has no cards', spec.dashboard.at, help);
  const rule = spec.rows.owner ?? spec.rows.tenant ?? spec.rows.except;
  if (rule === null) return;
  const message = '`User` does not accept `rows`: other models look up users by their row rules';
  const where = 'write the rule in src/models/user/user.access.ts; docs/users.md has an example';
  report.error('built-in-model', message, rule.at, where);
}

/** Reports fields that `User` cannot have: login fields, and required ones that the first administrator would lack. */
export function checkUserField(
  model: Model,
  { name, required, default: given, reference }: Field,
  spec: SpecField,
  report: Report,
): void {
  if (!isUser(model)) return;
  const login = [name, reference?.relation ?? name].find((one) => LOGIN_FIELDS.includes(one));
  if (login !== undefined) {
    const { code, message } = loginField(login);
    return void report.error(code, message, spec.name.at, loginHelp(login));
  }
  if (!required || given !== null) return;
  const message = `\`User.${spec.name.value}\` is required and has no default, so the first administrator could not be created`;
  const help = reference ? 'leave out `required`' : 'give it a `default=`, or leave out `required`';
  report.error('required-of-users', message, spec.name.at, help);
}

/** What a spec may say of a login field. */
const loginHelp = (name: string): string =>
  LOGIN.some((field) => field.name === name)
    ? `leave it out of \`fields\`; \`unique: [[${name}]]\` makes it unique, \`indexes: [[${name}]]\` gives it an index`
    : 'choose another name for your own field';

/** The `User` of a project with what a spec adds; settings that it leaves out stay. */
export function extendUser(user: Model, added: Model): Model {
  const login = loginOf(user).map((field) => ({
    ...field,
    unique: field.unique || isAlone(added.unique, field.name),
    index: field.index || isAlone(added.indexes, field.name),
  }));
  const together = (groups: Model['unique']) => groups.filter((group) => group.length > 1);
  return {
    ...setLogin(user, login),
    label: added.label ?? user.label,
    fields: [...user.fields, ...added.fields],
    unique: [...user.unique, ...together(added.unique)],
    indexes: [...user.indexes, ...together(added.indexes)],
    access: Object.keys(added.access).length > 0 ? added.access : user.access,
  };
}
