import { fileColumnsOf, type FileColumn } from '../files/file-type.js';
import { fileIdIn } from '../files/file-value.js';
import type { FileOfRow } from '../files/stored-files.js';
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
        for (const one of writes) {
          const wanted = wantedBy(one, columns);
          if (wanted.length > 0) await past.takeBack(one.session, model.name, wanted, one.user.id);
        }
        return writes;
      },
    },
  ];
}

/** Files of fields that the writer may read: nobody takes back what they may not see. */
function wantedBy(one: Write, columns: readonly FileColumn[]): readonly FileOfRow[] {
  const { id: rowId, draft, model } = one;
  if (rowId === null) return [];
  const readable = related(model, 'show', one)?.grant.readable;
  return columns.flatMap(({ name: field }): FileOfRow[] => {
    const id = readable?.has(field) ? fileIdIn(draft.columns[field]) : null;
    return id === null ? [] : [{ id, key: String(rowId), field }];
  });
}
