import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { expect, it, onTestFinished } from 'vitest';
import {
  BIGINT,
  DATETIME,
  DECIMAL,
  JSON_VALUE,
  NOW,
  TODAY,
  UUID,
  plainTypeOf,
} from '../../database/column-types.js';
import { findDrift, entitiesSchema } from '../../database/find-drift.js';
import { openDatabase } from '../../database/open-database.js';
import { applyStep, replay } from '../../database/steps/replay.js';
import type { Step } from '../../database/steps/schema.js';
import { diffSchemas } from './diff-schemas.js';

@Entity('tag')
class Tag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  name!: string;
}

@Unique(['name', 'code'])
@Index(['code', 'day'])
@Entity('thing')
class Thing {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 10, nullable: true, default: 'x' })
  code!: string | null;

  @Column('text', { nullable: true })
  body!: string | null;

  @Column('bigint', { nullable: true, transformer: BIGINT })
  big!: string | null;

  @Column('double precision', { nullable: true })
  ratio!: number | null;

  @Column('decimal', { precision: 12, scale: 2, nullable: true, transformer: DECIMAL })
  price!: number | null;

  @Column('boolean', { default: false })
  ready!: boolean;

  @Column('date', { default: TODAY })
  day!: string;

  @Column('time', { nullable: true })
  at!: string | null;

  @Column(DATETIME, { precision: 3, nullable: true, default: NOW })
  seen_at!: Date | null;

  @Column(UUID, { nullable: true })
  external!: string | null;

  @Column(JSON_VALUE, { nullable: true })
  data!: unknown;

  @Index()
  @Column('integer', { nullable: true })
  parent_id!: number | null;

  @ManyToOne(() => Thing, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'parent_id' })
  parent?: Relation<Thing> | null;

  @ManyToMany(() => Tag)
  @JoinTable({
    name: 'thing_tags',
    joinColumn: { name: 'thing_id' },
    inverseJoinColumn: { name: 'tag_id' },
  })
  tags?: Relation<Tag[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;
}

@Entity('country')
class Country {
  @PrimaryColumn('varchar', { length: 2 })
  code!: string;
}

@Entity('event')
class Event {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('varchar', { length: 2, nullable: true })
  country_code!: string | null;

  @ManyToOne(() => Country, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'country_code' })
  country?: Relation<Country> | null;
}

@Entity('ticket')
class Ticket {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('bigint', { nullable: true, transformer: BIGINT })
  event_id!: string | null;

  @ManyToOne(() => Event, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id' })
  event?: Relation<Event> | null;

  @ManyToMany(() => Country)
  @JoinTable({
    name: 'ticket_countries',
    joinColumn: { name: 'ticket_id' },
    inverseJoinColumn: { name: 'country_code' },
  })
  countries?: Relation<Country[]>;
}

/** Columns as people write them by hand, some without a type. */
@Entity('sensor')
class Sensor {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('smallint')
  channel!: number;

  @Column('real', { nullable: true })
  offset!: number | null;

  @Column({ type: Date })
  read_at!: Date;
}

const SENSORS = {
  sqlite: ['smallint', 'real', 'datetime'],
  postgres: ['int2', 'float4', 'timestamptz(3)'],
};

/** What differs between entities and tables; a new database is empty. */
export const describeDrift = (name: 'sqlite' | 'postgres', newDatabase: () => Promise<string>) => {
  it('is none after the steps that the entities ask for, and is named where there is some', async () => {
    const database = await openDatabase(await newDatabase(), [Tag, Thing], []);
    onTestFinished(() => database.close());
    const needed = entitiesSchema(database.dataSource);
    const steps = diffSchemas({ tables: {} }, needed);
    expect(diffSchemas(replay(steps), needed)).toEqual([]);
    expect(await findDrift(database)).toEqual([
      'table `tag` is missing',
      'table `thing` is missing',
      'table `thing_tags` is missing',
    ]);

    const { dialect } = database;
    const apply = (list: typeof steps): Promise<void> =>
      database.changeSchema(async (runner) => {
        let schema = replay([]);
        for (const step of dialect.arrangeSteps(list)) {
          for (const text of dialect.compileStep(step, schema, [])) await runner.query(text);
          schema = applyStep(schema, step);
        }
      });
    await apply(steps);
    expect(await findDrift(database)).toEqual([]);
    expect(diffSchemas(needed, { tables: {} })).toContainEqual({ do: 'dropTable', table: 'thing' });

    const query = (text: string): Promise<unknown> => database.dataSource.query(text);
    await query('ALTER TABLE thing DROP COLUMN body');
    await query('ALTER TABLE thing DROP COLUMN ratio');
    await query('ALTER TABLE thing ADD COLUMN ratio varchar(7) DEFAULT 1 NOT NULL');
    await query('ALTER TABLE thing ADD COLUMN own text');
    await query('DROP INDEX idx_thing_code_day');
    await query('DROP INDEX uq_tag_name');
    expect(await findDrift(database)).toEqual([
      '`tag` has no unique index on name',
      'column `thing.body` is missing',
      `\`thing.ratio\` is ${name === 'sqlite' ? 'varchar(7)' : 'character varying(7)'} in the database and double precision in the model`,
      '`thing.ratio` is required in the database and optional in the model',
      '`thing` has no index on code, day',
    ]);
  });

  it('is none where the database has the type that a column has by hand', async () => {
    const database = await openDatabase(await newDatabase(), [Sensor], []);
    onTestFinished(() => database.close());
    const { dataSource } = database;
    const types = dataSource.getMetadata(Sensor).columns.map((column) => plainTypeOf(column));
    expect(types).toEqual(['integer', 'integer', 'float', 'datetime']);
    const create = async ([channel, offset, readAt]: readonly string[]): Promise<void> => {
      const id = name === 'sqlite' ? 'integer PRIMARY KEY' : 'serial PRIMARY KEY';
      const columns = `id ${id}, channel ${channel} NOT NULL, "offset" ${offset}`;
      await dataSource.query(`CREATE TABLE sensor (${columns}, read_at ${readAt} NOT NULL)`);
    };
    await create(SENSORS[name]);
    expect(await findDrift(database)).toEqual([]);
    await dataSource.query('DROP TABLE sensor');
    await create(['text', 'numeric', 'date']);
    expect(await findDrift(database)).toHaveLength(3);
  });

  it('is named of keys of any kind, and of what refers to them', async () => {
    const database = await openDatabase(await newDatabase(), [Country, Event, Ticket], []);
    onTestFinished(() => database.close());
    const { dialect, dataSource } = database;
    const { tables } = entitiesSchema(dataSource);
    const key = { table: 'country', references: 'code', onDelete: 'restrict' } as const;
    expect(tables['event']).toMatchObject({
      columns: { id: { type: 'bigint', generated: true } },
      foreignKeys: [{ column: 'country_code', ...key }],
    });
    expect(tables['ticket']).toMatchObject({ columns: { id: { type: 'uuid' } } });
    expect(tables['ticket_countries']!.columns).toEqual({
      ticket_id: { type: 'uuid' },
      country_code: { type: 'string', length: 2 },
    });
    const apply = (list: readonly Step[]): Promise<void> =>
      database.changeSchema(async (runner) => {
        for (const step of list)
          for (const text of dialect.compileStep(step, { tables }, [])) await runner.query(text);
      });
    await apply(
      diffSchemas({ tables: {} }, { tables }).filter((step) => step.do === 'createTable'),
    );
    expect(await findDrift(database)).toContain(
      '`event.country_code` has no foreign key to `country.code`',
    );
    for (const table of Object.keys(tables)) await dataSource.query(`DROP TABLE ${table}`);
    const steps = dialect.arrangeSteps(diffSchemas({ tables: {} }, { tables }));
    await apply(steps);
    expect(await findDrift(database)).toEqual([]);
    await dataSource.query('DROP TABLE ticket_countries');
    await dataSource.query('DROP TABLE ticket');
    await dataSource.query('CREATE TABLE ticket (id varchar(36), event_id bigint)');
    await dataSource.query('CREATE TABLE ticket_countries (ticket_id int, country_code int)');
    const drift = await findDrift(database);
    expect(drift).toContain('`ticket` has no unique index on id');
    expect(drift).toContain('`ticket_countries` has no unique index on ticket_id, country_code');
  });
};
