import { sourceText } from '../model/field-source.js';
import { usualOnDelete } from '../model/lines.js';
import type { Field } from '../model/model.js';
import { totalSource } from '../model/totals.js';
import { MODIFIERS } from './words.js';
import { inverseName } from '../model/relations.js';

/** A field in the shortest text form; null where only the object form can express it. */
export function printField(field: Field, table: string): string | null {
  const words = printedWords(field, table);
  const enums = field.type === 'enum' ? listText(field.values) : '';
  if (![enums, ...words.map(([, value]) => value ?? '')].every(fitsText)) return null;
  const texts = words.map(([word, value]) => (value === null ? word : `${word}=${value}`));
  return [printedName(field), printType(field), ...texts].join(':');
}

function printedName({ name, type, reference }: Field): string {
  return type === 'ref' ? reference!.relation : name;
}

function printType(field: Field): string {
  if (field.reference !== null) return `${field.type}=${field.reference.model}`;
  if (field.type === 'enum') return `enum=${field.values.join(',')}`;
  if (field.type !== 'decimal' || field.precision === null) return field.type;
  return `decimal=${field.precision},${field.scale ?? 0}`;
}

function printedWords(
  field: Field,
  table: string,
): (readonly [word: string, value: string | null])[] {
  const { reference, default: given, total } = field;
  const lines = reference?.lines === true;
  const usual = usualOnDelete({ required: field.required, lines });
  const inverse = inverseName({ table }, field);
  const listed = field.type !== 'enum' && field.values.length > 0;
  const words: (readonly [string, string | null] | false)[] = [
    field.required && !lines && !total && ['required', null],
    field.unique && ['unique', field.uniqueGlobal ? 'global' : null],
    field.index && ['index', null],
    field.search !== null && ['search', field.search],
    given !== null &&
      !total && ['default', given.kind === 'value' ? defaultText(field, given.value) : given.kind],
    listed && ['values', listText(field.values)],
    field.enforce && field.type !== 'enum' && ['enforce', null],
    field.min !== null && ['min', String(field.min)],
    field.max !== null && ['max', String(field.max)],
    field.format !== null && [field.format, null],
    field.pattern !== null && ['pattern', field.pattern],
    field.patternMessage !== null && ['pattern_message', field.patternMessage],
    field.unit !== null && ['unit', field.unit],
    field.type === 'ref' && reference!.onDelete !== usual && ['on_delete', reference!.onDelete],
    lines && ['lines', null],
    reference?.inverse != null && reference.inverse !== inverse && ['as', reference.inverse],
    field.from !== null && ['from', sourceText(field.from)],
    total !== null && [total.kind, totalSource(total)],
    field.read !== null && ['read', listText(field.read)],
    field.write !== null && ['write', listText(field.write)],
  ];
  return words.filter((word) => word !== false);
}

/** A list with a comma in an entry has no text form; NUL marks it, which `fitsText` rejects. */
function listText(items: readonly string[]): string {
  return items.some((item) => item.includes(',')) ? '\0' : items.join(',');
}

function defaultText({ type }: Field, value: unknown): string {
  const text = type === 'json' ? JSON.stringify(value) : String(value);
  return text === 'null' ? '\0' : text;
}

const MODIFIER = new RegExp(`:(?:${MODIFIERS.join('|')})(?:[=:]|$)`);

function fitsText(value: string): boolean {
  return !value.includes('\0') && !MODIFIER.test(value);
}
