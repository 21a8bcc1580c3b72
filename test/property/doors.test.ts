import { test } from 'vitest';
import { proveDoors } from './prove-doors.js';

test('every door obeys the policy on SQLite', { timeout: 120_000 }, () =>
  proveDoors('SQLite', 'sqlite::memory:', 80),
);
