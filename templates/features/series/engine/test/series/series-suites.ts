import { describe } from 'vitest';
import { describeSeries } from './series-suite.js';

/** What must hold of numbers without gaps on both databases; a new one is empty. */
export function describeAllSeries(name: string, newDatabase: () => Promise<string>): void {
  describe(`numbers without gaps on ${name}`, () => describeSeries(newDatabase));
}
