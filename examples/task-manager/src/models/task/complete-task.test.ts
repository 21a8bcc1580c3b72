import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('POST /task/{task_id}/complete', () => {
  it('sets the status to done, stores that and answers the task', async () => {
    const manager = await service.as('Manager');
    const task = await manager.create('/task', { title: 'Write the test' });
    const answer = await manager.post(`/task/${task.id}/complete`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: task.id, title: 'Write the test', status: 'done' });
    expect((await manager.get(`/task/${task.id}`)).body).toEqual(answer.body);
  });

  it('answers 404 and names the id of a task that does not exist', async () => {
    const manager = await service.as('Manager');
    const answer = await manager.post('/task/987654321/complete');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('987654321') });
  });

  it('is an edit: nothing for a Viewer, nor without a token', async () => {
    const viewer = await service.as('Viewer');
    const manager = await service.as('Manager');
    const task = await manager.create('/task', { title: 'Stays as it is' });
    expect((await viewer.post(`/task/${task.id}/complete`)).status).toBe(403);
    expect((await service.anonymous.post(`/task/${task.id}/complete`)).status).toBe(401);
    expect((await viewer.get(`/task/${task.id}`)).body).toEqual(task);
  });
});
