import {
  Column,
  CreateDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { Field, Model } from '../crud/field.js';
import { DATETIME } from '../database/column-types.js';
import { Role } from './role.model.js';
import { Tenant } from './tenant.model.js';

/** Somebody who signs in. */
@Model({ prefix: '/user' })
@Entity('auth_user')
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ min: 1 })
  @Column('varchar', { length: 255 })
  username!: string;

  /** What makes two usernames the same: see `usernameKey`. */
  @Field({ standsFor: 'username' })
  @Column('varchar', { length: 255, unique: true, select: false })
  username_key!: string;

  @Field({ format: 'email' })
  @Column('varchar', { length: 255, nullable: true })
  email!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  first_name!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  last_name!: string | null;

  @Field({ values: ['Active', 'Inactive'], enforce: true })
  @Column('varchar', { length: 255, default: 'Active' })
  status!: 'Active' | 'Inactive';

  @Column('varchar', { length: 255, select: false })
  password_hash!: string;

  /** The administrator's first password is still there, and weak. */
  @Column('boolean', { default: false, select: false })
  password_is_initial!: boolean;

  /** Tokens of another version are worth nothing. */
  @Column('varchar', { length: 32, select: false })
  token_version!: string;

  @Field({ writeOnly: true, type: 'string', required: true })
  password?: string;

  @Field({ key: 'name' })
  @ManyToMany(() => Role)
  @JoinTable({
    name: 'auth_user_roles',
    joinColumn: { name: 'user_id' },
    inverseJoinColumn: { name: 'role_id' },
  })
  roles?: Relation<Role[]>;

  @ManyToMany(() => Tenant)
  @JoinTable({
    name: 'auth_user_tenants',
    joinColumn: { name: 'user_id' },
    inverseJoinColumn: { name: 'tenant_id' },
  })
  tenants?: Relation<Tenant[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** How many characters a username and its key may have. */
const LONGEST_NAME = 255;
/** More UTF-16 units than any notation of such a name has: no character is composed of more than eight. */
const LONGEST_NOTATION = 8 * (LONGEST_NAME + 1);

/**
 * Equal for usernames that people would take for the same one. What no stored name has room for is cut off before: the
 * time of `normalize` grows with the square of a text's length, and anybody may send one.
 */
export const usernameKey = (username: string): string =>
  username.slice(0, LONGEST_NOTATION).normalize('NFKC').toLowerCase();

/** Whether a username can be stored: one letter may stand for up to eighteen in its key. */
export const fitsKey = (username: string): boolean =>
  [...usernameKey(username)].length <= LONGEST_NAME;
