import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
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
} from '../../database/column-types.js';
import { findDrift, entitiesSchema } from '../../database/find-drift.js';
import { openDatabase } from '../../database/open-database.js';
import { applyStep, replay } from '../../database/steps/replay.js';
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
};
