import { describe } from 'vitest';
import { describeDialect } from './dialect-suite.js';
import { describeDrift } from './drift-suite.js';
import { describeMigrating } from './migrate-suite.js';
import { describeReplicas, describeSteps } from './steps-suite.js';
import { describeTransactionLimits } from './transaction-limit-suite.js';

/** What must hold on both databases; a new one is empty, and a passing one need not outlive its connection. */
export function describeDatabase(
  name: 'sqlite' | 'postgres',
  newDatabase: () => Promise<string>,
  passing = newDatabase,
): void {
  describe(`the dialect of ${name}`, () => describeDialect(name, passing));
  describe(`drift on ${name}`, () => describeDrift(name, passing));
  describe(`migrations on ${name}`, () => describeMigrating(name, newDatabase));
  describe(`steps on ${name}`, () => describeSteps(name, passing));
  describe(`replicas that start at once on ${name}`, () => describeReplicas(newDatabase));
  describe(`long transactions on ${name}`, () => describeTransactionLimits(name, newDatabase));
}
