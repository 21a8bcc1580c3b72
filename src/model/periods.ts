import { type Problem, problem } from '../problem.js';
import { type Field, type FieldType, type Model, tenantOf } from './model.js';
import { quoteName } from './quote.js';

/** The types of which PostgreSQL has ranges. */
const RANGES: Readonly<Partial<Record<FieldType, string>>> = {
  date: 'daterange',
  datetime: 'tstzrange',
  integer: 'int8range',
  decimal: 'numrange',
};

/** The name of the index on SQLite, and of the constraint on PostgreSQL. */
export const overlapName = ({ table }: Pick<Model, 'table'>): string => `${table}_no_overlap`;

/** The fields of the periods of a model, as far as they are there; null without periods. */
function periodFields(model: Model) {
  const { noOverlap, fields } = model;
  if (!noOverlap) return null;
  const fieldOf = (name: string) => fields.find((one) => one.name === name);
  const tenant = tenantOf(model);
  const by = [...new Set([...noOverlap.by, ...(tenant === null ? [] : [tenant])])];
  const [start, end] = noOverlap.fields.map(fieldOf);
  return { start, end, by: by.map((name) => ({ name, field: fieldOf(name) })) };
}

/** Why the periods of a model cannot be those of two fields; null where they can. */
export function overlapFault(model: Model): Problem | null {
  const found = periodFields(model);
  if (found === null) return null;
  const { start, end, by } = found;
  const fault = (message: string, help: string) => problem('bad-overlap', message, help);
  const unknown = [
    ...(start ? [] : [model.noOverlap!.fields[0]]),
    ...(end ? [] : [model.noOverlap!.fields[1]]),
    ...by.flatMap(({ name, field }) => (field ? [] : [name])),
  ];
  if (!start || !end || unknown.length > 0)
    return fault(
      `\`${model.name}\` has no field \`${unknown[0]!}\``,
      'write the fields of the period: `no_overlap: { fields: [starts_at, ends_at], by: [room] }`',
    );
  if (start.type !== end.type || RANGES[start.type] === undefined)
    return fault(
      `periods of \`${model.name}\` cannot be from \`${start.name}\` (${start.type}) to \`${end.name}\` (${end.type})`,
      `periods need two fields of one type: ${Object.keys(RANGES).join(', ')}`,
    );
  if (!start.required)
    return fault(
      `\`${start.name}\`, the beginning of the periods of \`${model.name}\`, may be empty`,
      'make the field `required`',
    );
  const unfit = by.find(({ field }) => UNFIT.includes(field!.type));
  if (unfit === undefined) return null;
  return fault(
    `periods of \`${model.name}\` cannot be apart by \`${unfit.name}\` (${unfit.field!.type})`,
    'leave the field out of `by`',
  );
}

const UNFIT: readonly FieldType[] = [
  'text',
  'json',
  'list',
  'refs',
  'bytes',
  'file',
  'image',
  'native',
];

interface Sides {
  readonly start: Field;
  readonly end: Field;
  readonly by: readonly string[];
  /** The condition of the rows that count. */
  readonly where: string;
}

/** The columns of the periods of a model, quoted; null without periods that can be. */
function sidesOf(model: Model): Sides | null {
  const found = periodFields(model);
  if (found === null || overlapFault(model) !== null) return null;
  const deleted = model.fields.find(({ stamp }) => stamp === 'deleted');
  return {
    start: found.start!,
    end: found.end!,
    by: found.by.map(({ field }) => quoteName(field!.column)),
    where: deleted ? ` WHERE (${quoteName(deleted.column)} IS NULL)` : '',
  };
}

/** The index by which SQLite finds periods that overlap, as what stands behind its table; null for a model without periods. */
export function overlapIndex(model: Model): string | null {
  const sides = sidesOf(model);
  if (sides === null) return null;
  const columns = [...sides.by, quoteName(sides.start.column), quoteName(sides.end.column)];
  return `(${columns.join(', ')})${sides.where.replaceAll(/[()]/g, '')}`;
}

/** The constraint of PostgreSQL that refuses periods that overlap, as what stands behind `EXCLUDE`. */
export function overlapConstraint(model: Model): string | null {
  const sides = sidesOf(model);
  if (sides === null) return null;
  const [start, end] = [sides.start, sides.end].map(({ column }) => quoteName(column));
  const range = `${RANGES[sides.start.type]!}(${start}, ${end})`;
  const parts = [...sides.by.map((column) => `${column} WITH =`), `${range} WITH &&`];
  return `USING gist (${parts.join(', ')})${sides.where}`;
}

/** A condition of two rows, `one` and `other`, whose periods overlap. */
export function overlapCondition(model: Model): string | null {
  const sides = sidesOf(model);
  if (sides === null) return null;
  const [start, end] = [sides.start, sides.end].map(({ column }) => quoteName(column));
  const deleted = model.fields.find(({ stamp }) => stamp === 'deleted');
  return [
    ...sides.by.map((column) => `one.${column} = other.${column}`),
    `(other.${end} IS NULL OR one.${start} < other.${end})`,
    `(one.${end} IS NULL OR other.${start} < one.${end})`,
    ...(deleted
      ? ['one', 'other'].map((row) => `${row}.${quoteName(deleted.column)} IS NULL`)
      : []),
  ].join(' AND ');
}
