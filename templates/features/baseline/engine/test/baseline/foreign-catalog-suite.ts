import {
  Column,
  CreateDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { expect, it } from 'vitest';
import { baseline } from '../../baseline/index.js';
import { DATETIME } from '../../database/column-types.js';
import { findDrift } from '../../database/find-drift.js';
import { openDatabase } from '../../database/open-database.js';
import { Field } from '../../model/field.js';
import { execute } from '../database/whole-schema.js';

@Entity('tag')
class Tag {
  @PrimaryColumn('varchar', { length: 20 })
  name!: string;
}

@Entity('song')
class Song {
  @PrimaryColumn('varchar', { length: 20 })
  code!: string;

  @Field({ values: ['Sad', 'glad'], enforce: true })
  @Column('varchar', { length: 255 })
  mood!: string;

  @Column('varchar', { length: 40 })
  title!: string;

  @Column('text')
  note!: string;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  made!: Date;

  @ManyToMany(() => Tag)
  @JoinTable({ name: 'song_tag', joinColumn: { name: 'song' }, inverseJoinColumn: { name: 'tag' } })
  tags?: Relation<Tag[]>;
}

const TAGS = 'CREATE TABLE tag (name varchar(20) PRIMARY KEY)';
const PAIRS = `CREATE TABLE song_tag (song varchar(20) NOT NULL REFERENCES Song, tag varchar(20) NOT NULL REFERENCES TAG (Name),
  PRIMARY KEY (song, tag)); CREATE INDEX tag_of_song ON song_tag (tag)`;

/** Songs as others declare them. */
const SONGS = {
  sqlite: `CREATE TABLE song (code varchar(20) PRIMARY KEY, mood varchar(5) NOT NULL, title nvarchar(40) NOT NULL, note clob NOT NULL,
    made datetime DEFAULT CURRENT_TIMESTAMP)`,
  postgres: `CREATE TYPE mood AS ENUM ('glad', 'Sad', 'other'); CREATE DOMAIN title AS varchar(40) NOT NULL; CREATE DOMAIN short_title AS title;
    CREATE TABLE song (code varchar(20) PRIMARY KEY, mood mood NOT NULL, title short_title, note varchar NOT NULL,
      made timestamp DEFAULT now())`,
};

/** Songs that the model cannot do with. */
const OTHERS = {
  sqlite: `CREATE TABLE song (code varchar(20) PRIMARY KEY, mood varchar(3) NOT NULL, title nvarchar(30) NOT NULL, note clob,
    made datetime DEFAULT CURRENT_TIMESTAMP)`,
  postgres: `CREATE TYPE mood AS ENUM ('glad', 'sad'); CREATE DOMAIN title AS varchar(30);
    CREATE TABLE song (code varchar(20) PRIMARY KEY, mood mood NOT NULL, title title, note varchar(30) NOT NULL,
      made timestamp DEFAULT now())`,
};

const TOLD = {
  sqlite: [
    '`song.mood` is varchar(3) in the database and varchar(4) in the model',
    '`song.title` is nvarchar(30) in the database and varchar(40) in the model',
    '`song.note` is optional in the database and required in the model',
  ],
  postgres: [
    '`song.mood` is mood in the database and one of Sad, glad in the model',
    '`song.title` is character varying(30) in the database and character varying(40) in the model',
    '`song.title` is optional in the database and required in the model',
    '`song.note` is character varying(30) in the database and text in the model',
  ],
};

/** What is drift in a database of others; a new database is empty. */
export const describeForeignCatalog = (
  name: 'sqlite' | 'postgres',
  newDatabase: () => Promise<string>,
): void => {
  async function driftOf(songs: string): Promise<readonly string[]> {
    const url = await newDatabase();
    for (const statements of [TAGS, songs, PAIRS]) await execute(url, statements);
    const database = await openDatabase(url, [Song, Tag], []);
    try {
      await baseline.prepare!(database);
      return await findDrift(database);
    } finally {
      await database.close();
    }
  }

  it('finds no drift in stamps, enums, domains, keys and pairs as others declare them', async () => {
    expect(await driftOf(SONGS[name])).toEqual([]);
  });

  it('tells columns that lack what the entities need', async () => {
    expect(await driftOf(OTHERS[name])).toEqual(TOLD[name]);
  });
};
