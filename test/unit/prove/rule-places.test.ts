import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SCRATCH } from '../../support/scratch.js';
import { filesByReach, modelFiles } from '../../../templates/tools/prove/mutants/model-files.js';
import { placeOf } from '../../../templates/tools/prove/mutants/rule-places.js';

mkdirSync(SCRATCH, { recursive: true });
const root = mkdtempSync(join(SCRATCH, 'places-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const ACCESS = `import { custom, defineAccess, owner } from '#engine';
import type { Note } from './note.model.js';

export const noteAccess = defineAccess<Note>({
  roles: { Viewer: ['list', 'show'], '*': [] },
  rows: [
    owner('author_id', {
      write: false,
    }),
    custom((user, where) => where.eq('status', 'open')),
    ...others,
    owner('reviewer_id'),
  ],
  fields: {
    margin: {
      read: ['Admin'],
    },
    'vat-id': { read: [] },
  },
});
`;

describe('the place of a clause', () => {
  const file = 'src/models/note/note.access.ts';
  write({ [file]: ACCESS });
  const lineOf = (clause: string) => placeOf(root, file, clause).slice(file.length);

  it('is the line of its property, element or option', () => {
    expect(lineOf('roles.Viewer')).toBe(':5');
    expect(lineOf('roles.*')).toBe(':5');
    expect(lineOf('rows')).toBe(':6');
    expect(lineOf('rows[0]')).toBe(':7');
    expect(lineOf('rows[0].write')).toBe(':8');
    expect(lineOf('fields.margin.read')).toBe(':16');
    expect(lineOf('fields.vat-id.read')).toBe(':18');
  });

  it('is the line of the clause around it if its own line is not known', () => {
    expect(lineOf('rows[1].and[0].parent(project)')).toBe(':10');
    expect(lineOf('rows[3]')).toBe(':6');
    expect(lineOf('gives.Manager')).toBe('');
  });

  it('is the file if there is no such file', () => {
    expect(placeOf(root, 'src/models/tag/tag.access.ts', 'rows')).toBe(
      'src/models/tag/tag.access.ts',
    );
  });
});

describe('the test files of a model', () => {
  write({
    'src/models/models.gen.ts': `import { modelModule } from '#engine';
import { noteAccess } from './note/note.access.js';
import { Note } from './note/note.model.js';
import { Tag } from './tag/tag.model.js';
export const models = [
  modelModule({ entity: Note, access: noteAccess, hooks: noteHooks }),
  modelModule({
    entity: Tag,
  }),
];
`,
    'src/models/note/note.test.ts': '',
    'src/models/tag/tag.test.ts': '',
    'src/models/footnote/footnote.test.ts': "import { F } from './footnote.model.js';",
    'test/notes.test.ts': "import { Note } from '../src/models/note/note.model.js';",
  });
  const tests = [
    'src/models/tag/tag',
    'test/notes',
    'src/models/note/note',
    'src/models/footnote/footnote',
  ];
  const paths = tests.map((path) => join(root, `${path}.test.ts`));
  const files = modelFiles(root);

  it('are found through the list of models', () => {
    expect(Object.fromEntries(files)).toEqual({
      Note: { entity: 'src/models/note/note.model.ts', access: 'src/models/note/note.access.ts' },
      Tag: { entity: 'src/models/tag/tag.model.ts', access: null },
    });
  });

  it('are its own first, then those that import it, then all others', () => {
    const groups = filesByReach(root, files.get('Note'), paths);
    expect(groups.map((group) => group.map((path) => relative(root, path)))).toEqual([
      ['src/models/note/note.test.ts'],
      ['test/notes.test.ts'],
      ['src/models/tag/tag.test.ts', 'src/models/footnote/footnote.test.ts'],
    ]);
    expect(filesByReach(root, undefined, paths)).toEqual([paths]);
  });
});
