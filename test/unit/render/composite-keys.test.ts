import { describe, expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { renameField } from '../../../src/model/change.js';
import { migrationName } from '../../../src/render/migration-name.js';
import { draftApp } from '../../../src/render/render-project.js';
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
  Order: { fields: { no: string=8:key } }
  Item: { timestamps: false, fields: { order: ref=Order:key:lines, number: integer:key, amount: integer } }
  Student: { fields: { uid: uuid:key=generated, name: string } }
  Course: { fields: { title: string } }
  Enrolment: { fields: { student: ref=Student:key, course: ref=Course:key, grade: integer } }
  Price:
    timestamps: false
    fields:
      code: string=4:key
      day: date:key
      rate: decimal=6,2:key
      serial: bigint:key
      size: enum=s,m:key
  Passport: { fields: { student: ref=Student:key, number: string } }
`,
);
const schema = schemaOf(app);
const files = new Map(
  [...draftApp(app, { templates: templates(), migrations: [] })].map(([path, file]) => [
    path,
    typeof file === 'string' ? file : file.code,
  ]),
);
const entity = (name: string): string => files.get(`src/models/${name}/${name}.model.ts`)!;

/** The members of an entity, without decorators of `@Field` and white space at the ends of lines. */
const membersOf = (name: string): string =>
  entity(name)
    .replace(/^[^]*?export class \w+ \{\n/, '')
    .trim();

describe('a key of several fields', () => {
  it('is written as columns, each with the relation that it is the key of', () => {
    expect(membersOf('item')).toMatch(
      new RegExp(
        [
          String.raw`@PrimaryColumn\('varchar', \{ length: 8 \}\)\s+order_id!: string;\s+`,
          String.raw`@ManyToOne\(\(\) => Order, \(order\) => order\.items, \{ onDelete: 'CASCADE' \}\)\s+`,
          String.raw`@JoinColumn\(\{ name: 'order_id' \}\)\s+order\?: Relation<Order>;\s+`,
          String.raw`@PrimaryColumn\('integer'\)\s+number!: number;\s+`,
          String.raw`@Column\('integer', \{ nullable: true \}\)\s+amount!: number \| null;`,
        ].join(''),
      ),
    );
    expect(membersOf('enrolment')).toMatch(
      /^@PrimaryColumn\(UUID\)\s+student_id!: string;[^]*@Index\(\)\s+@PrimaryColumn\('integer'\)\s+course_id!: number;/,
    );
    const price = membersOf('price');
    expect(price).toMatch(/@PrimaryColumn\('date'\)\s+day!: string;/);
    expect(price).toMatch(/@PrimaryColumn\('decimal', \{[^}]*transformer: DECIMAL \}\)\s+rate!: n/);
    expect(price).toMatch(/@PrimaryColumn\('bigint', \{ transformer: BIGINT \}\)\s+serial!: str/);
    expect(price).toMatch(
      /enforce: true \}\)\s+@PrimaryColumn\('varchar'[^)]*\)\s+size!: 's' \| 'm/,
    );
  });

  it('is read from what was written', () => {
    const read = readProject(files);
    expect(read.problems).toEqual([]);
    for (const model of app.models)
      expect(read.app.models.find(({ name }) => name === model.name)?.fields).toEqual(model.fields);
  });

  it('is a primary key of several columns, whose first needs no index', () => {
    expect(schema.tables['item']).toMatchObject({
      columns: {
        order_id: { type: 'string', length: 8 },
        number: { type: 'integer' },
        amount: { type: 'integer', nullable: true },
      },
      primaryKey: ['order_id', 'number'],
      uniques: [],
      indexes: [],
      foreignKeys: [{ column: 'order_id', table: 'order', references: 'no', onDelete: 'cascade' }],
    });
    expect(schema.tables['enrolment']).toMatchObject({
      primaryKey: ['student_id', 'course_id'],
      indexes: [['course_id']],
    });
    expect(schema.tables['price']).toMatchObject({
      columns: {
        code: { type: 'string', length: 4 },
        day: { type: 'date' },
        rate: { type: 'decimal', precision: 6, scale: 2 },
        serial: { type: 'bigint' },
        size: { type: 'string', length: 255 },
      },
      primaryKey: ['code', 'day', 'rate', 'serial', 'size'],
    });
  });

  it('is made by steps, which are written as calls and read back', () => {
    const steps = diffSchema(FIRST_SCHEMA, schema);
    const read = steps.map((step) =>
      stepOf(JSON.parse(JSON.stringify(stepCall(step))) as ReturnType<typeof stepCall>),
    );
    expect(read).toEqual(steps);
    expect(replay(read, FIRST_SCHEMA)).toEqual(schema);
    expect(migrationName(steps.filter(({ table }) => table === 'enrolment'))).toBe(
      'create-enrolment',
    );
  });

  it('keeps a part under another name', () => {
    const moved = renameSchema(schema, { tables: {}, columns: { item: { number: 'line' } } });
    expect(moved.schema).toEqual(schemaOf(renameField(app, 'Item', 'number', 'line')));
    expect(moved.steps).toEqual([
      { do: 'renameColumn', table: 'item', column: 'number', to: 'line' },
    ]);
  });
});

describe('a key that is a reference', () => {
  it('is written as a relation to one, and read back', () => {
    expect(membersOf('passport')).toMatch(
      /^@PrimaryColumn\(UUID\)\s+student_id!: string;\s+@OneToOne\(\(\) => Student, [^)]*\) => [^)]*\)\s+@JoinColumn/,
    );
    expect(entity('student')).toMatch(/@OneToOne\(\(\) => Passport, /);
    expect(schema.tables['passport']).toMatchObject({
      columns: { student_id: { type: 'uuid' } },
      primaryKey: ['student_id'],
      uniques: [],
      indexes: [],
      foreignKeys: [{ column: 'student_id', table: 'student', references: 'uid' }],
    });
  });
});
