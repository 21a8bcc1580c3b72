import 'reflect-metadata';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DATETIME, UUID } from '../../database/column-types.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { createTable } from '../../database/steps/step.js';
import { defineAccess } from '../../model/access-rules.js';
import { Field } from '../../model/field.js';
import type { ModelModule } from '../../model/model-module.js';
import { createEngine } from '../../records/create-engine.js';
import { LIST } from '../../value-lists/index.js';
import { ROLES } from '../fixtures/open-library.js';

/** A record with lists of every type of items. */
@Entity('article')
export class Article {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ max: 4 })
  @Column('varchar', { length: 20, array: true, transformer: LIST, default: ['new'] })
  tags!: string[];

  @Field({ values: ['s', 'm', 'l'], enforce: true, min: 1 })
  @Column('varchar', { length: 255, array: true, transformer: LIST, nullable: true })
  sizes!: ('s' | 'm' | 'l')[] | null;

  @Column('text', { array: true, transformer: LIST, nullable: true })
  notes!: string[] | null;

  @Column('integer', { array: true, transformer: LIST, nullable: true })
  scores!: number[] | null;

  @Column('bigint', { array: true, transformer: LIST, nullable: true })
  serials!: string[] | null;

  @Column('double precision', { array: true, transformer: LIST, nullable: true })
  weights!: number[] | null;

  @Column('decimal', { precision: 6, scale: 2, array: true, transformer: LIST, nullable: true })
  prices!: number[] | null;

  @Column('boolean', { array: true, transformer: LIST, nullable: true })
  answers!: boolean[] | null;

  @Column('date', { array: true, transformer: LIST, nullable: true })
  days!: string[] | null;

  @Column('time', { array: true, transformer: LIST, nullable: true })
  hours!: string[] | null;

  @Column(DATETIME, { precision: 3, array: true, transformer: LIST, nullable: true })
  moments!: Date[] | null;

  @Column(UUID, { array: true, transformer: LIST, nullable: true })
  keys!: string[] | null;
}

const list = (postgres: string) =>
  ({ type: 'sql', sqlite: 'text', postgres: `${postgres}[]`, nullable: true }) as const;

export class CreateArticles20260101000000 extends StepMigration {
  readonly name = 'CreateArticles20260101000000';
  readonly steps = [
    createTable('article', {
      id: { type: 'id' },
      tags: {
        ...list('character varying(20)'),
        nullable: false,
        default: { sqlite: '["new"]', postgres: '{"new"}' },
      },
      sizes: list('character varying(255)'),
      notes: list('text'),
      scores: list('bigint'),
      serials: list('bigint'),
      weights: list('double precision'),
      prices: list('numeric(6,2)'),
      answers: list('boolean'),
      days: list('date'),
      hours: list('time(0) without time zone'),
      moments: list('timestamp(3) with time zone'),
      keys: list('uuid'),
    }),
  ];
}

export const articles: ModelModule = { entity: Article, access: defineAccess<Article>({}) };

/** Articles on a fresh database, with their engine. */
export async function openArticles(url: string) {
  const database = await openDatabase(url, [Article], [CreateArticles20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules: [articles],
    roles: () => ROLES,
    searchedFields: () => [],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
