import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MutantTrials } from '../../../templates/tools/prove/mutants/prove-mutants.js';
import { ROOT, run } from '../../support/project-on-disk.js';
import { SCRATCH } from '../../support/scratch.js';

/** A project that has rules, tests and the configuration of tests, but no service. */
const FILES = {
  'package.json': '{ "type": "module" }',
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';
import { shareModules } from './share-modules.js';
export default defineConfig({
  test: { include: ['{src,test}/**/*.test.ts'], bail: 1, ...shareModules(['src', 'test']) },
});
`,
  'src/project.ts': `import { models } from './models/models.gen.js';
export const project = { models };
`,
  'src/models/models.gen.ts': `import { noteAccess } from './note/note.access.js';
import { Note } from './note/note.model.js';
export const models = [{ entity: Note, access: noteAccess }];
`,
  'src/models/note/note.model.ts': 'export class Note {}\n',
  'src/models/note/note.access.ts': `const defineAccess = <T>(rules: object) => rules;
export const noteAccess = defineAccess<Note>({
  roles: {},
  rows: [
    { kind: 'owner', field: 'author_id', write: true, preset: true, byName: false },
    { kind: 'roles', roles: ['Admin'] },
  ],
  fields: { margin: { read: [], write: ['Admin'] } },
});
`,
  // Shares modules with the other file, and leaves rules that it has changed to nobody.
  'src/models/note/note.test.ts': `import { expect, it } from 'vitest';
import { project } from '../../project.js';
it('fails first, if at all', () => expect(project.models[0].access.rows).toHaveLength(2));
it('is not run after a failure', () => expect(project.models[0].access.rows).toHaveLength(2));
it('sees owners', () => expect(project.models[0].access.rows[0].kind).toBe('owner'));
`,
  // Has modules of its own, with a mock that must be there before the project is loaded.
  'test/apart.test.ts': `import { expect, it, vi } from 'vitest';
import { project } from '../src/project.js';
import { Note } from '../src/models/note/note.model.js';
vi.mock('../src/models/note/note.model.js', () => ({ Note: class Note { static mocked = true } }));
it('mocks', () => expect(Note).toHaveProperty('mocked', true));
it('hides margins', () => expect(project.models[0].access.fields.margin.read).toEqual([]));
`,
};

mkdirSync(SCRATCH, { recursive: true });
const root = mkdtempSync(join(SCRATCH, 'mutants-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function prove(): MutantTrials {
  const program = join(import.meta.dirname, 'mutants-of-project.ts');
  const { stdout, stderr } = run(root, process.execPath, ['--import', 'tsx', program]);
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) throw new Error(stdout + stderr);
  return JSON.parse(line) as MutantTrials;
}

let results: MutantTrials['results'];
beforeAll(() => {
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  const shared = 'templates/service/engine/testing/share-modules.ts';
  cpSync(join(ROOT, shared), join(root, 'share-modules.ts'));
  const trials = prove();
  expect(trials.failing).toEqual([]);
  ({ results } = trials);
});

const killers = () => Object.fromEntries(results.map(({ key, killer }) => [key, killer]));

it('names the first test that notices each mutant, in files that share modules and in others', () => {
  expect(killers()).toMatchObject({
    'Note rows opened': 'fails first, if at all',
    'Note owner(author_id) dropped': 'fails first, if at all',
    'Note owner(author_id) negated': 'sees owners',
    'Note allFor(Admin) dropped': 'fails first, if at all',
    'Note fields.margin.read opened': 'hides margins',
    'Note fields.margin.read +Viewer': 'hides margins',
  });
});

it('asks the sentences about what no test near the model notices', () => {
  expect(killers()).toMatchObject({
    'Note fields.margin.write opened': 'never: a Viewer writes it',
  });
});

it('puts missed mutants first, with the line of their clause', () => {
  expect(results[0]).toEqual({
    key: 'Note allFor(Admin) +Viewer',
    name: 'rule `allFor(Admin)` of Note widened to Viewer',
    model: 'Note',
    place: 'src/models/note/note.access.ts:6',
    killer: null,
    seconds: expect.any(Number),
  });
  expect(results[1]!.killer).not.toBeNull();
});

it('tries no mutant while tests fail without one', () => {
  write(
    'test/red.test.ts',
    "import { it } from 'vitest';\nit('is red', () => { throw new Error('red'); });\n",
  );
  expect(prove()).toEqual({ failing: ['test/red.test.ts: is red'], results: [], untried: [] });
});
