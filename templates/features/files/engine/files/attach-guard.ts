import type { ModelInfo } from '../model/model-info.js';
import { invalid, type FieldProblem, type HttpProblem } from '../problem/problem.js';
import { sizeText } from '../http/read-body.js';
import type { Guard, GuardedRow, Work, Write } from '../records/scope.js';
import { fileColumnsOf, type FileColumn } from './file-type.js';
import { fileIdIn } from './file-value.js';
import { valueOf, type StoredFile, type StoredFiles } from './stored-files.js';

/** A file that a row is to have, which it has not yet. */
interface Wish {
  readonly at: number;
  readonly column: FileColumn;
  readonly id: string;
}

/**
 * Lets rows of a model take files that their writer has uploaded for the field, and gives the fields the facts of these files: to see
 * a file of another row is no right to have it. None for a model without files.
 */
export function attachGuards(model: ModelInfo, stored: StoredFiles): readonly Guard[] {
  const columns = fileColumnsOf(model);
  if (columns.length === 0) return [];
  return [
    {
      concerns: ({ draft }) => columns.some(({ name }) => draft.columns[name] != null),
      refusals: (rows, work) => refusalsOf(rows, columns, work, stored),
      give: (writes) => withFacts(writes, columns, stored),
    },
  ];
}

async function refusalsOf(
  rows: readonly GuardedRow[],
  columns: readonly FileColumn[],
  work: Work,
  stored: StoredFiles,
): Promise<readonly (HttpProblem | null)[]> {
  const wishes = rows.flatMap((row, at) => wishesOf(row, columns).map((one) => ({ ...one, at })));
  const files = await stored.find(
    work.session,
    wishes.map(({ id }) => id),
  );
  const problems: FieldProblem[][] = rows.map(() => []);
  const taken = new Set<string>();
  for (const { at, column, id } of wishes) {
    const problem = problemOf(taken.has(id) ? undefined : files.get(id), column, work);
    if (problem) problems[at]!.push(problem);
    taken.add(id);
  }
  return problems.map(([first, ...rest]) => (first ? invalid([first, ...rest]) : null));
}

/** A row may be sent back with the file that it has. */
const wishesOf = ({ before, draft }: GuardedRow, columns: readonly FileColumn[]) =>
  columns.flatMap((column): Omit<Wish, 'at'>[] => {
    const id = fileIdIn(draft?.columns[column.name]);
    return id === null || id === fileIdIn(before?.[column.name]) ? [] : [{ column, id }];
  });

/** One text for a file that is not there and for a file of somebody else. */
function problemOf(
  found: StoredFile | undefined,
  { name: field, added }: FileColumn,
  { access, model, user }: Work,
): FieldProblem | null {
  const isFree = found?.state === 'staged' && found.model === model.name && found.field === field;
  if (!isFree || !(access.unbound || found.uploader === user.id)) return noFile(field);
  if (found.scan === 'bad')
    return { field, code: 'bad-file', message: `${field}: the file was found to be harmful.` };
  if (found.size <= added.most) return null;
  const max = sizeText(added.most);
  return {
    field,
    code: 'file-too-large',
    message: `${field} has at most ${max}.`,
    params: { max },
  };
}

const noFile = (field: string): FieldProblem => ({
  field,
  code: 'no-file',
  message: `${field} must be a file that you have uploaded for it, and that no record has yet.`,
});

/** Writes with the facts of the files that rows take; what a row has already stays as it is. */
async function withFacts(
  writes: readonly Write[],
  columns: readonly FileColumn[],
  stored: StoredFiles,
): Promise<readonly Write[]> {
  const idsOf = ({ draft }: Write) =>
    columns.flatMap(({ name }) => fileIdIn(draft.columns[name]) ?? []);
  const files = await stored.find(writes[0]!.session, writes.flatMap(idsOf));
  return writes.map((one) => {
    if (idsOf(one).length === 0) return one;
    const values = { ...one.draft.columns };
    for (const { name } of columns) {
      const id = fileIdIn(values[name]);
      const file = id === null ? undefined : files.get(id);
      if (file?.state === 'staged') values[name] = valueOf(file);
      else if (id !== null && isOwn(file, one)) delete values[name];
      else if (id !== null) throw fileTaken();
    }
    return { ...one, draft: { ...one.draft, columns: values } };
  });
}

/** Whether a row that is there may have a file already: one that was free when the guard asked may be that of another row by now. */
const isOwn = (file: StoredFile | undefined, { id }: Write): boolean =>
  id !== null && (file?.key ?? String(id)) === String(id);

/** A row came too late for a file that was free a moment ago. */
export const fileTaken = (): HttpProblem =>
  invalid([
    {
      field: '',
      code: 'no-file',
      message: 'A file of this record has just been taken by another one.',
    },
  ]);
