import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InitOptions } from '../../../src/cli/ask-init.js';
import { init } from '../../../src/cli/commands/init.js';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import {
  addModelFields,
  removeModelField,
  renameModelField,
} from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import type { Refusal } from '../../../src/problem.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { renderExample } from '../../golden/example.js';
import { useProject } from './project.js';

const app = appOfSpec(
  'keyed',
  `models:
  Country: { fields: { code: string=2:key, name: string:required } }
  Ticket: { fields: { id: uuid, title: string:required, country: ref=Country } }
  Task: { fields: { title: string:required, ticket: ref=Ticket } }
  Stay: { fields: { country: ref=Country:key, number: integer:key, nights: integer } }
`,
);
const project = useProject(renderExample('task-manager', [], app));

/** The text of the newest migration on one line. */
const lastMigration = (): string => {
  const folder = 'src/database/migrations';
  const name = project.files(folder).findLast((one) => /^\d/.test(one))!;
  return project.read(`${folder}/${name}`).replaceAll(/\s+/g, ' ');
};

const codesOf = (failed: unknown) => (failed as Refusal).problems.map(({ code }) => code);

describe('the key of a model', () => {
  it('is not removed', async () => {
    const { context } = project;
    const removed = removeModelField(context(), 'Country', 'code', { dropData: true });
    const failed: unknown = await removed.catch((error: unknown) => error);
    expect(codesOf(failed)).toEqual(['fixed-key']);
    expect((failed as Refusal).problems[0]!.help).toContain('crudgen help ids');
  });

  it.each([
    ['Task', 'task', 'id', 'number'],
    ['Country', 'country', 'code', 'iso'],
    ['Ticket', 'ticket', 'id', 'uid'],
    ['Stay', 'stay', 'number', 'visit'],
    ['Stay', 'stay', 'country_id', 'land_id'],
  ])('of %s is renamed, and stays the target of references', async (model, table, from, to) => {
    expect(await renameModelField(project.context(), model, from, to, {})).toBe(0);
    expect(project.migration()).toContain(`renameColumn('${table}', '${from}', '${to}')`);
    expect(project.migration()).not.toMatch(/drop|ForeignKey/);
    const migrations = project.files('src/database/migrations');
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.files('src/database/migrations')).toEqual(migrations);
    expect(project.read(`src/models/${table}/${table}.model.ts`)).toMatch(
      new RegExp(` ${to}!: (?:string|number)`),
    );
  });

  it.each([
    ['ticket', /@Field\(\{ makes: uuidv7 \}\)\s+@PrimaryColumn\(\S+\)\s+id!: string/, '', 'number'],
    ['task', /@PrimaryGeneratedColumn\(\)\s+id!: number/, "'uuid'", 'string'],
  ])('of a %s does not become one of another kind by sync', async (name, key, kind, type) => {
    project.edit(`src/models/${name}/${name}.model.ts`, (text) => {
      expect(text).toMatch(key);
      return text
        .replace(key, `@PrimaryGeneratedColumn(${kind})\n  id!: ${type}`)
        .replace('PrimaryColumn,', 'PrimaryGeneratedColumn,');
    });
    // References have the type of the key.
    project.edit('src/models/task/task.model.ts', (text) =>
      name === 'task'
        ? text
        : text.replace(
            /@Column\(\S+( \{.*)\)\s+ticket_id!: string/,
            "@Column('integer',$1)\n  ticket_id!: number",
          ),
    );
    const before = project.files('src/database/migrations');
    const failed: unknown = await sync(project.context(), { dropData: true }).catch(
      (error: unknown) => error,
    );
    expect(codesOf(failed)).toEqual(['fixed-key']);
    expect(project.files('src/database/migrations')).toEqual(before);
  });
});

describe('a key of several columns', () => {
  const stay = 'src/models/stay/stay.model.ts';

  it.each([
    ['another column', '@Column(', '@PrimaryColumn('],
    ['one column less', /@PrimaryColumn(\([^)]*\)\s+number)/, '@Column$1'],
  ])('does not become one of %s by sync', async (_, from, to) => {
    project.edit(stay, (text) => {
      expect(text).toMatch(from);
      return text.replace(from, to).replace(', { nullable: true })', ')').replace(' | null', '');
    });
    const before = project.files('src/database/migrations');
    const failed: unknown = await sync(project.context(), { dropData: true }).catch(
      (error: unknown) => error,
    );
    expect(codesOf(failed)).toEqual(['fixed-key']);
    expect(project.files('src/database/migrations')).toEqual(before);
  });

  it('keeps what its developer changes beside it', async () => {
    project.edit(stay, (text) =>
      text.replace('@PrimaryColumn', '// A note of mine.\n  @PrimaryColumn'),
    );
    const add = ['text:string:max=200'];
    expect(await addModelFields(project.context(), 'Stay', add, {})).toBe(0);
    expect(project.read(stay)).toMatch(/\/\/ A note of mine\.\s+@PrimaryColumn[^]+\btext!: string/);
    expect(project.migration()).toContain("addColumn('stay', 'text'");
  });

  it('comes with an entity that is written by hand', async () => {
    const { context, root } = project;
    mkdirSync(join(root(), 'src/models/visit'), { recursive: true });
    project.write(
      'src/models/visit/visit.model.ts',
      `import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Country } from '../country/country.model.js';

@Entity('visit')
export class Visit {
  @ManyToOne(() => Country, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'country' })
  land?: Relation<Country>;

  @PrimaryColumn('varchar', { name: 'country', length: 2 })
  countryCode!: string;

  @PrimaryColumn('date')
  day!: string;

  @Column('text', { nullable: true })
  note!: string | null;
}
`,
    );
    expect(await sync(context(), {})).toBe(0);
    expect(project.migration().replaceAll(/\s+/g, ' ')).toMatch(
      /createTable\( 'visit', \{ country: \{ type: 'string', length: 2 \}, day: \{ type: 'date' \},.* \{ primaryKey: \['country', 'day'\] \}/,
    );
    expect(project.files('src/models/visit')).toEqual(['visit.model.ts', 'visit.test.ts']);
  });
});

describe('an id beside the primary key', () => {
  const migrations = () => project.files('src/database/migrations');
  const entity = (name: string) => `src/models/${name}/${name}.model.ts`;

  it('stays with what its developer writes beside it, and is what references lead to', async () => {
    const { context } = project;
    expect(await modelAdd(context(), 'Parcel', ['id:public', 'name:string'], {})).toBe(0);
    expect(lastMigration()).toContain("addUnique('parcel', ['public_id'])");
    project.edit(entity('parcel'), (text) => text.replace('  @Field(', '  // Mine.\n  @Field('));
    const refer = ['parcel:ref=Parcel', 'parcels:refs=Parcel:as=holders', 'id:public'];
    expect(await modelAdd(context(), 'Stock', refer, {})).toBe(0);
    expect(lastMigration()).toContain(
      "addForeignKey('stock', 'parcel_id', { table: 'parcel', references: 'public_id', onDelete: 'set null', })",
    );
    expect(await addModelFields(context(), 'Parcel', ['weight:integer'], {})).toBe(0);
    const text = project.read(entity('parcel'));
    expect(text).toMatch(/\/\/ Mine\.\s+@Field\(\{ id: true, makes: randomUUID \}\)\s+@Column/);
    expect(text).toContain('weight!: number | null');
    const before = migrations();
    expect(await sync(context(), {})).toBe(0);
    expect(migrations()).toEqual(before);
    project.edit(entity('stock'), (stock) =>
      stock.replace(", referencedColumnName: 'id' })\n  parcel?", ' })\n  parcel?'),
    );
    const failed: unknown = await sync(context(), {}).catch((error: unknown) => error);
    expect((failed as Refusal).problems).toMatchObject([
      {
        message: '`Stock.parcel` leads to `Parcel.row_number`, which nobody sees',
        help: 'lead it to `id`, by `referencedColumnName` in its `@JoinColumn`',
      },
    ]);
  });

  it('is called `id`, and its column is renamed by sync, with what refers to it', async () => {
    const { context } = project;
    expect(await modelAdd(context(), 'Parcel', ['id:public', 'name:string'], {})).toBe(0);
    const refer = ['parcel:ref=Parcel', 'parcels:refs=Parcel:as=holders'];
    expect(await modelAdd(context(), 'Stock', refer, {})).toBe(0);
    const refused = await renameModelField(context(), 'Parcel', 'id', 'uid', {}).catch(
      (error: unknown) => error,
    );
    const { message, help } = (refused as Refusal).problems[0]!;
    expect(message).toBe(
      '`Parcel.id` is a public id, which is called `id`: it is what the world sees of a row',
    );
    const [, written, rename] = /write `(.*)` in .* --rename (.*)$/.exec(help!)!;
    project.edit(entity('parcel'), (text) => text.replace("name: 'public_id'", written!));
    expect(await sync(context(), { rename: [rename!] })).toBe(0);
    expect(lastMigration()).toContain(
      "readonly steps = [renameColumn('parcel', 'public_id', 'uid')]",
    );
    const before = migrations();
    expect(await sync(context(), {})).toBe(0);
    expect(migrations()).toEqual(before);
  });

  it('is none that is new to a table with rows', async () => {
    project.edit(entity('task'), (text) =>
      text.replace(
        /@PrimaryGeneratedColumn\(\)\s+id!: number;/,
        `@PrimaryColumn('integer', { name: 'id', generated: 'increment', select: false })
  row_number!: number;

  @Field({ id: true, makes: randomUUID })
  @Column(UUID, { name: 'public_id', unique: true })
  id!: string;`,
      ),
    );
    const before = migrations();
    const failed: unknown = await sync(project.context(), {}).catch((error: unknown) => error);
    expect(codesOf(failed)).toEqual(['fixed-key']);
    expect(migrations()).toEqual(before);
  });

  it('is a column that the developer names, without a migration', async () => {
    const { context } = project;
    expect(await modelAdd(context(), 'Invoice', ['code:string=20:required:unique'], {})).toBe(0);
    expect(await modelAdd(context(), 'Payment', ['invoice:ref=Invoice'], {})).toBe(0);
    const before = migrations();
    project.edit(entity('invoice'), (text) =>
      text
        .replace(
          /@PrimaryGeneratedColumn\(\)\s+id!: number/,
          "@PrimaryGeneratedColumn({ name: 'id' })\n  row_number!: number",
        )
        .replace('@Column(', '@Field({ id: true })\n  @Column(')
        .replace('{ DATETIME }', '{ DATETIME, Field }'),
    );
    expect(await sync(context(), {})).toBe(0);
    expect(migrations()).toEqual(before);
    expect(project.read(entity('payment'))).toMatch(/@Column\('integer'[^]*invoice_id!: number/);
    for (const change of [
      () => removeModelField(context(), 'Invoice', 'row_number', { dropData: true }),
      () => renameModelField(context(), 'Invoice', 'row_number', 'number', {}),
    ])
      expect(codesOf(await change().catch((error: unknown) => error))).toEqual(['fixed-key']);
    expect(await addModelFields(context(), 'Invoice', ['note:string'], {})).toBe(0);
    expect(project.read(entity('invoice'))).toMatch(
      /@PrimaryGeneratedColumn\(\{ name: 'id' \}\)\s+row_number!: number;\s+@Field\(\{ id: true \}\)\s+@Column\('varchar', \{ length: 20, unique: true \}\)\s+code!: string/,
    );
    expect(lastMigration()).toMatch(/addColumn\('invoice', 'note'/);
    expect(lastMigration()).not.toMatch(/row_number|Unique|ForeignKey/);
    project.edit(entity('invoice'), (text) => text.replace(', unique: true', ''));
    const failed: unknown = await sync(context(), {}).catch((error: unknown) => error);
    expect((failed as Refusal).problems[0]!.message).toContain('not unique by itself');
  });
});

it('a default by which rows would refer to others is said by sync, as by commands', async () => {
  const { context } = project;
  const reference = ['country:ref=Country', 'stay:ref=Stay:columns=country_id+visit'];
  expect(await modelAdd(context(), 'Bill', ['visit:integer', ...reference], {})).toBe(0);
  project.edit('src/models/bill/bill.model.ts', (text) =>
    text
      .replace("name: 'visit'", "name: 'visit_number'")
      .replace(
        /@Column\('integer', \{ nullable: true \}\)\s+visit!: number \| null/,
        "@Column('integer', { name: 'visit_number', default: 1 })\n  visit!: number",
      ),
  );
  project.said().length = 0;
  expect(await sync(context(), { dropData: true })).toBe(0);
  expect(lastMigration()).toContain("addColumn('bill', 'visit_number'");
  expect(project.said().filter(({ code }) => code === 'backfill')).toMatchObject([
    { message: expect.stringContaining('refer by it through `stay`') as string },
  ]);
});

describe('init --ids', () => {
  let cwd: string;
  beforeEach(() => (cwd = mkdtempSync(join(tmpdir(), 'crudgen-ids-'))));
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const run = async (ids: InitOptions['ids']) => {
    const spec = join(cwd, 'models.yaml');
    writeFileSync(
      spec,
      `models:
  Ticket: { fields: { title: string:required } }
  Country: { fields: { code: string=2:key } }
  User: { fields: { nickname: string } }
`,
    );
    const options = { web: false, install: false, git: false, yes: true, models: spec, ids };
    expect(await init({ ...project.context(), cwd }, 'app', options)).toBe(0);
    const add = { ...project.context(), cwd: join(cwd, 'app') };
    expect(await modelAdd(add, 'Note', ['text:string'], {})).toBe(0);
    expect(await modelAdd(add, 'Plate', ['id:string=9', 'text:string'], {})).toBe(0);
    const read = (path: string) => readFileSync(join(cwd, 'app', path), 'utf8');
    const folder = 'src/database/migrations';
    return {
      settings: JSON.parse(read('crudgen.json')) as Record<string, unknown>,
      migrations: readdirSync(join(cwd, 'app', folder))
        .filter((name) => name.startsWith('2026'))
        .map((name) => read(`${folder}/${name}`))
        .join('\n')
        .replaceAll(/\s+/g, ' '),
    };
  };

  it.each([
    ['uuid', "id: { type: 'uuid' }"],
    ['uuid4', "id: { type: 'uuid' }"],
    ['public', "id: { type: 'id' }, public_id: { type: 'uuid' }"],
    ['bigint', "id: { type: 'bigint', generated: true }"],
  ] as const)('%s is the kind of ids of new models without a key', async (ids, column) => {
    const { settings, migrations } = await run(ids);
    expect(settings['ids']).toBe(ids);
    for (const table of ['ticket', 'note'])
      expect(migrations).toContain(`createTable('${table}', { ${column}`);
    expect(migrations).toContain("code: { type: 'string', length: 2 }");
    expect(migrations).toContain("id: { type: 'string', length: 9 }");
  });

  it.each([undefined, 'integer' as const])('%s is kept nowhere', async (ids) => {
    const { settings, migrations } = await run(ids);
    expect(settings).not.toHaveProperty('ids');
    expect(migrations).toContain("createTable('note', { id: { type: 'id' }");
  });
});
