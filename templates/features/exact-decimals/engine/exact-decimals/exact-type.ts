import {
  type AddedLimits,
  AddedType,
  AddedTypes,
  type DatabaseName,
} from '../fields/added-type.js';
import type { TypeOfField } from '../fields/field-types.js';
import { no, type CheckedField, type Misfit } from '../fields/limits.js';
import {
  digitsOf,
  exactText,
  isLess,
  MOST_DIGITS,
  sortedText,
  unsortedText,
  withoutExponent,
} from './exact-number.js';

/**
 * A column of numbers that keep all their digits: `@Column('decimal', { precision: 30, scale: 10, transformer: exact() })`. In JSON and
 * in entities, its values are texts. PostgreSQL has them as `numeric`, and SQLite as texts that sort as their numbers do.
 */
export const exact = (): AddedTypes =>
  new AddedTypes((database, { precision, scale }) =>
    precision == null
      ? new ExactType(database, null)
      : new ExactType(database, { precision, scale: scale ?? 0 }),
  );

/** How many digits the numbers of a column have, in all and behind the point; null where they have any. */
type Digits = { readonly precision: number; readonly scale: number } | null;

/** Numbers with all their digits, in one of the databases. */
class ExactType extends AddedType {
  override readonly name = 'exact decimal';
  override readonly columns: Readonly<Record<DatabaseName, string>>;
  override readonly values: TypeOfField<string>;
  override readonly schema: AddedType['schema'];
  override readonly operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'isnull'];
  override readonly queried = 'decimal';
  override readonly isSorted = true;
  override readonly isNumber = true;
  override readonly width: number;

  constructor(
    database: DatabaseName,
    private readonly digits: Digits,
  ) {
    super(database);
    const type = digits === null ? 'numeric' : `numeric(${digits.precision},${digits.scale})`;
    this.columns = { sqlite: 'text', postgres: type };
    this.values = valuesOf(digits);
    this.schema = schemaOf(digits);
    // A sign, a zero and a point.
    this.width = digits === null ? Infinity : digits.precision + 3;
  }

  /** A cast to the digits of the column would round what it is compared with. */
  override get comparedAs(): string {
    return this.database === 'postgres' ? 'numeric' : this.column;
  }

  override schemaOf({ min, max }: AddedLimits): AddedType['schema'] {
    const limits = [
      ...(min === null ? [] : [`at least ${min}`]),
      ...(max === null ? [] : [`at most ${max}`]),
    ];
    if (limits.length === 0) return this.schema;
    const pattern = String(this.schema['pattern']);
    return {
      ...this.schema,
      ...(min !== null && min >= 0 && { pattern: pattern.replace('-?', '') }),
      description: `A number of ${limits.join(' and ')}.`,
    };
  }

  override encode(value: unknown): unknown {
    return this.database === 'postgres' ? value : sortedText(String(value));
  }

  override storedDefault(value: unknown): unknown {
    return { sqlite: sortedText(String(value)), postgres: value };
  }

  /** Shows a number that is not finite as it is; PostgreSQL may have some. */
  override decode(stored: unknown): string {
    const text = this.database === 'postgres' ? String(stored) : unsortedText(String(stored));
    return exactText(text, this.scale) ?? text;
  }

  override text(column: string): string {
    if (this.database === 'postgres')
      return this.scale === null ? `trim_scale(${column})::text` : `${column}::text`;
    const number = `substr(${column}, CASE WHEN ${column} < '0' THEN instr(${column}, '~') + 1 ELSE 6 END)`;
    if (!this.scale) return number;
    const zeros = '0'.repeat(this.scale);
    const missing = `${this.scale} - length(${column}) + instr(${column}, '.')`;
    return `${number} || CASE instr(${column}, '.') WHEN 0 THEN '.${zeros}' ELSE substr('${zeros}', 1, ${missing}) END`;
  }

  override json(column: string): string {
    return `(${this.text(column)})`;
  }

  override sample(n: number, { min, max }: AddedLimits): string | null {
    const { precision, scale } = this.digits ?? { precision: 18, scale: 9 };
    const least = Math.ceil(min ?? 0);
    const most = Math.min(max ?? Infinity, 10 ** Math.min(precision - scale, 9) - 1);
    // Between two fractions there may be no whole number.
    if (least > most) return n === 0 ? exactText(plain(min ?? max ?? 0), this.scale) : null;
    const count = Math.floor(most) - least + 1;
    const part = String(Math.floor(n / count)).padStart(scale, '0');
    const text = `${least + (n % count)}${scale === 0 ? '' : `.${part}`}`;
    const isFitting =
      part.length <= Math.max(1, scale) && (max === null || !isLess(plain(max), text));
    return isFitting ? exactText(text, this.scale) : null;
  }

  private get scale(): number | null {
    return this.digits && this.digits.scale;
  }
}

/** How the numbers of a column are read. */
function valuesOf(digits: Digits): TypeOfField<string> {
  const scale = digits && digits.scale;
  const read = (value: unknown): string | null => {
    const text = typeof value === 'bigint' ? String(value) : value;
    return typeof text === 'string' ? exactText(text, scale) : null;
  };
  return {
    noun: 'a number as a string, such as "12.50"',
    example: '12.50',
    parse: (text) => exactText(withoutExponent(text), scale),
    accept: read,
    fits: (value, field) => tooManyDigits(value, digits, field) ?? outOfRange(value, field),
    compare: read,
    isKind: (value) => read(value) !== null,
  };
}

function tooManyDigits(value: string, digits: Digits, { name }: CheckedField): Misfit | null {
  const { before, behind } = digitsOf(value);
  const most = digits?.scale ?? MOST_DIGITS - before;
  const wholes = digits ? digits.precision - digits.scale : MOST_DIGITS;
  if (before > wholes)
    return no('too-many-digits', `${name} has at most ${wholes} digits before the point`, {
      digits: wholes,
    });
  return behind > most
    ? no('too-precise', `${name} has at most ${most} digits after the point`, { digits: most })
    : null;
}

function outOfRange(value: string, { name, min, max }: CheckedField): Misfit | null {
  if (min !== null && isLess(value, plain(min)))
    return no('too-small', `${name} must be at least ${min}`, { min });
  return max !== null && isLess(plain(max), value)
    ? no('too-large', `${name} must be at most ${max}`, { max })
    : null;
}

/** A limit without an exponent. */
const plain = (limit: number): string => withoutExponent(String(limit));

function schemaOf(digits: Digits): AddedType['schema'] {
  const scale = digits && digits.scale;
  const wholes = digits ? `{1,${Math.max(1, digits.precision - digits.scale)}}` : '+';
  const part = scale === 0 ? '' : `(\\.\\d${scale === null ? '+' : `{1,${scale}}`})?`;
  return {
    type: 'string',
    maxLength: digits === null ? MOST_DIGITS + 3 : digits.precision + 3,
    pattern: `^-?\\d${wholes}${part}$`,
    examples: [exactText(scale === 0 ? '12' : '0.5', scale)],
  };
}
