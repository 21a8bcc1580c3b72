import { isSized, sizeText } from '../model/bytes.js';
import { isComposite } from '../model/composite-references.js';
import { conditionText } from '../model/frozen.js';
import type { Default, Field, FieldType, Model } from '../model/model.js';
import { itemsText } from '../model/lists.js';
import { stepText } from '../model/steps.js';
import type { GivenValue } from '../model/value.js';
import type { Report } from '../problem.js';
import { buildField, NOT_INDEXED, type RawType, reportOptionalLines } from './build-field.js';
import { checkSettings } from './check-field.js';
import { reportFixedKey } from './check-key.js';
import { checkBuiltInField } from './check-built-in.js';
import { type Node, plainValue, scalarAt } from './node.js';
import type { FieldChange } from './parse-change.js';
import type { Words } from './read-word.js';
import { reportOfColumns } from './reference-columns.js';
import type { SpecField, SpecWords, WordValues } from './spec.js';
import { WORD_FACTS, type Word } from './words.js';

/** A field as a change leaves it, by the checks of new fields; null after a problem. Its names stay. */
export function changeField(
  model: Model,
  field: Field,
  change: FieldChange,
  report: Report,
): Field | null {
  const before = report.errors;
  if (changesKey(field, change)) reportFixedKey(model, change.name.at, report);
  reportFixed(field, change, report);
  const built = buildField(
    change.name,
    change.type ?? presentType(field, change),
    change.words,
    report,
  );
  if (built !== null && isComposite(field)) reportOfColumns(built, report);
  if (report.errors > before || built === null) return null;
  const spec = completed(field, built, change, report);
  const checked = report.errors > before ? null : checkSettings(spec, report);
  if (checked === null) return null;
  if (checked.key !== field.key) reportFixedKey(model, change.name.at, report);
  if (field.type === 'list') reportItemsChanged(field, checked, change, report);
  if (field.type === 'exact') reportFewerDigits(field, checked, change, report);
  const { name, column, reference: old } = field;
  const now = checked.reference;
  const reference = old && now && { ...old, onDelete: now.onDelete, lines: now.lines };
  const changed = { ...checked, name, column, reference };
  checkBuiltInField(model, changed, spec, report);
  reportGrouped(model, changed, spec, report);
  return report.errors > before ? null : changed;
}

/** An enum is a string with enforced values, and the check makes it one again. */
const plainType = (type: FieldType): FieldType => (type === 'enum' ? 'string' : type);

function presentType(field: Field, { name: { at } }: FieldChange): RawType {
  const { type, native, max, reference } = field;
  const size = isSized(type) && max !== null ? sizeText(max) : null;
  const items = type === 'list' ? itemsText(field) : null;
  const value = reference?.model ?? native ?? size ?? items;
  const target = value === null ? null : scalarAt(value, at);
  return { type: { value: plainType(type), at }, value: target };
}

/** Whether a change would make a field the key or another field of the key, or give the key another type. */
function changesKey({ key, type: old }: Field, { type, words, gone }: FieldChange): boolean {
  const named = [...words.map(({ word }) => word.value), ...gone.map(({ value }) => value)];
  return named.includes('key') || (key !== null && type !== null && type.type.value !== old);
}

/** Reports what a change cannot do: values of references mean rows, and relations are members of other classes. */
function reportFixed(
  { name, column, type: old, reference }: Field,
  change: FieldChange,
  report: Report,
) {
  const { type, words } = change;
  const relation = reference?.relation ?? name;
  const members = [
    [
      'as',
      reference?.inverse,
      `rename \`${reference?.inverse ?? 'it'}\` in the class \`${reference?.model ?? ''}\``,
    ],
    ['columns', reference?.columns, `change the columns in the \`@JoinColumn\` of \`${relation}\``],
    ['column', column, `rename the column of \`${name}\` in the class (\`@Column({ name })\`)`],
  ] as const;
  for (const [setting, now, how] of members) {
    const given = words.find(({ word }) => word.value === setting);
    if (!given || (now !== undefined && String(namedIn(given.value)) === String(now))) continue;
    const message = `\`${setting}\` cannot be changed here`;
    report.error('fixed-setting', message, given.word.at, `${how}, then run: crudgen sync`);
  }
  const other = words.find(
    ({ word, value }) => word.value === 'to' && namedIn(value) !== reference?.to,
  );
  if (other) {
    const message = `\`${name}\` cannot change to other values, because its rows would refer to others`;
    report.error('fixed-setting', message, other.word.at, MOVED);
  }
  if (type === null) return;
  const { value: to, at } = type.type;
  const isFixed = [old, to].some((one) => FIXED.includes(one));
  const isSame =
    to === old && (type.value as { value?: unknown } | null)?.value === reference?.model;
  if (!isFixed || isSame || (old === to && reference === null)) return;
  const message = `\`${name}\` cannot change from ${old === to ? 'one model to another' : `${old} to ${to}`}, because its values would get another meaning`;
  report.error('fixed-type', message, at, MOVED);
}

/** Reports other items of a list: texts remain texts, and no other value is converted. */
function reportItemsChanged(
  { name, items: old }: Field,
  { items: now }: Field,
  change: FieldChange,
  report: Report,
): void {
  const isText = [old, now].every((one) => one === 'string' || one === 'text');
  if (old === now || isText) return;
  const message = `\`${name}\` cannot change from a list of ${old} to a list of ${now}`;
  report.error('fixed-type', message, (change.type?.type ?? change.name).at, MOVED);
}

/** Reports fewer digits than an exact decimal has: each database would lose others of them. */
function reportFewerDigits(
  { name, ...old }: Field,
  now: Field,
  change: FieldChange,
  report: Report,
): void {
  const [had, has] = [roomOf(old), roomOf(now)];
  if (has.before >= had.before && has.behind >= had.behind) return;
  const message = `\`${name}\` cannot change to an exact decimal with fewer digits before or after the point`;
  report.error('fixed-type', message, (change.type?.type ?? change.name).at, MOVED);
}

/** How many digits a decimal may have before and behind the point. */
function roomOf({ precision, scale }: Pick<Field, 'precision' | 'scale'>) {
  if (precision === null) return { before: Infinity, behind: Infinity };
  return { before: precision - (scale ?? 0), behind: scale ?? 0 };
}

/** Types of which the values mean something else in another type. */
const FIXED: readonly FieldType[] = ['ref', 'refs', 'list', 'bytes', 'exact', 'file', 'image'];

const MOVED = 'add a new field, move the values, then remove the old field';

const namedIn = (value: Node | null): unknown => value && plainValue(value);

/** Settings that the type of a list says again. */
const OF_TYPES: readonly Word[] = ['items', 'item_length', 'precision', 'scale'];

/** The modifiers of which each says the default. */
const DEFAULTS = ['default', 'default_sql', 'counted'] as const;

/** What was built of a change with the settings of the field that it keeps. */
function completed(
  field: Field,
  { words: given, ...built }: SpecField,
  change: FieldChange,
  report: Report,
): SpecField {
  const gone = new Set<string>(change.gone.map(({ value }) => value));
  const { default: value, ...set } = given;
  const isCleared = value?.value.form === 'text' && value.value.text === 'null';
  if (isCleared) gone.add('default');
  // A field has one default.
  if (DEFAULTS.some((word) => Object.hasOwn(given, word)))
    for (const word of DEFAULTS) gone.add(word);
  if (gone.has('values') && set.enforce === undefined) gone.add('enforce');
  // If the pattern goes or changes, its message no longer holds.
  if (gone.has('pattern') || set.pattern !== undefined) gone.add('pattern_message');
  // A type that is named anew brings its own values.
  if (change.type !== null && field.type === 'enum') gone.add('enforce');
  const type = { ...built.type, value: plainType(built.type.value) };
  // A type that is named anew has its own digits, or any.
  const isExact = type.value === 'exact' && change.type === null;
  if (type.value !== 'decimal' && !isExact) for (const word of OF_TYPES) gone.add(word);
  for (const format of ['email', 'url'] as const) if (set[format]) gone.add('email').add('url');
  const kept = Object.entries(modifiersOf(field, change)).filter(
    ([word]) => !gone.has(word) && !Object.hasOwn(given, word),
  );
  for (const [word] of kept) reportUnfit(word as Word, field, type, report);
  const words = { ...Object.fromEntries(kept), ...(isCleared ? set : given) } as SpecWords;
  reportOptional(words, change, report);
  return { ...built, type, words };
}

/** Reports that what has lines may be empty. */
function reportOptional({ lines }: SpecWords, { gone }: FieldChange, report: Report): void {
  const required = gone.find(({ value }) => value === 'required');
  if (lines === undefined || required === undefined) return;
  reportOptionalLines(required.at, 'add `-lines`, or leave out `-required`', report);
}

/** Reports a setting that the field has and its new type does not take, or takes in another sense. */
function reportUnfit(word: Word, field: Field, type: SpecField['type'], report: Report): void {
  const { value: to, at } = type;
  const from = plainType(field.type);
  const isText = (one: FieldType) => one === 'string' || one === 'text';
  const isBound = word === 'min' || word === 'max';
  if (WORD_FACTS[word].types.includes(to) && !(isBound && isText(from) !== isText(to))) return;
  const message = isBound
    ? `\`${word}=${field[word]}\` of \`${field.name}\` only fits ${from}`
    : `\`${word}\` of \`${field.name}\` cannot be used with ${to}`;
  const help = isBound ? `write a new value, or add \`-${word}\` to remove it` : `add \`-${word}\``;
  report.error('modifier-not-for-type', message, at, help);
}

/** Reports a type that cannot be in the groups of the model. */
function reportGrouped(
  { unique, indexes }: Model,
  { name, type }: Field,
  spec: SpecField,
  report: Report,
): void {
  const isGrouped = [...unique, ...indexes].some((group) => group.includes(name));
  if (!isGrouped || (type !== 'text' && type !== 'json' && type !== 'list')) return;
  const message = `\`${name}\` is unique or indexed together with other fields, which a field of type ${type} cannot be`;
  const help = type === 'text' ? NOT_INDEXED : 'remove the field from the group first';
  report.error('bad-group', message, spec.type.at, help);
}

/** The modifiers of a field by their values; null for the modifiers that the field does not have. */
type Settings = {
  readonly [W in Exclude<Word, 'label' | 'as' | 'to' | 'column' | 'columns'>]: WordValues[W] | null;
};

/** The settings of a field as modifiers, at the place of its name. */
function modifiersOf(field: Field, change: FieldChange): Words {
  const { at } = change.name;
  const set = Object.entries(settingsOf(field, change)).filter(([, value]) => value !== null);
  return Object.fromEntries(set.map(([word, value]) => [word, { value, at }])) as Words;
}

function settingsOf(field: Field, { name: { at }, type, gone }: FieldChange): Settings {
  const { reference, format, key, total, stamp, generated, series, steps } = field;
  // A field that loses its series stays required and unique.
  const isNumbered = series !== null && !gone.some(({ value }) => value === 'series');
  // A key is required by itself.
  const required = field.required && key === null;
  const source = total?.field == null ? null : { relation: total.relation, field: total.field };
  const isRetyped = type !== null && type.type.value !== field.type;
  const usual = field.required ? 'restrict' : 'set_null';
  const on_delete = reference && reference.onDelete !== usual ? reference.onDelete : null;
  const list = (items: readonly string[] | null) => items && items.map((value) => ({ value, at }));
  return {
    key: key === null ? null : key === 'given' || 'generated',
    required: (total === null && stamp === null && !isNumbered && required) || null,
    unique: isNumbered ? null : field.uniqueGlobal ? 'global' : field.unique || null,
    index: field.index || (reference?.unindexed ? 'none' : null),
    search: field.search,
    default: total || stamp ? null : field.default && givenDefault(field.default, isRetyped),
    default_sql: field.default?.kind === 'database' ? field.default.sql : null,
    counted: field.default?.kind === 'counted' || null,
    values: field.values.length > 0 ? list(field.values) : null,
    enforce: field.enforce || null,
    max: isSized(field.type) ? null : field.max,
    min: field.min,
    email: format === 'email' || null,
    url: format === 'url' || null,
    pattern: field.pattern,
    pattern_message: field.patternMessage,
    unit: field.unit,
    placeholder: field.placeholder,
    help: field.help,
    section: field.section,
    show_if: field.showIf && conditionText(field.showIf),
    on_delete: field.type === 'ref' ? on_delete : null,
    lines: reference?.lines || null,
    from: field.from,
    sum: total?.kind === 'sum' ? source : null,
    count: total?.kind === 'count' ? total.relation : null,
    min_of: total?.kind === 'min' ? source : null,
    max_of: total?.kind === 'max' ? source : null,
    created: stamp === 'created' || null,
    updated: stamp === 'updated' || null,
    deleted: stamp === 'deleted' || null,
    generated,
    read: list(field.read),
    write: list(field.write),
    items: field.items,
    item_length: field.itemLength,
    precision: field.precision,
    scale: field.scale,
    version: key === 'v4' || key === 'public' ? key : null,
    series,
    personal: field.personal,
    steps: list(steps?.map(stepText) ?? null),
  };
}

/** A default as it may be written; for another type as text, which every type can read. */
function givenDefault(given: Default, isText: boolean): GivenValue | null {
  if (given.kind === 'database' || given.kind === 'counted') return null;
  if (given.kind !== 'value') return { form: 'text', text: given.kind };
  const { value } = given;
  if (!isText) return { form: 'value', value };
  return { form: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
}
