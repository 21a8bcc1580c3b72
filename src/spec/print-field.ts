import { isSized, sizeText } from '../model/bytes.js';
import { sourceText } from '../model/field-source.js';
import { conditionText } from '../model/frozen.js';
import { PUBLIC_ID } from '../model/keys.js';
import { usualOnDelete } from '../model/lines.js';
import { isEnumOfItems, itemsText } from '../model/lists.js';
import type { Default, Field, Total } from '../model/model.js';
import { referenceField } from '../model/names.js';
import { EMPTIED } from '../model/personal.js';
import { stepText } from '../model/steps.js';
import { totalSource } from '../model/totals.js';
import { holdsModifier, type Word } from './words.js';
import { inverseName } from '../model/relations.js';

/** A field in the shortest text form; null where only the object form can express it, or nothing but code. */
export function printField(field: Field, table: string): string | null {
  if (field.type === 'ref' && field.name !== usualName(field)) return null;
  const words = Object.entries(printedWords(field, table)).filter(isPrinted);
  const isEnum = field.type === 'enum' || isEnumOfItems(field);
  const enums = isEnum ? listText(field.values) : '';
  if (![enums, ...words.map(([, value]) => String(value))].every(fitsText)) return null;
  const texts = words.map(([word, value]) => {
    // A total is `min` or `max` in the text form, too.
    const name = word.replace(/_of$/, '');
    return value === true ? name : `${name}=${value}`;
  });
  return [printedName(field), printType(field), ...texts].join(':');
}

/** The name of a field; a reference whose column alone has a name of its own is written by its field, any other by its relation. */
function printedName({ name, column, type, reference }: Field): string {
  return type === 'ref' && name === column ? reference!.relation : name;
}

/** The name of a reference as a spec makes it: of its relation, or of its column. */
const usualName = ({ name, column, reference }: Field): string =>
  name === column ? column : referenceField(reference!.relation);

/** The column of a field for which no name is written. */
const usualColumn = ({ name, column, type, key, reference }: Field): string => {
  if (key === 'public') return PUBLIC_ID;
  return type === 'ref' && name === column ? referenceField(reference!.relation) : name;
};

function printType(field: Field): string {
  if (field.reference !== null) return `${field.type}=${field.reference.model}`;
  if (field.type === 'enum') return `enum=${field.values.join(',')}`;
  if (field.native !== null) return `native=${field.native}`;
  if (field.type === 'list') return `list=${itemsText(field)}`;
  if (isSized(field.type) && field.max !== null) return `${field.type}=${sizeText(field.max)}`;
  if (field.key === 'public') return field.key;
  if (field.key === 'v4') return `${field.type}=v4`;
  const hasDigits = field.type === 'decimal' || field.type === 'exact';
  if (!hasDigits || field.precision === null) return field.type;
  return `${field.type}=${field.precision},${field.scale ?? 0}`;
}

/** The text after a modifier's `=`, true for a modifier without a value, false or null for no modifier. */
type Printed = string | boolean | null;

const isPrinted = (entry: [string, Printed]): entry is [string, string | true] =>
  entry[1] !== null && entry[1] !== false;

/** The modifiers in the order of their text; the label is a setting of the model, digits and versions belong to the type. */
type PrintedWords = {
  readonly [
    W in Exclude<Word, 'label' | 'items' | 'item_length' | 'precision' | 'scale' | 'version'>
  ]: Printed;
};

function printedWords(field: Field, table: string): PrintedWords {
  const { reference, default: given, total } = field;
  const lines = reference?.lines === true;
  const usual = usualOnDelete({ required: field.required, lines });
  const inverse = inverseName({ table }, field);
  const isEnum = field.type === 'enum' || isEnumOfItems(field);
  const listed = !isEnum && field.values.length > 0;
  const totalOf = (kind: Total['kind']) => total?.kind === kind && totalSource(total);
  return {
    key: printedKey(field),
    required:
      field.required && field.key === null && !lines && !total && !field.stamp && !field.series,
    unique: field.unique && field.series === null && (field.uniqueGlobal ? 'global' : true),
    index: field.index || (reference?.unindexed === true && 'none'),
    search: field.search,
    default: total || field.stamp ? null : defaultText(field, given),
    default_sql: given?.kind === 'database' ? given.sql : null,
    counted: given?.kind === 'counted',
    values: listed && listText(field.values),
    enforce: field.enforce && !isEnum,
    min: numberText(field.min),
    max: isSized(field.type) ? null : numberText(field.max),
    email: field.format === 'email',
    url: field.format === 'url',
    pattern: field.pattern,
    pattern_message: field.patternMessage,
    unit: field.unit,
    placeholder: field.placeholder,
    help: field.help,
    section: field.section,
    show_if: field.showIf && conditionText(field.showIf),
    on_delete: field.type === 'ref' && reference!.onDelete !== usual && reference!.onDelete,
    lines,
    as: reference !== null && reference.inverse !== inverse && reference.inverse,
    to: reference?.to ?? null,
    column: field.column !== usualColumn(field) && nameText(field.column),
    columns: reference?.columns?.join('+') ?? null,
    from: field.from && sourceText(field.from),
    sum: totalOf('sum'),
    count: totalOf('count'),
    min_of: totalOf('min'),
    max_of: totalOf('max'),
    created: field.stamp === 'created',
    updated: field.stamp === 'updated',
    deleted: field.stamp === 'deleted',
    generated: field.generated,
    read: field.read && listText(field.read),
    write: field.write && listText(field.write),
    series: field.series,
    personal: field.personal === EMPTIED || field.personal,
    steps: field.steps && listText(field.steps.map(stepText)),
  };
}

/** The modifier of a key; a field called `id` is the key without it, as far as nothing else makes its values. */
function printedKey({ name, type, key }: Field): Printed {
  if (key === null) return null;
  if (name === 'id') return key === 'given' && type !== 'string';
  return key === 'given' || 'generated';
}

const numberText = (value: number | null): string | null => (value === null ? null : String(value));

/** A `:` ends a name in the text form; NUL marks it, which `fitsText` rejects. */
const nameText = (name: string): string => (name.includes(':') ? '\0' : name);

/** A list with a comma in an entry has no text form; NUL marks it, which `fitsText` rejects. */
function listText(items: readonly string[]): string {
  return items.some((item) => item.includes(',')) ? '\0' : items.join(',');
}

function defaultText({ type }: Field, given: Default | null): string | null {
  if (given === null || given.kind === 'database' || given.kind === 'counted') return null;
  if (given.kind !== 'value') return given.kind;
  const isJson = type === 'json' || type === 'list';
  const text = isJson ? JSON.stringify(given.value) : String(given.value);
  return text === 'null' ? '\0' : text;
}

function fitsText(value: string): boolean {
  return !value.includes('\0') && !holdsModifier(value);
}
