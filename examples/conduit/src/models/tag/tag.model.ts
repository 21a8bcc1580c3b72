import { Column, Entity, ManyToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Article } from '../article/article.model.js';

@Entity('tag')
export class Tag {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 60, unique: true })
  name!: string;

  @ManyToMany(() => Article, (article) => article.tags)
  articles?: Relation<Article[]>;
}
