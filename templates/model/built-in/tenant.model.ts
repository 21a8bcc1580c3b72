import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';
import { DATETIME, Field, Model } from '#engine';

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
