import {
  Column,
  CreateDateColumn,
  Entity,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME } from '#engine';
import { Project } from '../project/project.model.js';
import { Task } from '../task/task.model.js';

@Entity('team_member')
export class TeamMember {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 255 })
  email!: string;

  @Column('varchar', { length: 255, nullable: true, default: 'member' })
  role!: string | null;

  @OneToMany(() => Project, (project) => project.owner)
  owned_projects?: Relation<Project[]>;

  @OneToMany(() => Task, (task) => task.assignee)
  assigned_tasks?: Relation<Task[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
