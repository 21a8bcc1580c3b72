import 'reflect-metadata';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DATETIME } from '../../database/column-types.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addSqlIndex, createTable, sql } from '../../database/steps/step.js';
import { allFor, defineAccess, owner, tenant } from '../../model/access-rules.js';
import { Model } from '../../model/field.js';
import type { ModelModule } from '../../model/model-module.js';
import { noOverlap } from '../../no-overlap/no-overlap-feature.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';

/** A room is taken by one booking at a time. */
@Entity('booking')
@Model({ label: '{title}', noOverlap: { fields: ['starts_at', 'ends_at'], by: ['room'] } })
export class Booking {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  title!: string;

  @Column('integer', { nullable: true })
  room!: number | null;

  @Column(DATETIME, { precision: 3 })
  starts_at!: Date;

  @Column(DATETIME, { precision: 3, nullable: true })
  ends_at!: Date | null;

  @Column('integer', { nullable: true })
  owner_id!: number | null;
}

/** The prices of a tenant hold for days. */
@Entity('price')
@Model({ noOverlap: { fields: ['from', 'until'] } })
export class Price {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('date')
  from!: string;

  @Column('date', { nullable: true })
  until!: string | null;

  @Column('integer')
  tenant_id!: number;
}

class CreateBookings20260101000000 extends StepMigration {
  readonly name = 'CreateBookings20260101000000';
  readonly steps = [
    createTable('booking', {
      id: { type: 'id' },
      title: { type: 'string', length: 40 },
      room: { type: 'integer', nullable: true },
      starts_at: { type: 'datetime' },
      ends_at: { type: 'datetime', nullable: true },
      owner_id: { type: 'integer', nullable: true },
    }),
    createTable('price', {
      id: { type: 'id' },
      from: { type: 'date' },
      until: { type: 'date', nullable: true },
      tenant_id: { type: 'integer' },
    }),
    addSqlIndex('booking', 'booking_no_overlap', { sqlite: '("room", "starts_at")' }),
    sql(
      {
        sqlite: [],
        postgres: [
          'CREATE EXTENSION IF NOT EXISTS btree_gist',
          'ALTER TABLE "booking" ADD CONSTRAINT "booking_no_overlap" EXCLUDE USING gist ("room" WITH =, tstzrange("starts_at", "ends_at") WITH &&)',
          'ALTER TABLE "price" ADD CONSTRAINT "price_no_overlap" EXCLUDE USING gist ("tenant_id" WITH =, daterange("from", "until") WITH &&)',
        ],
      },
      { sqlite: [], postgres: [] },
    ),
  ];
}

/** Bookings and prices on a fresh database, with their engine. */
export async function openBookings(url: string) {
  const modules: readonly ModelModule[] = [
    {
      entity: Booking,
      access: defineAccess<Booking>({ rows: [owner('owner_id'), allFor('Admin')] }),
    },
    { entity: Price, access: defineAccess<Price>({ rows: [tenant('tenant_id')] }) },
  ];
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, [CreateBookings20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: () => [],
    guards: [noOverlap.guards!],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
