import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';
import { BIGINT, COLOR, DATETIME, DECIMAL, Field, JSON_VALUE, UUID } from '#engine';

@Entity('specimen')
export class Specimen {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 5, nullable: true })
  short!: string | null;

  @Field({ min: 2 })
  @Column('varchar', { length: 255, nullable: true })
  long!: string | null;

  @Field({ max: 100000 })
  @Column('text', { nullable: true })
  body!: string | null;

  @Column('varchar', { length: 255, nullable: true, default: '' })
  empty!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  nothing!: string | null;

  @Field({ format: 'email' })
  @Column('varchar', { length: 255, nullable: true })
  contact!: string | null;

  @Field({ format: 'url' })
  @Column('varchar', { length: 255, nullable: true })
  link!: string | null;

  @Field({ min: -10, max: 1000 })
  @Column('integer', { nullable: true })
  amount!: number | null;

  @Field({ unit: 'µl' })
  @Column('bigint', { transformer: BIGINT, nullable: true })
  big!: string | null;

  @Field({ unit: '%' })
  @Column('double precision', { nullable: true })
  ratio!: number | null;

  @Column('decimal', { precision: 15, scale: 4, transformer: DECIMAL, nullable: true })
  price!: number | null;

  @Column('decimal', { precision: 6, scale: 2, transformer: DECIMAL, nullable: true, default: 1.5 })
  fee!: number | null;

  @Column('boolean', { nullable: true })
  active!: boolean | null;

  @Column('boolean', { nullable: true, default: true })
  ready!: boolean | null;

  @Column('date', { nullable: true })
  taken_on!: string | null;

  @Column('time', { nullable: true })
  taken_time!: string | null;

  @Column(DATETIME, { precision: 3, nullable: true })
  taken_at!: Date | null;

  @Column(UUID, { nullable: true, unique: true })
  external!: string | null;

  @Column(COLOR, { nullable: true })
  shade!: string | null;

  @Column(JSON_VALUE, { nullable: true })
  data!: unknown;

  @Field({ values: ['blood', 'urine', 'other'], enforce: true })
  @Column('varchar', { length: 255, nullable: true })
  kind!: 'blood' | 'urine' | 'other' | null;

  @Field({ values: ['a', 'b', 'c'], enforce: true })
  @Column('varchar', { length: 255, nullable: true })
  grade!: 'a' | 'b' | 'c' | null;

  @Field({ values: ['x', 'y'] })
  @Column('varchar', { length: 255, nullable: true })
  hint!: string | null;

  @Index()
  @Column('integer', { nullable: true })
  order!: number | null;

  @Column('varchar', { length: 255, nullable: true })
  group!: string | null;

  @Column('integer', { nullable: true })
  level!: number | null;

  @Column('integer', { nullable: true })
  level_gte!: number | null;

  @Column('varchar', { length: 255, nullable: true })
  color!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  color_like!: string | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
