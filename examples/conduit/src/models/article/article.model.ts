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
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { DATETIME, Model } from '#engine';
import { Comment } from '../comment/comment.model.js';
import { Favorite } from '../favorite/favorite.model.js';
import { Tag } from '../tag/tag.model.js';
import { User } from '../user/user.model.js';

@Model({ label: '{title}' })
@Entity('article')
export class Article {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255, nullable: true, unique: true })
  slug!: string | null;

  @Column('varchar', { length: 200 })
  title!: string;

  @Column('varchar', { length: 255 })
  description!: string;

  @Column('text')
  body!: string;

  @Index()
  @Column('integer')
  author_id!: number;

  @ManyToOne(() => User, (user) => user.articles, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'author_id' })
  author?: Relation<User>;

  @ManyToMany(() => Tag, (tag) => tag.articles)
  @JoinTable({
    name: 'article_tags',
    joinColumn: { name: 'article_id' },
    inverseJoinColumn: { name: 'tag_id' },
  })
  tags?: Relation<Tag[]>;

  @OneToMany(() => Comment, (comment) => comment.article)
  comments?: Relation<Comment[]>;

  @OneToMany(() => Favorite, (favorite) => favorite.article)
  favorites?: Relation<Favorite[]>;

  @CreateDateColumn({ type: DATETIME, precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ type: DATETIME, precision: 3 })
  updated_at!: Date;
}
