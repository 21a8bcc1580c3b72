import type { ColumnInfo } from '../fields/column-info.js';
import { modelOptionsOf } from '../model/field.js';
import type { ModelInfo } from '../model/model-info.js';

/** The columns of the period that each record of a model has. */
export interface Period {
  /** Its first moment. */
  readonly start: ColumnInfo;
  /** The moment at which it is over; a record without one has no end. */
  readonly end: ColumnInfo;
  /** Records overlap only if these columns have equal values, none of them null; that of the tenant is among them. */
  readonly by: readonly ColumnInfo[];
}

/** The period of a model; null for a model that declares none, or none of columns that are there. */
export function periodOf(model: ModelInfo): Period | null {
  const declared = modelOptionsOf(model.entity as new () => object).noOverlap;
  if (!declared) return null;
  const [start, end] = declared.fields.map((name) => model.column.get(name));
  const tenant = (model.access.rows ?? []).flatMap((rule) =>
    rule.kind === 'tenant' ? [rule.field] : [],
  );
  const names = new Set([...(declared.by ?? []), ...tenant.slice(0, 1)]);
  const by = [...names].map((name) => model.column.get(name));
  const isWhole = by.every((column) => column !== undefined);
  return start && end && isWhole ? { start, end, by } : null;
}
