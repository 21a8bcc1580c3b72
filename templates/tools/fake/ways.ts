import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { isUnique, referencesOf, referencesToOthers, tenantField } from './order-models.js';
import type { RowPool } from './row-pool.js';
import type { Row } from './unique-rows.js';

/**
 * A way from a row to what one of its references leads to: the customer of an appointment is the customer of its vehicle. It begins
 * with another reference of the row, and goes on by fields of the records that it comes to, of which the last has the result.
 */
interface Way {
  readonly reference: ColumnInfo;
  readonly steps: readonly { readonly model: string; readonly field: string }[];
}

/** The longest way, such as from an invoice by its order to the vehicle of that order, which knows the customer. */
const MAX_STEPS = 2;

/** All models by name. */
type Models = ReadonlyMap<string, ModelInfo>;

/** The ways to what a reference leads to, the shortest first. */
export function waysTo(model: ModelInfo, column: ColumnInfo, models: Models): readonly Way[] {
  const to = models.get(column.reference?.model ?? '');
  const isOwn = to === undefined || to === model || column.name === tenantField(model);
  // Of those who have written or do something, each record has its own.
  if (isOwn || to.table === USERS || isUnique(model, column)) return [];
  return waysOf(model, column, models, MAX_STEPS).toSorted(
    (one, other) => one.steps.length - other.steps.length,
  );
}

const USERS = 'auth_user';

function waysOf(
  model: ModelInfo,
  column: ColumnInfo,
  models: Models,
  most: number,
): readonly Way[] {
  return referencesToOthers(model).flatMap((reference): readonly Way[] => {
    const other = models.get(reference.reference!.model);
    if (!other || reference.name === column.name) return [];
    const same = other.column.get(column.name);
    const { model: target, key } = column.reference!;
    if (same?.reference?.model === target && same.reference.key === key)
      return [{ reference, steps: [{ model: other.name, field: same.name }] }];
    if (most === 1) return [];
    return waysOf(other, column, models, most - 1).map((way) => ({
      reference,
      steps: [{ model: other.name, field: way.reference.name }, ...way.steps],
    }));
  });
}

/** The fields of each model by which ways go. */
export function fieldsOnWays(models: Models): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  for (const model of models.values())
    for (const { steps } of referencesOf(model).flatMap((one) => waysTo(model, one, models)))
      for (const { model: name, field } of steps)
        fields.set(name, (fields.get(name) ?? new Set()).add(field));
  return fields;
}

/** What a row refers to by a way; null where the way ends before that. */
export function atEndOf(
  { reference, steps }: Way,
  row: Readonly<Row>,
  pools: ReadonlyMap<string, RowPool>,
): RecordId | null {
  const { key } = reference.reference!;
  let pool = pools.get(reference.reference!.model)?.by(key);
  let found: unknown = row[reference.name];
  for (const [at, { field }] of steps.entries()) {
    if (found == null) return null;
    found = pool?.factsOf(found as RecordId)?.copied?.[field];
    pool = pools.get(steps[at + 1]?.model ?? '');
  }
  return (found ?? null) as RecordId | null;
}
