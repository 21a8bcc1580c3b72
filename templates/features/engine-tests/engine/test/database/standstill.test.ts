import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseOutage } from '../../database/outage.js';
import { Standstill } from '../../database/postgres/standstill.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Whether each of the looks, one a second, finds that nothing moves. */
function seen(looks: readonly (readonly [progress: number, waiting: number])[]): boolean[] {
  const standstill = new Standstill(3000);
  return looks.map(([progress, waiting]) => {
    vi.advanceTimersByTime(1000);
    try {
      standstill.check({ progress, waiting });
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(DatabaseOutage);
      expect(String(error)).toMatch(/for \d s while \d wait/);
      return true;
    }
  });
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('stands still where some wait, and nothing has ended for long', () => {
  expect(seen(times(6, [7, 2]))).toEqual([false, false, false, true, true, true]);
});

test('is at work again with the first statement that ends', () => {
  const looks = [...times(5, [7, 2] as const), [8, 2], ...times(3, [8, 2] as const)] as const;
  expect(seen(looks)).toEqual([false, false, false, true, true, false, false, false, true]);
});

test('is idle where nobody waits, and busy where something ends', () => {
  expect(seen(times(6, [7, 0]))).not.toContain(true);
  expect(seen(times(6, 0).map((_, at) => [at, 9] as const))).not.toContain(true);
});

test('does not count the time before somebody began to wait', () => {
  const looks = [...times(9, [7, 0] as const), ...times(3, [7, 1] as const)];
  expect(seen(looks)).not.toContain(true);
});
