import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const MODEL = 'src/models/task/task.model.ts';
const LIST = 'web/src/pages/task/task.list.tsx';
const project = useProject('task-manager');

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=Owner', '-c', 'user.email=owner@example.com'];
  execFileSync('git', [...who, ...args], { cwd: project.root(), stdio: 'ignore' });
}

/** A column that a branch makes another of with crudgen, and a page that follows from it. */
function branch(name: string, length: number): void {
  git('switch', '--quiet', '--force-create', name, 'main');
  for (const place of ['', '.crudgen/base/']) {
    project.edit(place + MODEL, (text) => text.replace('length: 255', `length: ${length}`));
    project.edit(place + LIST, (text) => text.replace('"title"', `"title" width={${length}}`));
  }
  git('commit', '--quiet', '--all', '--message', name);
}

it('what two branches say of a column is for people to decide, what follows from it is not', async () => {
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  branch('theirs', 300);
  branch('ours', 400);
  expect(() => git('merge', '--quiet', 'theirs')).toThrow();
  const model = project.read(MODEL);
  expect(model).toMatch(/^<{7} /m);
  await sync(project.context(), {}).catch(() => 1);
  expect(project.read(MODEL)).toBe(model);
  project.write(MODEL, model.replace(/<{7}.*\n([^]*?)={7}\n[^]*?>{7}.*\n/, '$1'));
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.said().map(({ code }) => code)).toContain('merge-driver');
  expect(project.read(LIST)).not.toMatch(/^[<>]{7} /m);
});
