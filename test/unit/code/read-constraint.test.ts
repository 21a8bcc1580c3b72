import { describe, expect, test } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';

const PATH = 'src/models/task/task.model.ts';

interface Parts {
  readonly over?: string;
  readonly title?: string;
  readonly relation?: string;
}

const entity = ({ over = '', title = '', relation = '' }: Parts) => `
const PAIR = ['title', 'kind'];
${over}
@Entity('task')
export class Task {
  @PrimaryGeneratedColumn() id!: number;
  ${title}
  @Column('varchar') title!: string;
  @Column('varchar') kind!: string;
  @Column('integer') project_id!: number;
  ${relation}
  @ManyToOne(() => Project) @JoinColumn({ name: 'project_id' }) project!: Project;
}

@Entity('project')
export class Project {
  @PrimaryGeneratedColumn() id!: number;
}
`;
const filesOf = (parts: Parts) => new Map([[PATH, entity(parts)]]);
const read = (parts: Parts, base: Parts | null = null) => {
  const project = readProject(filesOf(parts), base ? { base: filesOf(base) } : {});
  const { problems } = project;
  const [model] = project.app.models;
  const { unique, indexes, fields } = model!;
  const alone = (key: 'unique' | 'index') =>
    fields.filter((one) => one[key]).map(({ name }) => name);
  return { unique, indexes, uniques: alone('unique'), indexed: alone('index'), problems };
};
const NOTHING = { unique: [], indexes: [], uniques: [], indexed: [], problems: [] };
const PAIR = [['title', 'kind']];

describe('an index or what is unique, in every form that TypeORM takes', () => {
  test.each([
    ["@Index(['title', 'kind'])", { indexes: PAIR }],
    ["@Index('ix', ['title', 'kind'])", { indexes: PAIR }],
    ["@Index(['title', 'kind'], { unique: true })", { unique: PAIR }],
    ["@Index('ix', ['title', 'kind'], { unique: true })", { unique: PAIR }],
    ["@Index('ix', PAIR, { unique: false })", { indexes: PAIR }],
    ['@Index((task: Task) => [task.title, task.kind], { unique: true })', { unique: PAIR }],
    ["@Index('ix', (task) => ({ title: 1, kind: -1 }))", { indexes: PAIR }],
    ["@Index('ix', ['title'], { unique: true })", { uniques: ['title'] }],
    ["@Index('ix', ['title', 'kind'], { concurrent: true })", { indexes: PAIR }],
    ["@Index(['title', 'project'], { unique: true })", { unique: [['title', 'project_id']] }],
    ["@Index('ix', { synchronize: false })", {}],
    ["@Unique(['title', 'kind'])", { unique: PAIR }],
    ["@Unique('uq', ['title', 'kind'])", { unique: PAIR }],
    ['@Unique((task: Task) => [task.title, task.kind])', { unique: PAIR }],
    ["@Unique('uq', (task: Task) => ({ title: 1, kind: 1 }))", { unique: PAIR }],
    ["@Unique(['project', 'kind'])", { unique: [['project_id', 'kind']] }],
  ])('over a class: %s', (over, said) => {
    expect(read({ over })).toEqual({ ...NOTHING, ...said });
  });

  test.each([
    ['@Index()', { indexed: ['title'] }],
    ["@Index('ix')", { indexed: ['title'] }],
    ['@Index({ unique: true })', { uniques: ['title'] }],
    ["@Index('ix', { unique: true })", { uniques: ['title'] }],
    ["@Index('ix', { unique: false })", { indexed: ['title'] }],
    ['@Unique()', { uniques: ['title'] }],
    ["@Unique('uq')", { uniques: ['title'] }],
  ])('over a field: %s', (title, said) => {
    expect(read({ title })).toEqual({ ...NOTHING, ...said });
  });

  test('over a relation', () => {
    expect(read({ relation: '@Index({ unique: true })' })).toEqual({
      ...NOTHING,
      uniques: ['project_id'],
    });
  });
});

describe('what crudgen has no words for', () => {
  const WHERE = "{ unique: true, where: 'kind IS NULL' }";
  test.each([
    [{ over: `@Index(['title'], ${WHERE})` }, '`@Index` over `Task`', 'its `where`'],
    [{ over: "@Index(['title'], { fulltext: true })" }, '`@Index` over `Task`', 'its `fulltext`'],
    [{ title: `@Index('ix', ${WHERE})` }, '`@Index` over `Task.title`', 'its `where`'],
    [{ title: '@Index({ spatial: true })' }, '`@Index` over `Task.title`', 'its `spatial`'],
    [
      { over: "@Unique(['title'], { deferrable: 'INITIALLY DEFERRED' })" },
      '`@Unique` over `Task`',
      'its `deferrable`',
    ],
  ] as const)('is named at its place: %j', (parts, what, why) => {
    const { problems, ...said } = read(parts);
    expect({ ...said, problems: [] }).toEqual(NOTHING);
    expect(problems).toMatchObject([
      {
        code: 'unreadable-member',
        severity: 'warning',
        message: `${what} is ignored: crudgen does not support ${why}`,
        at: { file: PATH },
        help: expect.stringContaining('a migration of your own'),
      },
    ]);
  });

  test.each([
    [
      { over: '@Index(COLUMNS)' },
      '`@Index` over `Task` is ignored: its columns are computed at run time',
    ],
    [{ over: "@Unique('uq')" }, '`@Unique` over `Task` is ignored: it names no columns'],
    [
      { title: '@Index(OPTIONS)' },
      '`@Index` over `Task.title` is ignored: it is computed at run time',
    ],
    [
      { title: '@Index({ unique: isUnique() })' },
      '`@Index` over `Task.title` is ignored: it is computed at run time',
    ],
  ] as const)('or what is computed: %j', (parts, message) => {
    expect(read(parts).problems).toMatchObject([{ code: 'unreadable-member', message }]);
  });

  test.each([
    [{ over: "@Check('length(title) > 0')" }, '`@Check` over `Task`'],
    [{ title: "@Check('length(title) > 0')" }, '`@Check` over `Task.title`'],
    [{ over: "@Exclusion('USING gist (kind WITH =)')" }, '`@Exclusion` over `Task`'],
    [{ title: '@ForeignKey(() => Project)' }, '`@ForeignKey` over `Task.title`'],
  ])('in constraints of other kinds: %j', (parts, what) => {
    const { problems, ...said } = read(parts);
    expect({ ...said, problems: [] }).toEqual(NOTHING);
    expect(problems).toMatchObject([
      {
        code: 'unreadable-member',
        severity: 'warning',
        message: `${what} is ignored: crudgen does not support it`,
        help: expect.stringContaining('a migration of your own'),
      },
    ]);
  });

  test('stays as it was known, and holds nothing else', () => {
    const base = {
      over: "@Unique(['title', 'kind'])\n@Index(['kind', 'title'])",
      title: '@Unique()',
    };
    const where = "{ where: 'kind IS NULL' }";
    expect(
      read({ title: `@Index(${where})`, over: `@Index(['title', 'kind'], ${where})` }, base),
    ).toEqual({
      ...NOTHING,
      unique: PAIR,
      uniques: ['title'],
      problems: [expect.anything(), expect.anything()],
    });
  });
});

test.each([
  ["@Unique(['kind', 'tittle'])", 'tittle', 'title'],
  ["@Index(['projekt'])", 'projekt', 'project'],
])('%s is on no column', (over, name, near) => {
  const { problems } = read({ over });
  expect(problems).toMatchObject([
    {
      code: 'unknown-column',
      message: expect.stringContaining(`names the unknown column \`${name}\``),
    },
  ]);
  expect(problems[0]).not.toHaveProperty('severity');
  expect(problems[0]?.help).toContain(near);
});

test.each([
  ['a column of an unread base', "@Unique(['title', 'kid'])", '@Own() kid!: string;'],
  ['a relation', "@Unique(['title', 'project'])", ''],
  ['a part of an embedded object', "@Index(['place.city'])", ''],
])('a group may name %s', (_, over, title) =>
  expect(read({ over, title }).problems.filter(({ code }) => code === 'unknown-column')).toEqual(
    [],
  ),
);
