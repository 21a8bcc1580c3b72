import { expect, it } from 'vitest';
import { renameModelField } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const MODEL = 'src/models/task/task.model.ts';
const project = useProject('task-manager');

/** Fields of the example, and how a developer of TypeORM may write them: with nothing for `sync` to change. */
const STYLES = [
  {
    field: 'due_date',
    from: "  @Column('date', { nullable: true })\n  due_date!: string | null;\n",
    to: "  @Column({ type: 'date', nullable: true }) due_date?: string;\n",
  },
  {
    field: 'description',
    from: "  @Column('text', { nullable: true })\n  description!: string | null;\n",
    to: "  @Column({ name: 'description', type: 'text', nullable: true })\n  description?: string | null;\n",
  },
  {
    field: 'title',
    from: "  @Column('varchar', { length: 255 })\n  title!: string;\n",
    to: "  @Column({ type: 'varchar', length: 255 })\n  title!: Title;\n",
    above: 'type Title = string;\n\n',
  },
  {
    field: 'status',
    from: "default: 'todo' })\n  status!: string | null;\n",
    to: "default: 'todo' })\n  status: 'todo' | 'in_progress' | 'done' | null = 'todo';\n",
  },
  {
    field: 'priority',
    from: "  @Field({ values: ['low', 'medium', 'high', 'critical'] })\n  @Column('varchar', { length: 255, nullable: true, default: 'medium' })\n  priority!: string | null;\n",
    to: "  @Column({ type: 'enum', enum: Level, default: Level.Low })\n  priority!: Level;\n",
    above: "export enum Level {\n  Low = 'low',\n  High = 'high',\n}\n\n",
  },
];

it('where the new name is taken by something else of the class, nothing is renamed unasked', async () => {
  const getter = '  get told(): string {\n    return this.title;\n  }\n\n  @CreateDateColumn';
  project.edit(MODEL, (text) => text.replace(STYLES[0]!.from, STYLES[0]!.to));
  project.edit(MODEL, (text) => text.replace('  @CreateDateColumn', getter));
  const mine = project.read(MODEL);
  const rename = renameModelField(project.context(), 'Task', 'due_date', 'told', {});
  expect(await rename).toBe(3);
  expect(project.read(MODEL)).toBe(mine);
});

it.each(STYLES)('$field in a style of TypeORM is renamed as it is written', async (style) => {
  const { field, from, to, above = '' } = style;
  project.edit(MODEL, (text) => text.replace(from, to).replace("@Entity('task')", `${above}$&`));
  expect(project.read(MODEL)).toContain(to);
  expect(await sync(project.context(), { dropData: true })).toBe(0);
  const written = project.read(MODEL);
  const run = { ...project.context(), now: new Date('2026-11-21T12:00:01Z') };
  expect(await renameModelField(run, 'Task', field, 'told', { dropData: false })).toBe(0);
  const name = new RegExp(`(?<!\\w)${field}(?=[?!:]|',)`, 'g');
  expect(project.read(MODEL)).toBe(written.replace(name, 'told'));
  const files = project.files('src/database/migrations');
  const made = files.find((one) => one.startsWith('20261121120001-')) ?? '';
  expect(project.read(`src/database/migrations/${made}`)).toContain(
    `renameColumn('task', '${field}', 'told')`,
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.files('src/database/migrations')).toEqual(files);
});
