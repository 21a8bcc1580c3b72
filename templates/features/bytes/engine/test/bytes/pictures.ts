import 'reflect-metadata';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { bytes } from '../../bytes/index.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { createTable } from '../../database/steps/step.js';
import { defineAccess } from '../../model/access-rules.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';

/** A record with bytes, one of them with a limit of its own. */
@Entity('picture')
export class Picture {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  title!: string;

  @Column('text', { nullable: true, transformer: bytes() })
  content!: string | null;

  @Column('text', { nullable: true, transformer: bytes('8b') })
  mark!: string | null;
}

export class CreatePictures20260101000000 extends StepMigration {
  readonly name = 'CreatePictures20260101000000';
  readonly steps = [
    createTable('picture', {
      id: { type: 'id' },
      title: { type: 'string', length: 40 },
      content: { type: 'sql', sqlite: 'blob', postgres: 'bytea', nullable: true },
      mark: { type: 'sql', sqlite: 'blob', postgres: 'bytea', nullable: true },
    }),
  ];
}

/** Pictures on a fresh database, with their engine. */
export async function openPictures(url: string) {
  const database = await openDatabase(url, [Picture], [CreatePictures20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules: [{ entity: Picture, access: defineAccess<Picture>({}) }],
    roles: () => ROLES,
    searchedFields: () => ['title'],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
