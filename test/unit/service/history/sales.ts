import 'reflect-metadata';
import {
  Column,
  DeleteDateColumn,
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
import { apiKeys } from '../../../../templates/features/api-keys/engine/api-keys/api-keys-feature.js';
import { createStoredKeys } from '../../../../templates/features/api-keys/engine/api-keys/stored-keys.js';
import { history } from '../../../../templates/features/history/engine/history/history-feature.js';
import { dataImport } from '../../../../templates/features/import/engine/import/import-feature.js';
import { lines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { DATETIME, NOW } from '../../../../templates/service/engine/database/column-types.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  addUnique,
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
import { User } from '../../../../templates/service/src/models/user/user.model.js';
import { migrations } from '../../../../templates/service/src/database/migrations/migrations.gen.js';
import { project as service } from '../../../../templates/service/src/project.js';
import { BESIDE_A_PACKAGE } from '../../../support/compose-service.js';
import { featureSteps } from '../../../support/feature-steps.js';
import { openUsers } from '../../../support/open-users.js';

/** A record whose rows others refer to in every way, each of which has a history. */
@Model({ prefix: '/tag', history: true })
@Entity('tag')
export class Tag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  name!: string;
}

@Model({ prefix: '/product', history: true })
@Entity('product')
export class Product {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  /** Derived by nobody: a secret that no one reads. */
  @Column('varchar', { length: 40, nullable: true, select: false })
  pin!: string | null;

  @DeleteDateColumn({ type: DATETIME, precision: 3, nullable: true })
  gone_at!: Date | null;
}

/** Belongs to a tenant; has lines. */
@Model({ prefix: '/sale', history: true })
@Entity('sale')
export class Sale {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  number!: string;

  @Column('integer', { nullable: true })
  margin!: number | null;

  @Column({ type: DATETIME, precision: 3, nullable: true })
  paid_at!: Date | null;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @ManyToMany(() => Tag)
  @JoinTable({
    name: 'sale_tags',
    joinColumn: { name: 'sale_id' },
    inverseJoinColumn: { name: 'tag_id' },
  })
  tags?: Relation<Tag>[];

  @Field({ lines: true })
  @OneToMany(() => Line, (line) => line.sale)
  lines?: Relation<Line>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

@Model({ prefix: '/line', history: '90d' })
@Entity('line')
export class Line {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  sale_id!: number;

  @ManyToOne(() => Sale, (sale) => sale.lines, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sale_id' })
  sale?: Relation<Sale>;

  @Column('varchar', { length: 40 })
  text!: string;

  @Column('integer', { default: 1 })
  quantity!: number;

  @Column('integer', { nullable: true })
  product_id!: number | null;

  @ManyToOne(() => Product, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'product_id' })
  product?: Relation<Product> | null;

  @Column('integer', { nullable: true })
  tag_id!: number | null;

  @ManyToOne(() => Tag, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'tag_id' })
  tag?: Relation<Tag> | null;
}

/** Has no history. */
@Model({ prefix: '/remark' })
@Entity('remark')
export class Remark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  text!: string;
}

class CreateSales20260101000000 extends StepMigration {
  readonly name = 'CreateSales20260101000000';
  readonly steps = [
    createTable('tag', { id: { type: 'id' }, name: { type: 'string', length: 40 } }),
    createTable('remark', { id: { type: 'id' }, text: { type: 'string', length: 40 } }),
    createTable('product', {
      id: { type: 'id' },
      name: { type: 'string', length: 40 },
      pin: { type: 'string', length: 40, nullable: true },
      gone_at: { type: 'datetime', nullable: true },
    }),
    createTable('sale', {
      id: { type: 'id' },
      number: { type: 'string', length: 40 },
      margin: { type: 'integer', nullable: true },
      paid_at: { type: 'datetime', nullable: true },
      tenant_id: { type: 'integer', nullable: true },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('line', {
      id: { type: 'id' },
      sale_id: { type: 'integer' },
      text: { type: 'string', length: 40 },
      quantity: { type: 'integer', default: 1 },
      product_id: { type: 'integer', nullable: true },
      tag_id: { type: 'integer', nullable: true },
    }),
    createTable(
      'sale_tags',
      { sale_id: { type: 'integer' }, tag_id: { type: 'integer' } },
      { primaryKey: ['sale_id', 'tag_id'] },
    ),
    addUnique('tag', ['name']),
    addForeignKey('line', 'sale_id', { table: 'sale', onDelete: 'cascade' }),
    addForeignKey('line', 'product_id', { table: 'product', onDelete: 'set null' }),
    addForeignKey('line', 'tag_id', { table: 'tag', onDelete: 'set null' }),
    addForeignKey('sale_tags', 'sale_id', { table: 'sale', onDelete: 'cascade' }),
    addForeignKey('sale_tags', 'tag_id', { table: 'tag', onDelete: 'cascade' }),
    ...featureSteps(['history', 'import', 'api-keys']),
  ];
}

/** A sale is its tenant's; its margin is for Admins. The same of its lines, by the sale. */
const modules: readonly ModelModule[] = [
  { entity: Tag },
  { entity: Product },
  {
    entity: Sale,
    access: defineAccess<Sale>({
      rows: [allFor('Admin'), tenant('tenant_id')],
      fields: { margin: { read: ['Admin'], write: ['Admin'] } },
    }),
    // Writes another record of a model with a history, for the service.
    hooks: defineHooks(Sale, {
      async afterSave({ operation, after, system }) {
        if (operation === 'create' && after.number === 'tagged')
          await system(Tag).create({ name: `of ${after.id}` });
      },
    }),
  },
  {
    entity: Line,
    access: defineAccess<Line>({ rows: [allFor('Admin'), asParent('sale_id')] }),
  },
  { entity: Remark },
];

// As `crudgen model history User` writes it.
Model({ prefix: '/user', history: true })(User);

/** A project whose records have a history. */
export const saleProject = {
  ...service,
  folder: BESIDE_A_PACKAGE,
  models: [...service.models, ...modules],
  features: [history, lines, dataImport, apiKeys],
  migrations: [...migrations, CreateSales20260101000000],
} as unknown as Project;

/** A change as it is stored. */
export interface StoredChange {
  readonly model: string;
  readonly key: string;
  readonly action: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly actor: string | null;
  readonly door: string;
}

/** A service of sales, and users who ask it. */
export async function openSales(url: string) {
  const features = new Map<object, object>([
    [history, { keep: 730 * 86_400_000 }],
    [lines, {}],
    [apiKeys, { maxAge: 86_400 }],
    [dataImport, { limit: 1_000_000, keep: 3600 }],
  ]);
  const opened = await openUsers(saleProject, url, { features, role: 'Seller' });
  const { dataSource } = opened;

  /** What is stored, from the oldest; takes it away. */
  async function stored(): Promise<readonly StoredChange[]> {
    const rows: (StoredChange & { changes: string })[] = await dataSource.query(
      'SELECT model, "key", action, changes, actor, door FROM record_change ORDER BY id',
    );
    await dataSource.query('DELETE FROM record_change');
    return rows.map((row) => ({
      ...row,
      changes: JSON.parse(row.changes) as StoredChange['changes'],
    }));
  }
  /** The header by which a program acts for a user. */
  async function keyOf(userId: number, name: string) {
    const { database } = opened.parts;
    const limits = { roles: null, models: null, readOnly: false };
    const now = Date.now();
    const given = { ...limits, name, userId, expiresAt: now + 60_000 };
    const add = createStoredKeys(database).add;
    const { key } = await database.write((session) => add(session, given, now));
    return { authorization: `Bearer ${key}` };
  }
  return { ...opened, stored, keyOf };
}
