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
import { DATETIME, Field, Model, Role, Tenant } from '#engine';

/** A user of this service. */
@Model({ prefix: '/user' })
@Entity('auth_user')
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ min: 1 })
  @Column('varchar', { length: 255 })
  username!: string;

  /** The normalized username, by which usernames are compared: see `usernameKey`. */
  @Field({ derivedFrom: 'username' })
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

  /** True while the administrator still has a weak initial password. */
  @Column('boolean', { default: false, select: false })
  password_is_initial!: boolean;

  /** The version of the user's tokens. Tokens of any other version are invalid. */
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
