import { canBeEmptied, isComposite } from '../model/composite-references.js';
import { usualOnDelete } from '../model/lines.js';
import { asColumn, hasCompositeKey, keysOf } from '../model/keys.js';
import type { App, Field, Model } from '../model/model.js';
import { referenceField } from '../model/names.js';
import type { Report } from '../problem.js';
import { checkField } from './check-field.js';
import type { Draft, DraftField } from './check-references.js';
import type { Located, SpecField, SpecWords } from './spec.js';
import type { Word } from './words.js';

type Models = Pick<App, 'models'>;

/**
 * The drafts, in which references to rows whose key has several columns have these columns: those that they name, or new ones that
 * are called after the reference and the columns of the key.
 */
export function withColumns(
  drafts: readonly Draft[],
  existing: readonly Model[],
  report: Report,
): Draft[] {
  const added = drafts.map(({ model, fields }): Model => ({
    ...model,
    fields: [...model.fields, ...fields.map(({ field }) => field)],
  }));
  const others = existing.filter(({ table }) => !added.some((model) => model.table === table));
  const app = { models: [...others, ...added] };
  return drafts.map((draft, at) => ({
    ...draft,
    fields: draft.fields.flatMap((one) => withParts(app, added[at]!, one, report)),
  }));
}

/** A reference of several columns behind the fields that it adds; any other field alone. */
function withParts(app: Models, model: Model, draft: DraftField, report: Report): DraftField[] {
  const { field, spec } = draft;
  const { reference } = field;
  const target = app.models.find(({ name }) => name === reference?.model);
  // A key that leads to its own model is refused as such.
  const isOf =
    target !== undefined &&
    hasCompositeKey(target) &&
    reference?.to === undefined &&
    (field.key === null || target.name !== model.name);
  if (field.type !== 'ref' || !isOf) {
    if (spec.words.columns && target && !hasCompositeKey(target))
      reportOneColumn(spec, target, report);
    return [draft];
  }
  reportOfColumns(spec, report);
  const keys = keysOf(target);
  const { relation } = reference!;
  const { columns: given, required, lines } = spec.words;
  const named = given?.value ?? keys.map((key) => placed(`${relation}_${key.name}`, spec));
  const columns = named.map(({ value }) => value);
  const made = named.flatMap((name, at): DraftField[] => {
    const key = keys[at];
    const isThere = model.fields.some((one) => one.name === name.value);
    if (isThere || key === undefined || columns.indexOf(name.value) !== at) return [];
    if (reportRelation(model, name, report)) return [];
    const part = partSpec(name, asColumn(app, key), required ?? lines);
    const checked = checkField(part, report);
    return checked === null ? [] : [{ field: checked, spec: part }];
  });
  const whole = { fields: [...model.fields, ...made.map((one) => one.field)] };
  const composed = composite(field, columns, whole, spec.words);
  if (required !== undefined) reportOptional(composed, columns, whole, spec, report);
  return [...made, { field: composed, spec }];
}

/** Whether a name is that of a relation, whose column has another one; reported. */
function reportRelation(
  { name: model, fields }: Model,
  { value, at }: Located<string>,
  report: Report,
): boolean {
  const named = fields.find(
    ({ type, reference }) => type === 'ref' && reference?.relation === value,
  );
  if (named === undefined || isComposite(named)) return false;
  report.error(
    'bad-columns',
    `\`${value}\` is a relation of \`${model}\`, and its column is \`${named.name}\``,
    at,
    `write \`${named.name}\` in \`columns\``,
  );
  return true;
}

/** The reference with its columns. */
function composite(
  field: Field,
  columns: readonly string[],
  model: Pick<Model, 'fields'>,
  { on_delete, lines }: SpecWords,
): Field {
  const { relation } = field.reference!;
  const name = referenceField(relation);
  const isRequired = (part: string) =>
    model.fields.some((one) => one.name === part && one.required);
  const required = columns.every(isRequired);
  const reference = { ...field.reference!, columns };
  const open: Field = { ...field, name, column: name, required, index: false, reference };
  const all = { fields: [...model.fields.filter((one) => one.name !== name), open] };
  const isLines = lines !== undefined;
  const usual = usualOnDelete({ required: required || !canBeEmptied(all, open), lines: isLines });
  return { ...open, reference: { ...reference, onDelete: on_delete?.value ?? usual } };
}

const placed = (value: string, { name: { at } }: SpecField): Located<string> => ({ value, at });

/** A field that a reference adds for a column of the key to which it leads. */
function partSpec(
  name: Located<string>,
  { type, max, precision, scale }: ReturnType<typeof asColumn>,
  required: SpecWords['required'],
): SpecField {
  const { at } = name;
  const isDecimal = type === 'decimal' && precision !== null && scale !== null;
  return {
    name,
    type: { value: type === 'enum' ? 'string' : type, at },
    target: null,
    words: {
      ...(required && { required }),
      ...(type === 'string' && max !== null && { max: { value: max, at } }),
      ...(isDecimal && { precision: { value: precision, at }, scale: { value: scale, at } }),
    },
  };
}

/** Words that are said of the columns of a reference, if it has several. */
const OF_COLUMNS = [
  ...(['key', 'unique', 'column', 'from', 'placeholder', 'help'] as const),
  ...(['section', 'show_if', 'personal', 'generated', 'read', 'write', 'label'] as const),
] as const satisfies readonly Word[];

/** Reports what cannot be said of a reference of several columns. */
export function reportOfColumns({ name, words }: SpecField, report: Report): void {
  for (const word of OF_COLUMNS)
    if (words[word] !== undefined)
      report.error(
        'bad-columns',
        `\`${word}\` cannot be said of \`${name.value}\`, which has several columns`,
        words[word]!.at,
        HELP[word] ??
          'say it of a column: write that as a field of its own, and name it in `columns`',
      );
}

const HELP: Partial<Record<Word, string>> = {
  unique: 'make its columns unique together: `unique: [[order_id, line_number]]`',
  column: 'name its columns: `columns=order_id+line_number`',
  label: 'leave it out: rows are displayed by fields of their own',
};

function reportOneColumn({ words: { columns } }: SpecField, { name }: Model, report: Report): void {
  report.error(
    'bad-columns',
    `the key of \`${name}\` has one column`,
    columns!.at,
    'leave `columns` out; `column=` names the column',
  );
}

/** Reports a required reference of which a column may be empty. */
function reportOptional(
  { required, reference }: Field,
  columns: readonly string[],
  { fields }: Pick<Model, 'fields'>,
  { words }: SpecField,
  report: Report,
): void {
  const optional = fields.find((one) => columns.includes(one.name) && !one.required);
  if (required || optional === undefined) return;
  report.error(
    'bad-columns',
    `\`${reference!.relation}\` is required, but its column \`${optional.name}\` may be empty`,
    words.required!.at,
    `make \`${optional.name}\` required, too, or leave \`required\` out`,
  );
}
