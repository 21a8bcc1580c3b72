import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { expect, test } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import { describeModels } from '../../model/describe-models.js';
import { Field } from '../../model/field.js';
import { compileWhere } from '../../records/conditions/compile-where.js';
import { reachOf } from '../../records/reading/reach.js';
import { readOnlyModels } from '../../read-only/read-only-feature.js';
import { Album, AlbumSales, Artist, Shelf } from './sales.js';

@Entity('crate')
class Crate {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ lines: true })
  @OneToMany(() => CrateStock, (crateStock) => crateStock.crate)
  stock?: Relation<CrateStock[]>;
}

/** A view that says of itself what only a table can have. */
@ViewEntity('crate_stock', { synchronize: false })
class CrateStock {
  @PrimaryColumn('integer')
  id!: number;

  @Column('integer')
  crate_id!: number;

  @ManyToOne(() => Crate, (crate) => crate.stock, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'crate_id' })
  crate?: Relation<Crate>;

  @ManyToMany(() => Crate)
  @JoinTable({
    name: 'crate_stock_others',
    joinColumn: { name: 'crate_stock_id' },
    inverseJoinColumn: { name: 'crate_id' },
  })
  others?: Relation<Crate[]>;
}

/** A view without a key, with what looks like one. */
@ViewEntity('month_totals', { synchronize: false })
class MonthTotals {
  @Column('integer')
  id!: number;
}

@Entity('note')
class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  stock_id!: number;

  @ManyToOne(() => CrateStock, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'stock_id' })
  stock?: Relation<CrateStock>;
}

/** Why a service with these models does not start. */
async function refusal(entities: readonly (new () => object)[], readOnly?: typeof readOnlyModels) {
  const database = await openDatabase('sqlite::memory:', entities, []);
  const modules = entities.map((entity) => ({ entity }));
  // What lines are missing is another feature's to say.
  const lines = { refusals: () => [] };
  try {
    describeModels(database.dataSource, modules, { readOnly, lines });
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    await database.close();
  }
}

test('a service with views does not start without the feature', async () => {
  const entities = [Artist, Album, AlbumSales, Shelf];
  expect((await refusal(entities))?.message).toContain('AlbumSales: `@ViewEntity` needs a feature');
  expect(await refusal(entities, readOnlyModels)).toBeNull();
});

test('a view has no foreign keys, no many-to-many relations and is no line', async () => {
  const message = (await refusal([Crate, CrateStock], readOnlyModels))?.message;
  expect(message).toContain('CrateStock.crate: a `@ViewEntity` has no foreign keys');
  expect(message).toContain('CrateStock.others: a `@ViewEntity` has no many-to-many relations');
  expect(message).toContain('CrateStock.crate_id: lines are written with their record');
});

test('a view without a key has no field that looks like one', async () => {
  const message = (await refusal([MonthTotals], readOnlyModels))?.message;
  expect(message).toContain('MonthTotals.id: without a `@PrimaryColumn` no field is called `id`');
});

test('no foreign key leads to a view', async () => {
  const referred = (await refusal([Crate, CrateStock, Note], readOnlyModels))?.message;
  expect(referred).toContain('Note.stock_id: a foreign key cannot refer to CrateStock');
});

test('no read of a view counts as one of few rows: it may look at any number to find one', async () => {
  const database = await openDatabase('sqlite::memory:', [Artist, Album, AlbumSales, Shelf], []);
  const modules = [Artist, Album, AlbumSales, Shelf].map((entity) => ({ entity }));
  const core = {
    dialect: database.dialect,
    models: describeModels(database.dataSource, modules, { readOnly: readOnlyModels }),
  };
  const model = (name: string) => core.models.find((one) => one.name === name)!;
  const byId = (name: string) => {
    const where = { op: 'eq', field: 'id', value: 1 } as const;
    return reachOf(
      { condition: compileWhere(where, model(name), { ...core, model }) },
      model(name),
    );
  };
  expect(byId('Album')).toBe('few');
  expect(byId('AlbumSales')).toMatchObject({ tables: ['album_sales'] });
  await database.close();
});
