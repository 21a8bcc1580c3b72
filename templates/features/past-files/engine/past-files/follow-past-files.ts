import { fileColumnsOf } from '../files/file-type.js';
import { filesOf } from '../files/follow-rows.js';
import type { FileOfRow } from '../files/stored-files.js';
import type { WrittenHook } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import type { PastFiles } from './past-files.js';

/**
 * Keeps the files that rows of a model let go of, and lets go of all that a row has had when the row goes. Runs behind the hook of the
 * feature `files`, which has dropped them, in the same transaction.
 */
export function followPastFiles(model: () => ModelInfo, past: () => PastFiles): WrittenHook {
  let names: readonly string[] | undefined;
  return async ({ records, session }) => {
    names ??= fileColumnsOf(model()).map(({ name }) => name);
    const left: FileOfRow[] = [];
    const gone: string[] = [];
    for (const record of records) {
      const key = String(record.id);
      if (record.after === null) {
        gone.push(key);
        continue;
      }
      const { before, after } = filesOf(record, names);
      for (const [id, field] of before) if (!after.has(id)) left.push({ id, key, field });
    }
    if (left.length > 0) await past().add(session, left);
    if (gone.length > 0) await past().dropOf(session, model().name, gone);
  };
}
