import { checkValue } from '../../service/engine/fields/check-value.js';
import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { FieldValues } from './field-values.js';

/** What forms fill a field from: the record that a reference leads to, and a field of that. */
interface Source {
  readonly reference: ColumnInfo;
  readonly field: string;
}

function sourceOf({ from }: ColumnInfo, { columns }: Pick<ModelInfo, 'columns'>): Source | null {
  const [relation, field] = from?.split('.') ?? [];
  const found = columns.find(({ reference }) => reference?.relation === relation);
  return found && field !== undefined ? { reference: found, field } : null;
}

/** The fields of a model from which rows of others are filled, or whose values they have to refer to its rows. */
export function copiedFields(
  { name, columns }: ModelInfo,
  models: Iterable<ModelInfo>,
): readonly ColumnInfo[] {
  const fields = new Set<string>();
  for (const model of models)
    for (const column of model.columns) {
      const source = sourceOf(column, model);
      if (source?.reference.reference?.model === name) fields.add(source.field);
      const { model: target, key = 'id' } = column.reference ?? {};
      if (target === name && key !== 'id') fields.add(key);
    }
  return columns.filter((column) => fields.has(column.name));
}

/** The values of a field that has a source: those of the record that the row refers to, where that has one which fits. */
export function copiedValues(
  values: FieldValues,
  column: ColumnInfo,
  model: Pick<ModelInfo, 'columns'>,
  valueOf: (reference: ColumnInfo, id: RecordId, field: string) => unknown,
): FieldValues {
  const source = sourceOf(column, model);
  if (!source) return values;
  const { reference, field } = source;
  return {
    ...values,
    make: (scene) => {
      const id = scene.get(reference.name) as RecordId | null;
      const value = id === null ? null : valueOf(reference, id, field);
      return value != null && fits(value, column) ? value : values.make(scene);
    },
  };
}

/** The values of a kind that is called like a reference of the row: that kind where the row has one there, another where it has none. */
export function kindValues(
  values: FieldValues,
  column: ColumnInfo,
  { columns }: Pick<ModelInfo, 'columns'>,
): FieldValues {
  const optional = columns.filter(({ nullable, reference }) => nullable && reference !== null);
  const reference = optional.find((one) => column.values.includes(one.reference!.relation));
  const kind = reference?.reference?.relation;
  const others = column.values.filter((value) => value !== kind);
  if (!reference || others.length === 0) return values;
  return {
    ...values,
    make: (scene) => (scene.get(reference.name) === null ? scene.dice.early(others) : kind),
  };
}

const fits = (value: unknown, column: ColumnInfo): boolean =>
  checkValue(value instanceof Date ? value.toISOString() : value, column).code === undefined;
