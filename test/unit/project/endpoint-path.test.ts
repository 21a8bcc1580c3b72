import { expect, it } from 'vitest';
import { parseEndpoint } from '../../../src/project/change/add-endpoint.js';

it.each(['/:id/..', '/:id/.', '/../task'])('%s is no path that a client could call', (path) => {
  expect(() => parseEndpoint('POST', path, undefined)).toThrow(/nobody could call/);
});

it('names may have dots', () => {
  expect(parseEndpoint('POST', '/:id/paper.pdf', undefined)).toMatchObject({ action: 'edit' });
});
