import { linesOf, type ModelInfo } from '../model/model-info.js';
import { addLines } from './reading/read-lines.js';
import type { Core } from './scope.js';
import { writeLines } from './write-lines.js';
import type { LineSteps } from './writing/line-steps.js';
import {
  firstLocked,
  lockParents,
  nextParents,
  nextStamps,
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
    firstLocked,
    problems: problemsOfLines,
    stamps: nextStamps,
    parents: parentsOf,
    touch: (parents, drafts, rows) =>
      touchParents([...parents, ...nextParents(drafts, rows)], rows),
    store: writeLines,
    async read(record, write) {
      for (const { relation } of write.draft.lines ?? []) await addLines(record, relation, write);
    },
  };
}
