import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { restore } from '../../../src/cli/commands/restore.js';
import { diff, sync } from '../../../src/cli/commands/sync.js';
import { undo } from '../../../src/cli/commands/undo.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { readTree } from '../../../src/disk/read-tree.js';
import { VERSION } from '../../../src/version.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const MODEL = 'src/models/task/task.model.ts';
const LIST = 'web/src/pages/task/task.list.tsx';
const COPY = '.crudgen/base/';

beforeEach(() => rmSync(join(project.root(), '.crudgen'), { recursive: true }));

const files = () => readTree(project.root(), new Set());
const codes = () => project.said().map(({ code }) => code);

describe('a project without .crudgen/base', { timeout: 120_000 }, () => {
  it('is left as it is by what writes nothing', async () => {
    const before = files();
    expect(await diff(project.context(), {})).toBe(0);
    const dry = project.context({ dryRun: true });
    expect(await addModelFields(dry, 'Task', ['rank:integer'], {})).toBe(0);
    expect(codes()).toEqual(['adopted', 'adopted']);
    expect(await doctor(project.context({ dryRun: true }))).toBe(0);
    expect(codes().slice(2)).toEqual(['no-base', 'not-installed']);
    expect(files()).toEqual(before);
  });

  it('is as it was after undo', async () => {
    const before = files();
    expect(await modelAdd(project.context(), 'Label', ['name:string'], {})).toBe(0);
    expect(project.read(`${COPY}src/models/label/label.model.ts`)).toBe(
      project.read('src/models/label/label.model.ts'),
    );
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(before);
  });

  it('keeps what its developer deleted, until it is restored', async () => {
    const path = 'src/models/task/task.test.ts';
    const text = project.read(path);
    project.remove(path);
    expect(await addModelFields(project.context(), 'Project', ['rank:integer'], {})).toBe(0);
    expect(project.files('src/models/task')).toEqual(['task.model.ts']);
    expect(await restore(project.context(), path)).toBe(0);
    expect(project.read(path)).toBe(text);
  });

  it('is not without the access rules of a model', async () => {
    const path = 'src/models/user/user.access.ts';
    project.remove(path);
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [{ code: 'gone-access', help: `crudgen restore ${path}` }],
    });
    expect(await restore(project.context(), path)).toBe(0);
    expect(await sync(project.context(), {})).toBe(0);
  });

  it('is adopted only once its code can be read', async () => {
    const text = project.read(MODEL);
    project.write(MODEL, `${text}}`);
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [{ code: 'syntax-error' }],
    });
    expect(await doctor(project.context())).toBe(1);
    project.write(MODEL, text);
    expect(await sync(project.context(), {})).toBe(0);
  });

  it('of another version is refused: only that one knows what it wrote', async () => {
    project.edit('crudgen.json', (text) => text.replace(VERSION, `${VERSION}-beta.1`));
    const refused = {
      problems: expect.arrayContaining([expect.objectContaining({ code: 'no-base' })]),
    };
    await expect(sync(project.context(), {})).rejects.toMatchObject(refused);
    await expect(upgrade(project.context())).rejects.toMatchObject(refused);
  });
});

describe('what was edited in entities before .crudgen/base got lost', { timeout: 120_000 }, () => {
  it('is a field as far as no migration adds it', async () => {
    const rank = "\n  @Column('integer', { nullable: true })\n  rank!: number | null;\n";
    project.edit(MODEL, (text) => text.replace(/\n {2}@CreateDateColumn/, `${rank}$&`));
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.migration()).toContain("addColumn('task', 'rank'");
    expect(project.read(LIST)).toContain('source="rank"');
    expect(await sync(project.context(), {})).toBe(0);
    expect(codes()).toEqual(['adopted']);
  });

  it('is a model as far as no migration creates its table', async () => {
    const label = `import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('label')
export class Label {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;
}
`;
    project.write('src/models/label.ts', label);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.migration()).toContain("createTable('label'");
    expect(project.read('src/models/label.ts')).toBe(label);
    expect(project.files('src/models/label')).toEqual(['label.test.ts']);
    expect(project.files('web/src/pages/label')).toContain('label.list.tsx');
  });

  it('is a rename where every row must have what no entity has any more', async () => {
    project.edit(MODEL, (text) => text.replace('title!: string', 'headline!: string'));
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [
        {
          code: 'renamed-or-dropped',
          help: expect.stringContaining('--rename Task.title:headline'),
        },
      ],
    });
    expect(await sync(project.context(), { rename: ['Task.title:headline'] })).toBe(0);
    expect(project.migration()).toContain("renameColumn('task', 'title', 'headline')");
    expect(project.read(LIST)).toContain('source="headline"');
    expect(project.read(LIST)).not.toContain('source="title"');
    expect(await sync(project.context(), {})).toBe(0);
  });
});
