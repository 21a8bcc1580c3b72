import { describe, expect, it, vi } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { useProject } from './project.js';

const project = useProject('task-manager');

/** What a command line says to programs. */
async function said(...args: string[]): Promise<{ exit: number; text: string }> {
  let text = '';
  const stdout = vi.spyOn(process.stdout, 'write');
  stdout.mockImplementation((chunk) => ((text += String(chunk)), true));
  try {
    return { exit: await main([...args, '--cwd', project.root(), '--json']), text };
  } finally {
    stdout.mockRestore();
  }
}

const features = (): readonly string[] =>
  (JSON.parse(project.read('crudgen.json')) as { features: string[] }).features;

describe('a list', { timeout: 120_000 }, () => {
  it.each([[['jobs', 'mail']], [['jobs,mail']], [['jobs,', 'mail']]])(
    'of features is words or has commas: %j',
    async (list) => {
      const before = features();
      expect((await said('add', ...list)).exit).toBe(0);
      expect(features()).toEqual(expect.arrayContaining(['jobs', 'mail']));
      expect((await said('drop', ...list, '--drop-data')).exit).toBe(0);
      expect(features()).toEqual(before);
    },
  );

  it('of nothing is refused', async () => {
    for (const nothing of ['', ',']) expect((await said('add', nothing)).exit).toBe(1);
    expect((await said('search', 'add-model', 'Task', '--fields', '')).exit).toBe(2);
  });

  it.each([
    [['Task', '--fields', 'description,status']],
    [['Task', '--fields', 'description', 'status']],
    [['Task', '--fields', 'description', '--fields', 'status']],
    [['--fields', 'description,status', 'Task']],
    [['--fields=description,status', 'Task']],
  ])('of fields to search: %j', async (args) => {
    expect((await said('search', 'add-model', ...args)).exit).toBe(0);
    const { fields } = JSON.parse(project.read('config/search.json')) as { fields: string[] };
    expect(fields).toEqual(expect.arrayContaining(['description', 'status']));
  });

  it('of fields has a model beside it', async () => {
    const { exit, text } = await said('search', 'add-model', '--fields', 'description');
    expect([exit, text]).toEqual([2, expect.stringContaining('missing required argument `model`')]);
  });

  it.each([[['Task', 'Project']], [['Task,Project']]])('of models to fill: %j', async (models) => {
    const { exit, text } = await said('seed', '--fake', '5', ...models, '--dry-run');
    expect([exit, text]).toEqual([0, expect.stringContaining('--fake 5 Task Project')]);
  });
});
