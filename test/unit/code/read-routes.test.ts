import { expect, it } from 'vitest';
import { readOpenWrites, readRoutes } from '../../../src/code/read-routes.js';

const ROUTES = `
export const taskRoutes = defineRoutes(Task, (route) => {
  route.get('/late', 'list', () => {});
  route.post('/sent', { body: Sent, action: 'show', status: 201 }, () => {});
  route.post('/:id/close', { action: 'edit' }, () => {});
  route.post('/open', { auth: 'public' }, () => {});
  route.post('/hook', { auth: byKey }, () => {});
  route.post('/computed', { action: wanted() }, () => {});
});
`;

it('reads the action that a route states, by itself or among its options', () => {
  const files = new Map([['src/models/task/task.routes.ts', ROUTES]]);
  expect(readRoutes(files).map(({ method, path, action }) => [method, path, action])).toEqual([
    ['get', '/late', 'list'],
    ['post', '/sent', 'show'],
    ['post', '/:id/close', 'edit'],
    ['post', '/open', 'public'],
    ['post', '/hook', 'by a handler'],
  ]);
  expect(readOpenWrites(files).map(({ path }) => path)).toEqual(['/sent']);
});
