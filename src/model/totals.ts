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
  if (of.type === field.type) return null;
  const message = `\`${model.name}.${field.name}\` is ${field.type}, but \`${lines.name}.${of.name}\` is ${of.type}`;
  return fault(message, 'give both fields one type');
}

/** The relations of a model to its lines. */
const linesOf = ({ models }: Models, { name }: Model): readonly string[] =>
  models.flatMap(({ fields }) =>
    fields.flatMap(({ reference }) =>
      reference?.model === name && reference.lines ? (reference.inverse ?? []) : [],
    ),
  );

/** The app after a change, with totals under the new names of what they are of; without those whose lines or field are gone. */
export function withTotalsOf(before: App, after: App): App {
  const followed = (model: Model, field: Field): Field => {
    const { total } = field;
    const old =
      total && before.models.find(({ fields }) => fields.some((one) => one.total === total));
    const found = old && findTotal(before, old, total);
    if (!found) return field;
    const place = before.models.indexOf(found.lines);
    const lines =
      after.models.find(({ table }) => table === found.lines.table) ??
      (after.models.length === before.models.length ? after.models[place] : undefined);
    const now = (one: Field | undefined) => one && lines?.fields[found.lines.fields.indexOf(one)];
    const isSame = lines?.fields.length === found.lines.fields.length;
    const byColumn = (one: Field | undefined) =>
      isSame ? now(one) : lines?.fields.find(({ column }) => column === one?.column);
    const [by, of] = [byColumn(found.by), byColumn(found.field)];
    const relation = by?.reference?.inverse;
    if (relation == null || (total.field !== null && of === undefined))
      return { ...field, total: null };
    const name = total.field === null ? null : of!.name;
    return relation === total.relation && name === total.field
      ? field
      : { ...field, total: { ...total, relation, field: name } };
  };
  const models = after.models.map((model) =>
    // What stays the same object need not be rendered again.
    model.fields.some(({ total }) => total !== null)
      ? { ...model, fields: model.fields.map((field) => followed(model, field)) }
      : model,
  );
  return { ...after, models };
}
