import { describe } from 'vitest';
import { describeCompositeKeys } from './records-suite.js';
import { describeReferences } from './references-suite.js';

/** What must hold of keys of several columns on both databases; a new one is empty. */
export function describeAllComposite(name: string, newDatabase: () => Promise<string>): void {
  describe(`keys of several columns on ${name}`, () => describeCompositeKeys(newDatabase));
  describe(`references of several columns on ${name}`, () => describeReferences(newDatabase));
}
