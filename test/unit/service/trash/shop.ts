import 'reflect-metadata';
import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { frozen } from '../../../../templates/features/frozen/engine/frozen/frozen-feature.js';
import { history } from '../../../../templates/features/history/engine/history/history-feature.js';
import { lines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { noOverlap } from '../../../../templates/features/no-overlap/engine/no-overlap/no-overlap-feature.js';
import { trash } from '../../../../templates/features/trash/engine/trash/trash-feature.js';
import { DATETIME, NOW } from '../../../../templates/service/engine/database/column-types.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  addSqlIndex,
  createTable,
} from '../../../../templates/service/engine/database/steps/step.js';
import {
  allFor,
  asParent,
  defineAccess,
  tenant,
} from '../../../../templates/service/engine/model/access-rules.js';
import { defineHooks } from '../../../../templates/service/engine/model/define-hooks.js';
import { Field, Model } from '../../../../templates/service/engine/model/field.js';
import type { ModelModule } from '../../../../templates/service/engine/model/model-module.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { migrations } from '../../../../templates/service/src/database/migrations/migrations.gen.js';
import { project as service } from '../../../../templates/service/src/project.js';
import { BESIDE_A_PACKAGE } from '../../../support/compose-service.js';
import { featureSteps } from '../../../support/feature-steps.js';
import { openUsers } from '../../../support/open-users.js';

const LIVING = '"deleted_at" IS NULL';

/** Required by orders; may come to the trash itself. */
@Model({ prefix: '/buyer', trash: true })
@Entity('buyer')
export class Buyer {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

/** Shown in lists of others. */
@Model({ prefix: '/label', trash: true, history: true })
@Index(['name'], { unique: true, where: LIVING })
@Entity('label')
export class Label {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

/** Belongs to a tenant, within which its number is unique; has lines, and changes no more once it is called PAID. */
@Model({ prefix: '/order', trash: '30d', history: true, frozen: { when: 'number=PAID' } })
@Index(['tenant_id', 'number'], { unique: true, where: LIVING })
@Entity('order')
export class Order {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  number!: string;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @Column('integer', { nullable: true })
  buyer_id!: number | null;

  @ManyToOne(() => Buyer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'buyer_id' })
  buyer?: Relation<Buyer> | null;

  @Column('integer', { nullable: true })
  main_label_id!: number | null;

  @ManyToOne(() => Label, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'main_label_id' })
  main_label?: Relation<Label> | null;

  @ManyToMany(() => Label)
  @JoinTable({
    name: 'order_labels',
    joinColumn: { name: 'order_id' },
    inverseJoinColumn: { name: 'label_id' },
  })
  labels?: Relation<Label>[];

  @Field({ lines: true })
  @OneToMany(() => OrderLine, (line) => line.order)
  lines?: Relation<OrderLine>[];

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

@Model({ prefix: '/order_line', trash: true, history: true })
@Entity('order_line')
export class OrderLine {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  order_id!: number;

  @ManyToOne(() => Order, (order) => order.lines, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id' })
  order?: Relation<Order>;

  @Column('varchar', { length: 40 })
  text!: string;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

/** Has periods that do not overlap. */
@Model({
  prefix: '/stay',
  trash: true,
  noOverlap: { fields: ['starts', 'ends'], by: ['room'] },
})
@Entity('stay')
export class Stay {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  room!: number;

  @Column('integer')
  starts!: number;

  @Column('integer')
  ends!: number;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

/** Has no trash. */
@Model({ prefix: '/remark' })
@Entity('remark')
export class Remark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  text!: string;
}

const MARK = { deleted_at: { type: 'datetime', nullable: true } } as const;
const unique = (table: string, ...columns: readonly string[]) =>
  addSqlIndex(
    table,
    `uq_${table}`,
    `UNIQUE (${columns.map((one) => `"${one}"`).join(', ')}) WHERE ${LIVING}`,
  );

class CreateShop20260101000000 extends StepMigration {
  readonly name = 'CreateShop20260101000000';
  readonly steps = [
    createTable('buyer', { id: { type: 'id' }, name: { type: 'string', length: 40 }, ...MARK }),
    createTable('label', { id: { type: 'id' }, name: { type: 'string', length: 40 }, ...MARK }),
    createTable('order', {
      id: { type: 'id' },
      number: { type: 'string', length: 40 },
      tenant_id: { type: 'integer', nullable: true },
      buyer_id: { type: 'integer', nullable: true },
      main_label_id: { type: 'integer', nullable: true },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
      ...MARK,
    }),
    createTable('order_line', {
      id: { type: 'id' },
      order_id: { type: 'integer' },
      text: { type: 'string', length: 40 },
      ...MARK,
    }),
    createTable('stay', {
      id: { type: 'id' },
      room: { type: 'integer' },
      starts: { type: 'integer' },
      ends: { type: 'integer' },
      ...MARK,
    }),
    createTable('remark', { id: { type: 'id' }, text: { type: 'string', length: 40 } }),
    createTable(
      'order_labels',
      { order_id: { type: 'integer' }, label_id: { type: 'integer' } },
      { primaryKey: ['order_id', 'label_id'] },
    ),
    unique('label', 'name'),
    unique('order', 'tenant_id', 'number'),
    addForeignKey('order', 'buyer_id', { table: 'buyer', onDelete: 'restrict' }),
    addForeignKey('order', 'main_label_id', { table: 'label', onDelete: 'set null' }),
    addForeignKey('order_line', 'order_id', { table: 'order', onDelete: 'cascade' }),
    addForeignKey('order_labels', 'order_id', { table: 'order', onDelete: 'cascade' }),
    addForeignKey('order_labels', 'label_id', { table: 'label', onDelete: 'cascade' }),
    ...featureSteps(['history', 'trash']),
  ];
}

/** What the hooks of orders were told. */
export const told: string[] = [];

/** An order is its tenant's, and so are its lines. */
const modules: readonly ModelModule[] = [
  { entity: Buyer },
  { entity: Label },
  {
    entity: Order,
    access: defineAccess<Order>({ rows: [allFor('Admin'), tenant('tenant_id')] }),
    hooks: defineHooks(Order, {
      afterSave: ({ operation, after }) => void told.push(`${operation} ${after.number}`),
      afterDelete: ({ before }) => void told.push(`delete ${before.number}`),
    }),
  },
  {
    entity: OrderLine,
    access: defineAccess<OrderLine>({ rows: [allFor('Admin'), asParent('order_id')] }),
  },
  { entity: Stay },
  { entity: Remark },
];

/** A project whose records go to the trash. */
export const shopProject = {
  ...service,
  folder: BESIDE_A_PACKAGE,
  models: [...service.models, ...modules],
  features: [trash, frozen, lines, history, noOverlap],
  migrations: [...migrations, CreateShop20260101000000],
} as unknown as Project;

/** A service of orders, and users who ask it. */
export const openShop = (url: string) =>
  openUsers(shopProject, url, {
    features: new Map<object, object>([
      [trash, { keep: 30 * 86_400_000 }],
      [history, { keep: 730 * 86_400_000 }],
      [lines, {}],
      [noOverlap, {}],
    ]),
    role: 'Seller',
  });
