import { expect, test } from 'vitest';
import { failed } from '../../../../src/project/open/ask-service.js';

test.each([
  ['', 'explain failed: it printed nothing', 'run: npm run typecheck'],
  [
    'node:internal/modules/run_main:129\n    triggerUncaughtException(\n\nTypeError: x is no function\n    at y.ts:1',
    'explain failed: TypeError: x is no function',
    'run: npm run typecheck',
  ],
  [
    'Nothing is explained:\n  DATABASE_URL must be sqlite:<file>\n  PORT must be a number\n',
    'explain failed: DATABASE_URL must be sqlite:<file>; PORT must be a number',
    'correct the settings in .env',
  ],
])('what a program printed instead of an answer: %j', (stderr, message, help) => {
  expect(failed('explain', stderr)).toMatchObject({ message, help });
});
