import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { DECIMAL, Field, Model } from '#engine';
import { Order } from '../order/order.model.js';

@Model({ label: '{product}' })
@Entity('order_line')
@Unique(['order_id', 'position'])
export class OrderLine {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @Column('integer')
  order_id!: number;

  @ManyToOne(() => Order, (order) => order.lines, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id' })
  order?: Relation<Order>;

  @Field({ min: 1 })
  @Column('integer')
  position!: number;

  @Column('varchar', { length: 255 })
  product!: string;

  @Field({ min: 1 })
  @Column('integer', { default: 1 })
  quantity!: number;

  @Field({ min: 0 })
  @Column('decimal', { precision: 10, scale: 2, transformer: DECIMAL })
  unit_price!: number;
}
