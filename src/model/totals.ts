import { type Problem, problem } from '../problem.js';
import { sourceText } from './field-source.js';
import type { App, Field, FieldType, Model, Total } from './model.js';
import { unknownName } from './nearest.js';

type Models = Pick<App, 'models'>;

/** The types that a total of each kind may have. */
export const TOTAL_TYPES: Readonly<Record<Total['kind'], readonly FieldType[]>> = {
  sum: ['integer', 'float', 'decimal'],
  count: ['integer'],
  min: ['integer', 'float', 'decimal', 'date', 'time', 'datetime'],
  max: ['integer', 'float', 'decimal', 'date', 'time', 'datetime'],
};

/** The lines and the field of which a field of a model is the total, as far as they are there. */
export function findTotal({ models }: Models, model: Model, { relation, field }: Total) {
  for (const lines of models)
    for (const by of lines.fields) {
      const { reference } = by;
      if (reference?.model !== model.name || reference.inverse !== relation) continue;
      return { lines, by, field: lines.fields.find(({ name }) => name === field) };
    }
  return null;
}

/** What a total is of, in words of a spec: `items.amount`, or `items` for the number of lines. */
export const totalSource = ({ relation, field }: Total): string =>
  field === null ? relation : sourceText({ relation, field });

/** A total as the entity has it: `sum(items.amount)`. */
export const totalText = (total: Total): string => `${total.kind}(${totalSource(total)})`;

/** A total in the text of an entity; null where it says nothing of the kind. */
export function totalIn(text: string | null): Total | null {
  const [, name, relation, field = null] = /^(\w+)\((\w+)(?:\.(\w+))?\)$/.exec(text ?? '') ?? [];
  const kind = Object.keys(TOTAL_TYPES).find((one) => one === name) as Total['kind'] | undefined;
  if (kind === undefined || relation === undefined || (kind === 'count') !== (field === null))
    return null;
  return { kind, relation, field };
}

/** Whether a total is 0 without lines, rather than null. */
export const isNumberOfLines = ({ kind }: Total): boolean => kind === 'sum' || kind === 'count';

/** Why a field cannot be the total that it should be; null where it can, or is none. */
export function totalFault(app: Models, model: Model, field: Field): Problem | null {
  const { total } = field;
  if (total === null) return null;
  const fault = (message: string, help: string) => problem('bad-total', message, help);
  const found = findTotal(app, model, total);
  if (found === null) {
    const known = linesOf(app, model);
    const message = `\`${model.name}\` has no lines \`${total.relation}\``;
    if (known.length > 0) return unknownName('bad-total', message, total.relation, known);
    return fault(message, `add \`lines\` to a reference to \`${model.name}\` first`);
  }
  const { lines, by, field: of } = found;
  if (by.reference?.lines !== true)
    return fault(
      `rows of \`${lines.name}\` are not lines of \`${model.name}\``,
      `make them lines: crudgen model change-field ${lines.name} ${by.reference!.relation}:lines`,
    );
  if (total.field === null) return null;
  if (of === undefined) {
    const names = lines.fields.filter(({ type }) => type === field.type).map(({ name }) => name);
    const message = `\`${lines.name}\` has no field \`${total.field}\``;
    return unknownName('bad-total', message, total.field, names);
  }
  if (of.type === field.type) return digitsFault(field, of);
  const message = `\`${model.name}.${field.name}\` is ${field.type}, but \`${lines.name}.${of.name}\` is ${of.type}`;
  return fault(message, 'give both fields one type');
}

/** A total may have more digits than its lines; a sum that has too many digits is refused when it is written. */
function digitsFault({ total, ...field }: Field, of: Field): Problem | null {
  const [after, before] = [field.scale! - of.scale!, field.precision! - of.precision!];
  if (after >= 0 && (total!.kind === 'sum' || before >= after)) return null;
  const [own, other] = [field, of].map(({ precision, scale }) => `decimal=${precision},${scale}`);
  const message = `\`${own}\` does not hold all values of \`${of.name}\`, which is \`${other}\``;
  return problem('bad-total', message, 'give the total as many digits before and after the point');
}

/** The relations of a model to its lines. */
const linesOf = ({ models }: Models, { name }: Model): readonly string[] =>
  models.flatMap(({ fields }) =>
    fields.flatMap(({ reference }) =>
      reference?.model === name && reference.lines ? (reference.inverse ?? []) : [],
    ),
  );
