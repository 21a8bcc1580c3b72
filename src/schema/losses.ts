import { EMAIL_KEY, USER } from '../model/built-in.js';
import { DECIMAL_DIGITS } from '../model/columns.js';
import type { ColumnSpec, Schema, TableStep } from './engine/schema.js';
import { exactDigits, isExactColumn } from './exact-column.js';
import { columnIn } from './schema.js';

/** Data that is lost when a step runs. */
export interface Loss {
  /** The table by its present name. */
  readonly table: string;
  /** The column; null for the whole table. */
  readonly column: string | null;
  /** The reason for the loss. */
  readonly why: string;
  /**
   * The condition for values of the column that are lost, as SQL for both databases, given the quoted column. Without it, all values are
   * lost.
   */
  readonly where?: (column: string) => string;
}

/** The data that some steps lose, or may lose: dropped tables and columns, narrower types. */
export function lossesOf(steps: readonly TableStep[], before: Schema): readonly Loss[] {
  const was = { tables: new Map<string, string>(), columns: new Map<string, string>() };
  const tableName = (name: string) => was.tables.get(name) ?? name;
  const columnName = (table: string, name: string) => was.columns.get(`${table}.${name}`) ?? name;
  return steps.flatMap((step): Loss[] => {
    const table = tableName(step.table);
    if (step.do === 'renameTable') was.tables.set(step.to, step.table);
    if (step.do === 'renameColumn') was.columns.set(`${step.table}.${step.to}`, step.column);
    if (step.do === 'dropTable')
      return [{ table, column: null, why: `table \`${table}\` is dropped` }];
    if (step.do !== 'dropColumn' && step.do !== 'changeColumn') return [];
    const column = columnName(step.table, step.column);
    if (table === USER.table && column === EMAIL_KEY) return [];
    const place = `\`${table}.${column}\``;
    if (step.do === 'dropColumn' && isMadeAnew(step, steps, columnIn(before, table, column)))
      return [];
    if (step.do === 'dropColumn') return [{ table, column, why: `column ${place} is dropped` }];
    const old = columnIn(before, table, column);
    const found = old ? narrowed(old, step.spec) : null;
    return found === null ? [] : [{ table, column, ...found, why: `${place} ${found.why}` }];
  });
}

/** Whether a dropped column was generated, and nobody enters its values from now on. */
function isMadeAnew(
  { table, column }: Extract<TableStep, { do: 'dropColumn' }>,
  steps: readonly TableStep[],
  old: ColumnSpec | undefined,
): boolean {
  const again = steps.find(
    (step) => step.do === 'addColumn' && step.table === table && step.column === column,
  );
  const isEntered = again?.do === 'addColumn' && again.spec.expression === undefined;
  return old?.expression !== undefined && !isEntered;
}

/** A table, or a column of it. */
type Place = Pick<Loss, 'table' | 'column'>;

/** What a place is called in a database on which these steps have not run yet; null where they create it. */
export function placeBefore(place: Place, steps: readonly TableStep[]): Place | null {
  return steps.reduceRight<Place | null>((found, step) => found && beforeStep(found, step), place);
}

function beforeStep(place: Place, step: TableStep): Place | null {
  if (step.do === 'renameTable')
    return step.to === place.table ? { ...place, table: step.table } : place;
  if (step.table !== place.table) return place;
  if (step.do === 'createTable') return null;
  if (place.column === null) return place;
  if (step.do === 'addColumn' && step.column === place.column) return null;
  const isRenamed = step.do === 'renameColumn' && step.to === place.column;
  return isRenamed ? { ...place, column: step.column } : place;
}

/** Types that can hold every value of another one. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  string: ['text'],
  integer: ['bigint', 'float', 'decimal', 'string', 'text'],
  bigint: ['string', 'text'],
  boolean: ['string', 'text'],
  date: ['datetime', 'string', 'text'],
  time: ['string', 'text'],
  datetime: ['string', 'text'],
  uuid: ['string', 'text'],
  color: ['string', 'text'],
  decimal: ['string', 'text'],
  float: ['string', 'text'],
};

/** Whether an array of texts becomes one of longer texts, or of texts of any length. */
function isLongerList({ postgres: old = '' }: ColumnSpec, { postgres: next = '' }: ColumnSpec) {
  const lengthOf = (type: string) => Number(/^character varying\((\d+)\)\[\]$/.exec(type)?.[1]);
  return lengthOf(old) > 0 && (next === 'text[]' || lengthOf(next) >= lengthOf(old));
}

/** Whether an exact decimal becomes one with no fewer digits before or behind the point, or with any. */
function isWiderNumeric(old: ColumnSpec, next: ColumnSpec): boolean {
  if (!isExactColumn(old) || !isExactColumn(next)) return false;
  const [had, has] = [exactDigits(old), exactDigits(next)];
  if (has.precision === null) return true;
  const room = ({ precision, scale }: typeof had) => (precision ?? Infinity) - (scale ?? 0);
  return room(has) >= room(had) && has.scale! >= (had.scale ?? Infinity);
}

/** The type of a column; that of PostgreSQL, where databases name it themselves. */
const typeName = ({ type, postgres }: ColumnSpec): string => postgres ?? type;

/** Why values may no longer fit, and which; null where they do. */
function narrowed(old: ColumnSpec, next: ColumnSpec): Pick<Loss, 'why' | 'where'> | null {
  if (typeName(old) !== typeName(next))
    return WIDER[old.type]?.includes(next.type) === true ||
      isLongerList(old, next) ||
      isWiderNumeric(old, next)
      ? null
      : {
          why: `changes from ${typeName(old)} to ${typeName(next)}: the migration converts the values, and stops if a value does not fit`,
        };
  const shorter = (key: 'length' | 'scale') => (next[key] ?? Infinity) < (old[key] ?? Infinity);
  if (shorter('length'))
    return {
      why: `shrinks from ${old.length} to ${next.length} characters, and a longer value stops the migration`,
      where: (column) => `length(${column}) > ${next.length}`,
    };
  const digits = ({ precision = DECIMAL_DIGITS.precision, scale = 0 }: ColumnSpec) =>
    precision - scale;
  if (old.type === 'decimal' && (shorter('scale') || digits(next) < digits(old)))
    return { why: `holds fewer digits than before` };
  return null;
}
