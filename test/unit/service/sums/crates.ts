import 'reflect-metadata';
import {
  Column,
  DeleteDateColumn,
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
  addUnique,
  createTable,
} from '../../../../templates/service/engine/database/steps/step.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import type { ModelModule } from '../../../../templates/service/engine/model/model-module.js';
import type { ModelHooks } from '../../../../templates/service/engine/model/hooks.js';
import { Field } from '../../../../templates/service/engine/model/field.js';
import { recordLines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import { sums } from '../../../../templates/features/sums/engine/sums/sums-feature.js';
import { ROLES } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';

@Entity('crate')
export class Crate {
  @PrimaryGeneratedColumn() id!: number;
  @Field({ total: 'sum(boxes.weight)' }) @Column('integer', { default: 0 }) weight!: number;
  @Field({ lines: true }) @OneToMany(() => Box, (box) => box.crate) boxes?: Relation<Box>[];
  @VersionColumn({ default: 1 }) version!: number;
  @UpdateDateColumn({ type: DATETIME, precision: 3 }) updated_at!: Date;
}
@Entity('box')
export class Box {
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
  @Field({ total: 'sum(things.heat)' }) @Column('float', { default: 0 }) heat!: number;
  @Field({ total: 'max(things.name)' }) @Column('varchar', { length: 40, nullable: true }) name!:
    string | null;
  @Field({ lines: true }) @OneToMany(() => Thing, (t) => t.box) things?: Relation<Thing>[];
  @UpdateDateColumn({ type: DATETIME, precision: 3 }) updated_at!: Date;
}
@Entity('thing')
export class Thing {
  @PrimaryGeneratedColumn() id!: number;
  @Column('integer') box_id!: number;
  @ManyToOne(() => Box, (b) => b.things, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'box_id' })
  box?: Relation<Box>;
  @Column('integer', { nullable: true }) label_id!: number | null;
  @ManyToOne(() => Label, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'label_id' })
  label?: Relation<Label> | null;
  @Column('varchar', { length: 40, nullable: true, unique: true }) code!: string | null;
  @Column('integer', { default: 0, nullable: true }) weight!: number | null;
  @Column('bigint', { default: '0', transformer: BIGINT }) big!: string;
  @Column('decimal', { precision: 6, scale: 2, transformer: DECIMAL, default: 0 }) price!: number;
  @Column('varchar', { length: 40, nullable: true }) name!: string | null;
  @Column('float', { default: 0 }) heat!: number;
  @DeleteDateColumn({ type: DATETIME, precision: 3 }) deleted_at!: Date | null;
}
@Entity('label')
export class Label {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
}
export class CreateCrates20260101000000 extends StepMigration {
  readonly name = 'CreateCrates20260101000000';
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
      heat: { type: 'float', default: 0 },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('thing', {
      id: { type: 'id' },
      box_id: { type: 'integer' },
      label_id: { type: 'integer', nullable: true },
      code: { type: 'string', length: 40, nullable: true },
      weight: { type: 'integer', default: 0, nullable: true },
      big: { type: 'bigint', default: '0' },
      price: { type: 'decimal', precision: 6, scale: 2, default: 0 },
      name: { type: 'string', length: 40, nullable: true },
      heat: { type: 'float', default: 0 },
      deleted_at: { type: 'datetime', nullable: true },
    }),
    createTable('label', { id: { type: 'id' }, name: { type: 'string', length: 40 } }),
    addUnique('thing', ['code']),
    addForeignKey('thing', 'label_id', { table: 'label', onDelete: 'cascade' }),
    addForeignKey('box', 'crate_id', { table: 'crate', onDelete: 'cascade' }),
    addForeignKey('thing', 'box_id', { table: 'box', onDelete: 'cascade' }),
  ];
}
/** Crates of boxes of things, on a fresh database: totals of totals. */
export async function openCrates(
  url: string,
  hooks: ModelHooks = {},
  access?: ModelModule['access'],
) {
  const modules = [
    { entity: Crate, hooks },
    { entity: Box, access },
    { entity: Thing },
    { entity: Label },
  ];
  const database = await openDatabase(
    url,
    modules.map((m) => m.entity),
    [CreateCrates20260101000000],
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
