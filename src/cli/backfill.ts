import { isOfDatabase } from '../model/columns.js';
import type { App, Field, Model } from '../model/model.js';
import { type Problem, refusal, warning } from '../problem.js';
import { askText } from './ask.js';
import {
  helpFor,
  mayBeEmpty,
  mismatch,
  parseOwnBackfills,
  readBackfill,
  columnPlace,
  backfillValue,
} from '../project/change/backfill-values.js';
import { type Context, warn } from './context.js';
import { hasColumn, referencesWith } from '../model/composite-references.js';
import { EMPTY_VALUES } from '../model/value.js';

/**
 * The values that rows get in fields that become required: from the flag, an answer, or the empty value of the type. Fields
 * with a default take that.
 */
export async function readBackfills(
  context: Context,
  app: App,
  model: Model,
  fields: readonly Field[],
  given: readonly string[] = [],
): Promise<ReadonlyMap<string, unknown>> {
  const needing = fields.filter(
    (field) =>
      field.required &&
      field.default === null &&
      field.series === null &&
      !isOfDatabase(field) &&
      hasColumn(field),
  );
  const whole = { ...model, fields: [...model.fields, ...fields] };
  // Nothing is left to fill where the command has run before.
  const values = new Map(fields.length === 0 ? [] : parseOwnBackfills(app, model, needing, given));
  for (const field of needing) {
    if (values.has(columnPlace(model, field))) continue;
    const text = await askBackfill(context, app, whole, field);
    if (text !== null) values.set(columnPlace(model, field), backfillValue(app, field, text));
  }
  warn(
    context,
    needing.filter(({ unique }) => unique).map((field) => sameForAll(model, field)),
  );
  warnOfDefaults(context, whole, fields);
  return values;
}

/** Warns of fields that a model gets, by whose defaults its rows would refer to others. */
export function warnOfDefaults(context: Context, model: Model, fields: readonly Field[]): void {
  warn(
    context,
    fields.flatMap((field) => {
      const [reference] = field.default === null ? [] : referencesWith(model, field);
      return reference ? [toDefault(model, field, reference)] : [];
    }),
  );
}

const toDefault = ({ table }: Model, { name }: Field, { reference }: Field): Problem =>
  warning(
    'backfill',
    `existing rows of \`${table}\` will have the default of \`${name}\`, and refer by it through \`${reference!.relation}\`: the migration fails if a row is not there to which one would refer`,
    `leave out the default and \`required\`, give each row its own value, then make \`${name}\` required`,
  );

const sameForAll = (model: Model, { name }: Field): Problem =>
  warning(
    'backfill-unique',
    `\`${name}\` is unique, but all rows without a value would get the same value: the migration fails if there are two or more of these rows`,
    `leave out \`required\`, give each row its own value, then run: crudgen model change-field ${model.name} ${name}:required`,
  );

/** Completes the backfills of columns of any model, by table; values given by flags are not asked for again. */
export async function completeBackfills(
  context: Context,
  app: App,
  columns: readonly (readonly [table: string, column: string])[],
  given: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map(given);
  for (const [table, column] of columns) {
    const model = app.models.find((one) => one.table === table);
    const field = model?.fields.find((one) => one.column === column);
    if (model === undefined || field === undefined || values.has(`${table}.${column}`)) continue;
    // The migration gives them numbers; rows that are there get no other key.
    if (field.series !== null || field.key !== null) continue;
    const text = await askBackfill(context, app, model, field);
    if (text !== null) values.set(`${table}.${column}`, backfillValue(app, field, text));
  }
  return values;
}

/** What a migration fills in by itself. */
function emptyOf({ type }: Field): string {
  const value = EMPTY_VALUES[type];
  return value === undefined || value === '' ? 'an empty value' : `\`${JSON.stringify(value)}\``;
}

/** The value for existing rows as typed; null where it is left open. */
async function askBackfill(
  context: Context,
  app: App,
  model: Model,
  field: Field,
): Promise<string | null> {
  const { terminal } = context;
  const flag = `--backfill ${model.name}.${field.name}=<value>`;
  const help = `give the rows a value with ${flag}, or give the field a default`;
  if (terminal.interactive) {
    const message = `Value of \`${model.name}.${field.name}\` in existing rows:`;
    const text = await askText(message, (typed) => {
      if (typed === '' && mayBeEmpty(field)) return null;
      const read = readBackfill(app, field, typed);
      return 'value' in read ? null : `${mismatch(read)}; ${helpFor(read)}`;
    });
    return text === '' ? null : text;
  }
  if (!mayBeEmpty(field)) {
    const message = `\`${field.name}\` needs a value that its rules allow, but existing rows of \`${model.table}\` have no value`;
    throw refusal('backfill', message, help);
  }
  const nothing = 'would refer to nothing: the migration fails if there are any';
  const isReference = field.type === 'ref' || referencesWith(model, field).length > 0;
  const what = isReference ? nothing : `will get ${emptyOf(field)}`;
  const message = `\`${field.name}\` is required, and existing rows of \`${model.table}\` without a value ${what}`;
  warn(context, [warning('backfill', message, help)]);
  return null;
}
