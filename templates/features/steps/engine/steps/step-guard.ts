import type { ModelInfo } from '../model/model-info.js';
import { related, type Change, type Guard, type GuardedRow, type Work } from '../records/scope.js';
import type { HttpProblem } from '../problem/problem.js';
import { stepProblem } from './step-problem.js';
import { allowedFrom, stepFields, type StepField } from './steps.js';

/** Refuses changes of the values of a model that are not steps; no guard for a model without steps. */
export function stepGuards(model: ModelInfo): readonly Guard[] {
  const fields = stepFields(model);
  if (fields.length === 0) return [];
  return [
    {
      concerns: (change) => fields.some((field) => isSet(field, change)),
      refusals: (rows, work) => Promise.resolve(refusalsOf(rows, fields, work)),
    },
  ];
}

/** Whether a write has a value of the field that its writer gives: what the project's own code sets is its own affair. */
const isSet = ({ column: { name } }: StepField, { draft }: Pick<Change, 'draft'>): boolean =>
  name in draft.columns && draft.byCode?.has(name) !== true;

/** Tells for each row whether it takes a step that its writer may not take. */
const refusalsOf = (
  rows: readonly GuardedRow[],
  fields: readonly StepField[],
  work: Work,
): readonly (HttpProblem | null)[] =>
  work.access.unbound
    ? rows.map(() => null)
    : rows.map((row) => {
        for (const field of fields) {
          const problem = problemOf(row, field, work);
          if (problem) return problem;
        }
        return null;
      });

function problemOf(row: GuardedRow, field: StepField, work: Work): HttpProblem | null {
  const { id, before, draft } = row;
  if (draft === null || !isSet(field, { draft })) return null;
  const { name } = field.column;
  const to = (draft.columns[name] ?? null) as string | null;
  const from = (before?.[name] ?? null) as string | null;
  // A record may be without a value until it has its first one.
  if (to === from) return null;
  const granted = related(work.model, id === null ? 'create' : 'edit', work);
  const allowed = allowedFrom(field, from, granted?.grant.roles ?? []);
  if (to !== null && allowed.includes(to)) return null;
  const isTold =
    granted !== null && granted.grant.readable.has(name) && (id === null || granted.grant.shows);
  return stepProblem(name, isTold ? { from, to, allowed } : null);
}
