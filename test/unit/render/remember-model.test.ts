import { describe, expect, it } from 'vitest';
import type { Model } from '../../../src/model/model.js';
import { draftApp } from '../../../src/render/render-project.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { appOf, EXAMPLES, templates } from '../../golden/example.js';

type Change = (model: Model) => Model;

/** Changes of one model that show in what is written about others. */
const CHANGES: Readonly<Record<string, Change>> = {
  'another table': (model) => ({ ...model, table: `new_${model.table}` }),
  'its first field first needed': (model) => withField(model, { required: true, default: null }),
  'its first field unique': (model) => withField(model, { unique: true }),
  'its first field gone': (model) => ({ ...model, fields: model.fields.slice(1) }),
  'rows of an owner': (model) => ({
    ...model,
    rows: { owner: 'created_by', tenant: null, as: null, except: [] },
  }),
  'another label': (model) => ({ ...model, label: 'Row {id}' }),
};

function withField(model: Model, change: Partial<Model['fields'][number]>): Model {
  const [first, ...others] = model.fields;
  return { ...model, fields: [{ ...first!, ...change }, ...others] };
}

/** Rows that cannot be without others, four deep: a test of a leaf makes all of them. */
const CHAIN = `
models:
  Root: { fields: { name: string } }
  Branch: { fields: { name: string, root: ref=Root:required } }
  Twig: { fields: { name: string, branch: ref=Branch:required } }
  Leaf: { fields: { name: string, twig: ref=Twig:required, other: ref=Root } }
`;

describe.each([
  ...EXAMPLES.map((one) => [one, appOf(one)] as const),
  ['a chain', appOfSpec('chain', CHAIN)] as const,
])('what is remembered of the models of %s', (_, app) => {
  it.each(Object.entries(CHANGES))('is what is written after a change: %s', (_name, change) => {
    const all = templates();
    for (const changed of app.models) {
      const after = {
        ...app,
        models: app.models.map((one) => (one === changed ? change(one) : one)),
      };
      draftApp(app, { templates: all, migrations: [] });
      const remembered = draftApp(after, { templates: all, migrations: [] });
      const anew = draftApp(after, { templates: new Map(all), migrations: [] });
      expect(remembered, changed.name).toEqual(anew);
    }
  });

  it('is what is written for another order of the menu', () => {
    const all = templates();
    const after = { ...app, models: app.models.toReversed() };
    draftApp(app, { templates: all, migrations: [] });
    const remembered = draftApp(after, { templates: all, migrations: [] });
    expect(remembered).toEqual(draftApp(after, { templates: new Map(all), migrations: [] }));
  });
});
