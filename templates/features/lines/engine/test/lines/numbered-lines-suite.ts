import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATETIME, UUID } from '../../database/column-types.js';
import { openDatabase } from '../../database/open-database.js';
import { recordLines } from '../../lines/lines-feature.js';
import { Field } from '../../model/field.js';
import { createEngine } from '../../records/create-engine.js';
import { admin, ROLES } from '../fixtures/open-library.js';

@Entity('route')
class Route {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ lines: true })
  @OneToMany(() => Stop, (stop) => stop.route)
  stops?: Relation<Stop>[];

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** A line with a random id beside a number that nobody sees, and without a position or a moment. */
@Entity('stop')
class Stop {
  @PrimaryColumn('integer', { name: 'id', generated: 'increment', select: false })
  row_number!: number;

  @Field({ id: true, makes: randomUUID })
  @Column(UUID, { name: 'public_id', unique: true })
  id!: string;

  @Column('text')
  place!: string;

  @Column('integer')
  route_id!: number;

  @ManyToOne(() => Route, (route) => route.stops, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'route_id' })
  route?: Relation<Route>;
}

/** The texts of as many lines. */
const placesOf = (count: number, rest = ''): string[] =>
  Array.from({ length: count }, (_, at) => `${String(at).padStart(3, '0')}${rest}`);

/** Lines with random ids beside a number; `url` gives a fresh database. */
export const describeNumberedLines = (url: () => Promise<string>) => {
  let engine: ReturnType<typeof createEngine>;
  let database: Awaited<ReturnType<typeof openDatabase>>;
  beforeAll(async () => {
    database = await openDatabase(await url(), [Route, Stop], []);
    await database.dataSource.synchronize();
    engine = createEngine({
      database,
      modules: [{ entity: Route }, { entity: Stop }],
      roles: () => ROLES,
      searchedFields: () => [],
      lines: recordLines,
      settings: { maxPageSize: 200, maxQueryCost: 300 },
    });
  }, 60_000);
  afterAll(() => database.close());

  const of = (entity: new () => object) => engine.operations(admin)(entity);
  const stopsOf = async (id: string | number): Promise<readonly Stop[]> =>
    (await of(Route).get(id, { expand: ['stops'] }))['stops'] as Stop[];

  test('are in the order of the request that made them', async () => {
    const places = placesOf(20);
    const { record } = await of(Route).create({ stops: places.map((place) => ({ place })) });
    const stops = await stopsOf(record.id);
    expect(stops.map(({ place }) => place)).toEqual(places);
    expect(JSON.stringify(stops)).not.toContain('row_number');
    const sent = [...stops.toReversed().map(({ id }) => ({ id })), { place: 'new' }];
    await of(Route).update(record.id, { stops: sent });
    expect((await stopsOf(record.id)).map(({ place }) => place)).toEqual([...places, 'new']);
  });

  test('are so when they are too long to be read at once', async () => {
    const places = placesOf(100, 'x'.repeat(30_000));
    const { record } = await of(Route).create({ stops: places.map((place) => ({ place })) });
    const stops = await stopsOf(record.id);
    expect(stops.map(({ place }) => place.slice(0, 3))).toEqual(placesOf(100));
  });

  test('are listed by their ids, and no cursor or order tells their number', async () => {
    const { record } = await of(Route).create({ stops: placesOf(4).map((place) => ({ place })) });
    const page = await of(Stop).list({ route_id: String(record.id), _end: '2' });
    const [, , , values] = JSON.parse(Buffer.from(page.next!, 'base64url').toString());
    expect(values).toEqual([page.records[1]!.id]);
    await expect(of(Stop).list({ _sort: 'row_number' })).rejects.toThrow('sort');
  });
};
