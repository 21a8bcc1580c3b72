import { isUniqueColumn } from '../../model/constraints.js';
import type { App, Field, Model } from '../../model/model.js';
import { type Problem, warning } from '../../problem.js';
import type { TableStep } from '../../schema/engine/schema.js';
import { quoteName, quoteText } from '../../model/quote.js';
import { countRows, type CountedRows, type RowCount } from '../open/count-rows.js';

/** Rows that a changed field would refuse today, and what that means for them. */
interface Misfit extends CountedRows {
  readonly code: string;
  /** The whole message, given how the rows are named: `3 rows` or `rows`. */
  readonly message: (rows: string) => string;
  readonly help: string;
}

/**
 * Warns of rows that changed fields would refuse today: with a value that is not in the list, out of bounds, or not unique.
 * No migration changes them. Where the database can be reached, nothing is said of rules that all rows obey.
 */
export async function warnOfMisfits(
  root: string,
  after: App,
  table: string,
  changed: ReadonlyMap<Field, Field>,
): Promise<Problem[]> {
  const model = after.models.find((one) => one.table === table)!;
  const misfits = [...changed].flatMap(([old, now]) => misfitsOf(model, old, now));
  const counts = await countRows(root, misfits);
  return misfits.flatMap((one, at) => warningOf(one, counts[at]!));
}

/** Warns of users whose addresses differ in case alone, where a migration makes addresses unique without regard to it. */
export async function warnOfSharedEmails(
  root: string,
  steps: readonly TableStep[],
): Promise<Problem[]> {
  const misfits = steps.flatMap((step): Misfit[] =>
    step.do === 'addColumn' && step.caselessOf !== undefined
      ? [sharedEmails(step.table, step.caselessOf)]
      : [],
  );
  const counts = await countRows(root, misfits);
  return misfits.flatMap((one, at) => warningOf(one, counts[at]!));
}

function sharedEmails(table: string, column: string): Misfit {
  const where = (name: string) =>
    `lower(${name}) IN (SELECT lower(${name}) FROM ${quoteName(table)} GROUP BY lower(${name}) HAVING count(*) > 1)`;
  const select = `SELECT id, ${column} FROM ${table} WHERE ${where(column)}`;
  return {
    ...{ table, column, where },
    code: 'not-unique',
    message: (rows) =>
      `${rows} of \`User\` stop the migration: they share an \`email\` with another user, apart from upper and lower case`,
    help: `give each user a different address, or none, before you run npm run migrate; to see the rows: ${select}`,
  };
}

function warningOf({ code, message, help }: Misfit, count: RowCount): Problem[] {
  if (count === 0 || count === 'none-yet') return [];
  if (typeof count === 'object')
    return [warning(code, `${message('rows')} (${count.unknown})`, help)];
  const rows = count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`;
  return [warning(code, message(rows), help)];
}

function misfitsOf(model: Model, old: Field, now: Field): Misfit[] {
  // Values that a migration converts first cannot be compared before.
  const isConverted = isTextField(old) !== isTextField(now);
  const values = isConverted ? [] : [...strangers(model, old, now), ...outliers(model, old, now)];
  return [...values, ...twins(model, old, now)];
}

const isTextField = ({ type }: Field): boolean => ['string', 'text', 'enum'].includes(type);

/** Rows with a value that the field no longer accepts. */
function strangers(model: Model, old: Field, now: Field): Misfit[] {
  const isTaken = (value: string) => now.values.includes(value);
  const allHad = old.enforce && old.values.length > 0 && old.values.every(isTaken);
  if (!now.enforce || now.values.length === 0 || allHad) return [];
  const list = now.values.map(quoteText).join(', ');
  const where = (column: string) => `${column} NOT IN (${list})`;
  const set = `UPDATE ${quoteName(model.table)} SET ${quoteName(now.column)} = ${quoteText(now.values[0]!)}`;
  return [
    {
      ...{ table: model.table, column: now.column, where },
      code: 'gone-values',
      message: (rows) =>
        `\`${now.name}\` has a value that is no longer allowed in ${rows} of \`${model.name}\`: existing rows keep the value, but nobody can save them with it`,
      help: `change the rows in your own migration: ${set} WHERE ${where(quoteName(now.column))}`,
    },
  ];
}

/** Rows out of new bounds; a string that is longer than its column stops the migration, which is a loss. */
function outliers(model: Model, old: Field, now: Field): Misfit[] {
  const sized = (column: string) => (isTextField(now) ? `length(${column})` : column);
  const tighter = {
    min: now.min !== null && now.min > (old.min ?? -Infinity),
    max: now.type !== 'string' && now.max !== null && now.max < (old.max ?? Infinity),
  };
  const conditions = (column: string) => [
    ...(tighter.min ? [`${sized(column)} < ${now.min}`] : []),
    ...(tighter.max ? [`${sized(column)} > ${now.max}`] : []),
  ];
  if (!tighter.min && !tighter.max) return [];
  const what = isTextField(now) ? `the length of \`${now.name}\`` : `\`${now.name}\``;
  return [
    {
      ...{ table: model.table, column: now.column },
      where: (column) => conditions(column).join(' OR '),
      code: 'out-of-bounds',
      message: (rows) =>
        `${what} is out of bounds in ${rows} of \`${model.name}\`: existing rows keep the value, but nobody can save them with it`,
      help: 'change the rows first if this matters',
    },
  ];
}

/** Rows with a value that another one has, of a field that becomes unique over the whole table. */
function twins(model: Model, old: Field, now: Field): Misfit[] {
  if (!isUniqueColumn(model, now) || isUniqueColumn(model, old)) return [];
  const table = quoteName(model.table);
  return [
    {
      ...{ table: model.table, column: now.column },
      where: (column) =>
        `${column} IN (SELECT ${column} FROM ${table} GROUP BY ${column} HAVING count(*) > 1)`,
      code: 'not-unique',
      message: (rows) =>
        `${rows} of \`${model.name}\` share a \`${now.name}\` with other rows, and the migration fails until each value is unique`,
      help: 'give each row its own value before you run npm run migrate',
    },
  ];
}
