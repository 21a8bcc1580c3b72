import 'reflect-metadata';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { expect, test } from 'vitest';
import { defineAccess } from '../../model/access-rules.js';
import { describeModels } from '../../model/describe-models.js';
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

test('a primary key other than the integer `id` is refused at start, all of them at once', async () => {
  const entities = [Fine, Track, Album, Artist, Country, Log, Seat];
  const database = await openDatabase('sqlite::memory:', entities, []);
  const modules = entities.map((entity) => ({ entity, access: defineAccess<object>({}) }));
  let refusal: unknown;
  try {
    describeModels(database.dataSource, modules);
  } catch (error) {
    refusal = error;
  }
  await database.close();
  expect(refusal).toBeInstanceOf(StartRefused);
  const { reasons } = refusal as StartRefused;
  expect(reasons.map((reason) => reason.split(', but the service')[0])).toEqual([
    'Track: the primary key of `track` is `track_id` (integer, as `id`)',
    'Album: the primary key of `album` is `id` (integer, as `number`)',
    'Artist: the primary key of `artist` is `id` (uuid)',
    'Country: the primary key of `country` is `code` (string)',
    'Log: the primary key of `log` is `id` (bigint)',
    'Seat: the primary key of `seat` is `row` (integer) with `number` (integer)',
  ]);
  for (const reason of reasons) expect(reason).toContain('`@PrimaryGeneratedColumn() id!: number`');
  expect(reasons[0]).toContain("renameColumn('track', 'track_id', 'id')");
});
