import { expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { schemaOf } from '../../../src/schema/schema.js';

const read = (member: string) =>
  readProject(
    new Map([
      [
        'src/models/guest/guest.model.ts',
        `import { Column, Entity, Generated, PrimaryGeneratedColumn } from 'typeorm';
@Entity('guest')
export class Guest {
  @PrimaryGeneratedColumn() id!: number;
  ${member}
}
`,
      ],
    ]),
  );

it.each([
  ['upper(first)', 'upper(first)'],
  ['md5(first)', { sqlite: 'md5(first)' }],
])('reads a generated column of any kind, with %s in the schema', (sql, expression) => {
  for (const kind of ['STORED', 'VIRTUAL']) {
    const options = `type: 'varchar', length: 80, nullable: true, generatedType: '${kind}', asExpression: '${sql}'`;
    const { app, problems } = read(`@Column({ ${options} }) loud!: string | null;`);
    expect(problems).toEqual([]);
    expect(app.models[0]!.fields).toMatchObject([{ name: 'loud', generated: sql, max: 80 }]);
    expect(schemaOf(app).tables['guest']!.columns['loud']).toEqual({
      ...{ type: 'string', length: 80, nullable: true, expression },
    });
  }
});

it('reads defaults of the database, and numbers that it counts', () => {
  const { app, problems } = read(`@Column('text', { default: () => "md5('a')" }) token!: string;
  @Column('integer') @Generated('increment') no!: number;
  @Column('timestamp', { default: () => 'CURRENT_TIMESTAMP' }) at!: Date;
  @Column('text', { default: () => 'CURRENT_TIMESTAMP' }) written!: string;`);
  expect(problems).toEqual([]);
  expect(app.models[0]!.fields.map((field) => field.default)).toEqual([
    { kind: 'database', sql: "md5('a')" },
    { kind: 'counted' },
    { kind: 'now' },
    { kind: 'database', sql: 'CURRENT_TIMESTAMP' },
  ]);
  expect(schemaOf(app).tables['guest']!.columns).toMatchObject({
    token: { defaultSql: { sqlite: "md5('a')" } },
    no: { type: 'integer', generated: true },
    written: { type: 'text', defaultSql: 'CURRENT_TIMESTAMP' },
  });
});

it.each([
  [`default: () => token()`, 'its default is computed at run time'],
  [`asExpression: 'upper(first)'`, 'has both `asExpression` and `generatedType`'],
  [`generatedType: 'STORED'`, 'has both `asExpression` and `generatedType`'],
  [`generatedType: 'STORED', asExpression: sql()`, 'computed at run time'],
])('does not read one with %s', (options, why) => {
  const { problems } = read(`@Column({ type: 'text', ${options} }) loud!: string;`);
  expect(problems.map(({ message }) => message).join()).toContain(why);
});
