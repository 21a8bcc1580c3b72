import 'reflect-metadata';
import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { Field, Model } from '../../templates/service/engine/model/field.js';
import { DATETIME, JSON_VALUE } from '../../templates/service/engine/database/column-types.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import {
  addForeignKey,
  addUnique,
  createTable,
} from '../../templates/service/engine/database/steps/step.js';
import { featureSteps } from '../support/feature-steps.js';

/** Whom rows belong to; the users of a trial have its ids. */
@Entity('person')
export class Person {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;
}

/** The top of all parents; its answers are made by the database alone, and it tells when it was written. */
@Model({ label: '{name} [{code}]' })
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

  @OneToMany(() => Item, (item) => item.team)
  items?: Relation<Item[]>;

  @OneToMany(() => Remark, (remark) => remark.team)
  remarks?: Relation<Remark[]>;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** What others are linked to, by its id and by its code; some go with the remark that they are about. */
@Entity('mark')
export class Mark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 255, unique: true })
  code!: string;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @Column('integer', { nullable: true })
  about_id!: number | null;

  @ManyToOne(() => Remark, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'about_id' })
  about?: Relation<Remark> | null;
}

/** Has all kinds of relations, a label of two fields and a column that nobody sees. */
@Model({ prefix: '/items', label: '{title} {secret}', history: true })
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

  @ManyToOne(() => Person, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'owner_id' })
  owner?: Relation<Person> | null;

  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @Column('integer', { nullable: true })
  team_id!: number | null;

  @ManyToOne(() => Team, (team) => team.items, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'team_id' })
  team?: Relation<Team> | null;

  @Column('integer', { nullable: true })
  part_of_id!: number | null;

  @ManyToOne(() => Item, (item) => item.parts, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'part_of_id' })
  part_of?: Relation<Item> | null;

  @OneToMany(() => Item, (item) => item.part_of)
  parts?: Relation<Item[]>;

  /** Its lines. */
  @Field({ lines: true })
  @OneToMany(() => Remark, (remark) => remark.item)
  remarks?: Relation<Remark[]>;

  @Field({ total: 'sum(remarks.weight)' })
  @Column('integer', { default: 0 })
  weight!: number;

  @Field({ total: 'count(remarks)' })
  @Column('integer', { default: 0 })
  size!: number;

  @Field({ total: 'min(remarks.weight)' })
  @Column('integer', { nullable: true })
  least!: number | null;

  @Field({ total: 'max(remarks.weight)' })
  @Column('integer', { nullable: true })
  most!: number | null;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;

  @ManyToMany(() => Mark)
  @JoinTable({
    name: 'item_marks',
    joinColumn: { name: 'item_id' },
    inverseJoinColumn: { name: 'mark_id' },
  })
  marks?: Relation<Mark[]>;

  /** A many-to-many with itself. */
  @ManyToMany(() => Item)
  @JoinTable({
    name: 'item_similar',
    joinColumn: { name: 'item_id' },
    inverseJoinColumn: { name: 'item_id_2' },
  })
  similar?: Relation<Item[]>;

  /** A many-to-many with rows that stay when they are deleted. */
  @ManyToMany(() => Remark)
  @JoinTable({
    name: 'item_cites',
    joinColumn: { name: 'item_id' },
    inverseJoinColumn: { name: 'remark_id' },
  })
  cites?: Relation<Remark[]>;
}

/** Stays in the database when it is deleted; its label is code, and it says something that it computes. */
@Model({ label: (row: Remark) => `${row.text.slice(0, 3)} by ${row.author_id ?? 'nobody'}` })
@Entity('remark')
export class Remark {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  text!: string;

  @Column('integer', { nullable: true })
  weight!: number | null;

  @Column('integer', { nullable: true })
  author_id!: number | null;

  @Column('integer')
  item_id!: number;

  @ManyToOne(() => Item, (item) => item.remarks, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'item_id' })
  item?: Relation<Item>;

  @Column('integer', { nullable: true })
  team_id!: number | null;

  @ManyToOne(() => Team, (team) => team.remarks, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'team_id' })
  team?: Relation<Team> | null;

  @Column('integer', { nullable: true })
  answers_id!: number | null;

  @ManyToOne(() => Remark, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'answers_id' })
  answers?: Relation<Remark> | null;

  @DeleteDateColumn({ type: DATETIME, precision: 3 })
  deleted_at!: Date | null;

  /** A many-to-many whose array holds another field than the id. */
  @Field({ key: 'code' })
  @ManyToMany(() => Mark)
  @JoinTable({
    name: 'remark_topics',
    joinColumn: { name: 'remark_id' },
    inverseJoinColumn: { name: 'mark_id' },
  })
  topics?: Relation<Mark[]>;

  @Field({ type: 'integer', computed: (row: Remark) => row.text.length })
  readonly length?: number;
}

const string = { type: 'string', length: 255 } as const;
const integer = { type: 'integer' } as const;
const moment = { type: 'datetime' } as const;
const optional = { nullable: true } as const;

const link = (table: string, own: string, other: string, from: string, to: string) => [
  createTable(table, { [own]: integer, [other]: integer }, { primaryKey: [own, other] }),
  addForeignKey(table, own, { table: from, onDelete: 'cascade' }),
  addForeignKey(table, other, { table: to, onDelete: 'cascade' }),
];

export class CreateDoors20260101000000 extends StepMigration {
  readonly name = 'CreateDoors20260101000000';
  readonly steps = [
    ...featureSteps(['import']),
    createTable('person', { id: { type: 'id' }, name: string }),
    createTable('team', {
      id: { type: 'id' },
      name: string,
      code: { ...string, ...optional },
      budget: { ...integer, ...optional, default: 3 },
      lead_id: { ...integer, ...optional },
      tenant_id: { ...integer, ...optional },
      created_at: moment,
      updated_at: moment,
    }),
    addUnique('team', ['code']),
    createTable('mark', {
      id: { type: 'id' },
      name: string,
      code: string,
      tenant_id: { ...integer, ...optional },
      about_id: { ...integer, ...optional },
    }),
    addUnique('mark', ['code']),
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
      weight: { ...integer, default: 0 },
      size: { ...integer, default: 0 },
      least: { ...integer, ...optional },
      most: { ...integer, ...optional },
      updated_at: moment,
    }),
    addForeignKey('item', 'owner_id', { table: 'person', onDelete: 'set null' }),
    addForeignKey('item', 'team_id', { table: 'team', onDelete: 'set null' }),
    addForeignKey('item', 'part_of_id', { table: 'item', onDelete: 'cascade' }),
    createTable('remark', {
      id: { type: 'id' },
      text: string,
      weight: { ...integer, ...optional },
      author_id: { ...integer, ...optional },
      item_id: integer,
      team_id: { ...integer, ...optional },
      answers_id: { ...integer, ...optional },
      deleted_at: { ...moment, ...optional },
    }),
    addForeignKey('mark', 'about_id', { table: 'remark', onDelete: 'cascade' }),
    addForeignKey('remark', 'item_id', { table: 'item', onDelete: 'cascade' }),
    addForeignKey('remark', 'team_id', { table: 'team', onDelete: 'restrict' }),
    addForeignKey('remark', 'answers_id', { table: 'remark', onDelete: 'set null' }),
    ...link('item_marks', 'item_id', 'mark_id', 'item', 'mark'),
    ...link('item_similar', 'item_id', 'item_id_2', 'item', 'item'),
    ...link('item_cites', 'item_id', 'remark_id', 'item', 'remark'),
    ...link('remark_topics', 'remark_id', 'mark_id', 'remark', 'mark'),
  ];
}
