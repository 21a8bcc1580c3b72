import { expect, test } from 'vitest';
import { publicView, type View } from '../../docs/model-schemas.js';
import { lineSchemas } from '../../lines/line-schemas.js';
import { column, columns, COMMENTS, documentOf, thing } from '../docs/document.js';

test('lines are read and written with their record, as far as the reader may list them', async () => {
  const children = [{ name: 'lines', model: 'Line', field: 'parent_id', isLines: true }];
  const parent = { ...thing, children, name: 'Parent', prefix: 'parents' };
  const reference = { model: 'Parent', relation: 'parent', key: 'id' };
  const all = [...columns, column('parent_id', 'integer', { reference })];
  const line = {
    ...thing,
    ...{ name: 'Line', prefix: 'lines', lineParent: { model: 'Parent', field: 'parent_id' } },
    columns: all,
    column: new Map(all.map((one) => [one.name, one])),
  };
  const read = async (view: View) =>
    (await documentOf(view, COMMENTS, [thing, parent, line], lineSchemas)).document.components;
  const open = await read(publicView);
  const schemas = open['schemas'] as Record<string, { properties: object }>;
  expect(schemas['Parent']!.properties).toMatchObject({
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
  });
  expect(schemas['ParentPatch']!.properties).toMatchObject({
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line.line' }, maxItems: 500 },
  });
  expect(schemas['Line.line']!.properties).not.toHaveProperty('parent_id');
  expect(schemas['Line.line']!.properties).toMatchObject({ _delete: { type: 'boolean' } });
  expect(open['parameters']!['Parent.one._expand']).toMatchObject({
    schema: { items: { enum: ['lines'] } },
  });
  expect(open['parameters']).not.toHaveProperty(['Parent._expand']);
  const closed = await read({ ...publicView, lists: ({ name }) => name !== 'Line' });
  expect(closed['parameters']).not.toHaveProperty(['Parent.one._expand']);
});
