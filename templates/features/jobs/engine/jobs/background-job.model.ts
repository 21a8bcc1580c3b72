import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { DATETIME, JSON_VALUE, NOW } from '../database/column-types.js';
import { Field, Model } from '../model/field.js';

/**
 * `failed` is final: all attempts are used up, or the handler has given up. `cancelling` is a job cancelled while it ran,
 * until its handler has ended or has been silent for long enough.
 */
export const STATUSES = [
  'waiting',
  'running',
  'cancelling',
  'done',
  'failed',
  'cancelled',
] as const;
export type JobStatus = (typeof STATUSES)[number];

/** One queued job, and its state. */
@Model({ prefix: '/background_job', label: '{name} {id}' })
@Entity('background_job')
@Index(['status', 'run_at'])
@Unique(['name', 'scheduled_at'])
export class BackgroundJob {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Field({ type: 'json' })
  @Column(JSON_VALUE)
  payload!: unknown;

  @Field({ values: STATUSES, enforce: true })
  @Column('varchar', { length: 255, default: 'waiting' })
  status!: JobStatus;

  /** How often it was started. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('integer')
  max_attempts!: number;

  /** The time at which a waiting job runs next. */
  @Column(DATETIME, { precision: 3, default: NOW })
  run_at!: Date;

  /** The time that a scheduled job was scheduled for. */
  @Column(DATETIME, { precision: 3, nullable: true })
  scheduled_at!: Date | null;

  /** The claim by which a worker runs it: a new one for every attempt. */
  @Column('varchar', { length: 64, nullable: true, select: false })
  locked_by!: string | null;

  /** The time at which the lease expires unless the worker renews it. */
  @Column(DATETIME, { precision: 3, nullable: true, select: false })
  locked_until!: Date | null;

  /** Why the last attempt failed. */
  @Column('text', { nullable: true })
  error!: string | null;

  @Column(DATETIME, { precision: 3, nullable: true })
  started_at!: Date | null;

  @Column(DATETIME, { precision: 3, nullable: true })
  finished_at!: Date | null;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;
}
