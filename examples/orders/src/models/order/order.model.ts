import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, DECIMAL, Field, Model, NOW } from '#engine';
import { file, type FileValue } from '#engine/files';
import { OrderLine } from '../order-line/order-line.model.js';

@Model({ label: '{number} {customer}', history: true })
@Entity('order')
export class Order {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  number!: string;

  @Column('varchar', { length: 255 })
  customer!: string;

  @Field({ values: ['pending', 'confirmed', 'shipped', 'cancelled'] })
  @Column('varchar', { length: 255, default: 'pending' })
  status!: string;

  @Field({ min: 0, unit: 'EUR' })
  @Column('decimal', { precision: 12, scale: 2, transformer: DECIMAL, nullable: true, default: 0 })
  total!: number | null;

  @Index()
  @Column(DATETIME, { precision: 3, nullable: true, default: NOW })
  placed_at!: Date | null;

  @Column('text', { nullable: true })
  notes!: string | null;

  @Column('text', { transformer: file(), nullable: true })
  confirmation!: FileValue | null;

  @Field({ lines: true })
  @OneToMany(() => OrderLine, (orderLine) => orderLine.order)
  lines?: Relation<OrderLine[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
