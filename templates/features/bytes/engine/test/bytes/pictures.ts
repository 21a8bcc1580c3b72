import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { bytes } from '../../bytes/index.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addForeignKey, addIndex, createTable } from '../../database/steps/step.js';
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

/** A record that refers to one with bytes. */
@Entity('frame')
export class Frame {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  picture_id!: number;

  @ManyToOne(() => Picture, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'picture_id' })
  picture?: Relation<Picture>;
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
    createTable('frame', { id: { type: 'id' }, picture_id: { type: 'integer' } }),
    addIndex('frame', ['picture_id']),
    addForeignKey('frame', 'picture_id', { table: 'picture', onDelete: 'cascade' }),
  ];
}

/** Pictures on a fresh database, with their engine. */
export async function openPictures(url: string) {
  const database = await openDatabase(url, [Picture, Frame], [CreatePictures20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules: [
      { entity: Picture, access: defineAccess<Picture>({}) },
      { entity: Frame, access: defineAccess<Frame>({}) },
    ],
    roles: () => ROLES,
    searchedFields: () => ['title'],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
