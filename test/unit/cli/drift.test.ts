import { describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addFeature } from '../../../src/cli/commands/features.js';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { removeWholeModel, renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const MIGRATIONS = 'src/database/migrations';
const TASK = 'src/models/task/task.model.ts';
const NOTE = `import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('note')
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  text!: string;
}
`;
const project = useProject('task-manager');

const writeNote = () => project.write('src/note.model.ts', NOTE);
const addPoints = () =>
  project.edit(TASK, (text) =>
    text.replace(
      '  @CreateDateColumn',
      "  @Column('integer', { nullable: true })\n  points!: number | null;\n\n  @CreateDateColumn",
    ),
  );
const nameDeadline = () =>
  project.edit(TASK, (text) =>
    text.replace("'date', { nullable", "'date', { name: 'deadline', nullable"),
  );

describe('entities that were edited, and have no migration for that', () => {
  it.each([
    ['a field of a new class', writeNote, () => add('Note', 'name:string')],
    [
      'a new class under another name',
      writeNote,
      () => renameWholeModel(project.context(), 'Note', 'Memo', {}),
    ],
    ['a reference to a new class', writeNote, () => add('Task', 'note:ref=Note')],
    [
      'a new class that is removed',
      writeNote,
      () => removeWholeModel(project.context(), 'Note', { dropData: true }),
    ],
    [
      'a new field under another name',
      addPoints,
      () => renameModelField(project.context(), 'Task', 'points', 'score', {}),
    ],
    [
      'a new field that is removed',
      addPoints,
      () => removeModelField(project.context(), 'Task', 'points', { dropData: true }),
    ],
    [
      'a field of a new column under another name',
      nameDeadline,
      () => renameModelField(project.context(), 'Task', 'due_date', 'due_on', {}),
    ],
    [
      'a model beside them',
      addPoints,
      () =>
        modelAdd(
          project.context({ args: ['model', 'add', 'Memo', 'text:string'] }),
          'Memo',
          ['text:string'],
          {},
        ),
    ],
  ])('refuse %s until sync has run', async (_, edit, command) => {
    edit();
    const before = project.files(MIGRATIONS);
    await expect(command()).rejects.toMatchObject({
      problems: [{ code: 'drift', help: 'run first: crudgen sync' }],
    });
    expect(project.files(MIGRATIONS)).toEqual(before);
    expect(await sync(project.context(), { dropData: true })).toBe(0);
    expect(await command()).toBe(0);
  });

  it("stand in nobody's way who writes no step for a model", async () => {
    addPoints();
    expect(await add('Task', 'title:string:required')).toBe(0);
    expect(await addFeature(project.context(), ['jobs'])).toBe(0);
    expect(project.migration()).not.toContain('points');
    expect(await doctor(project.context())).toBe(1);
    expect(project.said().map(({ code }) => code)).toContain('drift');
  });
});

function add(model: string, field: string): Promise<number> {
  const args = ['model', 'add-field', model, field];
  return addModelFields(project.context({ args }), model, [field], {});
}

describe('a migration that cannot run', () => {
  const FILE = `${MIGRATIONS}/20261121110000-broken.ts`;
  const broken = (step: string) =>
    project.write(
      FILE,
      `import { StepMigration, addColumn, renameColumn, renameTable } from '#engine';

export class Broken20261121110000 extends StepMigration {
  readonly name = 'Broken20261121110000';
  readonly steps = [${step}];
}
`,
    );

  it.each([
    ["addColumn('note', 'name', { type: 'string', length: 255 })", 'table `note`'],
    ["renameTable('note', 'memo')", 'table `note`'],
    ["renameColumn('task', 'points', 'score')", 'column `task.points`'],
  ])('is named by doctor, and stops sync: %s', async (step, what) => {
    broken(step);
    const problem = {
      code: 'broken-migration',
      message: `${FILE} cannot run: it needs ${what}, but no earlier migration creates this, or an earlier one renames or drops it`,
      help: 'fix or delete it, then run: crudgen sync',
    };
    expect(await doctor(project.context())).toBe(1);
    expect(project.said()).toContainEqual(problem);
    await expect(sync(project.context(), {})).rejects.toMatchObject({ problems: [problem] });
    await expect(add('Task', 'rank:integer')).rejects.toMatchObject({ problems: [problem] });
    project.remove(FILE);
    expect(await sync(project.context(), {})).toBe(0);
    expect(await add('Task', 'rank:integer')).toBe(0);
  });

  it('is named with the one of another branch that has added the same', async () => {
    expect(await add('Task', 'rank:integer')).toBe(0);
    const first = project.files(MIGRATIONS).find((file) => file.includes('rank'));
    broken("addColumn('task', 'rank', { type: 'integer', nullable: true })");
    const later = [`${MIGRATIONS}/${first}`, FILE].sort();
    const problem = {
      code: 'broken-migration',
      message: `${later[1]} cannot run: it creates column \`task.rank\`, which ${later[0]} also creates`,
    };
    expect(await doctor(project.context())).toBe(1);
    expect(project.said()).toContainEqual(expect.objectContaining(problem));
    await expect(sync(project.context(), {})).rejects.toMatchObject({ problems: [problem] });
    project.remove(FILE);
    expect(await sync(project.context(), {})).toBe(0);
  });
});
