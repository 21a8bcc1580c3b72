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
import { User } from '../user/user.model.js';

@Entity('follow')
@Unique(['follower_id', 'followed_id'])
export class Follow {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @Column('integer')
  follower_id!: number;

  @ManyToOne(() => User, (user) => user.follows, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'follower_id' })
  follower?: Relation<User>;

  @Index()
  @Column('integer')
  followed_id!: number;

  @ManyToOne(() => User, (user) => user.followers, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'followed_id' })
  followed?: Relation<User>;
}
