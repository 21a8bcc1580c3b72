import { describe, expect, it } from 'vitest';
import { renameField } from '../../../src/model/change.js';
import { migrationName } from '../../../src/render/migration-name.js';
import { migrationSteps, renderSteps } from '../../../src/render/render-migration.js';
import { diffSchema } from '../../../src/schema/diff-schema.js';
import { replay } from '../../../src/schema/engine/replay.js';
import { stepOf } from '../../../src/schema/read-step.js';
import { renameSchema } from '../../../src/schema/rename-schema.js';
import { FIRST_SCHEMA, schemaOf } from '../../../src/schema/schema.js';
import { stepCall } from '../../../src/schema/step-call.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

const app = appOfSpec(
  'app',
  `models:
  Country: { timestamps: false, fields: { code: string=2:key, name: string } }
  Film: { timestamps: false, fields: { film_id: integer:key=generated, title: string } }
  Ticket:
    timestamps: false
    fields:
      id: uuid
      country: ref=Country:required
      film: ref=Film
      watched: refs=Film:as=watchers
      sold_in: refs=Country:as=sales
      seller: ref=User
  Event: { timestamps: false, fields: { id: bigint, ticket: ref=Ticket:index } }
  Page: { timestamps: false, fields: { number: integer:key, event: ref=Event, above: ref=Page } }
`,
);
const schema = schemaOf(app);

describe('the tables of models with keys of their own', () => {
  it('have them as columns', () => {
    expect(schema.tables['country']).toMatchObject({
      columns: { code: { type: 'string', length: 2 } },
      primaryKey: ['code'],
    });
    expect(schema.tables['film']).toMatchObject({
      columns: { film_id: { type: 'id' } },
      primaryKey: ['film_id'],
    });
    expect(schema.tables['ticket']).toMatchObject({
      columns: {
        id: { type: 'uuid' },
        country_id: { type: 'string', length: 2 },
        film_id: { type: 'integer', nullable: true },
        seller_id: { type: 'integer', nullable: true },
      },
      primaryKey: ['id'],
    });
    expect(schema.tables['event']!.columns).toEqual({
      id: { type: 'bigint', generated: true },
      ticket_id: { type: 'uuid', nullable: true },
    });
    expect(schema.tables['page']).toMatchObject({
      columns: { number: { type: 'integer' }, event_id: { type: 'bigint', nullable: true } },
      primaryKey: ['number'],
    });
  });

  it('refer to them by their names and types', () => {
    const { foreignKeys } = schema.tables['ticket']!;
    expect(foreignKeys).toEqual([
      { column: 'country_id', table: 'country', references: 'code', onDelete: 'restrict' },
      { column: 'film_id', table: 'film', references: 'film_id', onDelete: 'set null' },
      { column: 'seller_id', table: 'auth_user', onDelete: 'set null' },
    ]);
    expect(schema.tables['ticket_sold_in']).toMatchObject({
      columns: { ticket_id: { type: 'uuid' }, country_id: { type: 'string', length: 2 } },
      foreignKeys: [
        { column: 'ticket_id', table: 'ticket', onDelete: 'cascade' },
        { column: 'country_id', table: 'country', references: 'code', onDelete: 'cascade' },
      ],
    });
  });

  it('are made by steps, which are written as calls and read back', () => {
    const steps = diffSchema(FIRST_SCHEMA, schema);
    const read = steps.map((step) =>
      stepOf(JSON.parse(JSON.stringify(stepCall(step))) as ReturnType<typeof stepCall>),
    );
    expect(read).toEqual(steps);
    expect(replay(read, FIRST_SCHEMA)).toEqual(schema);
  });

  it('are created by a migration that names what is not usual', () => {
    const files = renderSteps(migrationSteps(null, app), {
      now: new Date('2026-11-21T09:46:12Z'),
      templates: templates(),
    });
    const [text = ''] = files.values();
    expect(text.replaceAll(/\s+/g, '')).toContain(`{primaryKey:['code']}`);
    expect(text).toMatch(/addForeignKey\(\s*'ticket',\s*'country_id',\s*\{[^}]*references: 'code'/);
    expect(text).not.toMatch(/references: 'id'/);
  });
});

it('name the migration that creates them, unlike join tables', () => {
  const steps = diffSchema(FIRST_SCHEMA, schema);
  const some = steps.filter(({ table }) => table === 'country' || table === 'ticket_sold_in');
  expect(migrationName(some)).toBe('create-country');
});

describe('a renamed key', () => {
  const after = renameField(app, 'Country', 'code', 'iso');
  const moved = renameSchema(schema, { tables: {}, columns: { country: { code: 'iso' } } });

  it('stays the target of all that refers to it', () => {
    expect(moved.schema).toEqual(schemaOf(after));
    expect(moved.steps).toEqual([
      { do: 'renameColumn', table: 'country', column: 'code', to: 'iso' },
    ]);
    expect(diffSchema(moved.schema, schemaOf(after))).toEqual([]);
  });

  it('is called id again', () => {
    const back = replay(
      [
        { do: 'renameColumn', table: 'ticket', column: 'id', to: 'uid' },
        { do: 'renameColumn', table: 'ticket', column: 'uid', to: 'id' },
      ],
      schema,
    );
    expect(back).toEqual(schema);
  });
});

it('a longer key makes what refers to it longer', () => {
  const longer = {
    ...app,
    models: app.models.map((model) =>
      model.name === 'Country'
        ? {
            ...model,
            fields: model.fields.map((field) => (field.key ? { ...field, max: 3 } : field)),
          }
        : model,
    ),
  };
  const changed = diffSchema(schema, schemaOf(longer)).map((step) => [step.do, step.table]);
  expect(changed).toEqual([
    ['changeColumn', 'country'],
    ['changeColumn', 'ticket'],
    ['changeColumn', 'ticket_sold_in'],
  ]);
});
