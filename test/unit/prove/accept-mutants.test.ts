import { expect, it } from 'vitest';
import { parseAllowFile } from '../../../templates/tools/prove/allow/allow-file.js';
import { acceptMutants } from '../../../templates/tools/prove/mutants/accept-mutants.js';
import type { MutantResult } from '../../../templates/tools/prove/report/report.js';

const result = (key: string, killer: string | null): MutantResult => ({
  ...{ key, name: key, model: 'Task', place: null, killer, seconds: 1 },
});
const KILLED = result('Task owner(author_id) dropped', 'hides rows of others');
const MISSED = result('Task rows opened', null);
const TRIALS = { failing: [], results: [MISSED, KILLED], untried: ['Task allFor(Admin) +Viewer'] };

const accepted = (lines: readonly string[], isWhole = true) =>
  acceptMutants(TRIALS, parseAllowFile(lines.map((line) => `mutant: ${line} — why`).join('\n')), {
    models: ['Task'],
    isWhole,
  });

it('accepts missed mutants for the reasons in the file', () => {
  expect(accepted(['Task rows opened'])).toEqual({
    mutants: [{ ...MISSED, allowed: 'why' }, KILLED],
    stale: [],
  });
});

it('tells the lines for mutants that a test notices, or that the rules do not have', () => {
  const lines = [
    'Task owner(author_id) dropped',
    'Task allFor(Admin) +Viewer',
    'Task gone dropped',
  ];
  expect(accepted(lines).stale).toEqual([
    {
      ...{ line: 1, key: 'Task owner(author_id) dropped' },
      reason: 'a test or a sentence notices this mutant: hides rows of others',
    },
    { line: 3, key: 'Task gone dropped', reason: 'the rules have no such mutant' },
  ]);
});

it('says nothing about lines for models that it was not asked about', () => {
  const lines = ['Taskforce rows opened', 'Note rows opened'];
  expect(accepted(lines, false).stale).toEqual([]);
  expect(accepted(lines).stale.map(({ line }) => line)).toEqual([1, 2]);
});
