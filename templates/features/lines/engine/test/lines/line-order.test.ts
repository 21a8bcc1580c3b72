import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { expect, test } from 'vitest';
import { DATETIME } from '../../database/column-types.js';
import { openDatabase } from '../../database/open-database.js';
import { recordLines } from '../../lines/lines-feature.js';
import { Field } from '../../model/field.js';
import { createEngine } from '../../records/create-engine.js';
import { admin, ROLES } from '../fixtures/open-library.js';

@Entity('list')
class List {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Field({ lines: true })
  @OneToMany(() => Entry, (entry) => entry.list)
  entries?: Relation<Entry>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** A line whose ids tell no order, and that has no position. */
@Entity('entry')
class Entry {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('integer')
  number!: number;

  @Column('uuid')
  list_id!: string;

  @ManyToOne(() => List, (list) => list.entries, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'list_id' })
  list?: Relation<List>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  added_on!: Date;
}

test('lines with random ids and without a position are in the order in which they were added', async () => {
  const modules = [{ entity: List }, { entity: Entry }];
  const database = await openDatabase('sqlite::memory:', [List, Entry], []);
  await database.dataSource.synchronize();
  const engine = createEngine({
    database,
    modules,
    roles: () => ROLES,
    searchedFields: () => [],
    lines: recordLines,
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  const of = (entity: new () => object) => engine.operations(admin)(entity);
  const { record } = await of(List).create({});
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  for (const number of numbers) {
    await of(Entry).create({ list_id: record.id, number });
    await sleep(3);
  }
  const { entries } = await of(List).get(record.id, { expand: ['entries'] });
  expect((entries as Entry[]).map(({ number }) => number)).toEqual(numbers);
  await database.close();
});
