import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeCursors } from './cursor-suite.js';
import { describeEngine } from './engine-suite.js';
import { describeHookCosts } from './hook-costs-suite.js';
import { describeHooks } from './hooks-suite.js';
import { describeOddNames } from './odd-names-suite.js';
import { describeRecords } from './records-suite.js';
import { describeConditions } from './where-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'library-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const file = () => Promise.resolve(`sqlite:${join(folder, `${files++}.db`)}`);
const memory = () => Promise.resolve('sqlite::memory:');

describe('conditions on SQLite', () => describeConditions(memory));
describe('the engine on SQLite', () => describeEngine(file));
describe('the engine on SQLite in memory', () => describeEngine(memory));
describe('cursors on SQLite', () => describeCursors(file));
describe('odd names on SQLite', () => describeOddNames(memory));
describe('records on SQLite', () => describeRecords(file));
describe('hooks on SQLite', () => describeHooks(file));
describe('costs on SQLite', () => describeHookCosts(file));
describe('hooks on SQLite in memory', () => describeHooks(memory));
