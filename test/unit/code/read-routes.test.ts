import { expect, it } from 'vitest';
import { readOpenWrites, readRoutes, recordActions } from '../../../src/code/read-routes.js';

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

it('tells what routes do with a record: no reading, nothing of all records, and nothing of another model', () => {
  const text = `
export const taskRoutes = defineRoutes(Task, (route) => {
  route.get('/:id/paper', 'show', () => {});
  route.post('/:id/look', 'show', () => {});
  route.post('/launch', 'create', () => {});
  route.post('/:id/lines/:line', 'edit', () => {});
  route.post('/:id/close', 'edit', () => {});
  route.put('/:task_id/owner', { action: 'edit', body: Owner }, () => {});
  route.delete('/:id/void', 'delete', () => {});
  route.post('/:number/confirm', 'edit', () => {});
});
export const tagRoutes = defineRoutes(Tag, (route) => {
  route.post('/:id/merge', 'edit', () => {});
});
`;
  expect(recordActions('src/models/task/task.routes.ts', text, 'Task')).toEqual([
    { name: 'close', method: 'post', right: 'edit', body: false },
    { name: 'owner', method: 'put', right: 'edit', body: true },
    { name: 'void', method: 'delete', right: 'delete', body: false },
  ]);
});
