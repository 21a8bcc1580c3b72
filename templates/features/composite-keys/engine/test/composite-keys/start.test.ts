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
import { defineAccess, owner } from '../../model/access-rules.js';
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

  @Column('integer', { unique: true })
  place!: number;
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

/** A line of a record with such a key. */
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

/** References that lead nowhere, and by columns that do not make up an id. */
@Entity('ticket')
class Ticket {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  seat_id!: number;

  @Column('integer')
  row!: number;

  @Column('integer')
  number!: number;

  @Column('varchar', { length: 5, nullable: true })
  letter!: string | null;

  @Column('varchar', { length: 5, default: () => `'A'` })
  made!: string;

  @ManyToOne(() => Seat, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'row', referencedColumnName: 'row' },
    { name: 'letter', referencedColumnName: 'letter' },
  ])
  seat?: Relation<Seat>;

  @ManyToOne(() => Seat, { onDelete: 'SET NULL' })
  @JoinColumn([
    { name: 'row', referencedColumnName: 'row' },
    { name: 'made', referencedColumnName: 'letter' },
  ])
  spare?: Relation<Seat>;

  @ManyToOne(() => Seat, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'made', referencedColumnName: 'letter' },
    { name: 'number', referencedColumnName: 'place' },
  ])
  place?: Relation<Seat>;
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
    'Shelf.title: `search` needs a key of one column',
    'Plain.seats: the key of Seat has several columns',
  ]);
});

test('references of several columns that make up no id are refused at start, with what to do', async () => {
  const access = defineAccess<Ticket>({ rows: [owner('spare_id' as never)] });
  const modules = [{ entity: Ticket, access }, ...modulesOf(Seat)];
  const reasons = await reasonsFor(modules, keysOfColumns);
  expect(reasons).toEqual([
    expect.stringMatching(/^Ticket.seat_id: Ticket.seat is called so in JSON; call this column/),
    expect.stringMatching(
      /^Ticket.place: its columns must be those of the primary key of Seat: name/,
    ),
    expect.stringMatching(/^Ticket.made: a part of a reference cannot have a default/),
    expect.stringMatching(/^Ticket.spare: `SET NULL` empties all columns.*write `onDelete: /),
    expect.stringMatching(
      /^Ticket.spare: the row rule `owner` needs a reference of one column; give/,
    ),
  ]);
});

test('a part of a key cannot be hidden, as the id tells it', async () => {
  const access = defineAccess<Seat>({ fields: { letter: { read: ['Admin'] } } });
  expect(await reasonsFor([{ entity: Seat, access }], keysOfColumns)).toEqual([
    'Seat: a key cannot be hidden; remove the rule that says who reads letter',
  ]);
});
