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
import { DATETIME, Field } from '#engine';
import { Project } from '../project/project.model.js';
import { TeamMember } from '../team-member/team-member.model.js';

@Entity('task')
export class Task {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  title!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Field({ values: ['todo', 'in_progress', 'done'] })
  @Column('varchar', { length: 255, nullable: true, default: 'todo' })
  status!: string | null;

  @Field({ values: ['low', 'medium', 'high', 'critical'] })
  @Column('varchar', { length: 255, nullable: true, default: 'medium' })
  priority!: string | null;

  @Column('date', { nullable: true })
  due_date!: string | null;

  @Column('double precision', { nullable: true })
  planned_work_hours!: number | null;

  @Column('double precision', { nullable: true })
  actual_work_hours!: number | null;

  @Index()
  @Column('integer', { nullable: true })
  project_id!: number | null;

  @ManyToOne(() => Project, (project) => project.tasks, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'project_id' })
  project?: Relation<Project> | null;

  @Index()
  @Column('integer', { nullable: true })
  assignee_id!: number | null;

  @ManyToOne(() => TeamMember, (teamMember) => teamMember.assigned_tasks, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'assignee_id' })
  assignee?: Relation<TeamMember> | null;

  @Index()
  @Column('integer', { nullable: true })
  parent_task_id!: number | null;

  @ManyToOne(() => Task, (task) => task.subtasks, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'parent_task_id' })
  parent_task?: Relation<Task> | null;

  @OneToMany(() => Task, (task) => task.parent_task)
  subtasks?: Relation<Task[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
