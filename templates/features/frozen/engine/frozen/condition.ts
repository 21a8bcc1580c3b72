import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';

/** The rule that says which records of a model are frozen, and for whom. */
export interface FrozenRule {
  readonly model: ModelInfo;
  readonly column: ColumnInfo;
  /** The values, as texts; null for any but null and false. */
  readonly values: readonly string[] | null;
  /** The roles that may change them nevertheless. */
  readonly except: readonly string[];
}

/** A record that is frozen. */
export interface FrozenRecord {
  readonly id: RecordId;
  readonly rule: FrozenRule;
}

/** The field and the values of a condition such as `status=paid,void` or `closed_at`. */
export function partsOf(when: string): {
  readonly field: string;
  readonly values: readonly string[] | null;
} {
  const at = when.indexOf('=');
  if (at < 0) return { field: when, values: null };
  return { field: when.slice(0, at), values: when.slice(at + 1).split(',') };
}

/** The rule of a model; null for one without, or with one of a field that is not there. */
export function ruleOf(model: ModelInfo): FrozenRule | null {
  if (model.frozen === undefined) return null;
  const { field, values } = partsOf(model.frozen.when);
  const column = model.column.get(field);
  return column ? { model, column, values, except: model.frozen.except ?? [] } : null;
}

/** Whether a row is frozen, as it is stored. */
export function isFrozen(row: Readonly<Values>, { column, values }: FrozenRule): boolean {
  const value = row[column.name] ?? null;
  if (value === null) return false;
  return values === null ? value !== false : values.includes(String(value));
}

/** A condition as people read it: `status is paid or void`. */
export const conditionText = ({ column, values }: Pick<FrozenRule, 'column' | 'values'>): string =>
  values !== null
    ? `${column.name} is ${values.join(' or ')}`
    : column.type === 'boolean'
      ? `${column.name} is true`
      : `${column.name} has a value`;
