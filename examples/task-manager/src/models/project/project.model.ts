import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME } from '#engine';
import { Task } from '../task/task.model.js';
import { TeamMember } from '../team-member/team-member.model.js';

@Entity('project')
export class Project {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('varchar', { length: 255, nullable: true, default: 'active' })
  status!: string | null;

  @Index()
  @Column('integer', { nullable: true })
  owner_id!: number | null;

  @ManyToOne(() => TeamMember, (teamMember) => teamMember.owned_projects, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'owner_id' })
  owner?: Relation<TeamMember> | null;

  @OneToMany(() => Task, (task) => task.project)
  tasks?: Relation<Task[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
