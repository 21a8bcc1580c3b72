import { expect, test } from 'vitest';
import { shareOf } from '../../../src/engine/settings/worker.js';

test.each([
  [10, 4],
  [1, 3],
  [8, 2],
])('of %i, %i workers have no more and no less', (total, workers) => {
  const shares = Array.from({ length: workers }, (_, at) => shareOf(total, at + 1, workers));
  expect(shares.reduce((sum, share) => sum + share)).toBe(total);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  expect(shareOf(total)).toBe(total);
});
