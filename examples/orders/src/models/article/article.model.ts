import {
  Column,
  CreateDateColumn,
  Entity,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, DECIMAL, Field } from '#engine';
import { OrderLine } from '../order-line/order-line.model.js';

@Entity('article')
export class Article {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 120 })
  name!: string;

  @Field({ min: 0, unit: 'EUR' })
  @Column('decimal', { precision: 10, scale: 2, transformer: DECIMAL })
  price!: number;

  @OneToMany(() => OrderLine, (orderLine) => orderLine.article)
  order_lines?: Relation<OrderLine[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
