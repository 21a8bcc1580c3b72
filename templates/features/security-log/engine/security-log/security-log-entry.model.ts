import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { DATETIME, JSON_VALUE } from '../database/column-types.js';
import { Field, Model } from '../model/field.js';

/** What has happened: once, or for refusals as often as one source caused it within an hour. */
@Model({ prefix: '/security_log_entry', label: '{username} {address}' })
@Entity('security_log_entry')
@Unique(['source'])
@Index(['last_at'])
@Index(['user_id', 'last_at'])
@Index(['kind', 'last_at'])
export class SecurityLogEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  /** The kind of event, such as `signed-in`. */
  @Column('varchar', { length: 64 })
  kind!: string;

  /** The user whom the entry is about; the names stay when users go. */
  @Column('integer', { nullable: true })
  user_id!: number | null;

  @Column('varchar', { length: 255, nullable: true })
  username!: string | null;

  /** The user who did it, if that was somebody else. */
  @Column('integer', { nullable: true })
  actor_id!: number | null;

  @Column('varchar', { length: 255, nullable: true })
  actor!: string | null;

  @Column('varchar', { length: 64, nullable: true })
  address!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  agent!: string | null;

  @Field({ type: 'json' })
  @Column(JSON_VALUE)
  facts!: Readonly<Record<string, string | number | boolean | null>>;

  @Column('integer', { default: 0 })
  times!: number;

  /** Equal for what is counted rather than written again. */
  @Column('varchar', { length: 43, select: false })
  source!: string;

  @Column(DATETIME, { precision: 3 })
  first_at!: Date;

  @Column(DATETIME, { precision: 3 })
  last_at!: Date;
}
