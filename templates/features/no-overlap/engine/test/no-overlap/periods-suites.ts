import { describe } from 'vitest';
import { describePeriods } from './periods-suite.js';

/** What must hold of periods that do not overlap on both databases; a new one is empty. */
export function describeAllPeriods(name: string, newDatabase: () => Promise<string>): void {
  describe(`periods that do not overlap on ${name}`, () => describePeriods(newDatabase));
}
