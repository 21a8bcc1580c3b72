import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from 'vitest';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import type { Context } from '../../../src/cli/context.js';
import { readMergeDriver } from '../../../src/disk/merge-driver.js';
import { useProject } from './project.js';

const FIXED = 'set up the git merge driver in this clone, which merges by structure';
const project = useProject('task-manager');

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: project.root(), encoding: 'utf8' });

/** Adds an endpoint; gives the exit code, the notes and the `mended` of --json. */
async function change(path: string, flags: Partial<Context> = {}) {
  const context = project.context(flags);
  const notes: string[] = [];
  const data: { mended?: readonly string[] } = {};
  const terminal = {
    ...context.terminal,
    note: (text: string) => void notes.push(text),
    data: (values: object) => void Object.assign(data, values),
  };
  const code = await endpointAdd({ ...context, terminal }, 'Task', 'POST', path, {});
  return { code, notes, mended: data.mended };
}

const warned = () => project.said().filter(({ code }) => code === 'merge-driver');

describe('a command that writes in a clone without the merge driver', () => {
  beforeEach(() => void git('init', '--quiet'));

  it('sets it up, and says so in a line, the first time only', async () => {
    expect(await change('/:id/open')).toEqual({
      code: 0,
      notes: [`fixed: ${FIXED}`],
      mended: [FIXED],
    });
    expect(await readMergeDriver(project.root())).toMatch(/^(?:set-up|lost)$/);
    expect(await change('/:id/close')).toEqual({ code: 0, notes: [], mended: undefined });
  });

  it('leaves git alone in a dry run', async () => {
    expect(await change('/:id/open', { dryRun: true })).toMatchObject({ code: 0, notes: [] });
    expect(await readMergeDriver(project.root())).toBe('missing');
  });

  it('leaves git alone where .gitattributes does not name the driver', async () => {
    project.edit('.gitattributes', (text) => text.replace(/^.* merge=crudgen.*\n/gm, ''));
    expect(await change('/:id/open')).toMatchObject({ code: 0, notes: [] });
    project.remove('.gitattributes');
    expect(await change('/:id/close')).toMatchObject({ code: 0, notes: [] });
    expect(await readMergeDriver(project.root())).toBe('missing');
  });

  it('leaves a driver of another crudgen to doctor', async () => {
    git('config', 'merge.crudgen-file.driver', 'crudgen merge-file');
    expect(await change('/:id/open')).toMatchObject({ code: 0, notes: [] });
    expect(await readMergeDriver(project.root())).toBe('outdated');
  });

  it('succeeds where the configuration of git cannot be written, and warns', async () => {
    project.write('.git/config.lock', '');
    expect(await change('/:id/open')).toMatchObject({ code: 0, notes: [], mended: undefined });
    expect(warned()).toMatchObject([
      { severity: 'warning', help: 'check that .git/config is writable' },
    ]);
  });
});

it('a command outside of a repository says nothing of the merge driver', async () => {
  expect(await change('/:id/open')).toEqual({ code: 0, notes: [], mended: undefined });
  expect(warned()).toEqual([]);
});
