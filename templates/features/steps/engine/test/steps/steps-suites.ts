import { describe } from 'vitest';
import { describeSteps } from './steps-suite.js';

/** What must hold of values that change by steps on both databases; a new one is empty. */
export function describeAllSteps(name: string, newDatabase: () => Promise<string>): void {
  describe(`values that change by steps on ${name}`, () => describeSteps(newDatabase));
}
