import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { compareVersions, VERSION } from '../../../src/version.js';
import { versionProblem } from '../../../src/project/version-problem.js';
import { readTree } from '../../../src/disk/read-tree.js';
import type { Problem } from '../../../src/problem.js';
import { declaredCommands } from '../../support/output-schema.js';
import { project010 } from '../../support/project-0.1.0.js';
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

/** Every command that may write into a project, such as somebody would type it. */
const WRITING: Record<string, string[]> = {
  'model add': ['Note', 'text:text'],
  'model add-field': ['Task', 'rank:integer'],
  'model change-field': ['Task', 'due_date:index'],
  'model rename-field': ['Task', 'title', 'headline'],
  'model remove-field': ['Task', 'description', '--drop-data'],
  'model rename': ['Task', 'Errand'],
  'model remove': ['Task', '--drop-data'],
  'endpoint add': ['Task', 'POST', '/:id/archive'],
  'hooks add': ['Task'],
  'rules add': ['Task'],
  add: ['tree'],
  drop: ['containers'],
  'search add-model': ['Task', '--fields', 'title'],
  'search add-field': ['name'],
  'search remove-model': ['Task'],
  'search remove-field': ['title'],
  sync: [],
  diff: [],
  upgrade: [],
  restore: ['README.md'],
  undo: [],
};
const OTHERS = [
  ...[
    'init',
    'help',
    'version',
    'doctor',
    'seed',
    'features',
    'describe',
    'model list',
    'model show',
    'search list',
  ],
  ...['access show', 'access explain', 'merge-base', 'merge-file'],
];

describe('an older crudgen', () => {
  const project = useProject('task-manager');

  it('is known to be refused or not by every command', () => {
    expect(declaredCommands().sort()).toEqual([...Object.keys(WRITING), ...OTHERS].sort());
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

describe('a project that is laid out as 0.1.0 did', () => {
  const before = project010('task-manager');
  const project = useProject(
    new Map([...before].filter(([path]) => !path.startsWith('.crudgen/'))),
  );
  const ask = (...args: string[]) => answerOf([...args, '--cwd', project.root()]);

  it('is written by `upgrade` and `undo` alone', async () => {
    const files = readTree(project.root(), new Set());
    for (const [name, args] of Object.entries(WRITING)) {
      if (name === 'upgrade' || name === 'undo') continue;
      const said = await ask(...name.split(' '), ...args);
      expect(said.exit, name).toBe(1);
      expect(said.problems[0], name).toMatchObject({
        code: 'older-project',
        message: expect.stringContaining('crudgen 0.1.0'),
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
      'with crudgen 0.1.0: crudgen sync; then run: crudgen upgrade',
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

/** What a command line says to programs. */
async function answerOf(args: string[]): Promise<{ exit: number; problems: Problem[] }> {
  process.stdout.setMaxListeners(0);
  const write = process.stdout.write.bind(process.stdout);
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => ((text += String(chunk)), true);
  try {
    const exit = await main([...args, '--json']);
    return { exit, ...(JSON.parse(text) as { problems: Problem[] }) };
  } finally {
    process.stdout.write = write;
  }
}
