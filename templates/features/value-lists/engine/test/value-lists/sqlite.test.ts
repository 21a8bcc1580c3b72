import { describe } from 'vitest';
import { newFiles } from '../fixtures/new-databases.js';
import { describeArticles } from './articles-suite.js';

const url = newFiles();
describe('fields with lists on SQLite', () => describeArticles(url));
