import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { Article } from '../article/article.model.js';
import { User } from '../user/user.model.js';

@Entity('favorite')
@Unique(['user_id', 'article_id'])
export class Favorite {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @Column('integer')
  user_id!: number;

  @ManyToOne(() => User, (user) => user.favorites, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user?: Relation<User>;

  @Index()
  @Column('integer')
  article_id!: number;

  @ManyToOne(() => Article, (article) => article.favorites, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'article_id' })
  article?: Relation<Article>;
}
