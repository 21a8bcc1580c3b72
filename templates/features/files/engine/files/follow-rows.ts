import type { Values, WrittenHook, WrittenRecord } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import { fileTaken } from './attach-guard.js';
import { fileColumnsOf } from './file-type.js';
import { fileIdIn } from './file-value.js';
import type { FileOfRow, StoredFiles } from './stored-files.js';

/**
 * Moves files with the rows of a model, in the transactions of these: a row takes a file, and lets go of the one before, or of all when
 * it goes. Of two rows that want a file at the same moment one gets it.
 */
export function followRows(model: () => ModelInfo, stored: () => StoredFiles): WrittenHook {
  let names: readonly string[] | undefined;
  return async ({ records, session }) => {
    names ??= fileColumnsOf(model()).map(({ name }) => name);
    const taken: FileOfRow[] = [];
    const gone: FileOfRow[] = [];
    for (const record of records) {
      const { before, after } = filesOf(record, names);
      const key = String(record.id);
      for (const [id, field] of after) if (!before.has(id)) taken.push({ id, key, field });
      for (const [id, field] of before) if (!after.has(id)) gone.push({ id, key, field });
    }
    if (gone.length > 0) await stored().drop(session, model().name, gone);
    if (taken.length > 0 && (await stored().keep(session, taken)) < taken.length) throw fileTaken();
  };
}

/** The files of a row before and after a write, with their fields. */
export function filesOf({ before, after }: WrittenRecord, names: readonly string[]) {
  const filesIn = (row: Readonly<Values> | null) =>
    new Map(
      names.flatMap((name): [string, string][] => {
        const id = fileIdIn(row?.[name]);
        return id === null ? [] : [[id, name]];
      }),
    );
  return { before: filesIn(before), after: filesIn(after) };
}
