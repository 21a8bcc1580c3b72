import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { expect, test } from 'vitest';
import { keysOfColumns } from '../../composite-keys/composite-keys-feature.js';
import { openDatabase } from '../../database/open-database.js';
import { defineAccess } from '../../model/access-rules.js';
import { describeModels } from '../../model/describe-models.js';
import { Field } from '../../model/field.js';
import type { ModelModule } from '../../model/model-module.js';
import { StartRefused } from '../../settings/settings.js';

/** A key that is fine. */
@Entity('seat')
class Seat {
  @PrimaryColumn('integer')
  row!: number;

  @PrimaryColumn('varchar', { length: 5 })
  letter!: string;
}

/** Parts of types whose values have several texts, and a part that the service makes. */
@Entity('odd')
class Odd {
  @PrimaryColumn('time')
  hour!: string;

  @PrimaryColumn('double precision')
  ratio!: number;

  @PrimaryColumn('text')
  words!: string;

  @Field({ makes: () => 'x' })
  @PrimaryColumn('varchar', { length: 5 })
  made!: string;
}

/** A part that the database counts, and a column by the name of the id. */
@Entity('counted')
class Counted {
  @PrimaryGeneratedColumn()
  number!: number;

  @PrimaryColumn('integer')
  part!: number;

  @Column('integer', { name: 'other' })
  id!: number;
}

/** What needs a key of one column. */
@Entity('shelf')
class Shelf {
  @PrimaryColumn('integer')
  room!: number;

  @PrimaryColumn('integer')
  place!: number;

  @Field({ search: 'trigram' })
  @Column('varchar', { length: 40 })
  title!: string;

  @Field({ lines: true })
  @OneToMany(() => Visit, (visit) => visit.shelf)
  visits?: Relation<Visit>[];

  @ManyToMany(() => Plain)
  @JoinTable({ name: 'shelf_plains' })
  plains?: Relation<Plain>[];
}

/** What refers to records with such keys. */
@Entity('visit')
class Visit {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToOne(() => Shelf, (shelf) => shelf.visits, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'shelf_room', referencedColumnName: 'room' },
    { name: 'shelf_place', referencedColumnName: 'place' },
  ])
  shelf?: Relation<Shelf>;
}

@Entity('plain')
class Plain {
  @PrimaryGeneratedColumn()
  id!: number;

  @ManyToMany(() => Seat)
  @JoinTable({ name: 'plain_seats' })
  seats?: Relation<Seat>[];
}

async function reasonsFor(
  modules: readonly ModelModule[],
  keys?: typeof keysOfColumns,
): Promise<readonly string[]> {
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase('sqlite::memory:', entities, []);
  try {
    describeModels(database.dataSource, modules, { keys, lines: { refusals: () => [] } });
    return [];
  } catch (error) {
    if (error instanceof StartRefused) return error.reasons;
    throw error;
  } finally {
    await database.close();
  }
}

const modulesOf = (...entities: readonly (new () => object)[]): readonly ModelModule[] =>
  entities.map((entity) => ({ entity }));

test('a service whose records have keys of several columns does not start without the feature for them', async () => {
  expect(await reasonsFor(modulesOf(Seat))).toEqual([
    expect.stringMatching(/^Seat: .*`row` with `letter`.*needs a feature; run `crudgen sync`$/),
  ]);
  expect(await reasonsFor(modulesOf(Seat), keysOfColumns)).toEqual([]);
});

test('what does not fit such keys is refused at start, all of it at once, with what to do', async () => {
  const reasons = await reasonsFor(
    modulesOf(Odd, Counted, Shelf, Visit, Plain, Seat),
    keysOfColumns,
  );
  for (const reason of reasons) expect(reason).toMatch(/`@(PrimaryGeneratedColumn|Column)\(/);
  expect(reasons.map((reason) => reason.split(/[;,] /)[0])).toEqual([
    'Odd.hour: a part of a key must be an integer',
    'Odd.ratio: a part of a key must be an integer',
    'Odd.words: a part of a key must be an integer',
    'Odd.made: whoever creates a record gives each part of its key',
    'Counted.number: whoever creates a record gives each part of its key',
    'Counted.id: the `id` of a record is made of its key',
    'Shelf.plains: a many-to-many field needs a key of one column',
    'Shelf.visits: a record with lines needs a key of one column',
    'Shelf.title: `search` needs a key of one column',
    'Visit.shelf_room: the key of Shelf has several columns',
    'Visit.shelf_place: the key of Shelf has several columns',
    'Plain.seats: the key of Seat has several columns',
  ]);
});

test('a part of a key cannot be hidden, as the id tells it', async () => {
  const access = defineAccess<Seat>({ fields: { letter: { read: ['Admin'] } } });
  expect(await reasonsFor([{ entity: Seat, access }], keysOfColumns)).toEqual([
    'Seat: a key cannot be hidden; remove the rule that says who reads letter',
  ]);
});
