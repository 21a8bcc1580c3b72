import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRoutes } from '../../../src/code/add-route.js';
import { entitiesOf, partsOf } from '../../../src/code/code-index.js';
import { findUses } from '../../../src/code/find-uses.js';
import { readProject } from '../../../src/code/read-project.js';
import { packagesOf } from '../../../src/disk/read-packages.js';
import { dropInverses } from '../../../src/refactor/edit-members.js';
import { findMoves } from '../../../src/refactor/find-moves.js';
import { relocateTree } from '../../../src/refactor/relocate.js';
import { renameExports } from '../../../src/refactor/rename-exports.js';
import { pathFrom } from '../../../src/tree.js';

const MODEL = 'src/models/task/task.model.ts';
const ACCESS = 'src/models/task/task.access.ts';
const ROUTES = 'src/models/task/task.routes.ts';
const PAGE = 'web/src/pages/task/task.list.tsx';

/** A project that calls what every project has by short names, and so does its developer. */
const project = new Map(
  Object.entries({
    'crudgen.json':
      '{ "name": "shop", "version": "0.3.0", "database": "sqlite", "features": ["admin"] }',
    'package.json': JSON.stringify({
      imports: { '#engine': './engine/index.ts', '#ui': './ui/index.ts' },
    }),
    'tsconfig.json': '{}',
    'engine/index.ts': `
export { Field as Field, Model } from './model/field.js';
export { DATETIME, NOW } from './database/column-types.js';
export { defineAccess, owner } from './model/define-access.js';
export { defineRoutes } from './model/define-routes.js';
export { where } from './model/where.js';
`,
    'engine/model/field.ts':
      'export function Field(options: object) { return options; }\nexport function Model(options: object) { return options; }\n',
    'engine/database/column-types.ts':
      "export const DATETIME = process.env.X ? 'datetime' : 'timestamptz';\nexport const NOW = () => 'now';\n",
    'engine/model/define-access.ts':
      'export const defineAccess = <T>(rules: object) => rules as T;\nexport const owner = (field: string) => field;\n',
    'engine/model/define-routes.ts':
      'export const defineRoutes = (...given: unknown[]) => given;\n',
    'engine/model/where.ts':
      'export declare function where<T>(): { eq<K extends keyof T & string>(key: K): void };\n',
    'ui/index.ts': "export { ListPage } from './list-page';\n",
    'ui/list-page.tsx': 'export function ListPage() {}\n',
    [MODEL]: `import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { DATETIME, Field as Fact, Model, NOW } from '#engine';
import { Person } from '../person/person.model.js';

@Model({ prefix: '/jobs' })
@Entity('task')
export class Task {
  @PrimaryGeneratedColumn()
  id!: number;

  @Fact({ values: ['todo', 'done'], enforce: true })
  @Column('varchar', { length: 255, default: 'todo' })
  status!: 'todo' | 'done';

  @Column({ type: DATETIME, precision: 3, default: NOW, nullable: true })
  due_at!: Date | null;

  @Column('integer', { nullable: true })
  person_id!: number | null;

  @Fact({})
  @ManyToOne(() => Person, (person) => person.tasks)
  @JoinColumn({ name: 'person_id' })
  person?: Person | null;
}
`,
    'src/models/person/person.model.ts': `import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('person')
export class Person {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 20 })
  name!: string;
}
`,
    [ACCESS]: `import { defineAccess, owner } from '#engine';
import type { Task } from './task.model.js';

export const taskAccess = defineAccess<Task>({ rows: [owner('person_id')], roles: { Guest: ['list'] } });
`,
    [ROUTES]: `import { defineRoutes } from '#engine';
import { Task } from './task.model.js';

export const taskRoutes = defineRoutes(Task, (route) => {
  route.get('/late', 'list', () => ({}));
});
`,
    [PAGE]: "import { ListPage } from '#ui';\nexport const TaskList = ListPage;\n",
  }),
);

/** The same as before 0.4, where `src/` had a package.json of its own, for the code that was built of it. */
const nested = new Map(
  [...project].map(([path, text]) => [path.replace(/^engine\//, 'src/engine/'), text]),
)
  .set('package.json', '{ "imports": { "#ui": "./ui/index.ts" } }')
  .set('src/package.json', '{ "type": "module", "imports": { "#engine": "./engine/index.js" } }');

describe.each([
  ['package.json', project, 'engine/index.ts'],
  ['src/package.json', nested, 'src/engine/index.ts'],
])('short names of %s', (_, files, door) => {
  it('are followed to decorators, types of columns and rules', () => {
    const { app, problems } = readProject(files);
    expect(problems).toEqual([]);
    const task = app.models.find(({ name }) => name === 'Task')!;
    const field = (name: string) => task.fields.find((one) => one.name === name);
    expect(task.prefix).toBe('/jobs');
    expect(field('status')).toMatchObject({
      type: 'enum',
      values: ['todo', 'done'],
      enforce: true,
    });
    expect(field('due_at')).toMatchObject({ type: 'datetime', default: { kind: 'now' } });
    expect(field('person_id')?.reference).toMatchObject({ model: 'Person' });
    expect(task.rows).toEqual({ owner: 'person_id', tenant: null, as: null, except: [] });
    expect(task.access).toEqual({ Guest: ['list'] });
  });

  it('lead to no entity that is none, and to every part', () => {
    expect(entitiesOf(files).map(({ name }) => name)).toEqual(['Task', 'Person']);
    expect(partsOf(files).map(({ kind, model }) => [kind, model])).toEqual([
      ['access', 'Task'],
      ['routes', 'Task'],
    ]);
  });

  it('are understood where code means a property', () => {
    const asked = new Map(files)
      .set(
        'src/jobs/nightly.ts',
        "import { where } from '#engine';\nimport { Task } from '../models/task/task.model.js';\nwhere<Task>().eq('title');\n",
      )
      .set(
        'src/jobs/other.ts',
        "import { where } from '#engine';\nwhere<{ title: 1; a: 2 }>().eq('title');\n",
      );
    const uses = findUses(
      {
        files: asked,
        among: ['src/jobs/nightly.ts', 'src/jobs/other.ts'],
        entity: { path: MODEL, name: 'Task' },
        members: [{ name: 'title', type: 'string' }],
        records: new Set(['id']),
      },
      packagesOf(join(import.meta.dirname, '../../..')),
    );
    expect(uses).toEqual([{ path: 'src/jobs/nightly.ts', line: 3 }]);
  });

  it('are followed where another name goes on through them', () => {
    const passing = new Map(files)
      .set(
        door,
        `export { Task, type Task as Row } from '${pathFrom(door, MODEL.replace(/ts$/, 'js'))}';\n`,
      )
      .set(
        'src/own.ts',
        "import { Task, type Row } from '#engine';\nexport const own: Row = new Task();\n",
      );
    const after = renameExports(passing, new Map([[MODEL, new Map([['Task', 'Job']])]]));
    expect(after.get('src/own.ts')).toBe(
      "import { Job, type Row } from '#engine';\nexport const own: Row = new Job();\n",
    );
    expect(after.get(ROUTES)).toContain("import { defineRoutes } from '#engine';");
    expect(after.get(ROUTES)).toContain('defineRoutes(Job,');
  });

  it('stay when a file goes elsewhere, and the file is found again', () => {
    const places = new Map([[MODEL, 'src/domain/task.ts']]);
    const after = relocateTree(files, places);
    expect(after.get('src/domain/task.ts')).toContain("from '#engine'");
    expect(after.get('src/domain/task.ts')).toContain("from '../models/person/person.model.js'");
    expect(findMoves(files, after)).toEqual(places);
    expect(
      readProject(after)
        .app.models.map(({ name }) => name)
        .sort(),
    ).toEqual(['Person', 'Task']);
  });

  it('are no hindrance to a relation that loses its other side, or to another route', () => {
    const text = files.get(MODEL)!;
    expect(dropInverses(MODEL, text, { name: 'Task', gone: ['tasks'] })).toBe(
      text.replace(', (person) => person.tasks', ''),
    );
    const routes = findRoutes(ROUTES, files.get(ROUTES)!, 'Task');
    expect(routes?.has('get', '/late')).toBe(true);
    expect(
      routes?.with('get', '/late/all', ["route.get('/late/all', 'list', () => ({}));"]),
    ).toContain("  route.get('/late/all', 'list', () => ({}));\n});");
  });
});
