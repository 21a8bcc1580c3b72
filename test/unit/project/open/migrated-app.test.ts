import { expect, it } from 'vitest';
import { type Model, PLAIN_FIELD } from '../../../../src/model/model.js';
import { migratedApp } from '../../../../src/project/open/migrated-app.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { templates } from '../../../golden/example.js';

const PATH = 'src/database/migrations/20260101000000-create-tables.ts';
const MIGRATION = `import { addForeignKey, addUnique, createTable, StepMigration } from '#engine';

export class CreateTables20260101000000 extends StepMigration {
  readonly name = 'CreateTables20260101000000';
  readonly steps = [
    createTable('invoice', { id: { type: 'id' }, code: { type: 'string', length: 20 } }),
    addUnique('invoice', ['code']),
    createTable('payment', { id: { type: 'id' }, invoice_id: { type: 'integer' } }),
    addForeignKey('payment', 'invoice_id', { table: 'invoice', onDelete: 'restrict' }),
    createTable('reminder', { id: { type: 'id' }, invoice_code: { type: 'string', length: 20 } }),
    addForeignKey('reminder', 'invoice_code', { table: 'invoice', references: 'code', onDelete: 'restrict' }),
  ];
}
`;

const app = appOfSpec(
  'app',
  `models:
  Invoice: { timestamps: false, fields: { code: string=20:key } }
  Payment: { timestamps: false, fields: { note: string } }
  Reminder: { timestamps: false, fields: { note: string } }
`,
);
const [invoice, ...others] = app.models;
const number = { name: 'row_number', column: 'id', type: 'integer' } as const;

const referenceIn = (target: Model, model: string) =>
  migratedApp(
    { ...app, models: [target, ...others] },
    {
      ...{ mine: new Map([[PATH, MIGRATION]]), migrations: [PATH] },
      ...{ partlyRead: new Set<string>(), templates: templates() },
    },
  )
    .models.find(({ name }) => name === model)!
    .fields.find(({ type }) => type === 'ref')!.reference;

it('a reference to a number that is shown beside the id of its rows leads to that number', () => {
  const shown: Model = {
    ...invoice!,
    rowNumber: number,
    fields: [...invoice!.fields, { ...PLAIN_FIELD, ...number, required: true }],
  };
  expect(referenceIn(shown, 'Payment')).toMatchObject({ model: 'Invoice', to: 'row_number' });
  expect(referenceIn(shown, 'Reminder')).not.toHaveProperty('to');
});
