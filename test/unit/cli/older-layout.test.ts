import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTree } from '../../../src/disk/read-tree.js';
import { VERSION } from '../../../src/version.js';
import { answerOf, WRITING } from './command-lines.js';
import { useProject } from './project.js';

describe('a project in the layout of an older version', () => {
  const project = useProject('task-manager');
  const ask = (...args: readonly string[]) => answerOf([...args, '--cwd', project.root()]);
  beforeEach(() => {
    for (const path of ['crudgen.json', '.crudgen/base/crudgen.json'])
      project.edit(path, (text) => text.replace(VERSION, '0.5.0'));
  });

  it('is written by `upgrade` and `undo` alone', async () => {
    const files = readTree(project.root(), new Set());
    for (const [name, args] of Object.entries(WRITING)) {
      if (name === 'upgrade' || name === 'undo') continue;
      const said = await ask(...name.split(' '), ...args);
      expect(said.exit, name).toBe(1);
      expect(said.problems[0], name).toMatchObject({
        code: 'older-project',
        severity: 'error',
        message: expect.stringContaining('crudgen 0.5.0'),
        help: expect.stringContaining('crudgen upgrade'),
      });
    }
    expect((await ask('upgrade', '--dry-run')).exit).toBe(0);
    expect((await ask('undo')).problems[0]).toMatchObject({ code: 'nothing-to-undo' });
    expect(readTree(project.root(), new Set())).toEqual(files);
  });

  it('is not brought along where nothing tells what was written where', async () => {
    rmSync(join(project.root(), '.crudgen'), { recursive: true });
    const { exit, problems } = await ask('upgrade');
    expect([exit, problems[0]?.code]).toEqual([1, 'no-base']);
    expect(problems[0]?.help).toContain(
      'run crudgen sync with crudgen 0.5.0, which adopts the project as it is, then run: crudgen upgrade',
    );
    expect((await ask('sync')).problems.map(({ code }) => code)).toEqual([
      'older-project',
      'no-base',
    ]);
  });

  it('is read as ever', async () => {
    for (const name of ['model list', 'model show Task', 'search list', 'access show'])
      expect((await ask(...name.split(' '))).exit, name).toBe(0);
    const { problems } = await ask('doctor');
    expect(problems.map(({ code }) => code).sort()).toEqual(['not-installed', 'older-project']);
  });
});
