import { isSized, limitOf } from '../model/bytes.js';
import { DECIMAL_DIGITS, STRING_LENGTH } from '../model/columns.js';
import { MOST_DIGITS } from '../model/exact-number.js';
import { PRESET_ROLES } from '../model/built-in.js';
import type { Field, Reference, Total } from '../model/model.js';
import { isNumberOfLines } from '../model/totals.js';
import { inAscii, referenceField, referenceRelation, snakeCase } from '../model/names.js';
import { isOrdered } from '../model/known-types.js';
import { nativeFault } from '../model/native.js';
import { nearest } from '../model/nearest.js';
import { patternFault } from '../model/pattern.js';
import { seriesFault, seriesSample } from '../model/series.js';
import { shownWhen } from '../model/show-if.js';
import { stepIn } from '../model/steps.js';
import { unitFault } from '../model/unit.js';
import { positionWithin, type Position, type Report } from '../problem.js';
import { checkDefault } from './check-default.js';
import { checkDatabaseDefault, checkGenerated } from './check-generated.js';
import { checkKey, isKeyByName } from './check-key.js';
import { PUBLIC_ID } from '../model/keys.js';
import { checkSqlName } from './check-sql-name.js';
import { usualOnDelete } from '../model/lines.js';
import { checkItems, MAX_STRING } from './list-items.js';
import { reservedField } from './reserved.js';
import type { Located, SpecField, SpecWords } from './spec.js';
import type { Word } from './words.js';

/** Checks one field by itself; null after a problem. Its reference still lacks the inverse. */
export function checkField(spec: SpecField, report: Report, roles = PRESETS): Field | null {
  const before = report.errors;
  checkName(spec, report);
  const field = checkSettings(spec, report, roles);
  return report.errors > before ? null : field;
}

/** Checks the settings of a field that exists, whose name needs no check; null after a problem. */
export function checkSettings(spec: SpecField, report: Report, roles = PRESETS): Field | null {
  const before = report.errors;
  const { words } = spec;
  const type = spec.type.value;
  const { name, column } = storedNames(spec);
  const { items, itemLength } = checkItems(spec, report);
  const digits = checkDigits(spec, items, report);
  const values = checkValues(spec, report);
  const native = type === 'native' ? checkNative(spec, report) : null;
  const total = checkTotal(words, report);
  const stamp = checkStamp(words, report);
  const series = checkSeries(words, report);
  const key = checkKey(spec, report);
  checkBounds(spec, report);
  const shape = {
    name,
    column,
    type,
    native,
    required: isRequired(words, total, key !== null || isKept(stamp) || series !== null),
    key,
    unique: words.unique !== undefined || series !== null,
    uniqueGlobal: words.unique?.value === 'global',
    index: words.index?.value === true,
    search: words.search?.value ?? null,
    values,
    enforce: words.enforce !== undefined,
    min: words.min?.value ?? null,
    max: isSized(type) ? limitOf(type, words.max?.value ?? null) : (words.max?.value ?? null),
    items,
    itemLength,
    format: checkFormat(words, report),
    pattern: checkPattern(spec, report),
    patternMessage: checkPatternMessage(words, report),
    ...digits,
    unit: checkUnit(words, report),
    placeholder: checkPlaceholder(words, report),
    help: checkHelp(words, report),
    section: checkSection(words, report),
    showIf: shownWhen(words.show_if?.value ?? null),
    reference: withoutIndex(checkReference(spec, report), spec, report),
    from: words.from?.value ?? null,
    total,
    series,
    personal: words.personal?.value ?? null,
    steps: checkSteps(words, report, roles),
    stamp,
    generated: checkGenerated(words, report),
    read: checkRoles(words.read?.value, report, roles),
    write: checkRoles(words.write?.value, report, roles),
  };
  const initial = total && isNumberOfLines(total) ? ZERO : null;
  const own = checkDatabaseDefault(words, report) ?? checkDefault(words.default, shape, report);
  const given = total ? initial : isKept(stamp) ? NOW : own;
  if (words.unique !== undefined && given?.kind === 'value') warnOfDefault(spec, name, report);
  return report.errors > before ? null : asEnum({ ...shape, default: given });
}

/** Tells that all rows but one with the default of a unique field are refused. */
function warnOfDefault({ words }: SpecField, name: string, report: Report): void {
  report.warn(
    'unique-default',
    `\`${name}\` is unique and has a default`,
    words.default!.at,
    'remove `unique` or the default: the service would reject the second row with the default',
  );
}

/** Whether each row has a value, as a number of lines, a value that the service makes, or one that is asked for. */
const isRequired = (
  { required, lines }: SpecWords,
  total: Total | null,
  isMade: boolean,
): boolean =>
  total ? isNumberOfLines(total) : isMade || required !== undefined || lines !== undefined;

/** Whether each row has the moment. */
const isKept = (stamp: Field['stamp']): boolean => stamp === 'created' || stamp === 'updated';

/** A sum or a number without lines. */
const ZERO = { kind: 'value', value: 0 } as const;

/** The moment of the insert. */
const NOW = { kind: 'now' } as const;

/** Modifiers of values that people enter. */
const ENTERED = [
  'required',
  'unique',
  'default',
  'default_sql',
  'counted',
  'min',
  'max',
  'placeholder',
  'from',
  'write',
] as const satisfies readonly Word[];

/** The total that a field is; null where it is none. */
function checkTotal(words: SpecWords, report: Report): Total | null {
  const { sum, count, min_of, max_of } = words;
  const given = [
    ...(sum ? [{ at: sum.at, total: { kind: 'sum', ...sum.value } as const }] : []),
    ...(count
      ? [{ at: count.at, total: { kind: 'count', relation: count.value, field: null } as const }]
      : []),
    ...(min_of ? [{ at: min_of.at, total: { kind: 'min', ...min_of.value } as const }] : []),
    ...(max_of ? [{ at: max_of.at, total: { kind: 'max', ...max_of.value } as const }] : []),
  ];
  const [first, second] = given;
  if (second)
    report.error('bad-total', 'a field is one total of lines', second.at, 'remove one of the two');
  if (first) reportEntered(words, first.total.kind, 'nobody enters a total', 'bad-total', report);
  return first?.total ?? null;
}

/** Reports a modifier of values that people enter beside one by which the service makes them. */
function reportEntered(
  words: SpecWords,
  maker: string,
  why: string,
  code: string,
  report: Report,
): void {
  const entered = ENTERED.find((word) => words[word] !== undefined);
  if (entered === undefined) return;
  const message = `\`${entered}\` cannot be used with \`${maker}\`: ${why}`;
  report.error(code, message, words[entered]!.at, `remove \`${entered}\``);
}

const STAMPS = ['created', 'updated', 'deleted'] as const;

/** The moment that the service fills in; null where it fills in none. */
function checkStamp(words: SpecWords, report: Report): Field['stamp'] {
  const [stamp = null, second] = STAMPS.filter((word) => words[word] !== undefined);
  if (second)
    report.error(
      'bad-stamp',
      'a field has the moment of the insert, that of the last change or that of the deletion',
      words[second]!.at,
      'remove one of the two',
    );
  if (stamp) reportEntered(words, stamp, 'the service fills it in', 'bad-stamp', report);
  return stamp;
}

/** Settings that numbers of a series cannot have. */
const UNNUMBERED = [
  ...(['default', 'default_sql', 'counted', 'generated', 'created', 'updated', 'deleted'] as const),
  ...(['min', 'placeholder', 'from', 'write', 'values', 'enforce', 'email', 'url'] as const),
  ...(['pattern', 'pattern_message', 'key'] as const),
] as const satisfies readonly Word[];

/** The pattern of the numbers that the service gives; null where it gives none. */
function checkSeries({ series, max, unique, ...words }: SpecWords, report: Report): string | null {
  if (series === undefined) return null;
  const { value, at } = series;
  const other = UNNUMBERED.find((word) => words[word] !== undefined);
  if (other !== undefined) {
    const message = `\`${other}\` cannot be used with \`series\`: the service gives the numbers`;
    report.error('bad-series', message, words[other]!.at, `remove \`${other}\``);
  }
  if (unique?.value === 'global') {
    const message =
      '`unique=global` cannot be used with `series`: each tenant has a series of its own';
    report.error('bad-series', message, unique.at, 'remove `unique=global`');
  }
  const fault = seriesFault(value);
  const sample = seriesSample(value);
  if (fault !== null) report.error('bad-series', fault.message, at, fault.help);
  else if (max !== undefined && sample.length > max.value) {
    const message = `\`${sample}\` is longer than ${max.value} characters`;
    report.error('bad-series', message, at, 'write a shorter series, or raise `max=`');
  }
  return value;
}

/** The steps of an enum, whose values are checked with the field; null for any other field. */
function checkSteps(
  { steps }: SpecWords,
  report: Report,
  roles: readonly string[],
): Field['steps'] {
  if (steps === undefined) return null;
  return steps.value.map(({ value, at }) => {
    const step = stepIn(value);
    for (const role of step.roles ?? []) checkRole(role, at, report, roles);
    return step;
  });
}

const NO_DIGITS = { precision: null, scale: null };

/** A string with enforced values and no length of its own is an enum. */
function asEnum(field: Field): Field {
  const { type, enforce, values, max } = field;
  const same = type === 'string' && enforce && values.length > 0 && max === null;
  return same ? { ...field, type: 'enum' } : field;
}

const MAX_NAME = 63;

/** A field in JSON; a `_` at its beginning is reserved. */
const FIELD_NAME = /^_*[A-Za-z][A-Za-z0-9_]*$/;

function checkName(spec: SpecField, report: Report): void {
  const { name, type, words } = spec;
  const { value, at } = name;
  const isRef = type.value === 'ref';
  const stored = storedNames(spec).name;
  if (words.column !== undefined) checkColumn(spec, words.column, report);
  if (!FIELD_NAME.test(value)) {
    const better = snakeCase(inAscii(value)).replace(/^(\d)/, 'n$1');
    const help = `use letters, digits and _, starting with a letter${better === '' ? '' : `: \`${better}\``}`;
    return void report.error('invalid-name', `\`${value}\` is not a valid field name`, at, help);
  }
  const reserved = reservedField(value) ?? reservedField(isRef ? referenceRelation(value) : value);
  if (reserved !== null && !isKeyByName(spec) && !isStampByName(spec)) {
    const better = /^id$/i.test(value)
      ? 'leave it out; as a key it is `id:uuid`, `id:public`, `id:bigint` or `id:string`'
      : /^(created_at|updated_at)$/i.test(value)
        ? `leave it out; alone, without \`timestamps\`, it is \`${value}:datetime:${value.slice(0, 7).toLowerCase()}\``
        : `choose another name, such as \`${suggestion(value)}\``;
    report.error('reserved-name', `\`${value}\` ${reserved}`, at, better);
  }
  if (stored.length > MAX_NAME) {
    const message = `\`${stored}\` has ${stored.length} characters`;
    report.error('name-too-long', message, at, `a column name may have at most ${MAX_NAME}`);
  }
}

/** Whether a field is one of the usual timestamps, in a model that has not both of them. */
const isStampByName = ({ name, words }: SpecField): boolean =>
  (name.value === 'created_at' && words.created !== undefined) ||
  (name.value === 'updated_at' && words.updated !== undefined);

/**
 * The names of a field in its entity and in its table. A reference is written by its relation (`boss`), with the field and the
 * column of one name, or by its field (`boss_id`).
 */
function storedNames({ name: { value }, type, words }: SpecField): Pick<Field, 'name' | 'column'> {
  const column = words.column?.value;
  const usual = words.version?.value === 'public' ? PUBLIC_ID : value;
  if (type.value !== 'ref') return { name: value, column: column ?? usual };
  const field = referenceField(value);
  const name = value === field ? field : (column ?? field);
  return { name, column: column ?? field };
}

/** Checks the name of a column, which may be the name of the field in JSON, too. */
function checkColumn(spec: SpecField, { value, at }: Located<string>, report: Report): void {
  const { name, type } = spec;
  const isName = type.value === 'ref' && storedNames(spec).name === value;
  const reserved = isName ? reservedField(value) : null;
  const relation = referenceRelation(name.value);
  const other = `to name the column alone, write \`${relation}_id:ref=${spec.target?.value}:column=${value}\``;
  const what = `the column \`${value}\``;
  const about = { what, code: 'invalid-name', help: 'choose another column' };
  if (!checkSqlName(value, about, at, report)) return;
  if (isName && !FIELD_NAME.test(value))
    report.error('invalid-name', `\`${value}\` is no name of a field`, at, other);
  else if (reserved !== null) report.error('reserved-name', `\`${value}\` ${reserved}`, at, other);
  else if (isName && value === relation)
    report.error(
      'duplicate-field',
      `the foreign key and the relation of \`${name.value}\` would have the same name`,
      at,
      other,
    );
}

function suggestion(name: string): string {
  if (name.toLowerCase() === 'q') return 'question';
  return name.replace(/^_+/, '') === name ? `${snakeCase(name)}_value` : name.replace(/^_+/, '');
}

/** The digits of decimals, be they items of a list; none of other fields. */
function checkDigits(spec: SpecField, items: Field['items'], report: Report) {
  const { type, words } = spec;
  if (type.value === 'decimal' || items === 'decimal') return checkDecimal(spec, report);
  if (type.value !== 'exact' || (words.precision ?? words.scale) === undefined) return NO_DIGITS;
  return checkExact(spec, report);
}

function checkExact({ words, type }: SpecField, report: Report) {
  const precision = words.precision?.value ?? NaN;
  const scale = words.scale?.value ?? 0;
  const at = words.precision?.at ?? words.scale?.at ?? type.at;
  const help = `write \`exact=30,10\`: at most ${MOST_DIGITS} digits in all, of which 10 are after the point; or \`exact\` for any digits`;
  if (!Number.isInteger(precision) || precision < 1 || precision > MOST_DIGITS)
    report.error('bad-decimal', 'the digits of an exact decimal are missing or too many', at, help);
  else if (!Number.isInteger(scale) || scale < 0 || scale > precision)
    report.error(
      'bad-decimal',
      `${scale} digits after the point do not fit into ${precision}`,
      words.scale?.at ?? at,
      help,
    );
  return { precision, scale };
}

function checkDecimal({ words, type }: SpecField, report: Report) {
  const precision = words.precision?.value ?? DECIMAL_DIGITS.precision;
  const scale = words.scale?.value ?? (words.precision === undefined ? DECIMAL_DIGITS.scale : 0);
  const at = words.precision?.at ?? words.scale?.at ?? type.at;
  const fail = (message: string, help: string, place = at) =>
    report.error('bad-decimal', message, place, help);
  if (!Number.isInteger(precision) || precision < 1)
    fail('a decimal needs at least 1 digit', 'write `decimal=12,2`');
  else if (precision > DECIMAL_DIGITS.precision)
    fail(
      `a decimal of ${precision} digits has too many digits`,
      `write at most 15 digits, which JSON numbers hold exactly: \`decimal=15,2\`; or \`exact=${precision},${scale}\`, a string in JSON`,
    );
  else if (!Number.isInteger(scale) || scale < 0 || scale > precision)
    fail(
      `${scale} digits after the point do not fit into ${precision}`,
      `write a number between 0 and ${precision}; the first number of \`decimal\` counts all digits`,
      words.scale?.at,
    );
  return { precision, scale };
}

/** A type of PostgreSQL as its catalog has it, and what only types with an order can have. */
function checkNative({ type, target, words }: SpecField, report: Report): string {
  const { value, at } = target ?? { value: '', at: type.at };
  const fault = nativeFault(value);
  if (fault !== null) report.error('bad-native', fault.message, at, fault.help);
  for (const word of ['unique', 'index'] as const) {
    if (words[word] === undefined || isOrdered(value)) continue;
    const message = `PostgreSQL has no order for \`${value}\`, which \`${word}\` needs`;
    report.error('modifier-not-for-type', message, words[word].at, `remove \`${word}\``);
  }
  return value;
}

function checkValues({ words, type }: SpecField, report: Report): string[] {
  const values = words.values?.value ?? [];
  if (words.values !== undefined && values.length === 0 && type.value !== 'enum')
    report.error('missing-value', '`values` is empty', words.values.at, 'write `values=a,b`');
  if (words.enforce !== undefined && words.values === undefined) {
    const help = 'add `values=a,b`, or use `enum=a,b`';
    const message = '`enforce` has no values to enforce';
    report.error('enforce-without-values', message, words.enforce.at, help);
  }
  const limit = longestText(words, type.value);
  const seen = new Set<string>();
  for (const { value, at } of values) {
    const fail = (message: string, help: string) => report.error('bad-value', message, at, help);
    if (value === '') fail('a value is empty', 'remove the extra comma');
    else if (seen.has(value)) fail(`\`${value}\` is listed twice`, 'remove one of the two');
    else if ([...value].length > limit)
      fail(`\`${value}\` is longer than ${limit} characters`, 'shorten it, or raise `max=`');
    seen.add(value);
  }
  return values.map(({ value }) => value);
}

/** The most characters of a text of a field, or of an item of a list. */
function longestText({ max, items, item_length }: SpecWords, type: Field['type']): number {
  const isLong = type === 'text' || items?.value === 'text';
  const given = type === 'list' ? item_length : max;
  return given?.value ?? (isLong ? Infinity : STRING_LENGTH);
}

function checkBounds({ words: { min, max }, type: { value: type } }: SpecField, report: Report) {
  for (const bound of [min, max]) {
    if (bound === undefined) continue;
    const { value, at } = bound;
    const least = bound === max ? 1 : 0;
    if (type === 'list' && (!Number.isInteger(value) || value < least))
      report.error(
        'bad-bound',
        `${value} is not a number of items`,
        at,
        `a list has a whole number of items, from ${least}`,
      );
    else if ((type === 'string' || type === 'text') && (!Number.isInteger(value) || value < least))
      report.error(
        'bad-bound',
        `${value} is not a valid length`,
        at,
        `a length is a whole number from ${least}`,
      );
    else if (type === 'integer' && !Number.isSafeInteger(value))
      report.error('bad-bound', `${value} is not a whole number`, at, 'write a whole number');
  }
  if (type === 'string' && max !== undefined && max.value > MAX_STRING) {
    const message = `a string of ${max.value} characters is too long`;
    report.error('bad-bound', message, max.at, `use \`text\`, or \`max=\` up to ${MAX_STRING}`);
  }
  const most = max?.value ?? (type === 'string' ? STRING_LENGTH : Infinity);
  if (min === undefined || min.value <= most) return;
  const help =
    max === undefined
      ? `add a larger \`max=\`; without it a string holds ${STRING_LENGTH} characters`
      : 'swap or change the two numbers';
  report.error('bad-bound', `\`min=${min.value}\` is more than \`max=${most}\``, min.at, help);
}

function checkFormat({ email, url }: SpecWords, report: Report): Field['format'] {
  if (email !== undefined && url !== undefined) {
    const message = '`email` and `url` cannot be combined';
    report.error('two-formats', message, url.at, 'remove `email` or `url`');
  }
  return email !== undefined ? 'email' : url !== undefined ? 'url' : null;
}

/** A pattern must work in the service and in browsers, and needs a text of limited length. */
function checkPattern({ words, type }: SpecField, report: Report): string | null {
  const { pattern, max } = words;
  if (pattern === undefined) return null;
  const { value, at } = pattern;
  const fault = patternFault(value);
  if (fault !== null) {
    const help = 'use RE2 syntax: no look-ahead, look-behind or back-references';
    report.error(
      'bad-pattern',
      `\`${value}\`: ${fault.message}`,
      positionWithin(at, value, fault),
      help,
    );
  } else if (type.value === 'text' && max === undefined) {
    const message = 'text of unlimited length cannot have a `pattern`';
    report.error('unbounded-pattern', message, at, 'limit its length: `max=2000`');
  }
  return value;
}

/** One sentence that people read, about a pattern that there is. */
function checkPatternMessage(
  { pattern, pattern_message: message }: SpecWords,
  report: Report,
): string | null {
  if (message === undefined) return null;
  if (pattern === undefined)
    report.error(
      'bad-message',
      '`pattern_message` needs a `pattern`',
      message.at,
      'add `pattern=^[A-Z]{2}[0-9]+$`',
    );
  else checkLine('pattern_message', message, 'bad-message', report);
  return message.value;
}

/** One line of text, in an input in which people type. */
function checkPlaceholder({ placeholder, enforce }: SpecWords, report: Report): string | null {
  if (placeholder === undefined) return null;
  if (enforce !== undefined)
    report.error(
      'bad-placeholder',
      'a field with enforced values is a choice, which shows no `placeholder`',
      placeholder.at,
      'remove it; in a change, add `-placeholder`',
    );
  else checkLine('placeholder', placeholder, 'bad-placeholder', report);
  return placeholder.value;
}

/** A reference of a table that was there may have no index. */
function withoutIndex(
  reference: Reference | null,
  { type, words: { index, unique } }: SpecField,
  report: Report,
): Reference | null {
  if (index?.value !== 'none') return reference;
  if (type.value !== 'ref' || unique !== undefined)
    report.error(
      'bad-index',
      type.value === 'ref'
        ? 'a unique reference has an index'
        : 'only a reference has an index by itself',
      index.at,
      'leave `index=none` out',
    );
  return reference && { ...reference, unindexed: true };
}

/** One line about the field, of any type. */
function checkHelp({ help }: SpecWords, report: Report): string | null {
  if (help !== undefined) checkLine('help', help, 'bad-help', report, MAX_HELP);
  return help?.value ?? null;
}

function checkSection({ section }: SpecWords, report: Report): string | null {
  if (section !== undefined) checkLine('section', section, 'bad-section', report, MAX_TITLE);
  return section?.value ?? null;
}

/** Reports a text that does not fit on one line. */
function checkLine(
  word: Word,
  { value, at }: Located<string>,
  code: string,
  report: Report,
  most = MAX_LINE,
): void {
  const fail = (what: string, help: string) => report.error(code, what, at, help);
  if (/[\r\n]/.test(value) || value.trim() !== value)
    fail(`\`${word}\` must be one line without spaces around it`, 'write one line');
  else if (value.length > most)
    fail(`\`${word}\` has ${value.length} characters`, `at most ${most}`);
}

const MAX_LINE = 200;
const MAX_HELP = 500;
const MAX_TITLE = 60;

/** What a number is of: few characters that stand beside it. */
function checkUnit({ unit }: SpecWords, report: Report): string | null {
  if (unit === undefined) return null;
  const fault = unitFault(unit.value);
  if (fault !== null) report.error('bad-unit', fault.message, unit.at, fault.help);
  return unit.value;
}

function checkReference(
  { name, type, target, words }: SpecField,
  report: Report,
): Reference | null {
  if (target === null || type.value === 'native') return null;
  const lines = words.lines !== undefined;
  const required = words.required !== undefined || words.key !== undefined || lines;
  const usual = usualOnDelete({ required, lines });
  const onDelete = words.on_delete?.value ?? usual;
  if (required && !lines && onDelete === 'set_null') {
    const message = 'a required reference cannot be set to null';
    const word = words.key === undefined ? 'required' : 'key';
    const help = `use \`on_delete=restrict\` (the default) or \`on_delete=cascade\`, or remove \`${word}\``;
    report.error('required-set-null', message, words.on_delete!.at, help);
  }
  const relation = type.value === 'ref' ? referenceRelation(name.value) : name.value;
  const inverse = words.as?.value ?? null;
  const to = words.to && { to: words.to.value };
  return { model: target.value, ...to, relation, inverse, onDelete, lines };
}

function checkRoles(
  named: readonly Located<string>[] | undefined,
  report: Report,
  roles: readonly string[],
): string[] | null {
  if (named === undefined) return null;
  for (const { value, at } of named) checkRole(value, at, report, roles);
  return [...new Set(named.map(({ value }) => value))];
}

const PRESETS: readonly string[] = Object.keys(PRESET_ROLES);

/** Reports an empty role name, and warns of a likely typo for one of the preset roles: its rule would apply to nobody. */
export function checkRole(
  role: string,
  at: Position,
  report: Report,
  roles: readonly string[],
): void {
  if (role.trim() === '') {
    const help = 'write `Admin,Manager`, or leave the list empty for nobody';
    return void report.error('bad-role', 'a role name is empty', at, help);
  }
  if (role === '__proto__') {
    const message = '`__proto__` is reserved in JavaScript and cannot be a role name';
    return void report.error('bad-role', message, at, 'choose another name');
  }
  // The first letter must match: `Reviewer` is not a typo of `Viewer`.
  const alike = roles.filter((name) => name[0] === role[0]!.toUpperCase());
  const preset = roles.includes(role) ? null : nearest(role, alike);
  if (preset === null) return;
  const message = `\`${role}\` is not the preset role \`${preset}\``;
  report.warn('role-name', message, at, `did you mean \`${preset}\`?`);
}
