import { diffLines } from '../plan/diff-lines.js';
import type { Change, Conflict, Plan } from '../plan/plan.js';

/** A plan as data: which files change and by how much; with `contents` also how. */
export const planJson = (plan: Plan, contents: boolean): object => ({
  changes: plan.changes.map((change) => changeJson(change, contents)),
  conflicts: plan.conflicts.map(conflictJson),
  refused: plan.refused.map(({ path, reason }) => ({ path, reason })),
  stay_deleted: plan.stayDeleted,
});

function changeJson(change: Change, contents: boolean): object {
  const { kind, path } = change;
  const moved = kind === 'move' && { from: change.from, edited: change.edited === true };
  const next = kind === 'delete' ? '' : change.next;
  const { added, removed, diff } = differenceOf(change, next);
  return {
    ...{ kind, path, ...moved },
    ...{ bytes: Buffer.byteLength(next), added, removed },
    ...(contents && (kind === 'create' ? { content: next } : kind !== 'delete' && { diff })),
  };
}

/** The lines that a change adds and removes, and the text of the difference. */
function differenceOf(change: Change, next: string) {
  if (change.kind === 'create') return { added: countLines(next), removed: 0, diff: '' };
  if (change.kind === 'delete') return { added: 0, removed: countLines(change.mine), diff: '' };
  const lines = diffLines(change.mine, next);
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const texts = lines.map(({ kind, text }) => (kind === '@' ? text : kind + text));
  return { added: count('+'), removed: count('-'), diff: texts.join('\n') };
}

const countLines = (text: string): number =>
  text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;

const conflictJson = ({
  path,
  from,
  line,
  yours,
  crudgen,
  was,
  feature,
  now,
}: Conflict): object => ({
  ...(from !== undefined && { from }),
  ...{ path, line, yours, crudgen, was },
  ...(feature !== undefined && { feature }),
  ...(now && { now }),
});
