import type { RecordId } from '../fields/record-id.js';
import { partsOf } from '../model/field-columns.js';
import type { Values } from '../model/hooks.js';
import type { ChildrenInfo, LineParent, ModelInfo } from '../model/model-info.js';
import { HttpProblem, spokenName, type FieldProblem } from '../problem/problem.js';
import { positionOf } from './read-lines.js';
import type { Scope } from '../records/scope.js';
import type { ManyRefused } from '../records/writing/check-each.js';

/** The lines of a record as its writer works with them. */
export const linesScope = (
  { model }: ChildrenInfo,
  { core, access, user, context }: Scope,
): Scope => ({ core, access, user, model: core.model(model), context });

/** What the service sets of lines by itself: to which record they belong, and in which order. */
export function settledIn({ field }: LineParent, lines: ModelInfo): ReadonlySet<string> {
  const position = positionOf(lines);
  const columns = [...partsOf(lines.column.get(field)!, lines), ...(position ? [position] : [])];
  return new Set([field, ...columns.map(({ name }) => name)]);
}

/** What lines have in the fields that say to which record they belong. */
export function belonging(
  { field }: LineParent,
  parent: RecordId,
  { composed }: ModelInfo,
): Readonly<Values> {
  const reference = composed?.byName.get(field);
  const parts = reference?.parts ?? [];
  return Object.fromEntries([
    [field, parent],
    ...parts.map(({ name }) => [name, reference!.valueIn(name, parent)] as const),
  ]);
}

/** The problem of a line that does not exist, belongs to another record, or is hidden from its writer: one text for all three. */
export const missingLine = (id: RecordId, { model }: Scope): FieldProblem => ({
  field: 'id',
  code: 'not-found',
  message: `There is no ${spokenName(model.name)} ${id} here.`,
});

/** The refusal of a line as one of its parent: its fields are `lines.2.quantity`. */
export const atLine = (problem: HttpProblem, { name }: ChildrenInfo, index: number): HttpProblem =>
  new HttpProblem(
    problem.status,
    problem.detail,
    problem.problems.length > 0
      ? problem.problems.map((one) => ({ ...one, field: fieldAt(`${name}.${index}`, one.field) }))
      : [{ field: `${name}.${index}`, code: String(problem.status), message: problem.detail }],
    problem.headers,
    problem.members,
  );

/** The position of a line that moves because of those that were sent. */
export const NOT_SENT = -1;

/** The refusal of several lines that were written together, told at each line. */
export function atLines(refused: ManyRefused, { name }: ChildrenInfo): HttpProblem {
  const [{ problem }] = refused.refused;
  return new HttpProblem(
    refused.status,
    problem.detail,
    refused.problems.map(({ index: at, ...one }) =>
      at === undefined
        ? one
        : { ...one, field: at === NOT_SENT ? name : fieldAt(`${name}.${at}`, one.field) },
    ),
    refused.headers,
    refused.members,
  );
}

/** A field of the line at a position. */
export const fieldAt = (at: string, field: string): string =>
  field === '' ? at : `${at}.${field}`;
