import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';
import { DATETIME, JSON_VALUE } from '../database/column-types.js';
import { Field, Model } from '../model/field.js';

/** A receiver elsewhere that is notified of events here, as far as a user of this service may see them. */
@Model({ prefix: '/webhook_endpoint', label: '{url}' })
@Entity('webhook_endpoint')
@Index(['active'])
export class WebhookEndpoint {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ format: 'url' })
  @Column('varchar', { length: 2000 })
  url!: string;

  @Column('varchar', { length: 255, nullable: true })
  description!: string | null;

  /** Names of events, such as `task.created`. */
  @Field({ type: 'json' })
  @Column(JSON_VALUE)
  events!: string[];

  /** The user whose rows and fields are sent. */
  @Column('integer')
  user_id!: number;

  @Column('boolean', { default: true })
  active!: boolean;

  /** Why the service itself has disabled it. */
  @Column('text', { nullable: true })
  switched_off!: string | null;

  @Column('varchar', { length: 64, select: false })
  secret!: string;

  /** A former secret that messages are also signed with until then. */
  @Column('varchar', { length: 64, nullable: true, select: false })
  former_secret!: string | null;

  @Column(DATETIME, { precision: 3, nullable: true, select: false })
  former_until!: Date | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
