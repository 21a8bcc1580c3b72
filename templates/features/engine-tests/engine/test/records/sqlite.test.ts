import { describe } from 'vitest';
import { newFiles, passing } from '../fixtures/new-databases.js';
import { describeCrud } from './records-suites.js';
import { describeEngine } from './engine-suite.js';
import { describeHooks } from './hooks-suite.js';

describeCrud('SQLite', newFiles(), passing);
describe('the engine on SQLite in memory', () => describeEngine(passing));
describe('hooks on SQLite in memory', () => describeHooks(passing));
