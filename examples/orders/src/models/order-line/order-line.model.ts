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
import { Article } from '../article/article.model.js';
import { Order } from '../order/order.model.js';

@Model({ label: '{product}', history: true })
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

  @Index()
  @Column('integer', { nullable: true })
  article_id!: number | null;

  @ManyToOne(() => Article, (article) => article.order_lines, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'article_id' })
  article?: Relation<Article> | null;

  @Field({ from: 'article.name' })
  @Column('varchar', { length: 255 })
  product!: string;

  @Field({ min: 1 })
  @Column('integer', { default: 1 })
  quantity!: number;

  @Field({ min: 0, unit: 'EUR', from: 'article.price' })
  @Column('decimal', { precision: 10, scale: 2, transformer: DECIMAL })
  unit_price!: number;
}
