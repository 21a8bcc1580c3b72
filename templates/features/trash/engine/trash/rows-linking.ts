import type { RecordId } from '../fields/record-id.js';
import { and } from '../model/where.js';
import { idsWhere } from '../records/reading/rows-where.js';
import type { Work } from '../records/scope.js';
import { askBeforeUnlinking } from '../records/writing/ask-guards.js';
import { readForHooks, type WrittenRow } from '../records/writing/run-hooks.js';
import type { Gone } from './entries.js';

/** Rows of a model that a feature hears of, as they were before their lists show a record again. */
interface LinkingRows {
  readonly rows: readonly WrittenRow[];
  readonly own: Work;
}

/** The rows that are there and link to what comes back; throws where one of them must not change. */
export async function rowsLinking(
  coming: readonly Gone[],
  work: Work,
): Promise<readonly LinkingRows[]> {
  const { core, session } = work;
  const found: LinkingRows[] = [];
  for (const { model, ids } of coming)
    for (const { model: name, field, onDelete } of model.referrers) {
      const linking = core.byName.get(name);
      if (onDelete !== 'UNLINK' || !linking) continue;
      const own = { ...work, model: linking };
      const { guards } = core.plan(linking);
      if (guards.length === 0 && !linking.hooks.written) continue;
      const where = { op: 'in', field: 'id', values: ids } as const;
      const linked = and(linking.exists, { op: 'linked', field, where });
      const linkingIds = await idsWhere(linked, { core, model: linking, session }, 'change');
      await askBeforeUnlinking(linkingIds, field, guards, own);
      if (!linking.hooks.written) continue;
      const before = await readForHooks(linkingIds, own);
      const rowOf = (id: RecordId): WrittenRow => ({
        id,
        before: before.get(id) ?? null,
        isNew: false,
      });
      if (linkingIds.length > 0) found.push({ rows: linkingIds.map(rowOf), own });
    }
  return found;
}
