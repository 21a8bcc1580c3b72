import { fileColumnsOf } from '../files/file-type.js';
import { filesOf } from '../files/follow-rows.js';
import type { WrittenHook } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import type { PastFile, PastFiles } from './past-files.js';

/**
 * Keeps the files that rows of a model let go of, and lets go of all that a row has had when the row goes. Runs behind the hook of the
 * feature `files`, which has dropped them, in the same transaction.
 */
export function followPastFiles(model: () => ModelInfo, past: () => PastFiles): WrittenHook {
  let columns: ReadonlyMap<string, string> | undefined;
  return async ({ records, session }) => {
    const { table } = model();
    columns ??= new Map(fileColumnsOf(model()).map(({ name, column }) => [name, column]));
    const left: PastFile[] = [];
    const gone: string[] = [];
    for (const record of records) {
      const key = String(record.id);
      if (record.after === null) {
        gone.push(key);
        continue;
      }
      const { before, after } = filesOf(record, [...columns.keys()]);
      for (const [id, field] of before)
        if (!after.has(id)) left.push({ id, key, field: columns.get(field)! });
    }
    if (left.length > 0) await past().add(session, table, left);
    if (gone.length > 0) await past().dropOf(session, table, gone);
  };
}
