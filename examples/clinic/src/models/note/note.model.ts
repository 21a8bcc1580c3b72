import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, Field, Tenant } from '#engine';
import { Patient } from '../patient/patient.model.js';
import { Tag } from '../tag/tag.model.js';
import { User } from '../user/user.model.js';

@Entity('note')
@Unique(['tenant_id', 'slug'])
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  title!: string;

  @Column('text', { nullable: true })
  body!: string | null;

  @Column('varchar', { length: 60, nullable: true })
  slug!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  secret!: string | null;

  @Field({ personal: 'delete' })
  @Index()
  @Column('integer', { nullable: true })
  patient_id!: number | null;

  @ManyToOne(() => Patient, (patient) => patient.notes, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'patient_id' })
  patient?: Relation<Patient> | null;

  @Index()
  @Column('integer', { nullable: true })
  reply_to_id!: number | null;

  @ManyToOne(() => Note, (note) => note.replies, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'reply_to_id' })
  reply_to?: Relation<Note> | null;

  @ManyToMany(() => Tag, (tag) => tag.notes)
  @JoinTable({
    name: 'note_tags',
    joinColumn: { name: 'note_id' },
    inverseJoinColumn: { name: 'tag_id' },
  })
  tags?: Relation<Tag[]>;

  @ManyToMany(() => User)
  @JoinTable({
    name: 'note_shared_with',
    joinColumn: { name: 'note_id' },
    inverseJoinColumn: { name: 'auth_user_id' },
  })
  shared_with?: Relation<User[]>;

  @Index()
  @Column('integer', { nullable: true })
  created_by_id!: number | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'created_by_id' })
  created_by?: Relation<User> | null;

  @Index()
  @Column('integer', { nullable: true })
  tenant_id!: number | null;

  @ManyToOne(() => Tenant, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'tenant_id' })
  tenant?: Relation<Tenant> | null;

  @OneToMany(() => Note, (note) => note.reply_to)
  replies?: Relation<Note[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
