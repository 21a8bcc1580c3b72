import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { publicView } from '../../../../templates/service/engine/docs/model-schemas.js';
import { documentOf } from '../../../../templates/features/engine-tests/engine/test/docs/document.js';

test('a linter finds no error in it, with fields of every type', async () => {
  const { document } = await documentOf(publicView);
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});
