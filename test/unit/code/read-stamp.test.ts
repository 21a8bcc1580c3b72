import { expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { schemaOf } from '../../../src/schema/schema.js';

const read = (members: string) => {
  const code = `import { CreateDateColumn, DeleteDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import { DATETIME } from '#engine';
@Entity('task')
export class Task {
  @PrimaryGeneratedColumn() id!: number;
  ${members}
}
`;
  const { app, problems } = readProject(new Map([['src/models/task/task.model.ts', code]]));
  expect(problems).toEqual([]);
  return { model: app.models[0]!, table: schemaOf(app).tables['task']! };
};

const CREATED = '@CreateDateColumn({ type: DATETIME, precision: 3 }) created_at!: Date;';
const UPDATED = '@UpdateDateColumn({ type: DATETIME, precision: 3 }) updated_at!: Date;';
const MOMENT = { type: 'datetime', default: { sql: 'now' } };

it('reads the usual two moments as the timestamps of a model', () => {
  const { model, table } = read(`${CREATED}\n${UPDATED}`);
  expect(model).toMatchObject({ timestamps: true, fields: [] });
  expect(table.columns).toEqual({ id: { type: 'id' }, created_at: MOMENT, updated_at: MOMENT });
});

it.each([
  [CREATED, { name: 'created_at', column: 'created_at', stamp: 'created' }],
  [UPDATED, { name: 'updated_at', column: 'updated_at', stamp: 'updated' }],
  [
    "@CreateDateColumn({ name: 'InsertedOn' }) inserted_on!: Date;",
    { name: 'inserted_on', column: 'InsertedOn', stamp: 'created' },
  ],
])('reads one of them, or one of another name, as a field: %s', (member, field) => {
  const { model, table } = read(member);
  expect(model.timestamps).toBe(false);
  expect(model.others).toBeUndefined();
  expect(model.fields).toMatchObject([{ ...field, type: 'datetime', required: true }]);
  expect(table.columns[field.column]).toEqual(MOMENT);
});

it('reads the moment of the deletion as a field beside the usual two', () => {
  const deleted = '@DeleteDateColumn({ type: DATETIME, precision: 3 }) deleted_at!: Date | null;';
  const { model, table } = read(`${CREATED}\n${UPDATED}\n${deleted}`);
  expect(model.others).toBeUndefined();
  expect(model).toMatchObject({
    timestamps: true,
    fields: [{ name: 'deleted_at', stamp: 'deleted', required: false, default: null }],
  });
  expect(table.columns['deleted_at']).toEqual({ type: 'datetime', nullable: true });
});

it('reads a third moment beside the usual two as a field', () => {
  const { model } = read(`${CREATED}\n${UPDATED}\n@UpdateDateColumn() seen_at!: Date;`);
  expect(model).toMatchObject({ timestamps: true, fields: [{ name: 'seen_at' }] });
});
