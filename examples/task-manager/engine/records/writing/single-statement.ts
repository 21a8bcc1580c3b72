import { keptFields } from '../../access/row-rules.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { WriteOptions } from '../../model/operations.js';
import { hasIncrements, hasLines, type Draft } from './draft.js';
import { takesLines } from './line-parents.js';
import { isUnrestricted, type Change, type Granted, type Scope } from '../scope.js';
import { returningOf } from './written-record.js';

/**
 * Whether one statement is the whole write and returns everything that its writer is shown, so that it needs no transaction:
 * anything read or computed afterwards could fail after the commit. No row rule may apply, for the row would have to be looked at
 * before and after.
 */
export function needsNoTransaction(
  { mode, id, draft }: Change,
  { ifMatch, ifRow }: WriteOptions,
  allowed: Granted,
): boolean {
  const { model, grant } = allowed;
  const { columns, links, problems } = draft;
  const isPlain = problems.length === 0 && Object.keys(links).length === 0 && !hasIncrements(draft);
  if (model.lineParent || hasLines(draft)) return false;
  if (!isPlain || !isUnrestricted(grant) || returningOf(allowed) === null) return false;
  if (mode !== 'create' && (!Number.isSafeInteger(id) || ifMatch || ifRow)) return false;
  if (mode !== 'create' && (takesLines(model) || refersOrCompares(draft, model))) return false;
  const isRead = ({ name }: { readonly name: string }) => grant.readable.has(name);
  return (
    model.label.kind !== 'function' &&
    ![...model.links, ...model.extras].some(isRead) &&
    !model.columns.some((column) => column.transformer && isRead(column)) &&
    !model.columns.some(
      (one) => one.reference && columns[one.name] != null && !isEnforced(one, allowed),
    )
  );
}

/** Whether the database itself refuses a reference to a missing row: it cannot detect a soft-deleted one. */
function isEnforced({ column, reference }: ColumnInfo, { core, model }: Scope): boolean {
  const target = core.model(reference!.model);
  if (target.columns.some(({ role }) => role === 'deleted')) return false;
  const { foreignKeys } = core.database.dataSource.getMetadata(model.entity);
  return foreignKeys.some(({ columnNames }) => columnNames.includes(column));
}

/** Whether a change must be compared with the row as it was, or with other rows; or changes nothing itself. */
const refersOrCompares = ({ columns }: Draft, model: ModelInfo): boolean =>
  model.rules !== null ||
  model.columns.every(({ name }) => !(name in columns)) ||
  model.columns.some(({ name, reference }) => reference && name in columns) ||
  [...keptFields(model)].some((name) => name in columns);
