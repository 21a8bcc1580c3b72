import { describe } from 'vitest';
import { describeTrigrams } from './trigrams-suite.js';

describe('trigrams on sqlite', () =>
  describeTrigrams('sqlite', () => Promise.resolve('sqlite::memory:')));
