import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';

/** A change that a value may take. */
export interface Step {
  /** Null for the first value of a record. */
  readonly from: string | null;
  readonly to: string;
  /** The roles that may take it; null for everybody. */
  readonly roles: readonly string[] | null;
}

/** An enum whose value changes by steps. */
export interface StepField {
  readonly column: ColumnInfo;
  readonly steps: readonly Step[];
  /** The values with which records may begin: those that steps name, or the default; null for any. */
  readonly first: readonly string[] | null;
}

/** The step in a text such as `done/todo@Admin+Manager`; null where it has none. */
export function stepIn(text: string): Step | null {
  const [, from, to, roles] = /^([^/@,]*)\/([^/@,]+)(?:@([^/@,]+))?$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return null;
  return { from: from === '' ? null : from, to, roles: roles?.split('+') ?? null };
}

/** The fields of a model whose values change by steps. */
export function stepFields(model: ModelInfo): readonly StepField[] {
  return model.columns.flatMap((column): StepField[] => {
    if (column.steps === undefined) return [];
    const steps = column.steps.flatMap((text) => stepIn(text) ?? []);
    return [{ column, steps, first: firstValues(column, steps) }];
  });
}

function firstValues(column: ColumnInfo, steps: readonly Step[]): readonly string[] | null {
  const said = steps.filter(({ from }) => from === null).map(({ to }) => to);
  if (said.length > 0) return said;
  return column.default?.kind === 'value' ? [String(column.default.value)] : null;
}

/** The values that may follow a value, or be the first one, for whoever has some roles. */
export function allowedFrom(
  { column, steps, first }: StepField,
  from: string | null,
  roles: readonly string[],
): readonly string[] {
  const open = steps.filter(
    (step) =>
      step.from === from &&
      (step.roles === null || step.roles.some((role) => roles.includes(role))),
  );
  const isSaid = steps.some((step) => step.from === null);
  if (from === null && !isSaid) return first ?? column.values;
  return open.map(({ to }) => to);
}
