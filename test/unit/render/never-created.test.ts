import { expect, it } from 'vitest';
import { findModel } from '../../../src/model/change.js';
import { newRow } from '../../../src/render/test-file/new-row.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const app = appOfSpec(
  'shop',
  `
models:
  Picture:
    access: { '*': [list, show, edit, delete] }
    fields: { title: string }
  Frame:
    fields: { picture: ref=Picture:required }
  Wall:
    fields: { picture: ref=Picture }
`,
);

it('tests of a project of tables that were there make no row that no role may create, nor one that refers to it', () => {
  const pulled = { ...app, features: ['baseline'] };
  const obstacle = expect.stringContaining('no role may create `Picture`');
  expect(newRow(pulled, findModel(pulled, 'Picture'))).toEqual({ why: obstacle });
  expect(newRow(pulled, findModel(pulled, 'Frame'))).toEqual({ why: obstacle });
  expect(newRow(pulled, findModel(pulled, 'Wall'))).not.toHaveProperty('why');
  expect(newRow(app, findModel(app, 'Picture'))).not.toHaveProperty('why');
});
