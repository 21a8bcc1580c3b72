import 'reflect-metadata';
import express from 'express';
import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { idempotency } from '../../../templates/features/idempotency/engine/idempotency/idempotency-feature.js';
import { dataImport } from '../../../templates/features/import/engine/import/import-feature.js';
import { lines } from '../../../templates/features/lines/engine/lines/lines-feature.js';
import { project as bare } from '../../../templates/features/engine-tests/engine/test/fixtures/project.js';
import { User } from '../../../templates/features/engine-tests/engine/test/fixtures/user.model.js';
import { DATETIME } from '../../../templates/service/engine/database/column-types.js';
import { StepMigration } from '../../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  addUnique,
  createTable,
} from '../../../templates/service/engine/database/steps/step.js';
import {
  asParent,
  defineAccess,
  owner,
  tenant,
  type AccessRules,
} from '../../../templates/service/engine/model/access-rules.js';
import { apiPrefix } from '../../../templates/service/engine/http/endpoint.js';
import { requestId } from '../../../templates/service/engine/http/request-log.js';
import { Field, Model } from '../../../templates/service/engine/model/field.js';
import type { ModelHooks } from '../../../templates/service/engine/model/hooks.js';
import type { Project } from '../../../templates/service/engine/service/project.js';
import { featureSteps } from '../../support/feature-steps.js';

/** Of a tenant alone. */
@Entity('article')
export class Article {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;
}

/** Of its owner or a tenant, with lines, a unique number and a field that few write. */
@Model({ prefix: '/orders' })
@Entity('order')
export class Order {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  number!: string;

  @Column('varchar', { length: 40, nullable: true })
  note!: string | null;

  @Column('varchar', { length: 40, nullable: true })
  margin!: string | null;

  @Column('integer', { nullable: true })
  clerk_id!: number | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'clerk_id' })
  clerk?: Relation<User> | null;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @Field({ lines: true })
  @OneToMany(() => OrderLine, (line) => line.order)
  lines?: Relation<OrderLine[]>;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;

  @ManyToMany(() => Article)
  @JoinTable({
    name: 'order_gifts',
    joinColumn: { name: 'order_id' },
    inverseJoinColumn: { name: 'article_id' },
  })
  gifts?: Relation<Article[]>;
}

/** As its order. */
@Model({ prefix: '/order_lines' })
@Entity('order_line')
export class OrderLine {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  text!: string;

  @Column('integer')
  order_id!: number;

  @ManyToOne(() => Order, (order) => order.lines, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id' })
  order?: Relation<Order>;

  @Column('integer', { nullable: true })
  article_id!: number | null;

  @ManyToOne(() => Article, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'article_id' })
  article?: Relation<Article> | null;
}

const string = { type: 'string', length: 40 } as const;
const integer = { type: 'integer' } as const;
const optional = { nullable: true } as const;

class CreateOrders20260101000000 extends StepMigration {
  readonly name = 'CreateOrders20260101000000';
  readonly steps = [
    ...featureSteps(['import', 'idempotency']),
    createTable('article', {
      id: { type: 'id' },
      name: string,
      tenant_id: { ...integer, ...optional },
    }),
    createTable('order', {
      id: { type: 'id' },
      number: string,
      note: { ...string, ...optional },
      margin: { ...string, ...optional },
      clerk_id: { ...integer, ...optional },
      tenant_id: { ...integer, ...optional },
      updated_at: { type: 'datetime' },
    }),
    addUnique('order', ['number']),
    addForeignKey('order', 'clerk_id', { table: 'auth_user', onDelete: 'set null' }),
    createTable('order_line', {
      id: { type: 'id' },
      text: string,
      order_id: integer,
      article_id: { ...integer, ...optional },
    }),
    addForeignKey('order_line', 'order_id', { table: 'order', onDelete: 'cascade' }),
    addForeignKey('order_line', 'article_id', { table: 'article', onDelete: 'set null' }),
    createTable(
      'order_gifts',
      { order_id: integer, article_id: integer },
      { primaryKey: ['order_id', 'article_id'] },
    ),
    addForeignKey('order_gifts', 'order_id', { table: 'order', onDelete: 'cascade' }),
    addForeignKey('order_gifts', 'article_id', { table: 'article', onDelete: 'cascade' }),
  ];
}

/** The access rules of each model by its name. */
export type Rules = Readonly<Record<'Article' | 'Order' | 'OrderLine', AccessRules>>;

export const RULES: Rules = {
  Article: defineAccess<Article>({ rows: [tenant('tenant_id')] }),
  Order: defineAccess<Order>({
    rows: [owner('clerk_id'), tenant('tenant_id')],
    fields: { margin: { read: ['Admin'], write: ['Admin'] } },
  }),
  OrderLine: defineAccess<OrderLine>({ rows: [asParent('order_id')] }),
};

/** A project of orders under these rules, with lines, imports and writes that are done once. */
export const orders = (rules: Partial<Rules> = {}, hooks?: ModelHooks): Project => {
  const access = { ...RULES, ...rules };
  return {
    ...bare,
    createApp(parts) {
      const app = express();
      app.use(requestId, apiPrefix);
      for (const { add } of parts.endpoints) add(app, parts);
      return app.use(bare.createApp(parts));
    },
    models: [
      { entity: Article, access: access.Article },
      { entity: Order, access: access.Order, ...(hooks && { hooks }) },
      { entity: OrderLine, access: access.OrderLine },
    ],
    features: [idempotency, lines, dataImport],
    migrations: [...bare.migrations, CreateOrders20260101000000],
  };
};
