import { describe, expect, test } from 'vitest';
import { codeSource } from '../../src/merge/code-parts.js';
import { planChanges } from '../../src/plan/plan-changes.js';
import type { Choice } from '../../src/plan/plan.js';
import { settleConflicts } from '../../src/plan/settle-conflicts.js';
import type { Tree } from '../../src/tree.js';
import { explain } from './explain.js';
import { outcomeOf, readCases, SAID } from './read-case.js';

const cases = readCases(import.meta.dirname);

/** The base after a plan. */
function moved(base: Tree, plan: ReturnType<typeof planChanges>): Tree {
  const after = new Map(base);
  for (const [path, text] of plan.base)
    if (text === null) after.delete(path);
    else after.set(path, text);
  return after;
}

describe.each(cases)('$name', ({ base, mine, next, expected }) => {
  const plan = planChanges({ base, mine, next });
  const outcome = outcomeOf(mine, plan);

  test('comes out as it must', () => {
    const fault = explain(outcome, expected);
    expect(Object.fromEntries(outcome), fault).toEqual(Object.fromEntries(expected));
  });

  test('is done after one run', () => {
    const settled = settleConflicts(plan, () => 'mine');
    const after = new Map(outcomeOf(mine, settled));
    after.delete(SAID);
    const again = planChanges({ base: moved(base, settled), mine: after, next });
    expect(again.changes).toEqual([]);
    expect(again.conflicts).toEqual([]);
  });

  test.each(['mine', 'theirs', 'mark'] satisfies Choice[])('can be settled: %s', (choice) => {
    const after = outcomeOf(
      mine,
      settleConflicts(plan, () => choice),
    );
    for (const [path, text] of after) {
      if (!/\.tsx?$/.test(path) || !plan.conflicts.some((one) => one.path === path)) continue;
      if (choice === 'mark')
        expect(text).toMatch(/^<{7} yours\r?\n[^]*^={7}\r?\n[^]*^>{7} crudgen\r?$/m);
      else expect(codeSource(path, text), text).not.toBeNull();
    }
  });
});
