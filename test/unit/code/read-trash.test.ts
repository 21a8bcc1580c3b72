import { expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';

const MARK = '@DeleteDateColumn({ type: DATETIME, precision: 3 }) deleted_at!: Date | null;';
const LIVING = `{ unique: true, where: '"deleted_at" IS NULL' }`;

const read = (members: string, decorators = '') => {
  const code = `import { Column, DeleteDateColumn, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { DATETIME, Model } from '#engine';
@Model({ trash: '30d' })
@Entity('task')
${decorators}
export class Task {
  @PrimaryGeneratedColumn() id!: number;
  ${members}
}
`;
  const { app, problems } = readProject(new Map([['src/models/task/task.model.ts', code]]));
  return { model: app.models[0]!, codes: problems.map(({ code: one }) => one) };
};
const column = (name: string, options = '') =>
  `@Column('varchar', { length: 40${options} }) ${name}!: string;`;

it('reads a trash, and what is unique among the rows that are not in it', () => {
  const { model, codes } = read(
    `@Index(${LIVING}) ${column('title')} ${column('kind')} ${column('part')} ${MARK}`,
    `@Index(['kind', 'part'], ${LIVING})`,
  );
  expect(codes).toEqual([]);
  expect(model).toMatchObject({ trash: '30d', unique: [['kind', 'part']] });
  expect(model.fields[0]).toMatchObject({ name: 'title', unique: true });
});

it('refuses what is unique among all rows, and a trash without a moment of deletion', () => {
  expect(read(`${column('title', ', unique: true')} ${MARK}`).codes).toEqual(['trash-unique']);
  const groups = read(`${column('kind')} ${column('part')} ${MARK}`, "@Unique(['kind', 'part'])");
  expect(groups.codes).toEqual(['trash-unique']);
  expect(read(column('title')).codes).toEqual(['trash-column']);
});

it('leaves an index of other rows to its developer', () => {
  const other = `{ unique: true, where: '"kind" IS NULL' }`;
  const { model, codes } = read(`@Index(${other}) ${column('title')} ${MARK}`);
  expect(model.fields[0]!.unique).toBe(false);
  expect(codes).not.toContain('trash-unique');
});
