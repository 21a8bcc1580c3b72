import 'reflect-metadata';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addUnique, createTable } from '../../database/steps/step.js';
import { defineAccess } from '../../model/access-rules.js';
import type { ModelModule } from '../../model/model-module.js';
import { native, nativeTypes } from '../../native-types/index.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';

/** A record of native types: with an order, without one, and those that pg reads as objects. */
@Entity('host')
export class Host {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text', { unique: true, transformer: native('inet') })
  ip!: string;

  @Column('text', { nullable: true, transformer: native('interval') })
  uptime!: string | null;

  @Column('text', { nullable: true, transformer: native('point') })
  place!: string | null;

  @Column('text', { nullable: true, transformer: native('bit(4)') })
  flags!: string | null;

  @Column('text', { nullable: true, transformer: native('integer[]') })
  matrix!: string | null;

  @Column('text', { nullable: true, transformer: native('xml') })
  about!: string | null;
}

export class CreateHosts20260101000000 extends StepMigration {
  readonly name = 'CreateHosts20260101000000';
  readonly steps = [
    createTable('host', {
      id: { type: 'id' },
      ip: { type: 'sql', sqlite: 'text', postgres: 'inet' },
      uptime: { type: 'sql', sqlite: 'text', postgres: 'interval', nullable: true },
      place: { type: 'sql', sqlite: 'text', postgres: 'point', nullable: true },
      flags: { type: 'sql', sqlite: 'text', postgres: 'bit(4)', nullable: true },
      matrix: { type: 'sql', sqlite: 'text', postgres: 'integer[]', nullable: true },
      about: { type: 'sql', sqlite: 'text', postgres: 'xml', nullable: true },
    }),
    addUnique('host', ['ip']),
  ];
}

export const hosts: ModelModule = { entity: Host, access: defineAccess<Host>({}) };

/** Hosts on a fresh database, with their engine. */
export async function openHosts(url: string) {
  const database = await openDatabase(url, [Host], [CreateHosts20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules: [hosts],
    roles: () => ROLES,
    searchedFields: () => [],
    unread: nativeTypes.unread,
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
