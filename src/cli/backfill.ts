import type { App, Field, Model } from '../model/model.js';
import { misuse, type Problem, quoted, refusal, warning } from '../problem.js';
import { askText } from './ask.js';
import { helpFor, mayBeEmpty, mismatch, valueOf } from '../project/backfill-values.js';
import { type Context, warn } from './context.js';
import { readValue } from '../model/value.js';

/** The values that existing rows get in new required fields: from the flag, an answer, or the empty value of the type. */
export async function readBackfills(
  context: Context,
  model: Model,
  fields: readonly Field[],
  given: string | undefined,
): Promise<ReadonlyMap<string, unknown>> {
  const needing = fields.filter(
    (field) => field.required && field.default === null && field.type !== 'refs',
  );
  if (given !== undefined && fields.length > 0 && needing.length !== 1) {
    const names = quoted(needing.map(({ name }) => name));
    const message =
      names === ''
        ? '`--backfill` is only for a new required field without a default'
        : `\`--backfill\` sets one field, but ${names} need values`;
    throw misuse(message, 'add these fields one at a time');
  }
  const values = new Map<string, unknown>();
  for (const field of needing) {
    const text = given ?? (await askBackfill(context, model, field, '--backfill <value>'));
    if (text !== null) values.set(`${model.table}.${field.column}`, valueOf(field, text));
  }
  warn(context, needing.filter(({ unique }) => unique).map(sameForAll));
  return values;
}

const sameForAll = ({ name }: Field): Problem =>
  warning(
    'backfill-unique',
    `\`${name}\` is unique, but all existing rows get the same value: the migration fails on a table with more than one row`,
    'add it without `required`, give each row its value, then make it required by hand and run: crudgen sync',
  );

/** The same for columns of any model, by table; values given by flags are not asked for again. */
export async function completeBackfills(
  context: Context,
  { models }: App,
  columns: readonly (readonly [table: string, column: string])[],
  given: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map(given);
  for (const [table, column] of columns) {
    const model = models.find((one) => one.table === table);
    const field = model?.fields.find((one) => one.column === column);
    if (model === undefined || field === undefined || values.has(`${table}.${column}`)) continue;
    const flag = `--backfill ${model.name}.${field.name}=<value>`;
    const text = await askBackfill(context, model, field, flag);
    if (text !== null) values.set(`${table}.${column}`, valueOf(field, text));
  }
  return values;
}

/** The value for existing rows as typed; null where it is left open. */
async function askBackfill(
  context: Context,
  model: Model,
  field: Field,
  flag: string,
): Promise<string | null> {
  const { terminal, json } = context;
  const help = `give them a value with ${flag}, or give the field a default`;
  if (terminal.interactive && !json) {
    const message = `Value of \`${model.name}.${field.name}\` in existing rows:`;
    const text = await askText(message, (typed) => {
      if (typed === '' && mayBeEmpty(field)) return null;
      const read = readValue({ form: 'text', text: typed }, field);
      return 'value' in read ? null : `${mismatch(read)}; ${helpFor(read)}`;
    });
    return text === '' ? null : text;
  }
  if (!mayBeEmpty(field)) {
    const message = `\`${field.name}\` needs a value that its rules allow, and existing rows of \`${model.table}\` have none`;
    throw refusal('backfill', message, help);
  }
  const nothing = 'have nothing to refer to: the migration fails on a table with rows';
  const what = field.type === 'ref' ? nothing : 'get an empty value';
  const message = `\`${field.name}\` is required, and existing rows of \`${model.table}\` ${what}`;
  warn(context, [warning('backfill', message, help)]);
  return null;
}
