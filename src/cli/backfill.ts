import type { App, Field, Model } from '../model/model.js';
import { type Problem, refusal } from '../problem.js';
import { askText } from './ask.js';
import { helpFor, mayBeEmpty, notWhat, valueOf } from '../project/backfill-values.js';
import type { Context } from './context.js';
import { warn } from './read-input.js';
import { readValue } from '../model/value.js';

/** What rows that exist already get in new fields that must have a value: said by a flag, asked, or the usual one. */
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
    const message =
      needing.length === 0
        ? '`--backfill` is for a new field that must have a value and has no default'
        : `\`--backfill\` is for one field, and ${needing.map(({ name }) => `\`${name}\``).join(', ')} need values`;
    throw refusal({ code: 'usage', message, help: 'add such fields one by one' }, 2);
  }
  const values = new Map<string, unknown>();
  for (const field of needing) {
    const text = given ?? (await answer(context, model, field, '--backfill <value>'));
    if (text === null) continue;
    values.set(`${model.table}.${field.column}`, valueOf(field, text));
  }
  warn(context, needing.filter(({ unique }) => unique).map(sameForAll));
  return values;
}

const sameForAll = ({ name }: Field): Problem => ({
  code: 'backfill-unique',
  message: `\`${name}\` is unique, and all rows that exist already get the same value: the migration stops on a table with more than one`,
  help: 'add it without `required`, give each row its value, then make it required by hand and run crudgen sync',
  severity: 'warning',
});

/** The same for columns of any model, by table; what a flag has said already is not asked again. */
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
    const text = await answer(context, model, field, flag);
    if (text !== null) values.set(`${table}.${column}`, valueOf(field, text));
  }
  return values;
}

/** What existing rows get, as it is typed; null where that is left open. */
async function answer(
  context: Context,
  model: Model,
  field: Field,
  flag: string,
): Promise<string | null> {
  const { terminal, json } = context;
  const help = `say what they get with ${flag}, or give the field a default`;
  if (terminal.interactive && !json) {
    const message = `What do existing rows get in \`${model.name}.${field.name}\`?`;
    const text = await askText({ message }, (typed) => {
      if (typed === '' && mayBeEmpty(field)) return null;
      const read = readValue({ form: 'text', text: typed }, field);
      return 'value' in read ? null : `${notWhat(read)}; ${helpFor(read)}`;
    });
    return text === '' ? null : text;
  }
  if (!mayBeEmpty(field)) {
    const message = `\`${field.name}\` must have a value that its rules allow, and rows of \`${model.table}\` that exist already have none`;
    throw refusal({ code: 'backfill', message, help });
  }
  const what =
    field.type === 'ref'
      ? 'have nothing to refer to: the migration stops on a table with rows'
      : 'get an empty value';
  const message = `\`${field.name}\` must have a value, and rows of \`${model.table}\` that exist already ${what}`;
  warn(context, [{ code: 'backfill', message, help, severity: 'warning' }]);
  return null;
}
