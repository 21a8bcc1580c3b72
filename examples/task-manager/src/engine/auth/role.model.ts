import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';
import { actionsOf } from '../model/access-rules.js';
import { Field, Model } from '../model/field.js';
import { DATETIME, JSON_VALUE } from '../database/column-types.js';

/** What a user may do at most: the HTTP methods of layer 1. */
@Model({ prefix: '/role' })
@Entity('auth_role')
export class Role {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ min: 1 })
  @Column('varchar', { length: 255, unique: true })
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Field({ type: 'json' })
  @Column(JSON_VALUE)
  allowed_methods!: string[];

  @Field({ type: 'json', computed: (role: Role) => actionsOf(role.allowed_methods) })
  readonly allowed_actions?: string[];

  /** Made at start-up; can be edited, not deleted. */
  @Column('boolean', { default: false })
  is_preset!: boolean;

  /** Whether somebody changed the preset, so that a start leaves it as it is. */
  @Column('boolean', { default: false, select: false })
  is_edited!: boolean;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
