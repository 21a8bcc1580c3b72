import { fileColumnsOf, type FileColumn } from '../files/file-type.js';
import { fileIdIn } from '../files/file-value.js';
import type { ModelInfo } from '../model/model-info.js';
import { related, type Guard, type Write } from '../records/scope.js';
import type { PastFiles } from './past-files.js';

/**
 * Lets the rows of a model have the files again that they have had: to whoever writes the row such a file is then one that they have
 * uploaded for it. None for a model without files.
 */
export function takeBackGuards(model: ModelInfo, past: PastFiles): readonly Guard[] {
  const columns = fileColumnsOf(model);
  if (columns.length === 0) return [];
  return [
    {
      concerns: ({ id, draft }) =>
        id !== null && columns.some(({ name }) => draft.columns[name] != null),
      async complete(writes) {
        for (const one of writes) await takeBack(one, columns, past);
        return writes;
      },
    },
  ];
}

/** Of fields that the writer may read: nobody takes back what they may not see. */
async function takeBack(
  one: Write,
  columns: readonly FileColumn[],
  past: PastFiles,
): Promise<void> {
  const { id: rowId, draft, model, session, user } = one;
  if (rowId === null) return;
  const readable = related(model, 'show', one)?.grant.readable;
  for (const { name: field, column } of columns) {
    const id = readable?.has(field) ? fileIdIn(draft.columns[field]) : null;
    if (id === null) continue;
    const to = { table: model.table, model: model.name, field, uploader: user.id };
    await past.takeBack(session, { id, key: String(rowId), field: column }, to);
  }
}
