import { describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mark } from './http.js';
import { clientFor, onEachDatabase, startService, usePrivate } from './use-service.js';

const HOOKS = `
import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, defineHooks, passOn } from '#engine';
import { TeamMember } from '../team-member/team-member.model.js';
import { Task } from './task.model.js';

export const taskHooks = defineHooks(Task, {
  beforeValidate: ({ values: { title } }) => ({ title: typeof title === 'string' ? title.trim() : title }),
  beforeSave: ({ values, before }) => ({
    description: before ? before.title + ' -> ' + (values.title ?? before.title) : 'new',
  }),
  afterSave: async ({ after, system }) => {
    if (after.title === 'slow') await sleep(1200);
    await system(TeamMember).create({ name: after.title, email: 'by-hook@example.com' });
    if (after.title.startsWith('refuse')) throw conflict('Not this one.');
    if (after.title.startsWith('absent')) await system(TeamMember).get(999_999);
    if (after.title.startsWith('passed on')) await passOn(system(TeamMember).get(999_999));
    if (after.title.startsWith('fail')) throw new Error('a slip in the hook');
  },
  afterCommit: async ({ operation, after, log }) => {
    if (after?.title.startsWith('reject')) throw new Error('the mail server is down');
    if (after?.title.startsWith('late')) await sleep(1500);
    log.warn('committed ' + operation + ' of ' + after?.title);
  },
});
`;

const RULES = `
import { defineRules } from '#engine/rules';
import type { Task } from './task.model.js';

export const taskRules = defineRules<Task>({
  due_date: ({ status, due_date }) => status === 'done' && due_date === null && 'It was due some day.',
});
`;

const withHooks = {
  files: {
    'src/models/task/task.hooks.ts': HOOKS,
    'src/models/task/task.rules.ts': RULES,
  },
};

const times = (text: string, part: string): number => text.split(part).length - 1;

onEachDatabase((database) => {
  describe('hooks of a model', () => {
    const service = usePrivate({
      example: 'task-manager',
      database,
      env: { LOG_LEVEL: 'warn' },
      ...withHooks,
    });
    const admin = () => clientFor(service.url, ADMIN.username, ADMIN.password);
    const output = () => service.service().output;
    const madeByHook = async (name: string): Promise<number> => {
      const answer = await (await admin()).get(`/team_member?name=${encodeURIComponent(name)}`);
      return (answer.body as unknown[]).length;
    };

    test('change what is sent and what is written', async () => {
      const client = await admin();
      const title = mark();
      const task = await client.create('/task', { title: `  ${title} ` });
      expect(task).toMatchObject({ title, description: 'new' });
      const changed = await client.patch(`/task/${task.id}`, { title: 'b' });
      expect(changed.record.description).toBe(`${title} -> b`);
      expect(await madeByHook(title)).toBe(1);
      await expect.poll(output).toContain(`committed create of ${title}`);
    });

    test('write lines that have their place and the id of the request', async () => {
      const title = mark();
      const answer = await (await admin()).post('/task', { title });
      const isIt = (line: string) => line.includes(`committed create of ${title}`);
      await expect.poll(() => output().split('\n').filter(isIt)).toHaveLength(1);
      const line = JSON.parse(output().split('\n').find(isIt)!) as Record<string, unknown>;
      expect(line).toMatchObject({
        hook: 'Task.afterCommit',
        request_id: answer.headers['x-request-id'],
      });
    });

    test('that refuse take everything back, what they wrote included', async () => {
      const title = `refuse ${mark()}`;
      const problem = expectProblem(await (await admin()).post('/task', { title }), 409);
      expect(problem.message).toBe('Not this one.');
      expect(await madeByHook(title)).toBe(0);
      expect(output()).not.toContain(`of ${title}`);
    });

    test('that fail answer 500, and are logged once with their place', async () => {
      const title = `fail ${mark()}`;
      expectProblem(await (await admin()).post('/task', { title }), 500);
      expect(await madeByHook(title)).toBe(0);
      await expect.poll(output).toContain('the hook Task.afterSave failed');
      const lines = output()
        .split('\n')
        .filter((line) => line.includes('a slip in the hook'));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('task.hooks.ts');
    });

    test('answer 500 where another record is a problem, unless they pass it on', async () => {
      const client = await admin();
      const problem = expectProblem(await client.post('/task', { title: 'absent' }), 500);
      expect(problem.message).not.toContain('team member');
      await expect.poll(output).toContain('There is no team member with the id 999999.');
      const passedOn = expectProblem(await client.post('/task', { title: 'passed on' }), 404);
      expect(passedOn.message).toBe('There is no team member with the id 999999.');
    });

    test('that reject after the commit are logged and end nothing', async () => {
      const client = await admin();
      const title = `reject ${mark()}`;
      const task = await client.create('/task', { title });
      await expect.poll(output).toContain('Task.afterCommit failed');
      expect(output()).toContain('the mail server is down');
      expect((await client.get(`/task/${task.id}`)).status).toBe(200);
      expect(times(output(), 'the write that it follows is committed')).toBe(1);
    });

    test('rules across fields answer 422 with the field to blame', async () => {
      const client = await admin();
      const refused = await client.post('/task', { title: mark(), status: 'done' });
      const problem = expectProblem(refused, 422);
      expect(problem.errors).toEqual({ due_date: 'It was due some day.' });
      const task = await client.create('/task', { title: mark(), due_date: '2026-01-31' });
      expect((await client.patch(`/task/${task.id}`, { status: 'done' })).status).toBe(200);
      expectProblem(await client.patch(`/task/${task.id}`, { due_date: null }), 422);
    });

    if (database === 'sqlite')
      test('that keep others from writing for over a second are named in the log', async () => {
        await (await admin()).create('/task', { title: 'slow' });
        await expect
          .poll(output)
          .toMatch(/other writes were blocked for [\d.]+ s by a write of Task/);
      });
  });

  test('work that follows a commit is waited for when the service stops', async () => {
    const service = await startService({
      example: 'task-manager',
      database,
      env: { LOG_LEVEL: 'warn' },
      ...withHooks,
    });
    const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
    await admin.create('/task', { title: 'late' });
    expect(service.output).not.toContain('committed create of late');
    expect(await service.stop()).toBe(0);
    expect(service.output).toContain('committed create of late');
  });
});
