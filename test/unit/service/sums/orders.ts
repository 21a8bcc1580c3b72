import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import {
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
import { Field } from '../../../../templates/service/engine/model/field.js';
import type { ModelModule } from '../../../../templates/service/engine/model/model-module.js';
import { recordLines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import { sums } from '../../../../templates/features/sums/engine/sums/sums-feature.js';
import { ROLES } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';

@Entity('part')
export class Part {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;
}

@Entity('purchase')
export class Purchase {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  @Field({ total: 'sum(items.amount)' })
  @Column('decimal', { precision: 12, scale: 2, transformer: DECIMAL, default: 0 })
  total!: number;

  @Field({ total: 'count(items)' })
  @Column('integer', { default: 0 })
  size!: number;

  @Field({ total: 'max(items.due)' })
  @Column('date', { nullable: true })
  last!: string | null;

  @Field({ lines: true })
  @OneToMany(() => Article, (item) => item.purchase)
  items?: Relation<Article>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

@Entity('article')
export class Article {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  purchase_id!: number;

  @ManyToOne(() => Purchase, (purchase) => purchase.items, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'purchase_id' })
  purchase?: Relation<Purchase>;

  @Column('integer', { nullable: true })
  part_id!: number | null;

  @ManyToOne(() => Part, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'part_id' })
  part?: Relation<Part> | null;

  @Column('decimal', { precision: 12, scale: 2, transformer: DECIMAL, nullable: true })
  amount!: number | null;

  @Column('date', { nullable: true })
  due!: string | null;
}

const DECIMALS = { type: 'decimal', precision: 12, scale: 2 } as const;

class CreatePurchases20260101000000 extends StepMigration {
  readonly name = 'CreatePurchases20260101000000';
  readonly steps = [
    createTable('part', { id: { type: 'id' }, name: { type: 'string', length: 40 } }),
    createTable('purchase', {
      id: { type: 'id' },
      name: { type: 'string', length: 40 },
      total: { ...DECIMALS, default: 0 },
      size: { type: 'integer', default: 0 },
      last: { type: 'date', nullable: true },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('article', {
      id: { type: 'id' },
      purchase_id: { type: 'integer' },
      part_id: { type: 'integer', nullable: true },
      amount: { ...DECIMALS, nullable: true },
      due: { type: 'date', nullable: true },
    }),
    addForeignKey('article', 'purchase_id', { table: 'purchase', onDelete: 'cascade' }),
    addForeignKey('article', 'part_id', { table: 'part', onDelete: 'cascade' }),
  ];
}

/** Purchases with totals of their articles, on a fresh database. */
export async function openPurchases(
  url: string,
  access: Pick<ModelModule, 'access'>[] = [],
  { totals } = sums,
) {
  const modules: readonly ModelModule[] = [
    { entity: Part },
    { entity: Purchase, ...access[0] },
    { entity: Article, ...access[1] },
  ];
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, [CreatePurchases20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: () => [],
    lines: recordLines,
    totals,
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
