import { isFile } from '../model/bytes.js';
import type { App, Field, Model } from '../model/model.js';
import { quoteText } from '../model/quote.js';
import type { TableStep } from '../schema/engine/schema.js';
import type { MigrationCall } from '../schema/step-call.js';
import { onBoth } from './sql-calls.js';

/** The feature that keeps the files which records have let go of. */
const FEATURE = 'past-files';

/** The fields of a table whose past files are kept. */
function filesIn(app: App | undefined, table: string): readonly (readonly [Model, Field])[] {
  if (!app?.features?.includes(FEATURE)) return [];
  const model = app.models.find((one) => one.table === table && one.history !== undefined);
  return model ? model.fields.filter(isFile).map((field) => [model, field] as const) : [];
}

/**
 * The calls by which past files follow a table and its columns to their new names, or go with a column: under its name another field
 * may come, with other rules. None for any other step, and without the feature.
 */
export function pastFileCalls(
  step: TableStep,
  { after, before }: { readonly after: App | undefined; readonly before: App | undefined },
): readonly MigrationCall[] {
  if (step.do === 'renameTable') {
    const [[model] = []] = filesIn(after, step.to);
    return model ? [renamed('model', step.table, step.to, `model = ${quoteText(model.name)}`)] : [];
  }
  if (step.do === 'renameColumn') {
    const [, field] = filesIn(after, step.table).find(([, one]) => one.column === step.to) ?? [];
    if (!field) return [];
    const of = ` AND model = ${quoteText(step.table)}`;
    return [renamed('field', step.column, step.to, `field = ${quoteText(field.name)}`, of)];
  }
  if (step.do !== 'dropColumn') return [];
  const isKept = filesIn(before, step.table).some(([, one]) => one.column === step.column);
  return isKept ? [dropped(step.table, step.column)] : [];
}

/** The files themselves get the name of the class or the field that they have from now on: by that a person's are found. */
function renamed(column: string, from: string, to: string, told: string, of = ''): MigrationCall {
  const [was, is] = [from, to].map((name) => `${column} = ${quoteText(name)}`);
  const up = [
    `UPDATE stored_file SET ${told} WHERE id IN (SELECT file FROM past_file WHERE ${was}${of})`,
    `UPDATE past_file SET ${is} WHERE ${was}${of}`,
  ];
  return onBoth(up, [`UPDATE past_file SET ${was} WHERE ${is}${of}`]);
}

function dropped(table: string, column: string): MigrationCall {
  const of = `model = ${quoteText(table)} AND field = ${quoteText(column)}`;
  return onBoth(
    [
      `UPDATE stored_file SET state = 'dropped', state_at = 0 WHERE id IN (SELECT file FROM past_file WHERE ${of})`,
      `DELETE FROM past_file WHERE ${of}`,
    ],
    [],
  );
}
