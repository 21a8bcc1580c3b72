import { describe, expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { findModel } from '../../../src/model/change.js';
import { printField } from '../../../src/spec/print-field.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { draftApp } from '../../../src/render/render-project.js';

const app = appOfSpec(
  'shop',
  JSON.stringify({
    models: {
      Order: { fields: { number: 'string' } },
      OrderLine: { fields: { order: 'ref=Order:key', number: 'integer:key' } },
      Delivery: {
        fields: {
          order: 'ref=Order:required',
          line: 'ref=OrderLine:required:columns=order_id+line_number',
        },
      },
    },
  }),
);
const PATH = 'src/models/delivery/delivery.model.ts';
const files = new Map(
  [...draftApp(app, { templates: templates(), migrations: [] })].map(([path, file]) => [
    path,
    typeof file === 'string' ? file : file.code,
  ]),
);

/** The project with another text in the entity of deliveries. */
function read(from = '', to = '') {
  const text = files.get(PATH)!;
  expect(text).toContain(from);
  return readProject(new Map([...files, [PATH, text.replace(from, to)]]));
}

const fieldsOf = (project: ReturnType<typeof read>) =>
  findModel(project.app, 'Delivery').fields.map((field) => printField(field, 'delivery'));

const WRITTEN = [
  'order:ref=Order:required',
  'line_number:integer:required',
  'line:ref=OrderLine:required:columns=order_id+line_number',
];
const FIRST = "{ name: 'order_id', referencedColumnName: 'order_id' }";
const SECOND = "{ name: 'line_number', referencedColumnName: 'number' }";

describe('a relation of several columns', () => {
  it('is read as it was written', () => {
    const project = read();
    expect(project.problems).toEqual([]);
    expect(fieldsOf(project)).toEqual(WRITTEN);
  });

  it('is the same with its columns in another order', () => {
    const project = read(`[${FIRST}, ${SECOND}]`, `[${SECOND}, ${FIRST}]`);
    expect(project.problems).toEqual([]);
    expect(fieldsOf(project)).toEqual(WRITTEN);
  });

  it('has no index of its own without one over its columns', () => {
    expect(fieldsOf(read("@Index(['order_id', 'line_number'])", '')).at(-1)).toBe(
      'line:ref=OrderLine:required:index=none:columns=order_id+line_number',
    );
  });

  it.each([
    [SECOND, "{ name: 'line_number', referencedColumnName: 'note' }"],
    [SECOND, "{ name: 'nothing', referencedColumnName: 'number' }"],
  ])('is named where it does not lead to the whole key: %s -> %s', (from, to) => {
    expect(
      read(from, to)
        .problems.map(({ message }) => message)
        .join('\n'),
    ).toContain('its columns do not lead to the whole primary key of the other class');
  });
});
