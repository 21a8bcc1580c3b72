import { describe } from 'vitest';
import { newFiles } from '../fixtures/new-databases.js';
import { describeHosts } from './hosts-suite.js';

const url = newFiles();
describe('fields of native types on SQLite', () => describeHosts(url, true));
