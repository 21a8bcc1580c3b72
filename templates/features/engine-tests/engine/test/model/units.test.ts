import 'reflect-metadata';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { expect, test } from 'vitest';
import { defineAccess } from '../../model/access-rules.js';
import { describeModels } from '../../model/describe-models.js';
import { Field } from '../../model/field.js';
import { openDatabase } from '../../database/open-database.js';

@Entity('trip')
class Trip {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ unit: 'km' })
  @Column('integer')
  length!: number;

  @Column('integer')
  stops!: number;

  @Field({ computed: () => 1, type: 'float', unit: 'km/h' })
  speed!: number;
}

@Entity('song')
class Song {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ unit: 'min' })
  @Column('varchar')
  length!: string;
}

@Entity('leg')
class Leg {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ unit: 'km' })
  @Column('integer')
  trip_id!: number;

  @ManyToOne(() => Trip)
  @JoinColumn({ name: 'trip_id' })
  trip!: Trip;
}

async function described(...entities: readonly (new () => object)[]) {
  const database = await openDatabase('sqlite::memory:', [...entities], []);
  const modules = entities.map((entity) => ({ entity, access: defineAccess<object>({}) }));
  try {
    return describeModels(database.dataSource, modules);
  } finally {
    await database.close();
  }
}

test('a number may have a unit, with a column and without', async () => {
  const [trip] = await described(Trip);
  const units = [...trip!.columns, ...trip!.extras].map(({ name, unit }) => [name, unit]);
  expect(Object.fromEntries(units)).toEqual({
    ...{ id: null, length: 'km', stops: null, speed: 'km/h' },
  });
});

test('nothing else may: the service does not start, and says where', async () => {
  await expect(described(Song)).rejects.toThrow(
    'Song.length: @Field({ unit }) is for numbers, not string',
  );
  await expect(described(Trip, Leg)).rejects.toThrow(
    'Leg.trip_id: @Field({ unit }) is for numbers, not references',
  );
});
