import { describe } from 'vitest';
import { newFiles } from '../fixtures/new-databases.js';
import { describeUniqueEmails } from './unique-emails-suite.js';

describe('unique email addresses on SQLite', () => describeUniqueEmails(newFiles()));
