import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SCRATCH } from '../../support/scratch.js';
import { filesByReach, modelFiles } from '../../../templates/tools/prove/mutants/model-files.js';

mkdirSync(SCRATCH, { recursive: true });
const root = mkdtempSync(join(SCRATCH, 'places-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

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
