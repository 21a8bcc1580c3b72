import 'reflect-metadata';
import {
  AfterLoad,
  Column,
  Entity,
  EntityManager,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { custom, defineAccess } from '../../model/access-rules.js';
import { createEngine } from '../../records/create-engine.js';
import type { Database } from '../../database/database.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addForeignKey, createTable } from '../../database/steps/step.js';
import type { Query } from '../../model/operations.js';
import type { Engine } from '../../model/records.js';
import { ROLES, statusOf, user } from '../fixtures/open-library.js';

/** Read in two statements, as a listener looks at it. */
@Entity('parcel')
class Parcel {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @Column('integer', { nullable: true })
  part_of_id!: number | null;

  @ManyToOne(() => Parcel, (parcel) => parcel.parts, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'part_of_id' })
  part_of?: Relation<Parcel> | null;

  @OneToMany(() => Parcel, (parcel) => parcel.part_of)
  parts?: Relation<Parcel[]>;

  @AfterLoad()
  heard(): void {
    this.name += '!';
  }
}

class CreateParcels20260101000000 extends StepMigration {
  readonly name = 'CreateParcels20260101000000';
  readonly steps = [
    createTable('parcel', {
      id: { type: 'id' },
      name: { type: 'string', length: 255 },
      tenant_id: { type: 'integer', nullable: true },
      part_of_id: { type: 'integer', nullable: true },
    }),
    addForeignKey('parcel', 'part_of_id', { table: 'parcel', onDelete: 'set null' }),
  ];
}

const reader = user(1, ['Editor'], [1]);

/** Rows that are written while a list of them is read; `url` gives a fresh database. */
export const describeMovingRows = (url: () => Promise<string>) => {
  let database: Database;
  let engine: Engine;
  beforeAll(async () => {
    database = await openDatabase(await url(), [Parcel], [CreateParcels20260101000000]);
    await migrate(database);
    const rows = [
      // Values of every kind are bound: numbers, texts, lists, patterns.
      custom<Parcel>(({ tenants }, where) =>
        where.and(
          where.eq('tenant_id', tenants[0]!),
          where.not(where.in('name', ['secret', ':where_1'])),
          where.not(where.contains('name', 'Ärger')),
        ),
      ),
    ];
    engine = createEngine({
      database,
      modules: [{ entity: Parcel, access: defineAccess<Parcel>({ rows }) }],
      roles: () => ROLES,
      searchedFields: () => [],
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
  }, 60_000);
  afterAll(() => database.close());

  beforeEach(async () => {
    const { dataSource } = database;
    await dataSource.query('DELETE FROM parcel');
    await dataSource.query(
      `INSERT INTO parcel (id, name, tenant_id, part_of_id)
       VALUES (1, 'p1', 1, NULL), (2, 'p2', 1, 4), (3, 'p3', 1, 4), (4, 'p4', 1, NULL), (5, 'p5', 1, 2)`,
    );
  });
  afterEach(() => vi.restoreAllMocks());

  /** Comes between the two statements of the next read. */
  const meanwhile = (sql: string) =>
    vi.spyOn(EntityManager.prototype, 'find').mockImplementationOnce(async function (
      this: EntityManager,
      ...given
    ) {
      await this.query(sql);
      return this.find(...given);
    });
  const parcels = () => engine.operations(reader)(Parcel);
  const list = async (query: Query) => {
    const page = await parcels().list(query);
    return { ...page, rows: JSON.parse(page.text) as Record<string, unknown>[] };
  };
  const DELETED = 'DELETE FROM parcel WHERE id = 1';

  test('a row that goes takes nothing but its own record along', async () => {
    meanwhile(DELETED);
    const { rows } = await list({ _expand: 'part_of', _count: 'parts' });
    const part_of = { id: 4, name: 'p4!' };
    expect(rows).toMatchObject([
      { id: 2, name: 'p2!', part_of, _count: { parts: 1 } },
      { id: 3, name: 'p3!', part_of, _count: { parts: 0 } },
      { id: 4, name: 'p4!', part_of: null, _count: { parts: 2 } },
      { id: 5, name: 'p5!', part_of: { id: 2 }, _count: { parts: 0 } },
    ]);
  });

  test.each([
    ['another tenant', 'tenant_id = 2'],
    ['no tenant', 'tenant_id = NULL'],
    ['what a rule hides', `name = 'secret'`],
    ['what another one hides', `name = 'viel Ärger'`],
  ])('a row that goes to %s is not shown', async (_where, set) => {
    const moved = `UPDATE parcel SET ${set} WHERE id = 1`;
    const back = `UPDATE parcel SET tenant_id = 1, name = 'p1' WHERE id = 1`;
    meanwhile(moved);
    expect((await list({ _end: '2' })).rows).toMatchObject([{ id: 2 }]);
    await database.dataSource.query(back);
    meanwhile(moved);
    expect(await statusOf(parcels().get(1))).toBe(404);
    await database.dataSource.query(back);
    meanwhile(moved);
    expect((await engine.as(reader)(Parcel).find()).map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  });

  test('a page whose rows have all gone is followed by the next one', async () => {
    meanwhile(DELETED);
    const first = await list({ _end: '1' });
    expect(first.rows).toEqual([]);
    meanwhile('DELETE FROM parcel WHERE id = 2');
    const second = await list({ _end: '1', _after: first.next });
    expect(second.rows).toEqual([]);
    expect((await list({ _end: '1', _after: second.next })).rows).toMatchObject([{ id: 3 }]);
  });

  test('a record is read as it is in the second statement', async () => {
    meanwhile(`UPDATE parcel SET name = 'new' WHERE id = 1`);
    expect((await list({ _end: '1' })).rows).toMatchObject([{ id: 1, name: 'new!' }]);
  });
};
