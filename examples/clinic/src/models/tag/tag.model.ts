import { Column, Entity, ManyToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Field } from '#engine';
import { Note } from '../note/note.model.js';
import { Patient } from '../patient/patient.model.js';

@Entity('tag')
export class Tag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  name!: string;

  @Field({ values: ['grey', 'red', 'green'], enforce: true })
  @Column('varchar', { length: 255, nullable: true, default: 'grey' })
  color!: 'grey' | 'red' | 'green' | null;

  @ManyToMany(() => Note, (note) => note.tags)
  notes?: Relation<Note[]>;

  @ManyToMany(() => Patient, (patient) => patient.tags)
  patients?: Relation<Patient[]>;
}
