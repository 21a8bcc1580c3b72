import type { RecordId } from '../fields/record-id.js';
import { and, type Where } from '../model/where.js';
import type { FieldProblem, HttpProblem } from '../problem/problem.js';
import { idsWhere } from '../records/reading/rows-where.js';
import { reading, type Rows, type Write } from '../records/scope.js';
import type { DraftLines, LineItem } from '../records/writing/draft.js';
import { atLine, fieldAt, linesScope, missingLine } from './lines.js';
import { notFoundFor } from '../records/writing/lock-rows.js';

/** The sent lines that are lines of the record, and the problems with the others. */
interface KnownLines {
  /** The problems, at each id that is not a line of this record for the writer. */
  readonly problems: readonly FieldProblem[];
  /** 403 for one that they see by a role that may not do this. */
  readonly refused: HttpProblem | null;
  /** Lines that are there for them, and new ones. */
  readonly others: readonly LineItem[];
}

/** Looks up the lines of a record that were sent by their ids; none of a new record. */
export async function unknownLines(lines: DraftLines, write: Write): Promise<KnownLines> {
  const { relation, items } = lines;
  const scope = linesScope(relation, write);
  const rows = { core: scope.core, model: scope.model, session: write.session };
  const others = items.filter(({ id }) => id === null);
  if (write.id === null) return { problems: [], refused: null, others };
  const belongs: Where = { op: 'eq', field: relation.field, value: write.id };
  const named = items.filter(({ id }) => id !== null);
  const own = await idsOf(named, and(belongs, scope.model.exists), rows);
  const problems: FieldProblem[] = [];
  let refused: HttpProblem | null = null;
  for (const grant of new Set(named.map((one) => one.grant))) {
    const group = named.filter((one) => one.grant === grant);
    const found = grant.isRestricted ? await idsOf(group, and(belongs, grant.where), rows) : own;
    others.push(...group.filter(({ id }) => found.has(id!)));
    for (const { id, index } of group.filter((one) => !found.has(one.id!))) {
      const read = reading({ ...scope, grant }, rows.session);
      const problem = own.has(id!) ? await notFoundFor(id!, read) : null;
      if (problem?.status === 403) refused ??= atLine(problem, relation, index);
      else problems.push(at(index, missingLine(id!, scope), lines));
    }
  }
  return { problems, refused, others };
}

async function idsOf(
  items: readonly LineItem[],
  where: Where,
  rows: Rows,
): Promise<ReadonlySet<RecordId>> {
  if (items.length === 0) return new Set();
  const values = items.map(({ id }) => id!);
  return new Set(await idsWhere(and({ op: 'in', field: 'id', values }, where), rows));
}

const at = (index: number, problem: FieldProblem, { relation }: DraftLines): FieldProblem => ({
  ...problem,
  field: fieldAt(`${relation.name}.${index}`, problem.field),
});
