import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  getMetadataArgsStorage,
  type EntityManager,
  type Repository,
} from 'typeorm';
import type { NumericId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Engine, Records } from '../model/records.js';
import { caseless } from '../fields/caseless.js';
import { actionsOf } from '../model/access-rules.js';
import { Field, Model } from '../model/field.js';
import { DATETIME, JSON_VALUE } from '../database/column-types.js';

/** The columns that signing in needs of the project's own user class, which may have more. */
export interface UserRow {
  id: NumericId;
  username: string;
  /** The normalised username: see `usernameKey`. */
  username_key: string;
  email: string | null;
  /** The normalised address, in a project whose users each have their own: see `emailKey`. */
  email_key?: string | null;
  first_name: string | null;
  last_name: string | null;
  status: 'Active' | 'Inactive';
  password_hash: string;
  password_is_initial: boolean;
  token_version: string;
  password?: string;
  roles?: Role[];
  tenants?: Tenant[];
}

/** The project's user class. */
export type UserEntity = new () => UserRow;

/** The table by which the engine finds the users, whatever their class is called. */
export const USERS = 'auth_user';

/** The table of the tenants, whose class is the project's where it has fields of its own. */
export const TENANTS = 'auth_tenant';

/** The project's own model of tenants; undefined where it has the engine's. */
export const ownTenants = <M extends { readonly entity: new () => object }>(
  models: readonly M[],
): M | undefined => {
  const named = getMetadataArgsStorage().tables.filter(({ name }) => name === TENANTS);
  const classes = new Set(named.map(({ target }) => target));
  return models.find(({ entity }) => entity !== Tenant && classes.has(entity));
};

/** The users' TypeORM repository. */
export const usersOf = (source: Pick<EntityManager, 'getRepository'>): Repository<UserRow> =>
  source.getRepository<UserRow>(USERS);

/** The users as an ordinary model, for the user of these operations. */
export function userRecords(engine: Engine, crud: Engine['system']): Records<UserRow> {
  return crud(usersIn(engine.models).entity as UserEntity);
}

/** The model of the users. */
export function usersIn(models: readonly ModelInfo[]): ModelInfo {
  const model = models.find(({ table }) => table === USERS);
  if (!model) throw new Error(`no model has the table ${USERS}`);
  return model;
}

/** Maximum characters of a username and of its key. */
const MAX_NAME_LENGTH = 255;
/** More UTF-16 units than any form of such a name has: no character decomposes into more than eight. */
const MAX_NAME_INPUT = 8 * (MAX_NAME_LENGTH + 1);

/** A dot above a letter that has one anyway, as lower case makes it of `İ`. */
const UNSEEN_DOT = /(\p{Soft_Dotted}\p{M}*?)\u0307+/gu;

/**
 * Equal for usernames that differ in case or in the notation of their letters, and for those that look the same for it. Composed
 * once more in lower case, which has letters that upper case has not: `J̌` is two characters, `ǰ` one. `ß` is a letter of its own, other
 * than `ss`. Longer texts than any stored name are truncated first: `normalize` takes quadratic time, and anybody may send one.
 * `renewUsernameKeys` renews stored keys of an earlier form.
 */
export const usernameKey = (username: string): string =>
  caseless(username.slice(0, MAX_NAME_INPUT)).replace(UNSEEN_DOT, '$1').normalize('NFKC');

/** Equal for email addresses that differ in case alone, as mail servers deliver them to one mailbox. */
export const emailKey = (email: string): string => caseless(email.slice(0, MAX_NAME_INPUT));

/** Whether the key of a name can be stored: a single letter may become up to eighteen in it. */
export const fitsKey = (key: string): boolean => [...key].length <= MAX_NAME_LENGTH;

/** The most that a user may do: the HTTP methods of layer 1. */
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

  /** Created at start-up; can be edited, but not deleted. */
  @Column('boolean', { default: false })
  is_preset!: boolean;

  /** Whether somebody has edited the preset, so that a start leaves it alone. */
  @Column('boolean', { default: false, select: false })
  is_edited!: boolean;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}

/** An organisation whose rows only its own users see through a tenant rule, as long as it is active. */
@Model({ prefix: '/tenant' })
@Entity('auth_tenant')
export class Tenant {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ min: 1 })
  @Column('varchar', { length: 255, unique: true })
  name!: string;

  @Column('varchar', { length: 255, nullable: true })
  domain!: string | null;

  @Field({ values: ['Active', 'Inactive'], enforce: true })
  @Column('varchar', { length: 255, default: 'Active' })
  status!: 'Active' | 'Inactive';

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
