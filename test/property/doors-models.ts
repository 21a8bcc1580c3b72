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
import { Field, Model } from '../../templates/service/src/crud/field.js';
import { DATETIME, JSON_VALUE } from '../../templates/service/src/database/column-types.js';
import { StepMigration } from '../../templates/service/src/database/steps/step-migration.js';
import {
  addForeignKey,
  addUnique,
  createTable,
} from '../../templates/service/src/database/steps/step.js';

/** The top of all parents; its answers are made by the database alone. */
@Entity('team')
export class Team {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 255, nullable: true, unique: true })
  code!: string | null;

  @Column('integer', { nullable: true, default: 3 })
  budget!: number | null;

  @Column('integer', { nullable: true })
  lead_id!: number | null;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;
}

/** What items are linked to. */
@Entity('mark')
export class Mark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;
}

/** Has all kinds of relations, a label of two fields and a column that nobody sees. */
@Model({ prefix: '/items', label: '{title} {secret}' })
@Entity('item')
export class Item {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  title!: string;

  @Column('varchar', { length: 255, nullable: true, default: 'none' })
  secret!: string | null;

  @Column('integer', { nullable: true })
  amount!: number | null;

  @Column(JSON_VALUE, { nullable: true })
  data!: unknown;

  @Column('varchar', { length: 255, select: false, default: 'pin' })
  pin!: string;

  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @Column('integer', { nullable: true })
  team_id!: number | null;

  @ManyToOne(() => Team, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'team_id' })
  team?: Relation<Team> | null;

  @Column('integer', { nullable: true })
  part_of_id!: number | null;

  @ManyToOne(() => Item, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'part_of_id' })
  part_of?: Relation<Item> | null;

  @ManyToMany(() => Mark)
  @JoinTable({
    name: 'item_marks',
    joinColumn: { name: 'item_id' },
    inverseJoinColumn: { name: 'mark_id' },
  })
  marks?: Relation<Mark[]>;
}

/** Stays in the database when it is deleted; says something that it computes. */
@Entity('remark')
export class Remark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  text!: string;

  @Column('integer', { nullable: true })
  author_id!: number | null;

  @Column('integer')
  item_id!: number;

  @ManyToOne(() => Item, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'item_id' })
  item?: Relation<Item>;

  @Column('integer', { nullable: true })
  team_id!: number | null;

  @ManyToOne(() => Team, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'team_id' })
  team?: Relation<Team> | null;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;

  @Field({ type: 'integer', computed: (row: Remark) => row.text.length })
  readonly length?: number;
}

const string = { type: 'string', length: 255 } as const;
const integer = { type: 'integer' } as const;
const optional = { nullable: true } as const;

export class CreateDoors20260101000000 extends StepMigration {
  readonly name = 'CreateDoors20260101000000';
  readonly steps = [
    createTable('team', {
      id: { type: 'id' },
      name: string,
      code: { ...string, ...optional },
      budget: { ...integer, ...optional, default: 3 },
      lead_id: { ...integer, ...optional },
      tenant_id: { ...integer, ...optional },
    }),
    addUnique('team', ['code']),
    createTable('mark', {
      id: { type: 'id' },
      name: string,
      tenant_id: { ...integer, ...optional },
    }),
    createTable('item', {
      id: { type: 'id' },
      title: string,
      secret: { ...string, ...optional, default: 'none' },
      amount: { ...integer, ...optional },
      data: { type: 'json', ...optional },
      pin: { ...string, default: 'pin' },
      owner_id: { ...integer, ...optional },
      tenant_id: { ...integer, ...optional },
      team_id: { ...integer, ...optional },
      part_of_id: { ...integer, ...optional },
    }),
    addForeignKey('item', 'team_id', { table: 'team', onDelete: 'set null' }),
    addForeignKey('item', 'part_of_id', { table: 'item', onDelete: 'cascade' }),
    createTable(
      'item_marks',
      { item_id: integer, mark_id: integer },
      {
        primaryKey: ['item_id', 'mark_id'],
      },
    ),
    addForeignKey('item_marks', 'item_id', { table: 'item', onDelete: 'cascade' }),
    addForeignKey('item_marks', 'mark_id', { table: 'mark', onDelete: 'cascade' }),
    createTable('remark', {
      id: { type: 'id' },
      text: string,
      author_id: { ...integer, ...optional },
      item_id: integer,
      team_id: { ...integer, ...optional },
      deleted_at: { type: 'datetime', ...optional },
    }),
    addForeignKey('remark', 'item_id', { table: 'item', onDelete: 'cascade' }),
    addForeignKey('remark', 'team_id', { table: 'team', onDelete: 'restrict' }),
  ];
}
