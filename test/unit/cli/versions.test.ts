import { describe, expect, it } from 'vitest';
import { compareVersions, VERSION } from '../../../src/version.js';
import { versionProblem } from '../../../src/project/open/version-problem.js';
import { readTree } from '../../../src/disk/read-tree.js';
import { declaredCommands } from '../../support/output-schema.js';
import { ANYWHERE, answerOf, READING, WRITING } from './command-lines.js';
import { useProject } from './project.js';

describe('a project of another version', () => {
  const at = (project: string, layoutSince: string) =>
    versionProblem(project, ['sync'], { version: '0.4.2', layoutSince });

  it.each([
    ['0.4.3', '0.0.0', 'older-crudgen', undefined],
    ['0.10.0', '0.0.0', 'older-crudgen', undefined],
    ['1.0.0', '0.0.0', 'older-crudgen', undefined],
    ['0.2.9', '0.3.0', 'older-project', undefined],
    ['0.3.0', '0.3.0', 'older-project', 'warning'],
    ['0.4.1', '0.4.0', 'older-project', 'warning'],
    ['0.3.0', '0.0.0', 'older-project', 'warning'],
  ])('%s, laid out alike since %s: %s %s', (project, since, code, severity) => {
    const problem = at(project, since);
    expect([problem?.code, problem?.severity]).toEqual([code, severity]);
    expect(problem?.message).toContain(project);
    expect(problem?.message).toContain('0.4.2');
    const help = code === 'older-crudgen' ? `install crudgen ${project} ` : 'crudgen upgrade';
    expect(problem?.help).toContain(help);
  });

  it('is nothing to speak of where it is the same, or where it is not known', () => {
    expect(at('0.4.2', '0.4.0')).toBeNull();
    expect(versionProblem(null, [])).toBeNull();
  });

  it.each([
    ['0.9.0', '0.10.0', -1],
    ['1.0.0', '0.99.99', 1],
    ['0.1.0', '0.1.0', 0],
    ['2.0.0-beta.1', '1.9.0', 1],
  ])('%s is told from %s', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign);
  });
});

describe('an older crudgen', () => {
  const project = useProject('task-manager');

  it('is known to be refused or not by every command', () => {
    expect(declaredCommands().sort()).toEqual(
      [...Object.keys(WRITING), ...Object.keys(READING), ...ANYWHERE].sort(),
    );
  });

  it('writes nothing into the project of a newer one', async () => {
    project.edit('crudgen.json', (text) => text.replace(VERSION, '99.1.0'));
    const before = readTree(project.root(), new Set());
    for (const [name, args] of Object.entries(WRITING)) {
      const said = await answerOf([...name.split(' '), ...args, '--cwd', project.root()]);
      expect(said.exit, name).toBe(1);
      const [problem] = said.problems;
      expect(problem, name).toMatchObject({ code: 'older-crudgen' });
      expect(problem?.help).toContain(`install crudgen 99.1.0 or newer`);
      expect(problem?.help).toContain(`: crudgen ${name}`);
    }
    expect(readTree(project.root(), new Set())).toEqual(before);
    const list = await answerOf(['model', 'list', '--cwd', project.root()]);
    expect(list.exit).toBe(0);
  });
});

describe('a project of a version that nothing here understands', () => {
  const project = useProject('task-manager');

  it('is refused by every command, which says what to do, and left as it is', async () => {
    project.edit('crudgen.json', (text) => text.replace(VERSION, '0.4.9'));
    const files = readTree(project.root(), new Set());
    for (const [name, args] of Object.entries({ ...WRITING, ...READING })) {
      const said = await answerOf([...name.split(' '), ...args, '--cwd', project.root()]);
      expect([said.exit, said.problems], name).toEqual([
        1,
        [
          {
            code: 'bygone-project',
            severity: 'error',
            message: `crudgen 0.4.9 wrote the project, but ${VERSION} upgrades only projects of 0.5.0 and newer`,
            help: 'build crudgen from commit 9e75dca7 of its repository, run its crudgen upgrade, then run crudgen upgrade with this version',
          },
        ],
      ]);
    }
    expect(readTree(project.root(), new Set())).toEqual(files);
  });
});
