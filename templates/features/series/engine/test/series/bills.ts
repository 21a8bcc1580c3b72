import 'reflect-metadata';
import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { DATETIME, NOW } from '../../database/column-types.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addUnique, createTable } from '../../database/steps/step.js';
import { defineAccess, tenant } from '../../model/access-rules.js';
import { Field } from '../../model/field.js';
import type { ModelHooks } from '../../model/hooks.js';
import type { ModelModule } from '../../model/model-module.js';
import { createEngine } from '../../records/create-engine.js';
import { series } from '../../series/series-feature.js';
import { ROLES } from '../fixtures/open-library.js';

/** A bill of a tenant, whose numbers begin anew each year. */
@Entity('bill')
@Unique(['tenant_id', 'number'])
export class Bill {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ series: 'INV-{year}-{0000}' })
  @Column('varchar', { length: 40 })
  number!: string;

  @Column('integer')
  tenant_id!: number;

  @Column('varchar', { length: 40, unique: true })
  title!: string;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

class CreateBills20260101000000 extends StepMigration {
  readonly name = 'CreateBills20260101000000';
  readonly steps = [
    createTable('bill', {
      id: { type: 'id' },
      number: { type: 'string', length: 40 },
      tenant_id: { type: 'integer' },
      title: { type: 'string', length: 40 },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    addUnique('bill', ['tenant_id', 'number']),
    addUnique('bill', ['title']),
    createTable(
      'series_counter',
      {
        series: { type: 'string', length: 127 },
        tenant: { type: 'string', length: 80 },
        period: { type: 'string', length: 7 },
        last: { type: 'bigint' },
      },
      { primaryKey: ['series', 'tenant', 'period'] },
    ),
  ];
}

/** Bills on a fresh database, with their engine. */
export async function openBills(url: string, timeZone = 'UTC', hooks: ModelHooks = {}) {
  const modules: readonly ModelModule[] = [
    { entity: Bill, access: defineAccess<Bill>({ rows: [tenant('tenant_id')] }), hooks },
  ];
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, [CreateBills20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: () => [],
    guards: [series.guardsBy!({ timeZone })],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
