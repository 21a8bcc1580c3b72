import 'reflect-metadata';
import {
  AfterLoad,
  BeforeInsert,
  BeforeUpdate,
  AfterRemove,
  ChildEntity,
  Column,
  Entity,
  PrimaryGeneratedColumn,
  TableInheritance,
} from 'typeorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.js';
import { openDatabase } from '../../database/open-database.js';
import { describeModels } from '../../model/describe-models.js';
import { Model } from '../../model/field.js';
import { StartRefused } from '../../settings/settings.js';

abstract class Kept {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;
}

/** A class with a base class has a table of its own with the columns of both. */
@Entity('plain')
class Plain extends Kept {
  @Column('integer')
  size!: number;
}

abstract class Told extends Kept {
  @AfterRemove()
  tell(): void {}
}

@Entity('house_call')
class HouseCall extends Told {
  @BeforeInsert()
  @BeforeUpdate()
  trim(): void {
    this.name = this.name.trim();
  }

  @AfterLoad()
  shout(): void {
    this.name += '!';
  }
}

class Address {
  @Column('varchar')
  street!: string;

  @Column('varchar', { name: 'city' })
  town!: string;
}

@Entity('house')
class House extends Kept {
  @Column(() => Address)
  address!: Address;
}

@Entity('animal')
@TableInheritance({ column: { type: 'varchar', name: 'kind' } })
class Animal extends Kept {}

@Model({ prefix: '/dog' })
@ChildEntity()
class Dog extends Animal {}

const ENTITIES = [Plain, HouseCall, House, Animal, Dog];
let database: Database;
beforeAll(async () => {
  database = await openDatabase('sqlite::memory:', ENTITIES, []);
});
afterAll(() => database.close());

function reasonsOf(entities: readonly (new () => Kept)[]): readonly string[] {
  try {
    describeModels(
      database.dataSource,
      entities.map((entity) => ({ entity })),
    );
  } catch (error) {
    if (error instanceof StartRefused) return error.reasons;
    throw error;
  }
  return [];
}

test('an entity may take columns from a base class', () => {
  expect(reasonsOf([Plain])).toEqual([]);
});

test('a listener is refused with the hooks that do the same', () => {
  expect(reasonsOf([HouseCall])).toEqual([
    'HouseCall.tell: the service never calls @AfterRemove; write the hook `afterDelete` in house-call.hooks.ts',
    'HouseCall.trim: the service never calls @BeforeUpdate; write the hook `beforeSave` in house-call.hooks.ts, for the operation `update`',
    'HouseCall.trim: the service never calls @BeforeInsert; write the hook `beforeSave` in house-call.hooks.ts, for the operation `create`',
    'HouseCall.shout: the service never calls @AfterLoad; write a computed field (`@Field({ computed })`), or the `transformer` of a column',
  ]);
});

test('embedded columns and classes that share a table are refused, all at once', () => {
  expect(reasonsOf([House, Animal, Dog])).toEqual([
    'House.address: columns of an embedded class are not fields; write them in House: `addressStreet`, `addressCity`',
    'Animal: classes that share the table `animal` are not models; write one class with the columns of all of them, or a table for each class',
    'Dog: classes that share the table `animal` are not models; write one class with the columns of all of them, or a table for each class',
  ]);
});
