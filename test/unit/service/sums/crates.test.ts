import { afterAll, describe, expect, test } from 'vitest';
import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import {
  BIGINT,
  DATETIME,
  DECIMAL,
  NOW,
} from '../../../../templates/service/engine/database/column-types.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import {
  addForeignKey,
  createTable,
} from '../../../../templates/service/engine/database/steps/step.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import type { ModelHooks } from '../../../../templates/service/engine/model/hooks.js';
import { Field } from '../../../../templates/service/engine/model/field.js';
import { recordLines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import { sums } from '../../../../templates/features/sums/engine/sums/sums-feature.js';
import { recompute } from '../../../../templates/features/sums/engine/sums/sums-command.js';
import { keepersAmong } from '../../../../templates/features/sums/engine/sums/totals.js';
import {
  ROLES,
  admin,
  statusOf,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { startPostgres } from '../../../support/postgres.js';

@Entity('crate')
class Crate {
  @PrimaryGeneratedColumn() id!: number;
  @Field({ total: 'sum(boxes.weight)' }) @Column('integer', { default: 0 }) weight!: number;
  @Field({ lines: true }) @OneToMany(() => Box, (box) => box.crate) boxes?: Relation<Box>[];
  @VersionColumn({ default: 1 }) version!: number;
  @UpdateDateColumn({ type: DATETIME, precision: 3 }) updated_at!: Date;
}
@Entity('box')
class Box {
  @PrimaryGeneratedColumn() id!: number;
  @Column('integer') crate_id!: number;
  @ManyToOne(() => Crate, (c) => c.boxes, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'crate_id' })
  crate?: Relation<Crate>;
  @Field({ total: 'sum(things.weight)' }) @Column('integer', { default: 0 }) weight!: number;
  @Field({ total: 'sum(things.big)' })
  @Column('bigint', { default: '0', transformer: BIGINT })
  big!: string;
  @Field({ total: 'sum(things.price)' })
  @Column('decimal', { precision: 6, scale: 2, transformer: DECIMAL, default: 0 })
  price!: number;
  @Field({ total: 'max(things.name)' }) @Column('varchar', { length: 40, nullable: true }) name!:
    string | null;
  @Field({ lines: true }) @OneToMany(() => Thing, (t) => t.box) things?: Relation<Thing>[];
  @UpdateDateColumn({ type: DATETIME, precision: 3 }) updated_at!: Date;
}
@Entity('thing')
class Thing {
  @PrimaryGeneratedColumn() id!: number;
  @Column('integer') box_id!: number;
  @ManyToOne(() => Box, (b) => b.things, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'box_id' })
  box?: Relation<Box>;
  @Column('integer', { default: 0 }) weight!: number;
  @Column('bigint', { default: '0', transformer: BIGINT }) big!: string;
  @Column('decimal', { precision: 6, scale: 2, transformer: DECIMAL, default: 0 }) price!: number;
  @Column('varchar', { length: 40, nullable: true }) name!: string | null;
  @Column('boolean', { default: false }) hot!: boolean;
}
class Create20260101000000 extends StepMigration {
  readonly name = 'Create20260101000000';
  readonly steps = [
    createTable('crate', {
      id: { type: 'id' },
      weight: { type: 'integer', default: 0 },
      version: { type: 'integer', default: 1 },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('box', {
      id: { type: 'id' },
      crate_id: { type: 'integer' },
      weight: { type: 'integer', default: 0 },
      big: { type: 'bigint', default: '0' },
      price: { type: 'decimal', precision: 6, scale: 2, default: 0 },
      name: { type: 'string', length: 40, nullable: true },
      hot: { type: 'boolean', nullable: true },
      updated_at: { type: 'datetime', default: NOW },
    } as never),
    createTable('thing', {
      id: { type: 'id' },
      box_id: { type: 'integer' },
      weight: { type: 'integer', default: 0 },
      big: { type: 'bigint', default: '0' },
      price: { type: 'decimal', precision: 6, scale: 2, default: 0 },
      name: { type: 'string', length: 40, nullable: true },
      hot: { type: 'boolean', default: false },
    } as never),
    addForeignKey('box', 'crate_id', { table: 'crate', onDelete: 'cascade' }),
    addForeignKey('thing', 'box_id', { table: 'box', onDelete: 'cascade' }),
  ];
}
async function open(url: string, hooks: ModelHooks = {}) {
  const modules = [{ entity: Crate, hooks }, { entity: Box }, { entity: Thing }];
  const database = await openDatabase(
    url,
    modules.map((m) => m.entity),
    [Create20260101000000],
  );
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: () => [],
    lines: recordLines,
    totals: sums.totals,
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe.each([
  ['sqlite', () => Promise.resolve('sqlite::memory:')],
  ['postgres', () => server.createDatabase()],
] as const)('%s', (_n, url) => {
  test('a correction is a new version', async () => {
    const { database, engine } = await open(await url());
    try {
      const of = (entity: new () => object) => engine.operations(admin)(entity);
      const { record } = await of(Crate).create({});
      await of(Box).create({ crate_id: record.id, things: [{ weight: 3 }] });
      const before = await of(Crate).get(record.id);
      await database.dataSource.query('UPDATE crate SET weight = 77');
      const { core, model } = engine.scope(admin)(Crate);
      expect(await recompute(model, core)).toBe(1);
      const after = await of(Crate).get(record.id);
      expect([after['weight'], Number(after['version'])]).toEqual([
        3,
        Number(before['version']) + 1,
      ]);
    } finally {
      await database.close();
    }
  });

  test('a crate hears of boxes whose totals change', async () => {
    const heard: number[] = [];
    const { database, engine } = await open(await url(), {
      afterLines: ({ after }) => void heard.push(Number(after['id'])),
    });
    try {
      const of = (entity: new () => object) => engine.operations(admin)(entity);
      const { record } = await of(Crate).create({});
      await of(Box).create({ crate_id: record.id, things: [{ weight: 3 }] });
      heard.length = 0;
      await of(Thing).update(1, { weight: 4 });
      expect(await of(Crate).get(record.id)).toMatchObject({ weight: 4 });
      expect(heard).toEqual([record.id]);
    } finally {
      await database.close();
    }
  });

  test('one run puts totals of totals right', async () => {
    const { database, engine } = await open(await url());
    try {
      const of = (e: new () => object) => engine.operations(admin)(e);
      const crate = (await of(Crate).create({})).record;
      await of(Box).create({ crate_id: crate.id, things: [{ weight: 3 }] });
      expect(await of(Crate).get(crate.id)).toMatchObject({ weight: 3 });
      await database.dataSource.query('UPDATE thing SET weight = 10');
      for (const model of keepersAmong(engine.models)) {
        const { core } = engine.scope(admin)(model.entity);
        if (model.columns.some((c) => c.role === 'total')) await recompute(model, core);
      }
      expect(await of(Box).get(1)).toMatchObject({ weight: 10 });
      expect(await of(Crate).get(crate.id)).toMatchObject({ weight: 10 });
    } finally {
      await database.close();
    }
  });
  test('a total that is larger than its field is a refusal', async () => {
    const { database, engine } = await open(await url());
    try {
      const of = (entity: new () => object) => engine.operations(admin)(entity);
      const { record } = await of(Crate).create({});
      const line = { big: '9000000000000000000' };
      const write = of(Box).create({ crate_id: record.id, things: [line, line] });
      expect(await statusOf(write)).toBe(400);
    } finally {
      await database.close();
    }
  });
});
