import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { expect, test } from 'vitest';
import { defineAccess, owner, tenant } from '../../model/access-rules.js';
import { describeModels } from '../../model/describe-models.js';
import { Field } from '../../model/field.js';
import { openDatabase } from '../../database/open-database.js';
import { StartRefused } from '../../settings/settings.js';

@Entity('fine')
class Fine {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity('track')
class Track {
  @PrimaryGeneratedColumn({ name: 'track_id' })
  id!: number;
}

@Entity('album')
class Album {
  @PrimaryGeneratedColumn({ name: 'id' })
  number!: number;
}

@Entity('artist')
class Artist {
  @PrimaryGeneratedColumn('uuid')
  id!: string;
}

@Entity('country')
class Country {
  @PrimaryColumn('varchar')
  code!: string;

  @Column('varchar', { unique: true })
  name!: string;
}

@Entity('log')
class Log {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: string;
}

@Entity('seat')
class Seat {
  @PrimaryColumn('integer')
  row!: number;

  @PrimaryColumn('integer')
  number!: number;

  @Column('integer')
  price!: number;
}

@Entity('anthem')
class Anthem {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255, unique: true })
  title!: string;

  @Column('integer', { nullable: true, unique: true })
  number!: number | null;

  @Column('varchar', { length: 255 })
  mood!: string;

  @Column('date', { unique: true })
  sung_on!: string;
}

@Entity('band')
class Band {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  anthem_title!: string;

  @ManyToOne(() => Anthem)
  @JoinColumn({ name: 'anthem_title', referencedColumnName: 'title' })
  anthem?: Relation<Anthem>;

  @Column('integer', { nullable: true })
  anthem_number!: number | null;

  @ManyToOne(() => Anthem)
  @JoinColumn({ name: 'anthem_number', referencedColumnName: 'number' })
  numbered?: Relation<Anthem> | null;
}

@Entity('song')
class Song {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  mood!: string;

  @ManyToOne(() => Anthem)
  @JoinColumn({ name: 'mood', referencedColumnName: 'mood' })
  anthem?: Relation<Anthem>;
}

@Entity('lyrics')
class Lyrics {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('date')
  sung_on!: string;

  @ManyToOne(() => Anthem)
  @JoinColumn({ name: 'sung_on', referencedColumnName: 'sung_on' })
  anthem?: Relation<Anthem>;
}

@Entity('moment')
class Moment {
  @PrimaryColumn('date')
  day!: string;
}

@Entity('odd')
class Odd {
  @PrimaryColumn('varchar')
  code!: string;

  @Column('integer')
  id!: number;
}

@Entity('pass')
class Pass {
  @PrimaryColumn('integer', { name: 'id', generated: 'increment', select: false })
  row_number!: number;

  @Field({ id: true })
  @Column('varchar', { unique: true })
  code!: string;

  @ManyToMany(() => Pass)
  @JoinTable({
    name: 'pass_others',
    joinColumn: { name: 'one' },
    inverseJoinColumn: { name: 'two' },
  })
  others?: Relation<Pass>[];
}

@Entity('stamp')
class Stamp {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => Pass)
  @JoinColumn({ name: 'pass_id' })
  pass?: Relation<Pass>;

  @Field({ id: true })
  @Column('varchar', { nullable: true })
  code!: string | null;
}

@Entity('plate')
class Plate {
  @Field({ id: true })
  @PrimaryColumn('date')
  day!: string;
}

const modulesOf = (entities: readonly (new () => object)[], access = defineAccess<object>({})) =>
  entities.map((entity) => ({ entity, access }));

/** What is wrong with models; nothing where the service starts. */
async function reasonsFor(
  entities: readonly (new () => object)[],
  modules = modulesOf(entities),
): Promise<readonly string[]> {
  const database = await openDatabase('sqlite::memory:', entities, []);
  try {
    describeModels(database.dataSource, modules);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused);
    return (error as StartRefused).reasons;
  } finally {
    await database.close();
  }
}

test('a key of one column may have any name, and be an integer, a bigint, a UUID or a text', async () => {
  expect(await reasonsFor([Fine, Track, Album, Artist, Country, Log])).toEqual([]);
});

test('other keys are refused at start, all of them at once', async () => {
  const reasons = await reasonsFor([Fine, Seat, Moment, Odd]);
  expect(reasons.map((reason) => reason.split(/, and|; add/)[0])).toEqual([
    'Seat: the primary key of `seat` is `row` with `number`',
    'Moment.day: a key must be an integer, a bigint, a UUID or a varchar, without a transformer',
    'Odd.id: a column called `id` must be the primary key',
  ]);
  expect(reasons[0]).toContain('run `crudgen sync`');
  expect(reasons[1]).toContain('`@PrimaryGeneratedColumn() id!: number`');
});

test('a column names rows in place of a key that counts them, if no two have the same value', async () => {
  const reasons = await reasonsFor([Pass, Stamp, Plate]);
  const link =
    "Pass.others: its join table must have ids of Pass; write `referencedColumnName: 'code'` for that column";
  expect(reasons).toEqual([
    link,
    link,
    "Stamp.id: code is the id; call this property otherwise, with `name: 'id'`",
    'Stamp.code: an id must be unique by itself (`unique: true`) and never null',
    'Plate.day: a key must be an integer, a bigint, a UUID or a varchar, without a transformer; add an `id` to the entity and the table (`@PrimaryGeneratedColumn() id!: number`), and keep the columns of the old key as unique columns',
    'Plate.day: `id: true` needs a primary key of one column, which counts',
    'Plate.day: an id must be unique by itself (`unique: true`) and never null',
    "Stamp.pass: it leads to Pass.row_number, which nobody reads; write `referencedColumnName: 'id'`",
  ]);
});

test('a rule cannot hide a key', async () => {
  const hiding = defineAccess<Country>({ fields: { code: { read: ['Admin'] } } });
  expect(await reasonsFor([Country], modulesOf([Country], hiding as never))).toEqual([
    'Country: a key cannot be hidden; remove the rule that says who reads code',
  ]);
});

test('a reference leads to the key, or to a unique column of a type of keys that everybody reads', async () => {
  expect(await reasonsFor([Anthem, Band])).toEqual([]);
  expect(await reasonsFor([Anthem, Song])).toEqual([
    'Song.anthem: Anthem.mood must be unique by itself: `@Column({ unique: true })`',
  ]);
  expect(await reasonsFor([Anthem, Lyrics])).toEqual([
    'Lyrics.anthem: it can lead to an integer, a bigint, a UUID or a varchar, without a transformer, which Anthem.sung_on is not; remove `referencedColumnName`',
  ]);
  const hiding = defineAccess<Anthem>({ fields: { title: { read: ['Admin'] } } });
  const modules = [...modulesOf([Anthem], hiding as never), ...modulesOf([Band])];
  expect(await reasonsFor([Anthem, Band], modules)).toEqual([
    'Band.anthem: it leads to Anthem.title, which is not readable by everybody; remove `referencedColumnName`, or the rule that says who reads title',
  ]);
  const owned = defineAccess<Band>({ rows: [owner('anthem_number'), tenant('anthem_number')] });
  const owners = [...modulesOf([Anthem]), ...modulesOf([Band], owned as never)];
  expect(await reasonsFor([Anthem, Band], owners)).toEqual(
    ['owner', 'tenant'].map(
      (rule) =>
        `Band.numbered: the row rule \`${rule}\` needs a reference to the key of Anthem; remove \`referencedColumnName\``,
    ),
  );
});
