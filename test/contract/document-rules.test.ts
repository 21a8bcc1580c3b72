import { describe, expect, test } from 'vitest';
import { lintDocument } from '../support/lint-document.js';
import { useService } from './use-service.js';

describe.each(['task-manager', 'orders', 'clinic'] as const)('%s', (example) => {
  const service = useService(example, 'sqlite');

  test('its document passes the rules of Spectral and OWASP, but for the named exceptions', async () => {
    const { text } = await service.as('admin').get('/openapi.json');
    expect(await lintDocument(text)).toEqual([]);
  });
});
