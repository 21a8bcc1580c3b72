import type { App } from '../model/model.js';
import { quoteName } from '../model/quote.js';
import { deletionColumn } from '../model/trash.js';
import type { Loss } from '../schema/losses.js';
import type { TableStep } from '../schema/engine/schema.js';
import type { MigrationCall } from '../schema/step-call.js';

/** Whether the rows of a model in the trash are marked by a column. */
const marksTrash = (app: App | undefined, table: string, column: string | null): boolean =>
  app?.models.some(
    (model) =>
      model.table === table && model.trash !== undefined && deletionColumn(model) === column,
  ) ?? false;

/** The call before the first step that takes the marks of a trash away: without them, its rows would live again. */
export function trashCalls(
  step: TableStep,
  steps: readonly TableStep[],
  before: App | undefined,
): readonly MigrationCall[] {
  const dropped = steps.flatMap((one) =>
    one.do === 'dropColumn' && marksTrash(before, one.table, one.column) ? [one] : [],
  );
  return dropped[0] === step ? [{ call: 'sql', args: [emptied(dropped), NOTHING] }] : [];
}

/** The call behind all steps that give tables marks of a trash: whoever reverts these empties it first. */
export function newTrashCalls(
  steps: readonly TableStep[],
  after: App | undefined,
): readonly MigrationCall[] {
  const added = steps.flatMap((one) =>
    one.do === 'addColumn' && marksTrash(after, one.table, one.column) ? [one] : [],
  );
  return added.length > 0 ? [{ call: 'sql', args: [NOTHING, emptied(added)] }] : [];
}

const NOTHING = { sqlite: [], postgres: [] };

/** The statements that delete what is in the trash; tables come behind those to which they refer. */
function emptied(marks: readonly { readonly table: string; readonly column: string }[]) {
  const statements = marks
    .toReversed()
    .map(
      ({ table, column }) =>
        `DELETE FROM ${quoteName(table)} WHERE ${quoteName(column)} IS NOT NULL`,
    );
  return { sqlite: statements, postgres: statements };
}

/** A loss, told as that of the rows in the trash where it is. */
export const asLossOfTrash = (loss: Loss, before: App): Loss =>
  marksTrash(before, loss.table, loss.column)
    ? { ...loss, why: `what is in the trash of \`${loss.table}\` is deleted for good` }
    : loss;
