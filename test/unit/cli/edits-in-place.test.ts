import { expect, it } from 'vitest';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { useProject } from './project.js';

const project = useProject('task-manager');

/** What a command prints. */
async function printed(run: (context: ReturnType<typeof project.context>) => Promise<number>) {
  const lines: string[] = [];
  const keep = (text: string) => void lines.push(text);
  const { terminal, ...rest } = project.context();
  expect(await run({ ...rest, terminal: { ...terminal, print: keep, note: keep } })).toBe(0);
  return lines.join('\n');
}

it('what crudgen adds to a file in place is not called merged with edits that nobody made', async () => {
  for (const name of ['Note', 'Memo']) {
    const told = await printed((context) => modelAdd(context, name, ['title:string'], {}));
    expect(told).toMatch(/change +config\/search\.json/);
    expect(told).not.toContain('your edits');
  }
  for (const path of ['/:id/x', '/:id/y']) {
    const told = await printed((context) =>
      endpointAdd(context, 'Task', 'POST', path, { action: 'edit' }),
    );
    const what = path === '/:id/x' ? 'create' : 'change';
    expect(told).toMatch(new RegExp(`${what} +src/models/task/task\\.routes\\.ts`));
    expect(told).not.toContain('your edits');
  }
});
