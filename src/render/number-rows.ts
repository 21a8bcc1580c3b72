import { keysOf } from '../model/keys.js';
import { type App, type Field, type Model, tenantOf } from '../model/model.js';
import { quoteName, quoteText } from '../model/quote.js';
import { seriesIn } from '../model/series.js';
import { stampField } from '../model/columns.js';
import type { TableStep } from '../schema/engine/schema.js';
import { type MigrationCall, stepCall } from '../schema/step-call.js';
import { onBoth } from './sql-calls.js';

/** The table in which the service keeps the last number of each series. */
const COUNTER = 'series_counter';

/** The calls by which rows that exist get the numbers of a new series, and a series keeps its count when it is renamed; null for others. */
export function numberCalls(
  step: TableStep,
  app: App | undefined,
): readonly MigrationCall[] | null {
  if (step.do === 'renameTable' && isNumbered(step.to, app))
    return [stepCall(step), renamedTable(step.table, step.to)];
  if (step.do === 'renameColumn' && isNumbered(step.table, app, step.to))
    return [stepCall(step), renamedColumn(step)];
  if (step.do !== 'addColumn' && step.do !== 'changeColumn') return null;
  const found = seriesOf(step.table, step.column, app);
  if (found === undefined || !needsNumbers(step)) return null;
  const { backfill: _, ...bare } = step;
  const open = { ...bare, spec: { ...step.spec, nullable: true } };
  const last = { ...bare, do: 'changeColumn' } as const;
  return [stepCall(open), numberRows(found.model, found.field), stepCall(last)];
}

/** Whether a step makes a column required, for which rows without a value would get an empty text. */
const needsNumbers = (step: Extract<TableStep, { readonly do: 'addColumn' | 'changeColumn' }>) =>
  step.spec.nullable !== true && (step.do === 'addColumn' || step.backfill !== undefined);

interface Found {
  readonly model: Model;
  readonly field: Field;
}

function seriesOf(table: string, column: string, app: App | undefined): Found | undefined {
  const model = app?.models.find((one) => one.table === table);
  const field = model?.fields.find((one) => one.column === column && one.series !== null);
  return model && field && { model, field };
}

/** Whether a table has numbers of a series, in any column unless one is given. */
const isNumbered = (table: string, app: App | undefined, column?: string): boolean =>
  app?.models.some(
    (model) =>
      model.table === table &&
      model.fields.some(
        (field) => field.series !== null && (column === undefined || field.column === column),
      ),
  ) ?? false;

const BOTH = ['sqlite', 'postgres'] as const;
type DatabaseName = (typeof BOTH)[number];

function renamedColumn({ table, column, to }: Extract<TableStep, { do: 'renameColumn' }>) {
  const sql = (from: string, next: string) =>
    `UPDATE ${COUNTER} SET series = ${quoteText(`${table}.${next}`)} WHERE series = ${quoteText(`${table}.${from}`)}`;
  return onBoth(sql(column, to), sql(to, column));
}

function renamedTable(table: string, to: string) {
  const sql = (from: string, next: string) => {
    const length = [...from].length + 1;
    const isOf = `substr(series, 1, ${length}) = ${quoteText(`${from}.`)}`;
    return `UPDATE ${COUNTER} SET series = ${quoteText(`${next}.`)} || substr(series, ${length + 1}) WHERE ${isOf}`;
  };
  return onBoth(sql(table, to), sql(to, table));
}

/** Gives rows without a number those of their years, in the order in which they were created; a revert leaves them. */
function numberRows(model: Model, field: Field): MigrationCall {
  const [sqlite, postgres] = BOTH.map((database) => numberSql(model, field, database));
  return {
    call: 'sql',
    args: [
      { sqlite, postgres },
      { sqlite: [], postgres: [] },
    ],
  };
}

/** How the databases write a part of a moment, or of the present for a table without moments, and a number with zeros in front. */
const DIALECTS: Readonly<
  Record<
    DatabaseName,
    {
      readonly year: (moment: string | null) => string;
      readonly month: (moment: string | null) => string;
      readonly padded: (number: string, digits: number) => string;
    }
  >
> = {
  sqlite: {
    year: (moment) => (moment === null ? `strftime('%Y', 'now')` : `substr(${moment}, 1, 4)`),
    month: (moment) => (moment === null ? `strftime('%m', 'now')` : `substr(${moment}, 6, 2)`),
    padded: (number, digits) => `printf('%0${digits}d', ${number})`,
  },
  postgres: {
    year: (moment) => `to_char(${moment ?? 'now()'} AT TIME ZONE 'UTC', 'YYYY')`,
    month: (moment) => `to_char(${moment ?? 'now()'} AT TIME ZONE 'UTC', 'MM')`,
    padded: (number, digits) =>
      `lpad(${number}::text, greatest(${digits}, length(${number}::text)), '0')`,
  },
};

function numberSql(model: Model, field: Field, database: DatabaseName): string {
  const { year, month, padded } = DIALECTS[database];
  const { before, after, digits } = seriesIn(field.series!)!;
  const columnOf = (name: string) =>
    quoteName(model.fields.find((one) => one.name === name)?.column ?? name);
  const created = stampField(model, 'created');
  const moment = created === null ? null : columnOf(created);
  const tenant = tenantOf(model);
  const primary = keysOf(model).map(({ column }) => quoteName(column));
  const keys = primary.length === 0 ? [quoteName('id')] : primary;
  const parts = [
    ['{year}', 'year', year(moment)],
    ['{month}', 'month', month(moment)],
  ] as const;
  const used = parts.filter(([part]) => field.series!.includes(part));
  const periods = moment === null ? [] : used.map(([, , sql]) => sql);
  const of = [...(tenant === null ? [] : [columnOf(tenant)]), ...periods];
  const within = of.length === 0 ? '' : `PARTITION BY ${of.join(', ')} `;
  const order = [...(moment === null ? [] : [moment]), ...keys].join(', ');
  const named = [
    ...keys,
    ...used.map(([, name, sql]) => `${sql} AS ${name}`),
    `row_number() OVER (${within}ORDER BY ${order}) AS place`,
  ];
  const number = [...textsIn(before), padded('numbered.place', digits), ...textsIn(after)];
  const [table, own] = [quoteName(model.table), quoteName(field.column)];
  const isSame = keys.map((key) => `numbered.${key} = ${table}.${key}`).join(' AND ');
  return (
    `UPDATE ${table} SET ${own} = ${number.join(' || ')} ` +
    `FROM (SELECT ${named.join(', ')} FROM ${table} WHERE ${own} IS NULL) AS numbered WHERE ${isSame}`
  );
}

/** A text with `{year}` and `{month}` as SQL expressions, one behind the other. */
const textsIn = (pattern: string): readonly string[] =>
  pattern
    .split(/(\{year\}|\{month\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? `numbered.${part.slice(1, -1)}` : quoteText(part)));
