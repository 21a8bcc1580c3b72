import { describe } from 'vitest';
import { describeAggregates } from './aggregate-suite.js';
import { describeConcurrency } from './concurrency-suite.js';
import { describeCursors } from './cursor-suite.js';
import { describeDatabaseRules } from './database-rules-suite.js';
import { describeEngine } from './engine-suite.js';
import { describeFields } from './fields-suite.js';
import { describeGenerated } from './generated-suite.js';
import { describeGroupedNumbers } from './grouped-numbers-suite.js';
import { describeGuards } from './guards-suite.js';
import { describeHiddenRows } from './hidden-rows-suite.js';
import { describeHookCosts } from './hook-costs-suite.js';
import { describeHooks } from './hooks-suite.js';
import { describeKeys } from './keys-suite.js';
import { describeLargePages } from './large-pages-suite.js';
import { describeMany } from './many-suite.js';
import { describeOddNames } from './odd-names-suite.js';
import { describeRecords } from './records-suite.js';
import { describeSearchPaths } from './search-paths-suite.js';
import { describeShortNumbers } from './short-numbers-suite.js';
import { describeUniqueReferences } from './unique-references-suite.js';
import { describeVisible } from './visible-suite.js';
import { describeConditions } from './where-suite.js';

/** What must hold on both databases; a new one is empty, and a passing one need not outlive its connection. */
export function describeCrud(
  name: string,
  newDatabase: () => Promise<string>,
  passing = newDatabase,
): void {
  describe(`figures on ${name}`, () => describeAggregates(newDatabase));
  describe(`conditions on ${name}`, () => describeConditions(passing));
  describe(`the engine on ${name}`, () => describeEngine(newDatabase));
  describe(`cursors on ${name}`, () => describeCursors(newDatabase));
  describe(`odd names on ${name}`, () => describeOddNames(passing));
  describe(`guards on ${name}`, () => describeGuards(newDatabase));
  describe(`records on ${name}`, () => describeRecords(newDatabase));
  describe(`hooks on ${name}`, () => describeHooks(newDatabase));
  describe(`concurrency on ${name}`, () => describeConcurrency(newDatabase));
  describe(`costs on ${name}`, () => describeHookCosts(newDatabase));
  describe(`large pages on ${name}`, () => describeLargePages(newDatabase));
  describe(`many records on ${name}`, () => describeMany(newDatabase));
  describe(`grouped numbers on ${name}`, () => describeGroupedNumbers(newDatabase));
  describe(`search by references on ${name}`, () => describeSearchPaths(newDatabase));
  describe(`generated columns on ${name}`, () => describeGenerated(passing));
  describe(`rules of the database on ${name}`, () => describeDatabaseRules(passing));
  describe(`chosen fields on ${name}`, () => describeFields(newDatabase));
  describe(`keys of any kind on ${name}`, () => describeKeys(newDatabase));
  describe(`short integers on ${name}`, () => describeShortNumbers(newDatabase));
  describe(`references to unique columns on ${name}`, () => describeUniqueReferences(newDatabase));
  describe(`hidden rows on ${name}`, () => describeHiddenRows(newDatabase));
  describe(`SQL under the rules on ${name}`, () => describeVisible(newDatabase));
}
