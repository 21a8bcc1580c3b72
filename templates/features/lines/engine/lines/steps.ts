import { linesOf, type ModelInfo } from '../model/model-info.js';
import { refuse } from '../problem/problem.js';
import { closedInLines, pickLines } from './code-values.js';
import { heardRecords } from './heard-lines.js';
import { addLines } from './read-lines.js';
import type { Values } from '../model/hooks.js';
import type { BegunChanges, Core, LineSteps, Work } from '../records/scope.js';
import { writeLines } from './write-lines.js';
import type { RowChange } from '../records/writing/draft.js';
import {
  lockParents,
  nextParents,
  nextStamps,
  parentOf,
  parentsOf,
  touchParents,
} from './line-parents.js';
import { withLines } from './prepare-lines.js';
import { problemsOfLines } from './problems-of-lines.js';

/** What lines add to the reads and writes of a model; null where its records neither have lines nor are lines. */
export function lineSteps(model: ModelInfo, core: Core): LineSteps | null {
  const relations = linesOf(model);
  if (relations.length === 0 && !model.lineParent) return null;
  return {
    listed: (countable) =>
      relations
        .map(({ name }) => name)
        .filter((name) => countable.some((one) => one.name === name)),
    async expand(record, names, read) {
      for (const one of relations)
        if (names.includes(one.name) && !(await addLines(record, one, read)))
          throw tooMany(one.name);
    },
    closedIn: closedInLines,
    pick: pickLines,
    isSlow: relations.some((lines) => core.plan(core.model(lines.model)).isSlow),
    contained: new Map(relations.map((lines) => [lines.name, core.model(lines.model)])),
    isLine: model.lineParent !== null,
    belongsBeside: (key) => model.lineParent !== null && model.lineParent.field !== key,
    isHeard: () => isHeard(model, core),
    ...(model.hooks.afterLines && { heard: heardRecords }),
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

const tooMany = (name: string) =>
  refuse(
    '_expand',
    'too-many',
    `There are too many ${name} to be read with the record; read them from their own list`,
  );

async function begin(
  changes: readonly RowChange[],
  added: readonly Readonly<Values>[],
  work: Work,
): Promise<BegunChanges> {
  const ids = changes.map(({ id }) => id);
  const parents = await parentsOf(ids, work);
  const stamps = await nextStamps(ids, work);
  const next = nextParents([...changes.map(({ draft }) => draft), ...added], work);
  return {
    changes: changes.map((change) => ({ ...change, at: stamps.get(change.id) })),
    end: () => touchParents([...parents, ...next], work),
  };
}

/** Whether a hook hears of changed lines of a model: of the record to which they belong, or of the one to which that belongs. */
function isHeard({ lineParent }: ModelInfo, core: Core): boolean {
  if (!lineParent) return false;
  const parent = core.model(lineParent.model);
  return parent.hooks.afterLines !== undefined || isHeard(parent, core);
}
