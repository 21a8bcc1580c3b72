import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('note')
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  text!: string;
}

export const NOTE_TABLE =
  'CREATE TABLE note (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, text varchar(255) NOT NULL)';
