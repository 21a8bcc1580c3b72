import { linesOf, type ModelInfo } from '../model/model-info.js';
import { addLines } from './reading/read-lines.js';
import type { Values } from '../model/hooks.js';
import type { BegunChanges, Core, LineSteps, Rows } from './scope.js';
import { writeLines } from './write-lines.js';
import type { RowChange } from './writing/draft.js';
import {
  lockParents,
  nextParents,
  nextStamps,
  parentOf,
  parentsOf,
  touchParents,
} from './writing/line-parents.js';
import { withLines } from './writing/prepare-lines.js';
import { problemsOfLines } from './writing/problems-of-lines.js';

/** What lines add to the writes of a model; null where its records neither have lines nor are lines. */
export function lineSteps(model: ModelInfo, core: Core): LineSteps | null {
  const relations = linesOf(model);
  if (relations.length === 0 && !model.lineParent) return null;
  return {
    isSlow: relations.some((lines) => core.plan(core.model(lines.model)).isSlow),
    takesLines: relations.length > 0,
    isLine: model.lineParent !== null,
    prepare: withLines,
    lock: (ids, drafts, rows) => lockParents(ids, rows, nextParents(drafts, rows)),
    parentOf,
    problems: problemsOfLines,
    begin,
    parents: parentsOf,
    touch: touchParents,
    store: writeLines,
    async read(record, write) {
      for (const { relation } of write.draft.lines ?? []) await addLines(record, relation, write);
    },
  };
}

async function begin(
  changes: readonly RowChange[],
  added: readonly Readonly<Values>[],
  rows: Rows,
): Promise<BegunChanges> {
  const ids = changes.map(({ id }) => id);
  const parents = await parentsOf(ids, rows);
  const stamps = await nextStamps(ids, rows);
  const next = nextParents([...changes.map(({ draft }) => draft), ...added], rows);
  return {
    changes: changes.map((change) => ({ ...change, at: stamps.get(change.id) })),
    end: () => touchParents([...parents, ...next], rows),
  };
}
