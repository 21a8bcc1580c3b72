import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  ViewEntity,
  type Relation,
} from 'typeorm';
import { DECIMAL } from '../../database/column-types.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addForeignKey, createTable, sql } from '../../database/steps/step.js';
import { allFor, defineAccess, owner } from '../../model/access-rules.js';
import type { ModelModule } from '../../model/model-module.js';
import { readOnlyModels } from '../../read-only/read-only-feature.js';
import { createEngine } from '../../records/create-engine.js';
import { ROLES } from '../fixtures/open-library.js';

@Entity('artist')
export class Artist {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  name!: string;

  @OneToMany(() => AlbumSales, (albumSales) => albumSales.artist)
  sales?: Relation<AlbumSales[]>;

  @OneToMany(() => Shelf, (shelf) => shelf.artist)
  shelf?: Relation<Shelf[]>;
}

@Entity('album')
export class Album {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  title!: string;

  @Column('integer')
  artist_id!: number;

  @ManyToOne(() => Artist, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'artist_id' })
  artist?: Relation<Artist>;

  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @Column('decimal', { precision: 10, scale: 2, transformer: DECIMAL })
  sold!: number;
}

/** A view with a key of its own name, and a reference to a table. */
@ViewEntity('album_sales', { synchronize: false })
export class AlbumSales {
  @PrimaryColumn('integer')
  album_id!: number;

  @Column('varchar', { length: 40 })
  title!: string;

  @Column('integer', { nullable: true })
  artist_id!: number | null;

  @ManyToOne(() => Artist, (artist) => artist.sales, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'artist_id' })
  artist?: Relation<Artist> | null;

  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @Column('decimal', { precision: 10, scale: 2, transformer: DECIMAL })
  sold!: number;
}

/** A view without a key, of whose rows some are alike. */
@ViewEntity('shelf', { synchronize: false })
export class Shelf {
  @Column('varchar', { length: 40 })
  name!: string;

  @Column('integer', { nullable: true })
  artist_id!: number | null;

  @ManyToOne(() => Artist, (artist) => artist.shelf, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'artist_id' })
  artist?: Relation<Artist> | null;

  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @Column('decimal', { precision: 10, scale: 2, transformer: DECIMAL })
  sold!: number;
}

const id = { type: 'id' } as const;
const text = { type: 'string', length: 40 } as const;
const sold = { type: 'decimal', precision: 10, scale: 2 } as const;

const VIEW =
  'CREATE VIEW album_sales AS SELECT id AS album_id, title, artist_id, owner_id, sold FROM album';
const DROP = 'DROP VIEW album_sales';
const COPY = 'SELECT title AS name, artist_id, owner_id, sold FROM album';
const SHELF = `CREATE VIEW shelf AS ${COPY} UNION ALL ${COPY}`;
const DROP_SHELF = 'DROP VIEW shelf';

class CreateSales20260101000000 extends StepMigration {
  readonly name = 'CreateSales20260101000000';
  readonly steps = [
    createTable('artist', { id, name: text }),
    createTable('album', {
      ...{ id, title: text, artist_id: { type: 'integer' }, sold },
      owner_id: { type: 'integer', nullable: true },
    }),
    addForeignKey('album', 'artist_id', { table: 'artist', onDelete: 'cascade' }),
    sql({ sqlite: VIEW, postgres: VIEW }, { sqlite: DROP, postgres: DROP }),
    sql({ sqlite: SHELF, postgres: SHELF }, { sqlite: DROP_SHELF, postgres: DROP_SHELF }),
  ];
}

const modules: readonly ModelModule[] = [
  { entity: Artist },
  { entity: Album },
  {
    entity: AlbumSales,
    access: defineAccess<AlbumSales>({
      roles: { Manager: ['list', 'create'] },
      rows: [owner('owner_id'), allFor('Admin')],
    }),
  },
  {
    entity: Shelf,
    access: defineAccess<Shelf>({
      rows: [owner('owner_id'), allFor('Admin')],
      fields: { sold: { read: ['Admin'] } },
    }),
  },
];

/** Two tables and a view of them on a fresh database, with their engine. */
export async function openSales(url: string) {
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, [CreateSales20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: () => ['title'],
    readOnly: readOnlyModels,
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
