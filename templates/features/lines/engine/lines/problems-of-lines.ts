import type { FieldProblem } from '../problem/problem.js';
import { writing, type Write } from '../records/scope.js';
import type { DraftLines } from '../records/writing/draft.js';
import { foundBy } from '../records/writing/found-references.js';
import { fieldAt, linesScope } from './lines.js';
import { findReferences } from '../records/writing/references.js';
import { unknownLines } from './unknown-lines.js';

/** What is wrong with the lines of a write beside their values: lines that are none, and what lines refer to. */
export async function problemsOfLines(write: Write): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const lines of write.draft.lines ?? []) problems.push(...(await problemsOf(lines, write)));
  return problems;
}

async function problemsOf(lines: DraftLines, write: Write): Promise<readonly FieldProblem[]> {
  const { relation } = lines;
  const { problems, others } = await unknownLines(lines, write);
  const scope = linesScope(relation, write);
  // Nothing is looked up for what is no line here: an answer that depends on its values would tell of them.
  const written = others
    .filter(({ action }) => action === 'create' || action === 'edit')
    .map(({ index, id, mode, draft, grant }) => ({
      index,
      line: writing({ mode, id, draft }, { ...scope, grant }, write.session),
    }));
  const found = await foundBy(written.map(({ line }) => line));
  const all = [...problems];
  for (const { index, line } of written) {
    const references = await findReferences(line, found(line));
    for (const one of [...references.problems, ...(await problemsOfLines(line))])
      all.push({ ...one, field: fieldAt(`${relation.name}.${index}`, one.field) });
  }
  return all;
}
