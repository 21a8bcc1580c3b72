import {
  Column,
  Entity,
  Index,
  ManyToOne,
  JoinColumn,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATETIME, JSON_VALUE } from '../../database/column-types.js';
import type { Database } from '../../database/database.js';
import { openDatabase } from '../../database/open-database.js';
import { describeModels } from '../../model/describe-models.js';
import type { ModelInfo } from '../../model/model-info.js';
import { ALL, and, NONE, or, whereOf, type Where } from '../../model/where.js';
import { compileWhere } from '../../records/conditions/compile-where.js';
import { conditionsAfter } from '../../records/query/cursor.js';
import type { Order } from '../../records/query/parse-page.js';
import { reachOf, reachOfCount } from '../../records/reading/reach.js';
import { pageOf } from '../../records/reading/select-records.js';

@Entity('project')
class Project {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;
}

@Entity('task')
@Index(['status', 'due'])
@Index(['hours', 'due'], { where: 'hours > 3' })
@Index(['number'], { unique: true, where: 'due IS NULL' })
@Index('by_lower_title', { unique: true, synchronize: false } as { synchronize: false })
@Unique(['project_id', 'number'])
class Task {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { unique: true })
  title!: string;

  @Column('varchar', { nullable: true })
  status!: string | null;

  @Column('date', { nullable: true })
  due!: string | null;

  @Column('double precision', { nullable: true })
  hours!: number | null;

  @Column('integer', { nullable: true })
  number!: number | null;

  @Index()
  @Column({ type: DATETIME, precision: 3, nullable: true })
  seen_at!: Date | null;

  @Column(JSON_VALUE, { nullable: true, unique: true })
  extra!: unknown;

  @Index()
  @Column('integer', { nullable: true })
  project_id!: number | null;

  @ManyToOne(() => Project)
  @JoinColumn({ name: 'project_id' })
  project?: Project | null;
}

/** Its key is a text, which SQLite does not have behind the columns of an index. */
@Entity('country')
@Index(['status', 'code'])
class Country {
  @PrimaryColumn('varchar', { length: 2 })
  code!: string;

  @Column('varchar', { nullable: true })
  status!: string | null;

  @Index()
  @Column('varchar', { nullable: true })
  continent!: string | null;
}

let database: Database;
let task: ModelInfo;
let modelOf: (name: string) => ModelInfo;

beforeAll(async () => {
  database = await openDatabase('sqlite::memory:', [Task, Project, Country], []);
  await database.dataSource.synchronize();
  const modules = [Task, Project, Country].map((entity) => ({ entity }));
  const models = describeModels(database.dataSource, modules);
  modelOf = (name) => models.find((model) => model.name === name)!;
  task = modelOf('Task');
});
afterAll(() => database.close());

const is = whereOf<Task>();
const ofProject = (where: Where): Where => ({ op: 'parent', field: 'project_id', where });
const by = (...names: string[]): Order[] =>
  names.map((name) =>
    name.startsWith('-')
      ? { field: name.slice(1), direction: 'DESC' }
      : { field: name, direction: 'ASC' },
  );
const compiled = (where: Where) =>
  compileWhere(where, task, { dialect: database.dialect, model: modelOf });
const WHOLE_TABLE = { tables: ['task'], upTo: 20_000 };

describe.each<[string, Where]>([
  ['an id', is.eq('id', 7)],
  [
    'an id with a rule of its rows',
    is.and(is.eq('id', 7), or(is.eq('hours', 1), is.isNull('due'))),
  ],
  ['ids', is.in('id', [1, 2, 3])],
  ['ids with a rule', is.and(is.in('id', [1, 2, 3]), is.contains('title', 'roof'))],
  ['a unique value', is.eq('title', 'Roof')],
  ['unique values', is.in('title', ['Roof', 'Wall'])],
  ['values that are unique together', is.and(is.eq('number', 7), is.eq('project_id', 1))],
  ['nothing', NONE],
])('%s', (_name, where) => {
  test('is looked up, with or without a page, and counted', () => {
    const condition = compiled(where);
    expect(reachOf({ condition }, task)).toBe('few');
    expect(reachOf({ condition, order: by('hours'), page: { start: 0, end: 25 } }, task)).toBe(
      'few',
    );
    expect(reachOfCount(condition, task)).toBe('few');
  });
});

describe.each<[string, Where, Order[]]>([
  ['all by id', ALL, by('id')],
  ['all by id, the last first', ALL, by('-id')],
  ['all behind an id', is.gt('id', 7), by('id')],
  ['the order of an index', ALL, by('status', 'due', 'id')],
  ['the order of an index, backwards', ALL, by('-status', '-due', '-id')],
  ['what follows the id', ALL, by('project_id', 'id', 'hours')],
  ['a filter and an order of an index', is.eq('status', 'todo'), by('due', 'id')],
  ['a filter by null', is.isNull('status'), by('due', 'id')],
  ['a sort by what is the same in all rows', is.eq('status', 'todo'), by('-status', 'due', 'id')],
  [
    'a range of what is sorted by',
    is.and(is.eq('status', 'a'), is.gt('due', '2026-01-01')),
    by('due', 'id'),
  ],
  ['all of an index', is.and(is.eq('due', '2026-01-01'), is.eq('status', 'a')), by('id')],
  ['a list of one', is.in('project_id', [7]), by('id')],
  ['a range of a datetime', is.gte('seen_at', new Date('2026-01-01')), by('seen_at', 'id')],
])('%s', (_name, where, order) => {
  const asked = (end: number) => ({ condition: compiled(where), order, page: { start: 0, end } });

  test('is read along an index, up to the end of the page', () => {
    expect(reachOf(asked(25), task)).toBe('few');
    expect(reachOf(asked(10_000), task)).toBe('few');
    expect(reachOf(asked(10_001), task)).toEqual(WHOLE_TABLE);
    expect(reachOf({ condition: compiled(where) }, task)).toEqual(WHOLE_TABLE);
  });

  test('SQLite finds it so, too', async () => {
    const { condition, page } = asked(25);
    const values = [...condition.values, page.end, page.start];
    const core = { dialect: database.dialect } as never;
    const sql = `SELECT * FROM task ${pageOf(order, condition.sql, values, { core, model: task })}`;
    const plan = await database.explain(sql);
    expect(plan).toHaveLength(1);
    // Each comparison is part of the search, so that no row is looked at in vain.
    const comparisons = where.op === 'and' ? where.items.length : Number(where.op !== 'all');
    expect(plan[0]!.match(/[=<>]\?/g) ?? [], plan[0]).toHaveLength(comparisons);
  });
});

test.each<[string, Where, Order[]]>([
  ['a filter without an index', is.eq('hours', 1), by('id')],
  ['a sort without an index', ALL, by('hours', 'id')],
  [
    'rows of an index that are looked at in vain',
    is.and(is.eq('status', 'a'), is.eq('hours', 2)),
    by('due', 'id'),
  ],
  ['a filter by the second column', is.eq('due', '2026-01-01'), by('id')],
  ['a filter that is not in order of the index', is.eq('status', 'a'), by('id')],
  ['a sort that leaves a column out', ALL, by('status', 'id')],
  ['a sort in two directions', ALL, by('status', '-due', 'id')],
  ['a sort whose last term has another direction', ALL, by('-status', '-due', 'id')],
  ['a key as a pretext', is.and(is.gt('id', 0), is.contains('title', 'x')), by('id')],
  ['one of two', or(is.gt('id', 0), is.eq('hours', 2)), by('id')],
  ['what something is not', is.not(is.eq('id', 7)), by('id')],
  ['several values of an index', is.in('project_id', [1, 2]), by('id')],
  [
    'a list of keys without end',
    is.in(
      'id',
      Array.from({ length: 10_001 }, (_, at) => at),
    ),
    by('id'),
  ],
  ['one column of a key, and a key of some rows alone', is.eq('number', 7), by('id')],
  ['null in a key', is.isNull('title'), by('hours', 'id')],
  ['a partial index', is.eq('hours', 7), by('due', 'id')],
  ['JSON, which is compared by its content', is.eq('extra', 'x'), by('id')],
  ['a moment, which has several forms', is.eq('seen_at', new Date('2026-01-01')), by('id')],
  ['no order', ALL, []],
])('any row may be visited: %s', (_name, where, order) => {
  const condition = compiled(where);
  const page = { start: 0, end: 25 };
  expect(reachOf({ condition, order, page }, task)).toEqual(WHOLE_TABLE);
});

test('a condition on others, as of a row rule, counts their tables, each as often as it is read', () => {
  const owned = and(is.eq('id', 7), ofProject({ op: 'eq', field: 'name', value: 'Roof' }));
  const several = { tables: ['task', 'project'], upTo: 1000 };
  expect(reachOf({ condition: compiled(owned) }, task)).toEqual(several);
  expect(reachOfCount(compiled(owned), task)).toEqual(several);
  const children: Where = {
    op: 'children',
    model: 'Task',
    field: 'project_id',
    where: ofProject(ALL),
  };
  expect(reachOf({ condition: compiled(children) }, task)).toEqual({
    tables: ['task', 'task', 'project'],
    upTo: 1000,
  });
});

test('all rows are counted quickly', () => {
  expect(reachOfCount(compiled(ALL), task)).toEqual({ tables: ['task'], upTo: 100_000 });
  expect(reachOfCount(compiled(is.eq('status', 'todo')), task)).toEqual(WHOLE_TABLE);
});

describe('behind a cursor', () => {
  const partsAfter = (order: Order[], ...values: unknown[]) =>
    conditionsAfter({ values, at: 25 }, order, compiled(ALL), task, database.dialect).map(
      (condition) => reachOf({ condition, order, page: { start: 0, end: 26 } }, task),
    );

  test('a page is read along the index of its order', () => {
    expect(partsAfter(by('id'), 7)).toEqual(['few']);
    expect(partsAfter(by('seen_at', 'id'), '2026-01-01 00:00:00.000', 7)).toEqual(['few', 'few']);
    // Of the same moment, of earlier ones, and of none.
    expect(partsAfter(by('-seen_at', '-id'), '2026-01-01 00:00:00.000', 7)).toEqual(
      Array(3).fill('few'),
    );
    expect(partsAfter(by('hours', 'id'), 1, 7)).toEqual([WHOLE_TABLE, WHOLE_TABLE]);
  });

  test('those that are not null are not all behind the others', () => {
    expect(partsAfter(by('seen_at', 'id'), null, 7)).toEqual(['few', WHOLE_TABLE]);
  });
});

describe('of records with a text as their key', () => {
  const of = whereOf<Country>();
  const reach = (where: Where, ...order: string[]) => {
    const country = modelOf('Country');
    const condition = compileWhere(where, country, { dialect: database.dialect, model: modelOf });
    const page = { start: 0, end: 25 };
    return reachOf(
      order.length > 0 ? { condition, order: by(...order), page } : { condition },
      country,
    );
  };
  const WHOLE = { tables: ['country'], upTo: 20_000 };

  test('some are looked up by their key, by either of its names', () => {
    expect(reach(of.eq('code', 'DE'))).toBe('few');
    expect(reach(of.in('code', ['DE', 'FR']))).toBe('few');
    expect(reach({ op: 'eq', field: 'id', value: 'DE' })).toBe('few');
  });

  test('a page is read along the index of the key, or one that has the key in it', () => {
    expect(reach(ALL, 'id')).toBe('few');
    expect(reach(ALL, '-code', '-id')).toBe('few');
    expect(reach(of.eq('status', 'a'), 'code', 'id')).toBe('few');
  });

  test('others are sorted: their index does not have the key', () => {
    expect(reach(of.eq('continent', 'Europe'), 'id')).toEqual(WHOLE);
    expect(reach(ALL, 'continent', 'id')).toEqual(WHOLE);
  });
});
