import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { DATETIME } from '../database/column-types.js';
import { Field, Model } from '../model/field.js';
import { WebhookEndpoint } from './webhook-endpoint.model.js';

/** `failed` is final, unless somebody sends it again. */
export const STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

/** One message to one endpoint, and its outcome. */
@Model({ prefix: '/webhook_delivery', label: '{type} {id}' })
@Entity('webhook_delivery')
@Index(['endpoint_id'])
@Index(['created_at'])
@Index(['status'])
export class WebhookDelivery {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  endpoint_id!: number;

  @ManyToOne(() => WebhookEndpoint, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'endpoint_id' })
  endpoint?: Relation<WebhookEndpoint>;

  /** The `webhook-id` of the message: the same however often it is sent. */
  @Column('varchar', { length: 64 })
  event_id!: string;

  @Column('varchar', { length: 255 })
  type!: string;

  @Field({ values: STATUSES, enforce: true })
  @Column('varchar', { length: 255, default: 'pending' })
  status!: DeliveryStatus;

  /** The exact body sent; null where the user to send it as was missing. */
  @Column('text', { nullable: true })
  payload!: string | null;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('integer', { nullable: true })
  response_status!: number | null;

  /** The beginning of the last response. */
  @Column('text', { nullable: true })
  response_body!: string | null;

  /** Why the last attempt failed. */
  @Column('text', { nullable: true })
  error!: string | null;

  @Column(DATETIME, { precision: 3, nullable: true })
  last_attempt_at!: Date | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;
}
