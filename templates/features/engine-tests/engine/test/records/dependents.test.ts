import 'reflect-metadata';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DATETIME } from '../../database/column-types.js';
import { openDatabase } from '../../database/open-database.js';
import { allFor, custom, defineAccess, type AccessRules } from '../../model/access-rules.js';
import { Field } from '../../model/field.js';
import type { ModelInfo } from '../../model/model-info.js';
import { createEngine } from '../../records/create-engine.js';
import { authorize, reading, type Core, type WritePlan } from '../../records/scope.js';
import { checkDependents, reachesCode } from '../../records/writing/dependents.js';
import { ROLES, admin, problemOf, user } from '../fixtures/open-library.js';

/** Records of all models are hidden from everybody but Admins if they are secret. */
abstract class Kept {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('boolean', { default: false })
  secret!: boolean;
}

@Entity('house')
class House extends Kept {
  @Column('integer', { nullable: true })
  part_of_id!: number | null;

  @ManyToOne(() => House, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'part_of_id' })
  part_of?: Relation<House> | null;
}

/** Goes with its house. */
@Entity('room')
class Room extends Kept {
  @Column('integer')
  house_id!: number;

  @ManyToOne(() => House, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'house_id' })
  house?: Relation<House>;
}

/** Goes with its room, and with its house. */
@Entity('chair')
class Chair extends Kept {
  @Column('integer')
  room_id!: number;

  @ManyToOne(() => Room, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'room_id' })
  room?: Relation<Room>;

  @Column('integer', { nullable: true })
  house_id!: number | null;

  @ManyToOne(() => House, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'house_id' })
  house?: Relation<House> | null;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

/** Stays when a house goes. */
@Entity('guest')
class Guest extends Kept {
  @Column('integer', { nullable: true })
  house_id!: number | null;

  @ManyToOne(() => House, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'house_id' })
  house?: Relation<House> | null;

  @Column('integer', { nullable: true })
  next_id!: number | null;

  @ManyToOne(() => House, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'next_id' })
  next?: Relation<House> | null;
}

/** Goes with its guest. */
@Entity('bag')
class Bag extends Kept {
  @Column('integer')
  guest_id!: number;

  @ManyToOne(() => Guest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'guest_id' })
  guest?: Relation<Guest>;
}

/** Keeps its house, and its room. */
@Entity('bill')
class Bill extends Kept {
  @Column('integer', { nullable: true })
  house_id!: number | null;

  @ManyToOne(() => House, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'house_id' })
  house?: Relation<House> | null;

  @Column('integer', { nullable: true })
  room_id!: number | null;

  @ManyToOne(() => Room, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'room_id' })
  room?: Relation<Room> | null;
}

/** Only marked when it is deleted. */
@Entity('album')
class Album extends Kept {
  @Column('varchar', { length: 40, unique: true, default: 'none' })
  name!: string;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;
}

/** Goes with its album. */
@Entity('photo')
class Photo extends Kept {
  @Column('integer')
  album_id!: number;

  @ManyToOne(() => Album, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'album_id' })
  album?: Relation<Album>;
}

/** Links to houses, and to albums by their names. */
@Entity('tour')
class Tour extends Kept {
  @ManyToMany(() => House)
  @JoinTable({
    name: 'tour_houses',
    joinColumn: { name: 'tour_id' },
    inverseJoinColumn: { name: 'house_id' },
  })
  houses?: Relation<House[]>;

  @Field({ key: 'name' })
  @ManyToMany(() => Album)
  @JoinTable({
    name: 'tour_albums',
    joinColumn: { name: 'tour_id' },
    inverseJoinColumn: { name: 'album_id' },
  })
  albums?: Relation<Album[]>;
}

/** A table of the project that is not a model of the service. */
@Entity('ghost')
class Ghost extends Kept {
  @ManyToOne(() => House, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'house_id' })
  house?: Relation<House> | null;
}

const MODELS = { House, Room, Chair, Guest, Bag, Bill, Album, Photo, Tour };
type Name = keyof typeof MODELS;
type Plans = Partial<Record<Name, object>>;

const editor = user(2, ['Editor']);
const CODE = { runsCode: true };

/** A town with these rules of fields, on a fresh database; rows are made by name and values. */
async function open(fields: Partial<Record<Name, AccessRules['fields']>> = {}) {
  const entities = Object.values(MODELS);
  const database = await openDatabase('sqlite::memory:', [...entities, Ghost], []);
  onTestFinished(() => database.close());
  await database.dataSource.synchronize();
  const rows = [allFor('Admin'), custom<Kept>((_, where) => where.eq('secret', false))];
  const engine = createEngine({
    ...{ database, roles: () => ROLES, searchedFields: () => [] },
    modules: entities.map((entity) => ({
      entity,
      access: defineAccess<Kept>({ rows, fields: fields[entity.name as Name] ?? {} }),
    })),
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  const make = async (name: Name, values: object = {}): Promise<number> =>
    (await engine.system(MODELS[name] as typeof Kept as never as new () => Kept).create(values)).id;
  /** The model referring by this field does so as if its foreign key said this. */
  const refer = (to: Name, field: string, onDelete: 'RESTRICT') =>
    Object.assign(
      engine.model(to).referrers.find((one) => one.field === field)!,
      { onDelete },
    );

  /** What a deletion would find, with the tables that it asks for rows; `plans` says which models have code or lines. */
  async function look(name: Name, id: number, plans: Plans = {}, who = admin) {
    const { core: own, ...scope } = engine.scope(who)(MODELS[name]);
    const plan = (model: ModelInfo): WritePlan => ({
      ...own.plan(model),
      ...plans[model.name as Name],
    });
    const allowed = authorize({ ...scope, core: { ...own, plan } }, 'delete');
    return database.write(async (session) => {
      const rows = vi.spyOn(session, 'rows');
      const found = await checkDependents(id, reading(allowed, session));
      const asked = rows.mock.calls.map(([{ sql }]) => / FROM "(\w+)"/.exec(sql)?.[1]);
      rows.mockRestore();
      return {
        asked,
        told: found.map(
          ({ model, becomes, field, ids }) => `${model.name} ${ids.join()} ${becomes} by ${field}`,
        ),
      };
    });
  }
  const told = async (...about: Parameters<typeof look>) => (await look(...about)).told;
  const asked = async (...about: Parameters<typeof look>) => (await look(...about)).asked;
  /** What a refused deletion says; null if it is done. */
  const refused = async (name: Name, id: number, who = editor) => {
    const { members = null } = (await problemOf(look(name, id, {}, who))) ?? {};
    return members && { dependents: members['dependents'], hidden: members['hidden_dependents'] };
  };
  return { database, engine, make, refer, told, asked, refused };
}

/** A house with a row of every model that refers to it, all of them with the id 1. */
async function openHouse() {
  const town = await open();
  await town.make('House');
  await town.make('Room', { house_id: 1 });
  await town.make('Chair', { room_id: 1 });
  await town.make('Guest', { house_id: 1 });
  await town.make('Bag', { guest_id: 1 });
  await town.make('Tour', { houses: [1] });
  return town;
}

describe('a deletion tells the dependent rows', () => {
  test('whose model has code, on every level', async () => {
    const { told } = await openHouse();
    expect(await told('House', 1)).toEqual([]);
    expect(await told('House', 1, { Room: CODE })).toEqual(['Room 1 deleted by house_id']);
    expect(await told('House', 1, { Chair: CODE })).toEqual([
      'Chair  deleted by house_id',
      'Chair 1 deleted by room_id',
    ]);
    expect(await told('House', 1, { Bill: CODE, Tour: CODE })).toEqual([]);
  });

  test('that lose their reference, and nothing that refers to those', async () => {
    const { told } = await openHouse();
    expect(await told('House', 1, { Guest: CODE, Bag: CODE })).toEqual([
      'Guest 1 cleared by house_id',
      'Guest  cleared by next_id',
    ]);
  });

  test('whose rules may no longer hold', async () => {
    const { engine, told } = await openHouse();
    const rules = { rules: [] as never };
    Object.assign(engine.model('Room'), rules);
    expect(await told('House', 1)).toEqual([]);
    Object.assign(engine.model('Guest'), rules);
    expect(await told('House', 1)).toEqual([
      'Guest 1 cleared by house_id',
      'Guest  cleared by next_id',
    ]);
  });

  test('that are lines of other records, which are locked first', async () => {
    const { told } = await openHouse();
    const lock = vi.fn(() => Promise.resolve());
    const lines = { lock, belongsBeside: (key: string) => key === 'houses' };
    expect(await told('House', 1, { Tour: { lines } })).toEqual(['Tour 1 unlinked by houses']);
    expect(lock).toHaveBeenCalledExactlyOnceWith([1], [], expect.anything());
  });

  test('once, however they depend on it, unless they lose several references', async () => {
    const { make, told } = await openHouse();
    await make('Chair', { room_id: 1, house_id: 1 });
    await make('Guest', { house_id: 1, next_id: 1 });
    expect((await told('House', 1, { Chair: CODE })).toSorted()).toEqual([
      'Chair 1 deleted by room_id',
      'Chair 2 deleted by house_id',
    ]);
    expect(await told('House', 1, { Guest: CODE })).toEqual([
      'Guest 1,2 cleared by house_id',
      'Guest 2 cleared by next_id',
    ]);
  });

  test('in a circle, but not the record itself', async () => {
    const { database, make, told } = await open();
    for (const _ of 'ab') await make('House');
    await database.dataSource.query('UPDATE house SET part_of_id = 3 - id');
    expect((await told('House', 1, { House: CODE })).toSorted()).toEqual([
      'House  deleted by part_of_id',
      'House 2 deleted by part_of_id',
    ]);
  });

  test('that link to a marked record, and no others', async () => {
    const { make, told } = await open();
    await make('Album', { name: 'a' });
    await make('Photo', { album_id: 1 });
    await make('Tour', { albums: ['a'] });
    const lines = { lock: () => Promise.resolve(), belongsBeside: () => true };
    expect(await told('Album', 1, { Photo: CODE, Tour: { lines } })).toEqual([
      'Tour 1 unlinked by albums',
    ]);
  });
});

test('a deletion finds no rows that only the database has to delete or change', async () => {
  const { asked, make } = await openHouse();
  // Bills may need houses and rooms, and rooms may lead to other rows.
  const rooms = ['bill', 'house', 'room'];
  expect(await asked('House', 1)).toEqual([...rooms, 'bill']);
  expect(await asked('House', 1, { Chair: CODE })).toEqual([...rooms, 'chair', 'bill', 'chair']);
  const empty = await make('House');
  expect(await asked('House', empty, { Chair: CODE })).toEqual([...rooms, 'chair']);
});

describe('a deletion is refused', () => {
  test('if a row needs the record, and says how many of them its writer could list', async () => {
    const { make, refused } = await open();
    for (const _ of 'abc') await make('House');
    for (const house_id of [1, 1, 2, 3]) await make('Bill', { house_id });
    const bills = { model: 'Bill', field: 'house_id', count: 2, list: '/bill?house_id=1' };
    expect(await refused('House', 1)).toEqual({ dependents: [bills], hidden: false });
    await make('Bill', { house_id: 1, secret: true });
    await make('Bill', { house_id: 3, secret: true });
    expect(await refused('House', 1)).toEqual({ dependents: [bills], hidden: true });
    const all = { ...bills, count: 3 };
    expect(await refused('House', 1, admin)).toEqual({ dependents: [all], hidden: false });
    const empty = await make('House');
    await make('Bill', { house_id: empty, secret: true });
    expect(await refused('House', empty)).toEqual({ dependents: [], hidden: true });
  });

  test('without a word about rows that its writer may not list, or not by this field', async () => {
    const { make, refused } = await open({ Bill: { house_id: { read: ['Admin'] } } });
    await make('House');
    await make('Bill', { house_id: 1 });
    const none = { dependents: [], hidden: true };
    expect(await refused('House', 1)).toEqual(none);
    expect(await refused('House', 1, user(3, ['Remover']))).toEqual(none);
    expect((await refused('House', 1, admin))?.hidden).toBe(false);
  });

  test('without a URL for rows that depend on it indirectly', async () => {
    const { make, refused } = await open();
    await make('House');
    await make('Room', { house_id: 1 });
    await make('Bill', { room_id: 1 });
    const bill = { model: 'Bill', field: 'room_id', count: 1 };
    expect(await refused('House', 1)).toEqual({ dependents: [bill], hidden: false });
    const direct = { ...bill, list: '/bill?room_id=1' };
    expect(await refused('Room', 1)).toEqual({ dependents: [direct], hidden: false });
  });

  test('with the URL of rows that link to it, if they do by its id', async () => {
    const { make, refer, refused } = await open();
    await make('House');
    await make('Album', { name: 'a' });
    await make('Tour', { houses: [1], albums: ['a'] });
    refer('House', 'houses', 'RESTRICT');
    refer('Album', 'albums', 'RESTRICT');
    const tour = { model: 'Tour', field: 'houses', count: 1, list: '/tour?houses=1' };
    expect(await refused('House', 1)).toEqual({ dependents: [tour], hidden: false });
    const byName = { model: 'Tour', field: 'albums', count: 1 };
    expect(await refused('Album', 1)).toEqual({ dependents: [byName], hidden: false });
  });

  test.each<[string, Name, object]>([
    ['delete', 'Room', { house_id: 1 }],
    ['change', 'Guest', { house_id: 1 }],
    ['unlink', 'Tour', { houses: [1] }],
  ])('if it would %s a row that its writer does not see', async (_, name, values) => {
    const { make, refused } = await open();
    for (const __ of 'ab') await make('House');
    await make(name, values);
    expect(await refused('House', 1)).toBeNull();
    await make(name, { ...values, secret: true });
    expect(await refused('House', 1)).toEqual({ dependents: [], hidden: true });
    expect(await refused('House', 2)).toBeNull();
    expect(await refused('House', 1, admin)).toBeNull();
  });

  test('by no row that is marked as deleted', async () => {
    const { database, make, refused } = await open();
    await make('House');
    await make('Room', { house_id: 1 });
    await make('Chair', { room_id: 1, secret: true });
    expect(await refused('House', 1)).toEqual({ dependents: [], hidden: true });
    await database.dataSource.query("UPDATE chair SET deleted_at = '2026-01-01 00:00:00.000'");
    expect(await refused('House', 1)).toBeNull();
  });

  test('if it marks a record, only by rows that lose a link', async () => {
    const { make, refused } = await open();
    await make('Album', { name: 'a' });
    await make('Photo', { album_id: 1, secret: true });
    expect(await refused('Album', 1)).toBeNull();
    await make('Tour', { albums: ['a'], secret: true });
    expect(await refused('Album', 1)).toEqual({ dependents: [], hidden: true });
  });
});

describe('a deletion may run code of others', () => {
  interface Model {
    readonly onDelete: 'SET NULL' | 'CASCADE' | 'RESTRICT' | 'UNLINK';
    readonly hooks?: object;
    readonly rules?: readonly unknown[];
    readonly referrers?: readonly { model: string; onDelete: string }[];
    readonly isHeard?: boolean;
  }
  const hooks = { afterDelete: () => undefined };

  /** Whether deleting a record of a model runs code, if each of these models refers to the model before it. */
  function reaches(...models: readonly Model[]): boolean {
    const infos = models.map(({ hooks: own = {}, rules = null, referrers = [] }, at) => ({
      ...{ name: `M${at}`, hooks: own, rules },
      referrers: [...refer(models, at + 1), ...referrers],
    }));
    const byName = new Map(infos.map((info) => [info.name, info]));
    const plan = ({ name }: { name: string }) => {
      const { isHeard } = models[Number(name.slice(1))]!;
      return { lines: isHeard === undefined ? null : { isHeard: () => isHeard } };
    };
    const top = { name: 'Top', referrers: refer(models, 0) };
    return reachesCode(top as never, { byName, plan } as never as Core);
  }
  const refer = (models: readonly Model[], at: number) =>
    models.slice(at, at + 1).map(({ onDelete }) => ({ model: `M${at}`, onDelete }));

  test('if their rows go or change with it', () => {
    expect(reaches()).toBe(false);
    for (const onDelete of ['CASCADE', 'SET NULL'] as const) {
      expect(reaches({ onDelete })).toBe(false);
      expect(reaches({ onDelete, hooks })).toBe(true);
    }
    for (const onDelete of ['RESTRICT', 'UNLINK'] as const)
      expect(reaches({ onDelete, hooks, rules: [] })).toBe(false);
  });

  test('if their rows must keep their rules', () => {
    expect(reaches({ onDelete: 'SET NULL', rules: [] })).toBe(true);
    expect(reaches({ onDelete: 'CASCADE', rules: [] })).toBe(false);
  });

  test('if a record hears of its lines, however they refer to it', () => {
    for (const onDelete of ['CASCADE', 'SET NULL', 'RESTRICT', 'UNLINK'] as const) {
      expect(reaches({ onDelete, isHeard: true })).toBe(true);
      expect(reaches({ onDelete, isHeard: false })).toBe(false);
    }
  });

  test('on every level, through rows that go with it', () => {
    const below = { onDelete: 'CASCADE', hooks } as const;
    expect(reaches({ onDelete: 'CASCADE' }, below)).toBe(true);
    expect(reaches({ onDelete: 'CASCADE' }, { onDelete: 'CASCADE' }, below)).toBe(true);
    expect(reaches({ onDelete: 'SET NULL' }, below)).toBe(false);
    expect(reaches({ onDelete: 'RESTRICT' }, below)).toBe(false);
  });

  test('in a circle, and not through tables that are no models', () => {
    const circle = [{ model: 'M0', onDelete: 'CASCADE' }];
    expect(reaches({ onDelete: 'CASCADE', referrers: circle })).toBe(false);
    const unknown = [{ model: 'Ghost', onDelete: 'CASCADE' }];
    expect(reaches({ onDelete: 'CASCADE', referrers: unknown })).toBe(false);
  });
});
