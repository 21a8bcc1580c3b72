import { describe } from 'vitest';
import { describeFrozen } from './frozen-suite.js';

/** What must hold of frozen records on both databases; a new one is empty. */
export function describeAllFrozen(name: string, newDatabase: () => Promise<string>): void {
  describe(`frozen records on ${name}`, () => describeFrozen(newDatabase));
}
