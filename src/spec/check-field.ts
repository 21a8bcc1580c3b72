import { checkDefault } from './check-default.js';
import type { Field, Reference } from '../model/model.js';
import { inAscii, referenceField, referenceRelation, snakeCase } from '../model/names.js';
import { nearest } from '../model/nearest.js';
import { problem, type Report, warning } from './report.js';
import { PRESET_ROLES, reservedField } from './reserved.js';
import type { Located, SpecField, SpecWords } from './spec.js';
import { STRING_LENGTH } from '../model/columns.js';

/** Checks one field by itself; null when a problem was reported. Its reference still lacks the inverse. */
export function checkField(spec: SpecField, report: Report): Field | null {
  let failed = false;
  const note: Report = (found) => {
    failed ||= found.severity !== 'warning';
    report(found);
  };
  const { words } = spec;
  const type = spec.type.value;
  checkName(spec, note);
  const name = type === 'ref' ? referenceField(spec.name.value) : spec.name.value;
  const decimal = type === 'decimal' ? checkDecimal(spec, note) : { precision: null, scale: null };
  const values = checkValues(spec, note);
  checkBounds(spec, note);
  const shape = {
    name,
    column: name,
    type,
    required: words.required !== undefined,
    unique: words.unique !== undefined,
    uniqueGlobal: words.unique?.value === 'global',
    index: words.index !== undefined,
    values,
    enforce: words.enforce !== undefined,
    min: words.min?.value ?? null,
    max: words.max?.value ?? null,
    format: checkFormat(words, note),
    ...decimal,
    reference: checkReference(spec, note),
    read: checkRoles(words.read?.value, note),
    write: checkRoles(words.write?.value, note),
  };
  const given = checkDefault(words.default, shape, note);
  if (words.unique !== undefined && given !== null && given.kind === 'value') {
    const help = 'the second row that takes the default will be refused; remove one of the two';
    note(
      warning('unique-default', `\`${name}\` is unique and has a default`, words.default!.at, help),
    );
  }
  return failed ? null : asEnum({ ...shape, default: given });
}

/** A string with enforced values is an enum in other words, unless it says a length of its own. */
function asEnum(field: Field): Field {
  const { type, enforce, values, max } = field;
  const same = type === 'string' && enforce && values.length > 0 && max === null;
  return same ? { ...field, type: 'enum' } : field;
}

const MAX_NAME = 63;

function checkName({ name, type }: SpecField, report: Report): void {
  const { value, at } = name;
  const stored = type.value === 'ref' ? referenceField(value) : value;
  if (!/^_*[A-Za-z][A-Za-z0-9_]*$/.test(value)) {
    const better = snakeCase(inAscii(value)).replace(/^(\d)/, 'n$1');
    const help = `letters, digits and _, starting with a letter${better === '' ? '' : `: \`${better}\``}`;
    report(problem('invalid-name', `\`${value}\` cannot be the name of a field`, at, help));
    return;
  }
  const reserved =
    reservedField(value) ?? reservedField(type.value === 'ref' ? referenceRelation(value) : value);
  if (reserved !== null) {
    const better = /^(id|created_at|updated_at)$/i.test(value)
      ? 'leave it out'
      : `choose another name, such as \`${suggestion(value)}\``;
    report(problem('reserved-name', `\`${value}\` ${reserved}`, at, better));
  }
  if (stored.length > MAX_NAME) {
    const message = `\`${stored}\` has ${stored.length} characters`;
    report(problem('name-too-long', message, at, `a column's name has at most ${MAX_NAME}`));
  }
}

function suggestion(name: string): string {
  if (name.toLowerCase() === 'q') return 'question';
  return name.replace(/^_+/, '') === name ? `${snakeCase(name)}_value` : name.replace(/^_+/, '');
}

function checkDecimal(
  { words, type }: SpecField,
  report: Report,
): { precision: number; scale: number } {
  const precision = words.precision?.value ?? 15;
  const scale = words.scale?.value ?? (words.precision === undefined ? 2 : 0);
  const at = words.precision?.at ?? words.scale?.at ?? type.at;
  if (!Number.isInteger(precision) || precision < 1) {
    report(problem('bad-decimal', 'a decimal has at least 1 digit', at, 'write `decimal=12,2`'));
  } else if (precision > 15) {
    const help =
      'JSON numbers carry 15 digits exactly: `decimal=15,2`, or keep the amount in a `bigint` of cents';
    report(problem('bad-decimal', `a decimal of ${precision} digits is too long`, at, help));
  } else if (!Number.isInteger(scale) || scale < 0 || scale > precision) {
    const help = `between 0 and ${precision}; the first number counts all digits`;
    report(
      problem(
        'bad-decimal',
        `${scale} digits after the point do not fit into ${precision}`,
        words.scale?.at ?? at,
        help,
      ),
    );
  }
  return { precision, scale };
}

function checkValues({ words, type }: SpecField, report: Report): string[] {
  const values = words.values?.value ?? [];
  const word = type.value === 'enum' ? 'enum' : 'values';
  if (words.values !== undefined && values.length === 0 && type.value !== 'enum') {
    report(
      problem('missing-value', `\`${word}\` is empty`, words.values.at, `write \`${word}=a,b\``),
    );
  }
  if (words.enforce !== undefined && words.values === undefined) {
    const help = 'add `values=a,b`, or use `enum=a,b`';
    report(
      problem(
        'enforce-without-values',
        '`enforce` has no values to enforce',
        words.enforce.at,
        help,
      ),
    );
  }
  const limit = words.max?.value ?? (type.value === 'text' ? Infinity : STRING_LENGTH);
  const seen = new Set<string>();
  for (const { value, at } of values) {
    if (value === '') report(problem('bad-value', 'a value is empty', at, 'remove a comma'));
    else if (seen.has(value))
      report(problem('bad-value', `\`${value}\` is there twice`, at, 'remove one of the two'));
    else if ([...value].length > limit)
      report(
        problem(
          'bad-value',
          `\`${value}\` is longer than ${limit} characters`,
          at,
          'shorten it, or raise `max=`',
        ),
      );
    seen.add(value);
  }
  return values.map(({ value }) => value);
}

function checkBounds({ words, type }: SpecField, report: Report): void {
  const { min, max } = words;
  const text = type.value === 'string' || type.value === 'text';
  for (const bound of [min, max]) {
    if (bound === undefined) continue;
    const least = bound === max ? 1 : 0;
    if (text && (!Number.isInteger(bound.value) || bound.value < least)) {
      report(
        problem(
          'bad-bound',
          `${bound.value} is not a length`,
          bound.at,
          `a length is a whole number from ${least}`,
        ),
      );
    } else if (type.value === 'integer' && !Number.isSafeInteger(bound.value)) {
      report(
        problem(
          'bad-bound',
          `${bound.value} is not a whole number`,
          bound.at,
          'write a whole number',
        ),
      );
    }
  }
  if (type.value === 'string' && max !== undefined && max.value > 10_000) {
    report(
      problem(
        'bad-bound',
        `a string of ${max.value} characters is too long`,
        max.at,
        'use `text`, or at most 10000',
      ),
    );
  }
  const most = max?.value ?? (type.value === 'string' ? STRING_LENGTH : Infinity);
  if (min !== undefined && min.value > most) {
    const help =
      max === undefined
        ? `a string has ${STRING_LENGTH} characters unless \`max=\` says more`
        : 'swap or change them';
    report(problem('bad-bound', `\`min=${min.value}\` is more than \`max=${most}\``, min.at, help));
  }
}

function checkFormat(words: SpecWords, report: Report): Field['format'] {
  if (words.email !== undefined && words.url !== undefined) {
    report(
      problem(
        'two-formats',
        'a field is an e-mail address or a web address',
        words.url.at,
        'remove `email` or `url`',
      ),
    );
  }
  return words.email !== undefined ? 'email' : words.url !== undefined ? 'url' : null;
}

function checkReference(
  { name, type, target, words }: SpecField,
  report: Report,
): Reference | null {
  if (target === null) return null;
  const required = words.required !== undefined;
  const onDelete = words.on_delete?.value ?? (required ? 'restrict' : 'set_null');
  if (required && onDelete === 'set_null') {
    const help =
      'use `on_delete=restrict` (the default) or `on_delete=cascade`, or drop `required`';
    report(
      problem(
        'required-set-null',
        'a required reference cannot be set to null',
        words.on_delete!.at,
        help,
      ),
    );
  }
  const relation = type.value === 'ref' ? referenceRelation(name.value) : name.value;
  return { model: target.value, relation, inverse: words.as?.value ?? null, onDelete };
}

/** Role names as given; see `checkRole`. */
export function checkRoles(
  roles: readonly Located<string>[] | undefined,
  report: Report,
): string[] | null {
  if (roles === undefined) return null;
  for (const { value, at } of roles) checkRole(value, at, report);
  return [...new Set(roles.map(({ value }) => value))];
}

/** Says a role's name that is empty, or that is most likely a slip for a preset: its rule would be for nobody. */
export function checkRole(role: string, at: Located<string>['at'], report: Report): void {
  if (role.trim() === '') {
    report(
      problem(
        'bad-role',
        'the name of a role is empty',
        at,
        'write `Admin,Manager`, or nothing for nobody',
      ),
    );
    return;
  }
  if (role === '__proto__') {
    const message =
      '`__proto__` cannot be the name of a role: objects of JavaScript keep it for themselves';
    report(problem('bad-role', message, at, 'choose another name'));
    return;
  }
  // Not `Reviewer`, which is near to `Viewer` and no slip.
  const alike = PRESET_ROLES.filter((name) => name[0] === role[0]!.toUpperCase());
  const preset = nearest(role, alike);
  if (preset === null || preset === role) return;
  report(
    warning(
      'role-name',
      `\`${role}\` is another role than \`${preset}\``,
      at,
      `did you mean \`${preset}\`?`,
    ),
  );
}
