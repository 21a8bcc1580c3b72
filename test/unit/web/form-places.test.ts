import { describe, expect, it } from 'vitest';
import { formPlaces } from '../../../src/render/web/form-places.js';
import { formView } from '../../../src/render/web/form.js';
import { findModel } from '../../../src/model/change.js';
import { inversesOf } from '../../../src/model/relations.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

/** The places of the form of a model with these fields. */
function placesOf(fields: string, rest = '') {
  const app = appOfSpec(
    'forms',
    `models:\n  Thing: { ${rest} fields: { ${fields.replaceAll(/\s+/g, ' ')} } }\n  Other: { fields: { name: string } }`,
  );
  const model = findModel(app, 'Thing');
  const { sections, side } = formPlaces(model, model.fields);
  return {
    sections: sections.map(({ title, fields: own }) => [
      title,
      own.map(({ name }) => name).join(' '),
    ]),
    side: side.map(({ name }) => name).join(' '),
    view: formView(app, model),
  };
}

const ORDER = `number: string:required, note: text, priority: 'enum=low,high:default=low', mileage: integer,
  total: 'decimal=10,2', tax: 'decimal=10,2', opened_on: date, due_on: date, settings: json,
  other: 'ref=Other:required', helper: 'ref=Other:as=helped', urgent: 'boolean:default=false'`;

describe('the form of a model', () => {
  it('is one list where it is short', () => {
    const { sections, side, view } = placesOf(
      'a: string, b: date, c: date, d: boolean, e: boolean',
    );
    expect(sections).toEqual([[null, 'a b c d e']]);
    expect(side).toBe('');
    expect(view.parts.map(({ tag }) => tag)).toEqual([null]);
    expect(view.imports).not.toContain('Section');
  });

  it('has sections by meaning, what is required first, and what is wide last', () => {
    const { sections, side, view } = placesOf(ORDER);
    expect(sections).toEqual([
      [null, 'number other_id mileage'],
      ['Dates', 'opened_on due_on'],
      ['Money', 'total tax'],
      [null, 'note settings'],
    ]);
    expect(side).toBe('priority helper_id urgent');
    expect(view.imports).toEqual(expect.arrayContaining(['Columns', 'Section', 'Side']));
  });

  it('has the sections that its fields name, in their order', () => {
    const { sections, side } = placesOf(
      `a: string, b: 'string:section=Plan', c: 'date:section=Other things', d: 'date:section=Plan'`,
    );
    expect(sections).toEqual([
      [null, 'a'],
      ['Plan', 'b d'],
      ['Other things', 'c'],
    ]);
    expect(side).toBe('');
  });

  it('has what another field shows behind that one, and neither beside', () => {
    const { sections, side } = placesOf(
      `${ORDER}, kind: 'enum=person,company:default=person', vat: 'decimal=10,2:show_if=kind=company'`,
    );
    expect(sections[0]).toEqual([null, 'number other_id mileage kind vat']);
    expect(side).toBe('priority helper_id urgent');
  });

  it('shows fields by a condition, neighbours of one together', () => {
    const { view } =
      placesOf(`kind: 'enum=person,company:required', company: 'string:show_if=kind=company',
      vat: 'string:show_if=kind=company', old: 'string:show_if=kind'`);
    expect(
      view.parts.flatMap(({ groups }) =>
        groups.map(({ showIf, inputs }) => [showIf, inputs.length]),
      ),
    ).toEqual([
      [null, 1],
      [{ field: 'kind', is: ['company'] }, 2],
      [{ field: 'kind', is: undefined }, 1],
    ]);
    expect(view.others).toContainEqual({ names: ['ShowIf'], from: '#ui/show-if' });
  });
});

describe('a chosen record', () => {
  const app = appOfSpec(
    'fills',
    `models:
      Owner: { fields: { name: string } }
      Car: { rows: { tenant: tenant, owner: made_by }, fields: { owner: ref=Owner:as=cars, made_by: ref=User, tenant: ref=Tenant } }
      Part: { fields: { price: 'decimal=10,2' } }
      Visit:
        rows: { tenant: tenant, owner: made_by }
        fields: { owner: ref=Owner:as=visits, car: ref=Car, part: ref=Part, price: 'decimal=10,2:from=part.price', made_by: ref=User, tenant: ref=Tenant }`,
  );
  const fillsOf = (name: string) =>
    Object.fromEntries(
      formView(app, findModel(app, name)).inputs.map(({ props }) => [
        props['source'],
        props['fills'],
      ]),
    );

  it('fills what has its source there, and what both records refer to', () =>
    expect(fillsOf('Visit')).toMatchObject({
      car_id: { owner_id: 'owner_id' },
      part_id: { price: 'price' },
      owner_id: undefined,
    }));

  it('fills what a line has by the same name and type, and chooses the kind that is called like it', () => {
    const lines = appOfSpec(
      'sets',
      `models:
        Part: { fields: { unit: string, weight: float, code: string:unique } }
        Order: { fields: { number: string } }
        Line:
          fields: { order: ref=Order:lines:as=lines, kind: 'enum=work,part:required', part: ref=Part, unit: string, weight: integer, code: string }`,
    );
    const { inputs } = formView(lines, findModel(lines, 'Line'));
    expect(inputs.find(({ props }) => props['source'] === 'part_id')?.props).toMatchObject({
      fills: { unit: 'unit' },
      sets: { kind: 'part' },
    });
  });

  it('fills nothing in a model that has nothing in common with it', () =>
    expect(fillsOf('Car')).toMatchObject({ owner_id: undefined }));
});

describe('a form with lines', () => {
  const blocksOf = (fields: string) => {
    const app = appOfSpec(
      'lines',
      `models:
        Thing: { fields: { ${fields.replaceAll(/\s+/g, ' ')} } }
        Other: { fields: { name: string } }
        Line: { fields: { text: string, thing: ref=Thing:lines:as=lines } }`,
    );
    const thing = findModel(app, 'Thing');
    return formView(app, thing, inversesOf(app, thing)).blocks.map(
      ({ isBeside, parts, lines }) => ({
        isBeside,
        parts: parts.map(({ tag, props }) => props['title'] ?? tag),
        lines: lines.map(({ props }) => props['source']),
      }),
    );
  };

  it('has them below its first section, and all else below them', () =>
    expect(blocksOf(ORDER)).toEqual([
      { isBeside: false, parts: ['Section'], lines: ['lines'] },
      { isBeside: true, parts: ['Dates', 'Money', 'Section', 'Side'], lines: [] },
    ]));

  it('has them last where it is short', () =>
    expect(blocksOf('a: string, b: date')).toEqual([
      { isBeside: false, parts: [null], lines: ['lines'] },
    ]));
});
