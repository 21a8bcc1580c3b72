import { expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { renameField, removeField } from '../../../src/model/change.js';
import { diffSchema } from '../../../src/schema/diff-schema.js';
import { schemaOf } from '../../../src/schema/schema.js';
import { draftApp } from '../../../src/render/render-project.js';
import { checkSpec } from '../../../src/spec/check.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';
import { parseSpec } from '../../support/parse-spec.js';

const spec = (rules: string) => `models:
  Guest:
    ${rules}
    fields: { email: string, nights: integer }
`;
const app = appOfSpec(
  'app',
  spec(
    `sql_indexes: { guest_email: "UNIQUE (lower(email)) WHERE nights IS NULL", guest_text: "USING gin (email)" }
    checks: { guest_nights: nights > 0 }`,
  ),
);

it('indexes and checks that are SQL are written into the class, and read again', () => {
  const files = draftApp(app, { templates: templates(), migrations: [] });
  const texts = [...files].map(([path, file]): [string, string] => [
    path,
    typeof file === 'string' ? file : file.code,
  ]);
  const entity = new Map(texts).get('src/models/guest/guest.model.ts');
  expect(entity).toContain("@Check('guest_nights', 'nights > 0')");
  const read = readProject(new Map(texts));
  expect(read.problems).toEqual([]);
  const [guest] = read.app.models;
  expect([guest!.sqlIndexes, guest!.checks]).toEqual([
    app.models[0]!.sqlIndexes,
    app.models[0]!.checks,
  ]);
});

it('migrations make them, under the names that columns have', () => {
  const none = appOfSpec('app', spec('timestamps: true'));
  const [before, after] = [schemaOf(none), schemaOf(app)];
  const email = 'UNIQUE (lower(email)) WHERE nights IS NULL';
  expect(diffSchema(before, after)).toEqual([
    { do: 'addSqlIndex', table: 'guest', name: 'guest_email', sql: email },
    { do: 'addSqlIndex', table: 'guest', name: 'guest_text', sql: { sqlite: 'USING gin (email)' } },
    { do: 'addCheck', table: 'guest', name: 'guest_nights', sql: 'nights > 0' },
  ]);
  expect(diffSchema(after, before).map((step) => step.do)).toEqual([
    ...['dropSqlIndex', 'dropSqlIndex', 'dropCheck'],
  ]);
  const renamed = renameField(app, 'Guest', 'nights', 'days').models[0]!;
  expect(renamed.checks).toEqual({ guest_nights: 'days > 0' });
  expect(renamed.sqlIndexes!['guest_email']).toBe('UNIQUE (lower(email)) WHERE days IS NULL');
  const left = removeField(app, 'Guest', 'nights').models[0]!;
  expect([left.sqlIndexes, left.checks]).toEqual([{ guest_text: 'USING gin (email)' }, {}]);
});

it.each([
  ['sql_indexes: { a: lower(email) }', 'bad-sql'],
  ['sql_indexes: { a: "(lower(email)" }', 'bad-sql'],
  ['checks: { a: "nights > 0; DROP TABLE guest" }', 'bad-sql'],
  ['checks: { "a b": nights > 0 }', 'invalid-name'],
])('%s is refused', (rules, code) => {
  const { spec: parsed, problems } = parseSpec('models.yaml', spec(rules));
  const all = [...problems, ...checkSpec(parsed).problems];
  expect(all.map((problem) => problem.code)).toEqual([code]);
});
