import { statementOf } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Values } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Guard, InsertPlace, Write } from '../records/scope.js';
import { numberText, patternIn, textsAt, type Pattern, type Texts } from './pattern.js';

/** The column with the tenant to which a row belongs, whose numbers are a series of their own. */
export const tenantOf = ({ access, column }: ModelInfo): ColumnInfo | undefined => {
  const rule = (access.rows ?? []).find(({ kind }) => kind === 'tenant');
  return rule?.kind === 'tenant' ? column.get(rule.field) : undefined;
};

/** A column whose numbers are a series. */
interface Series {
  readonly column: ColumnInfo;
  readonly pattern: Pattern;
  readonly tenant: ColumnInfo | undefined;
}

/** The time zone in which the years and months of numbers begin. */
interface Zone {
  readonly timeZone: string;
}

const seriesOf = (model: ModelInfo): readonly Series[] =>
  model.columns.flatMap((column): Series[] => {
    const pattern = column.series === undefined ? null : patternIn(column.series);
    return pattern ? [{ column, pattern, tenant: tenantOf(model) }] : [];
  });

const createdOf = ({ columns }: ModelInfo): ColumnInfo | undefined =>
  columns.find(({ role }) => role === 'created');

/** Gives the new rows of a model their numbers; nothing for a model without a series. */
export function numbersOf(model: ModelInfo, zone: Zone): readonly Guard[] {
  if (seriesOf(model).length === 0) return [];
  const created = createdOf(model);
  return [
    {
      concerns: ({ id }) => id === null,
      async give(writes) {
        // A row that the last moment of a year creates has a number of that year.
        const stamp = created && { [created.name]: new Date().toISOString() };
        const added = new Map<Write, Values>();
        for (const one of writes)
          if (one.id === null) added.set(one, { ...one.draft.columns, ...stamp });
        if (added.size === 0) return writes;
        const { core, session } = writes[0]!;
        await setNumbers([...added.values()], { dialect: core.dialect, model, session }, zone);
        return writes.map((one) => {
          const columns = added.get(one);
          return columns ? { ...one, draft: { ...one.draft, columns } } : one;
        });
      },
    },
  ];
}

/** Sets the numbers of new rows, each of the time of its creation. */
export async function setNumbers(
  rows: readonly Values[],
  place: InsertPlace,
  zone: Zone,
): Promise<void> {
  for (const series of seriesOf(place.model)) await numberRows(rows, { ...series, ...zone }, place);
}

/** New rows of one tenant and one period, by their positions. */
interface Group extends Texts {
  /** Null for rows of none. */
  readonly tenantId: unknown;
  readonly at: number[];
}

async function numberRows(
  added: readonly Values[],
  series: Series & Zone,
  place: InsertPlace,
): Promise<void> {
  const { pattern, timeZone } = series;
  const created = createdOf(place.model);
  const now = Date.now();
  const groups = new Map<string, Group>();
  const groupOf = (tenantId: unknown, moment: unknown): Group => {
    const texts = textsAt(pattern, moment == null ? now : momentOf(moment), timeZone);
    const key = JSON.stringify([keyOf(tenantId), texts.period]);
    const group = groups.get(key) ?? { ...texts, tenantId, at: [] };
    groups.set(key, group);
    return group;
  };
  // Rows of a list are mostly of one tenant and one moment.
  let group: Group | undefined;
  let before: { readonly tenantId?: unknown; readonly moment?: unknown } = {};
  for (const [at, values] of added.entries()) {
    const tenantId = series.tenant ? (values[series.tenant.name] ?? null) : null;
    const moment = created && values[created.name];
    if (!group || before.tenantId !== tenantId || before.moment !== moment) {
      group = groupOf(tenantId, moment);
      before = { tenantId, moment };
    }
    group.at.push(at);
  }
  // The groups are taken in one order, so that two transactions do not wait for each other.
  for (const [, one] of [...groups].toSorted(([first], [second]) => (first < second ? -1 : 1))) {
    const first = (await take(one.at.length, { ...series, ...one }, place)) - one.at.length;
    for (const [index, at] of one.at.entries())
      added[at]![series.column.name] = numberText(pattern, one, first + index + 1);
  }
}

const momentOf = (value: unknown): number =>
  value instanceof Date ? value.getTime() : Date.parse(String(value));

/** A tenant as the counter has it; empty for none. */
const keyOf = (tenant: unknown): string => (tenant === null ? '' : String(tenant));

/** The numbers of a tenant in a period. */
type Counted = Series & Omit<Group, 'at'>;

const TAKE = `INSERT INTO series_counter (series, tenant, period, last) VALUES ($1, $2, $3, $4)
  ON CONFLICT (series, tenant, period) DO UPDATE SET last = series_counter.last + excluded.last RETURNING last`;

const CONTINUE =
  'UPDATE series_counter SET last = last + $4 WHERE series = $1 AND tenant = $2 AND period = $3';

/**
 * Takes the next numbers, and returns the last of them: others who want numbers wait until the transaction ends, and a transaction
 * that is rolled back has taken none.
 */
async function take(count: number, counted: Counted, place: InsertPlace): Promise<number> {
  const { dialect, model, session } = place;
  const statement = namedStatements(dialect, 'series_counter');
  const key = [`${model.table}.${counted.column.column}`, keyOf(counted.tenantId), counted.period];
  const [[last] = []] = await session.rows(statement('take', TAKE), [...key, count]);
  if (Number(last) !== count) return Number(last);
  // The first numbers of the series: rows may have had some before it counted.
  const before = await greatest(counted, place);
  if (before === 0) return count;
  await session.run(statement('continue', CONTINUE), [...key, before]);
  return before + count;
}

/** Whether a text has digits alone. */
const IS_NUMBER = {
  sqlite: `digits NOT GLOB '*[^0-9]*'`,
  postgres: `digits ~ '^[0-9]+$'`,
} as const;

/** The greatest number that a row of the tenant has in the period; 0 without any. */
async function greatest(
  { column, tenant, tenantId, before, after }: Counted,
  { dialect, model, session }: InsertPlace,
): Promise<number> {
  const { quote, placeholder, name, encode } = dialect;
  const of = quote(column.column);
  const [start, end] = [[...before].length, [...after].length];
  const isOfTenant = tenant !== undefined && tenantId !== null;
  const ofTenant = isOfTenant ? `AND ${quote(tenant.column)} = ${placeholder(3)}` : '';
  // A number of 15 digits is exact in JavaScript.
  const sql = `SELECT max(CASE WHEN ${IS_NUMBER[name]} THEN CAST(digits AS BIGINT) END) FROM (
    SELECT substr(${of}, ${start + 1}, length(${of}) - ${start + end}) AS digits FROM ${quote(model.table)}
    WHERE length(${of}) BETWEEN ${start + end + 1} AND ${start + end + 15}
      AND substr(${of}, 1, ${start}) = ${placeholder(1)}
      AND substr(${of}, length(${of}) - ${end} + 1) = ${placeholder(2)} ${ofTenant}) AS numbers`;
  const bound = [before, after, ...(isOfTenant ? [encode(tenantId, tenant)] : [])];
  const [[number] = []] = await session.rows(statementOf(sql), bound);
  return Number(number ?? 0);
}
