import { describe, test } from 'vitest';
import { newFiles } from '../fixtures/new-databases.js';
import { describeUsernames, expectKeysToBeStable } from './usernames-suite.js';

describe('usernames on SQLite', () => describeUsernames(newFiles()));

test('the key of a username is that of its key, in any case and notation', expectKeysToBeStable);
