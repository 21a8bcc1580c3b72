import {
  Column,
  CreateDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, Field, Model, Role, Tenant } from '#engine';
import { Article } from '../article/article.model.js';
import { Comment } from '../comment/comment.model.js';
import { Favorite } from '../favorite/favorite.model.js';
import { Follow } from '../follow/follow.model.js';

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
  @Field({ derivedFrom: 'username' })
  @Column('varchar', { length: 255, unique: true, select: false })
  username_key!: string;

  @Field({ format: 'email' })
  @Column('varchar', { length: 255, nullable: true, unique: true })
  email!: string | null;

  /** What makes two email addresses the same: see `emailKey`. */
  @Field({ derivedFrom: 'email' })
  @Column('varchar', { length: 255, nullable: true, unique: true, select: false })
  email_key!: string | null;

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

  @Column('text', { nullable: true })
  bio!: string | null;

  @Field({ format: 'url' })
  @Column('varchar', { length: 255, nullable: true })
  image!: string | null;

  @OneToMany(() => Article, (article) => article.author)
  articles?: Relation<Article[]>;

  @OneToMany(() => Comment, (comment) => comment.author)
  comments?: Relation<Comment[]>;

  @OneToMany(() => Favorite, (favorite) => favorite.user)
  favorites?: Relation<Favorite[]>;

  @OneToMany(() => Follow, (follow) => follow.follower)
  follows?: Relation<Follow[]>;

  @OneToMany(() => Follow, (follow) => follow.followed)
  followers?: Relation<Follow[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
