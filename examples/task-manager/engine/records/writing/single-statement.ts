import { keptFields } from '../../access/row-rules.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import { hasIncrements, type Draft } from './draft.js';
import type { Granted, Scope } from '../scope.js';
import { returningOf } from './written-record.js';

/**
 * Whether a single statement does the whole write and returns everything that its writer is shown: anything read or computed
 * afterwards could fail after the commit.
 */
export function isSingleStatement(draft: Draft, allowed: Granted): boolean {
  const { model, grant } = allowed;
  const { columns, links, problems } = draft;
  const shown = [
    ...model.links,
    ...model.extras,
    ...model.columns.filter((one) => one.transformer),
  ];
  return (
    problems.length === 0 &&
    !hasIncrements(draft) &&
    Object.keys(links).length === 0 &&
    returningOf(allowed) !== null &&
    model.label.kind !== 'function' &&
    !shown.some(({ name }) => grant.readable.has(name)) &&
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
export const refersOrCompares = ({ columns }: Draft, model: ModelInfo): boolean =>
  model.rules !== null ||
  model.columns.every(({ name }) => !(name in columns)) ||
  model.columns.some(({ name, reference }) => reference && name in columns) ||
  [...keptFields(model)].some((name) => name in columns);
