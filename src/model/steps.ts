import { type Problem, problem } from '../problem.js';
import type { Field, Model, Step } from './model.js';
import { nearest } from './nearest.js';

/** The step in a text such as `todo/doing` or `done/todo@Admin+Manager`; of any other text, a step to nothing, which `stepFault` reports. */
export function stepIn(text: string): Step {
  const [, from, to, roles] = /^([^/@,]*)\/([^/@,]+)(?:@([^/@,]+))?$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return { from: text, to: '', roles: null };
  return { from: from === '' ? null : from, to, roles: roles?.split('+') ?? null };
}

/** A step as a text: `todo/doing@Admin`. */
export const stepText = ({ from, to, roles }: Step): string =>
  to === '' ? from! : `${from ?? ''}/${to}${roles === null ? '' : `@${roles.join('+')}`}`;

/** Why a field cannot have its steps; null where it can, or has none. */
export function stepFault(model: Model, field: Field): Problem | null {
  const { steps, type, key } = field;
  if (steps === null) return null;
  const place = `\`${model.name}.${field.name}\``;
  const fault = (message: string, help: string) => problem('bad-steps', message, help);
  if (type !== 'enum' || key !== null)
    return fault(
      `${place} has steps, but is not an enum`,
      'write its values as `enum=todo,doing,done`, or remove `steps`',
    );
  if (steps.length === 0)
    return fault(`the steps of ${place} are empty`, 'write one, or leave `steps` out');
  const odd = field.values.find((value) => /[/@,]/.test(value));
  if (odd !== undefined)
    return fault(
      `\`${odd}\` is a value of ${place}, whose steps cannot name it`,
      'values with steps have no `/`, `@` and `,`: rename it, or remove `steps`',
    );
  return wrongStep(field, place) ?? wrongStart(field, place);
}

/** A step that is none, or is there twice. */
function wrongStep({ steps, values }: Field, place: string): Problem | null {
  const seen = new Set<string>();
  for (const step of steps!) {
    const text = stepText(step);
    const fault = (message: string, help: string) =>
      problem('bad-steps', `the steps of ${place}: ${message}`, help);
    if (step.to === '')
      return fault(
        `\`${text}\` is no step`,
        'write the value before and after, `todo/doing`, and roles behind them, `done/todo@Admin+Manager`; `/todo` is a first value',
      );
    const unknown = [step.from, step.to].find((one) => one !== null && !values.includes(one));
    if (unknown != null) {
      const near = nearest(unknown, values);
      const known = `its values are ${values.join(', ')}`;
      const help = near === null ? known : `did you mean \`${near}\`? ${known}`;
      return fault(
        `\`${text}\` names \`${unknown}\`, which is none of its values`,
        `${help}; write the steps anew, or remove them: \`-steps\``,
      );
    }
    if (step.from === step.to)
      return fault(`\`${text}\` leads nowhere`, 'remove it: a value may always stay');
    const key = JSON.stringify([step.from, step.to]);
    if (seen.has(key)) return fault(`\`${text}\` is there twice`, 'remove one of the two');
    seen.add(key);
  }
  return null;
}

/** A default with which no record may begin. */
function wrongStart({ steps, default: given }: Field, place: string): Problem | null {
  const first = steps!.filter(({ from }) => from === null);
  if (first.length === 0 || given?.kind !== 'value') return null;
  const value = String(given.value);
  const start = first.find(({ to }) => to === value);
  if (start?.roles === null) return null;
  const message = start
    ? `the default \`${value}\` of ${place} is a first value for ${start.roles!.join(', ')} alone`
    : `the default \`${value}\` of ${place} is no first value`;
  return problem('bad-steps', message, `add \`/${value}\` to its steps, or change the default`);
}

/** The values with which anybody may begin a record, those that steps say before any other; all values if nothing says one. */
export function firstValues({ steps, values, default: given }: Field): readonly string[] {
  const said = (steps ?? []).filter(({ from }) => from === null);
  const open = said.filter(({ roles }) => roles === null || roles.includes('Admin'));
  if (said.length > 0) return open.map(({ to }) => to);
  return steps !== null && given?.kind === 'value' ? [String(given.value)] : values;
}

/** The values to which an administrator may change a value by a step. */
export const nextValues = ({ steps }: Field, from: string): readonly string[] =>
  (steps ?? [])
    .filter((step) => step.from === from && (step.roles === null || step.roles.includes('Admin')))
    .map(({ to }) => to);
