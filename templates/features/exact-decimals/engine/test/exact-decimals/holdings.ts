import 'reflect-metadata';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addIndex, addUnique, createTable } from '../../database/steps/step.js';
import { exact } from '../../exact-decimals/index.js';
import { defineAccess } from '../../model/access-rules.js';
import { Field } from '../../model/field.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';

/** A holding of a fund, whose amounts have more digits than a number of JavaScript. */
@Entity('holding')
export class Holding {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @Column('decimal', { precision: 30, scale: 10, nullable: true, transformer: exact() })
  amount!: string | null;

  @Column('decimal', { nullable: true, unique: true, transformer: exact() })
  rate!: string | null;

  @Field({ min: -1, max: 2.5, unit: 'EUR' })
  @Column('decimal', { precision: 20, scale: 2, default: '1.50', transformer: exact() })
  share!: string;
}

export class CreateHoldings20260101000000 extends StepMigration {
  readonly name = 'CreateHoldings20260101000000';
  readonly steps = [
    createTable('holding', {
      id: { type: 'id' },
      amount: { type: 'sql', sqlite: 'text', postgres: 'numeric(30,10)', nullable: true },
      rate: { type: 'sql', sqlite: 'text', postgres: 'numeric', nullable: true },
      share: {
        ...{ type: 'sql', sqlite: 'text', postgres: 'numeric(20,2)' },
        default: { sqlite: '0001 1.5', postgres: '1.50' },
      },
    }),
    addIndex('holding', ['amount']),
    addUnique('holding', ['rate']),
  ];
}

/** Holdings on a fresh database, with their engine. */
export async function openHoldings(url: string) {
  const database = await openDatabase(url, [Holding], [CreateHoldings20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules: [{ entity: Holding, access: defineAccess<Holding>({}) }],
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
